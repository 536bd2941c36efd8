/** How references and texts are written in a declaration. */

const identifier = /^[A-Za-z_][A-Za-z0-9_]*$/;
const keywords: ReadonlySet<string> = new Set(["true", "false", "null", "in"]);

export type Space = "resources" | "lookups" | "config";

/** What stands between `${` and `}` for a place: `portal.clientId`, `config.environment`, `resources["my-name"].id`. */
export function referenceText(space: Space, name: string, path: readonly (string | number)[]): string {
  let text = space === "config" ? `config${segmentText(name)}` : name;
  if (space !== "config" && !identifier.test(name)) text = `${space}[${JSON.stringify(name)}]`;
  for (const segment of path) text += segmentText(segment);
  return text;
}

/** `.name`, `["a b"]` or `[0]`. */
export function segmentText(segment: string | number): string {
  if (typeof segment === "number") return `[${segment}]`;
  return identifier.test(segment) && !keywords.has(segment) ? `.${segment}` : `[${JSON.stringify(segment)}]`;
}

/** A plain text, so that nothing in it is taken for an expression. */
export function escapeText(text: string): string {
  return text.includes("${") ? text.replaceAll("${", () => "$${") : text;
}

/** A piece of a text, plain or the inside of `${...}`. */
export type Piece = { readonly text: string } | { readonly reference: string };

/** Pieces as one text of a declaration. */
export function joinPieces(pieces: readonly Piece[]): string {
  let result = "";
  let plain = "";
  for (const piece of pieces) {
    if ("text" in piece) {
      plain += piece.text;
      continue;
    }
    const dollars = /\$*$/.exec(plain)?.[0] ?? "";
    result += escapeText(plain.slice(0, plain.length - dollars.length));
    if (dollars !== "") result += `\${"${dollars}"}`;
    result += `\${${piece.reference}}`;
    plain = "";
  }
  return result + escapeText(plain);
}

/** Several references in words: "`a`, `b` and `c`". */
export function listed(references: readonly string[]): string {
  const quoted = references.map((each) => `\`${each}\``);
  return quoted.length < 2 ? quoted.join("") : `${quoted.slice(0, -1).join(", ")} and ${quoted.at(-1)}`;
}
