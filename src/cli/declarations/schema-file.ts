import type { JsonObject } from "../../../packages/base/json/json.ts";

/** Where `plumb init` puts the schema of a declaration: beside it, to be kept with it. */
export const schemaFile = "plumb.schema.json";

/** The line by which editors find it. */
export const modeline = `# yaml-language-server: $schema=${schemaFile}\n`;

export function schemaText(schema: JsonObject): string {
  return `${JSON.stringify(schema, null, 2)}\n`;
}
