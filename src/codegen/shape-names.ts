import type { CatalogType } from "../contract/documents/catalog/catalog-values.ts";

/**
 * The name of the object at a path of a resource's or function's values: the specification's or the platform's own
 * where it names the object; any other is named after its place.
 */
export function shapeName(type: string, path: readonly string[], value: CatalogType): string {
  const name = value.kind === "object" ? value.name : undefined;
  return name ?? `${baseName(type)}${path.map(capitalized).join("")}`;
}

/** `iam:OAuthClient` -> `OAuthClient`, `migrate:getX` -> `X`. */
export function baseName(type: string): string {
  const name = type.slice(type.indexOf(":") + 1);
  return /^get[A-Z]/.test(name) ? name.slice(3) : name;
}

export function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
