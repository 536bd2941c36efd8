import { isJsonObject, type Json, type JsonObject } from "../../base/json/json.ts";
import { matchTemplate } from "../../base/path-template.ts";
import { err, ok, type Result } from "../../base/result.ts";
import type { FieldViolation } from "../../vendor-wire/google/error-envelope.ts";
import type { FieldKind, MessageFields } from "../../vendor-wire/google/field-kinds.ts";
import { jsonName } from "../../vendor-wire/google/global-parameters.ts";

/** What is seeded, its resource name, and the parts of that. Throws a TypeError that tells what is wrong. */
export function readSeed(object: JsonObject, fields: MessageFields, place: string, template: string) {
  const read = readMessage(object, fields, place);
  if (!read.ok) throw new TypeError(read.error.map((each) => each.description).join("; "));
  const name = read.value["name"];
  const parts = typeof name === "string" ? matchTemplate(template, name) : undefined;
  if (typeof name !== "string" || parts === undefined) throw new TypeError(`\`name\` must have the form ${template}`);
  return { name, parts, seeded: read.value };
}

/**
 * Reads a JSON message as a proto server does: lowerCamelCase or snake_case names, null for absent, unknown names and
 * wrong types refused. `place` is the message's own path, empty at the root of the body.
 */
export function readMessage(
  value: Json | undefined,
  fields: MessageFields,
  place: string,
): Result<JsonObject, readonly FieldViolation[]> {
  if (value === undefined || value === null) return ok({});
  if (!isJsonObject(value)) {
    return err([
      { field: place, description: `Invalid JSON payload received. ${place || "The body"} must be an object.` },
    ]);
  }
  const message: Record<string, Json> = {};
  const violations: FieldViolation[] = [];
  for (const [key, member] of Object.entries(value)) {
    const name = jsonName(key);
    const kind = Object.hasOwn(fields, name) ? fields[name] : undefined;
    const field = place === "" ? key : `${place}.${key}`;
    if (kind === undefined) {
      const where = place === "" ? "" : ` at '${place}'`;
      const description = `Invalid JSON payload received. Unknown name "${key}"${where}: Cannot find field.`;
      violations.push({ field: place, description });
    } else if (member === null) {
      // Null is how JSON writes an absent field.
    } else if (fits(member, kind)) message[name] = member;
    else {
      const type = typeof kind === "object" ? "TYPE_ENUM" : kind;
      violations.push({ field, description: `Invalid value at '${field}' (${type}), ${JSON.stringify(member)}` });
    }
  }
  return violations.length === 0 ? ok(message) : err(violations);
}

function fits(value: Json, kind: FieldKind): boolean {
  if (typeof kind === "object") return kind.words.some((word) => word === value);
  switch (kind) {
    case "string":
    case "boolean":
      return typeof value === kind;
    case "integer":
      return Number.isSafeInteger(value) || (typeof value === "string" && /^-?\d{1,19}$/.test(value));
    case "strings":
      return Array.isArray(value) && value.every((item) => typeof item === "string");
    case "objects":
      return Array.isArray(value) && value.every(isJsonObject);
    case "object":
      return isJsonObject(value);
    case "string-map":
      return isJsonObject(value) && Object.values(value).every((item) => typeof item === "string");
  }
}
