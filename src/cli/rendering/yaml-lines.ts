import { isJsonObject, type Json, type JsonObject } from "../../../packages/base/json/json.ts";
import { secretMask } from "../../../packages/base/text/secret-mask.ts";
import { isSecretValue } from "./plan/render-value.ts";
import { clean } from "./text.ts";

/** Words and forms that YAML would read as something other than a text. */
const notText = /^(?:true|false|null|yes|no|on|off|~|[-+.]?\d.*|[-+]?\.(?:inf|nan)|0[xo].*)$/i;
const plainText = /^[A-Za-z0-9_/](?:[A-Za-z0-9_ ./@+-]|:(?=[A-Za-z/]))*(?<! )$/;

/**
 * A JSON object as block-style YAML lines, each level further in by `unit`; every text that could be misread is in
 * double quotes.
 */
export function yamlLines(object: JsonObject, unit = "  "): readonly string[] {
  return Object.entries(object).flatMap(([key, value]) => {
    const label = `${scalar(key)}:`;
    if (Array.isArray(value) && value.length > 0)
      return [label, ...value.flatMap((item: Json) => itemLines(item, unit))];
    if (isJsonObject(value) && !isSecretValue(value) && Object.keys(value).length > 0) {
      return [label, ...yamlLines(value, unit).map((line) => unit + line)];
    }
    return [`${label} ${scalar(value)}`];
  });
}

function itemLines(item: Json, unit: string): readonly string[] {
  if (Array.isArray(item) || !isJsonObject(item) || isSecretValue(item) || Object.keys(item).length === 0) {
    return [`${unit}- ${scalar(item)}`];
  }
  return yamlLines(item, unit).map((line, index) => `${unit}${index === 0 ? "- " : "  "}${line}`);
}

/** A value on one line: flow style is JSON, which YAML contains. */
function scalar(value: Json): string {
  // Left empty: no other text could stand in for it without being taken for the value.
  if (isSecretValue(value)) return `# ${secretMask}`;
  if (typeof value === "string" && plainText.test(value) && !notText.test(value)) return value;
  return clean(JSON.stringify(value));
}
