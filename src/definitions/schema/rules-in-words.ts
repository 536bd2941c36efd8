import type { FieldDefault, Schema } from "./schema.ts";

/** Where the value of a left-out field comes from, as part of a sentence. */
export function defaultInWords(rule: FieldDefault): string {
  switch (rule.from) {
    case "provider":
      return `the provider's ${rule.field}`;
    case "auto-name":
      return `the logical name, a hyphen and ${rule.suffixLength} random characters`;
    case "composed":
      return `made of other fields: ${rule.format.replace(/\{\+?([^}]+)\}/g, "<$1>")}`;
    case "platform":
      return `found on the platform by ${rule.by.join(" and ")}`;
  }
}

/** Every rule on a value as a sentence part, the platform's own tighter ones last. */
export function rulesInWords(schema: Schema): readonly string[] {
  return [...ownLimits(schema), ...(schema.vendorLimits ?? []).map(({ says }) => says)];
}

function ownLimits(schema: Schema): readonly string[] {
  if ("oneOf" in schema) return [];
  switch (schema.type) {
    case "string":
      return [
        ...range(schema.minLength, schema.maxLength, "characters"),
        ...(schema.enum === undefined ? [] : [`one of ${schema.enum.join(", ")}`]),
        ...(schema.knownValues === undefined ? [] : [`known values: ${schema.knownValues.join(", ")}`]),
        ...(schema.pattern === undefined ? [] : [`must match ${schema.pattern}`]),
        ...(schema.allOf ?? []).map(({ description }) => description),
      ];
    case "integer":
      return range(schema.minimum, schema.maximum, "");
    case "array":
      return [...range(schema.minItems, schema.maxItems, "items"), ...ownLimits(schema.items)];
    default:
      return [];
  }
}

function range(least: number | undefined, most: number | undefined, unit: string): readonly string[] {
  const bounds =
    least === undefined
      ? most === undefined
        ? undefined
        : `at most ${most}`
      : most === undefined
        ? `at least ${least}`
        : `${least} to ${most}`;
  return bounds === undefined ? [] : [`${bounds} ${unit}`.trimEnd()];
}
