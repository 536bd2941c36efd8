/** The path of a stack's document, e.g. `stackPath("dev", "resources", "portal")`; every part is escaped. */
export function stackPath(stack: string, ...parts: readonly string[]): string {
  return ["/v1/stacks", ...[stack, ...parts].map(encodeURIComponent)].join("/");
}

/** The path of one run; `verb` is what is asked of it, e.g. `cancel`. */
export function runPath(stack: string, run: string, verb = ""): string {
  return `${stackPath(stack, "runs", run)}${verb === "" ? "" : `:${verb}`}`;
}

/** What is asked of the objects of a type, managed or not. */
export function objectsPath(type: string, verb: string): string {
  return `/v1/types/${encodeURIComponent(type)}/objects:${verb}`;
}
