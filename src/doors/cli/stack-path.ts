/** The path of a stack's document, e.g. `stackPath("dev", "resources", "portal")`; every part is escaped. */
export function stackPath(stack: string, ...parts: readonly string[]): string {
  return ["/v1/stacks", ...[stack, ...parts].map(encodeURIComponent)].join("/");
}
