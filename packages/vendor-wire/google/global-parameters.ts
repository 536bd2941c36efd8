/** Query parameters that every Google method accepts, in their JSON spelling. */
export const globalParameters: ReadonlySet<string> = new Set([
  "$.xgafv",
  "access_token",
  "alt",
  "callback",
  "fields",
  "key",
  "oauth_token",
  "prettyPrint",
  "quotaUser",
  "uploadType",
  "upload_protocol",
]);

/** The lowerCamelCase form of a field name; servers take snake_case as well. */
export function jsonName(name: string): string {
  // Most names have it already.
  return !name.includes("_") ? name : name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

/** The snake_case form that messages about a field use. */
export function protoName(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
