import type { Json } from "../../../../packages/base/json/json.ts";
import {
  anyValue,
  component,
  document,
  flag,
  type Infer,
  list,
  object,
  oneOf,
  page,
  perhaps,
  ref,
  refToItself,
  text,
} from "../../words.ts";

export const TypeRow = document("TypeRow", "A type or a function in a list.", {
  type: text("Token, `namespace:Name`.", { maxLength: 256 }),
  kind: oneOf("What it is.", ["resource", "function"]),
  title: text("For people."),
  provider: text("Kind of the provider that it needs."),
});
export type TypeRow = Infer<typeof TypeRow>;

export const TypeList = component("TypeList", page("types", ref(TypeRow), "What can be declared or called."), {
  types: [{ type: "iam:OAuthClient", kind: "resource", title: "OAuth client", provider: "google" }],
});

/** A type in the words of JSON Schema. What is inside an object stands in the fields of its field. */
export interface FieldType {
  readonly type: "string" | "boolean" | "integer" | "array" | "object";
  readonly format?: string;
  /** Of a list. */
  readonly items?: FieldType;
  /** Of a map with free keys. */
  readonly additionalProperties?: FieldType;
}

const fieldType = refToItself<FieldType>("FieldType");

const FieldTypeSchema = component<FieldType>(
  "FieldType",
  object(
    {
      type: oneOf("As JSON has it.", ["string", "boolean", "integer", "array", "object"]),
      "format?": text("Of a text: `date-time`, `duration` or `cel`.", { maxLength: 64 }),
      "items?": fieldType,
      "additionalProperties?": fieldType,
    },
    "A type in the words of JSON Schema. What is inside an object stands in the fields of its field.",
  ),
);

/** A field of a type, for people and editors: the fields inside it are described likewise. */
export interface TypeFieldView {
  readonly name: string;
  readonly type: string;
  /** The same for machines. */
  readonly schema: FieldType;
  readonly required: boolean;
  readonly replace: boolean;
  readonly immutable?: boolean;
  readonly secret?: boolean;
  readonly description: string;
  readonly limits: readonly string[];
  readonly default?: string;
  readonly absentMeans?: Json;
  readonly fields: readonly TypeFieldView[];
}

const typeField = refToItself<TypeFieldView>("TypeField");

const TypeField = component<TypeFieldView>(
  "TypeField",
  object(
    {
      name: text("Of the field."),
      type: text("In words."),
      schema: ref(FieldTypeSchema),
      required: flag("It must be given."),
      replace: flag("Changing it forces a replacement."),
      "immutable?": flag("The platform never changes it."),
      "secret?": flag("Sealed at rest, masked everywhere."),
      description: text("For people.", { maxLength: 65_536 }),
      limits: list(text("A rule, as a sentence part.", { maxLength: 65_536 }), "Rules on the value."),
      "default?": text("Where the value comes from when it is left out."),
      "absentMeans?": anyValue("The value that the platform means when the field is absent."),
      fields: list(typeField, "The fields inside it."),
    },
    "A field of a type.",
  ),
);

export const Type = document(
  "Type",
  "Everything one can know of a type before writing it down.",
  {
    type: text("Token.", { maxLength: 256 }),
    kind: oneOf("What it is.", ["resource", "function"]),
    title: text("For people."),
    provider: text("Kind of the provider that it needs."),
    aliases: list(text("Token."), "Other tokens."),
    description: text("For people.", { maxLength: 65_536 }),
    section: text("Of the specification."),
    versions: object(
      { default: text("The usual one."), others: list(text("A version."), "Asked for as `type@version`.") },
      "Interface versions.",
    ),
    version: text("The one that is shown: the usual one, unless another was asked for as `type@version`."),
    fields: list(ref(TypeField), "Inputs, or arguments."),
    outputs: list(ref(TypeField), "What references may read besides the inputs; the result of a function."),
    importForms: list(text("A form with `<variables>`."), "Forms of an id."),
    "onDestroy?": perhaps("What a destroy does to an object.", ["delete", "restore", "retain"]),
  },
  {
    type: "iam:OAuthClient",
    kind: "resource",
    title: "OAuth client",
    provider: "google",
    aliases: [],
    description: "A client of an identity provider.",
    section: "1",
    versions: { default: "v1", others: [] },
    version: "v1",
    fields: [],
    outputs: [],
    importForms: [],
    onDestroy: "delete",
  },
);
export type TypeView = Infer<typeof Type>;

export const TypeSchema = component("TypeSchema", {
  type: "object",
  description: "A schema of JSON Schema 2020-12.",
  properties: {
    $schema: text("The dialect.", { pattern: "^https?://" }),
    type: text("Of the inputs.", { maxLength: 16 }),
  },
  required: ["$schema"],
  additionalProperties: true,
  examples: [{ $schema: "https://json-schema.org/draft/2020-12/schema", type: "object" }],
});

export const resourceTypesComponents = [TypeRow, TypeList, FieldTypeSchema, TypeField, Type, TypeSchema] as const;
