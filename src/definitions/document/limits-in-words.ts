import type { CatalogDefault, CatalogType, CatalogValue } from "../../contract/documents/catalog/catalog-values.ts";

/** Where the value of a left-out field comes from, as part of a sentence. */
export function defaultInWords(given: CatalogDefault): string {
  switch (given.from) {
    case "provider":
      return `the provider's ${given.field}`;
    case "auto-name":
      return `the logical name, a hyphen and ${given.suffixLength} random characters`;
    case "composed":
      return `made of other fields: ${formInWords(given.format)}`;
    case "platform":
      return `found on the platform by ${given.by.join(" and ")}`;
  }
}

/** A template as people read it: `projects/<project>`. */
export function formInWords(template: string): string {
  return template.replace(/\{\+?([^}]+)\}/g, "<$1>");
}

/** Every limit on a value as a sentence part, the platform's own tighter ones last. */
export function limitsInWords({ type, vendorLimits }: CatalogValue): readonly string[] {
  return [...ownLimits(type), ...vendorLimits.map(({ says }) => says)];
}

function ownLimits(type: CatalogType): readonly string[] {
  switch (type.kind) {
    case "text":
      return [
        ...range(type.minLength, type.maxLength, "characters"),
        ...(type.values === undefined ? [] : [`one of ${type.values.join(", ")}`]),
        ...(type.knownValues === undefined ? [] : [`known values: ${type.knownValues.join(", ")}`]),
        ...(type.pattern === undefined ? [] : [`must match ${type.pattern}`]),
        ...(type.rules ?? []).map(({ description }) => description),
      ];
    case "integer":
      return range(type.minimum, type.maximum, "");
    case "list":
      return [...range(type.minItems, type.maxItems, "items"), ...ownLimits(type.items.type)];
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
