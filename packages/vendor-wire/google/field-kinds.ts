/** How a field of a message is written in JSON: an enum by its words, and integers of either size may come as text. */
export type FieldKind =
  | "string"
  | "boolean"
  | "integer"
  | "strings"
  | "string-map"
  | "objects"
  | "object"
  | { readonly words: readonly string[] };

/** The fields of a message by JSON name. */
export type MessageFields = Readonly<Record<string, FieldKind>>;
