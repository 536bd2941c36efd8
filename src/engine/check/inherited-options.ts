import type { Json } from "../../../packages/base/json/json.ts";
import type { Declaration } from "../declare/declaration.ts";

/** What a resource takes from those it is grouped under, unless it says so itself. */
export interface InheritedOptions {
  /** Name of a declared provider of the kind that the resource needs. */
  readonly provider?: string;
  readonly protect?: boolean;
}

const nothing: InheritedOptions = {};

/** Looks up the chain of `parent`s; the nearest that gives an option wins. Unsound values are passed over. */
export function inheritedOptions(
  name: string,
  providerKind: string,
  { resources, providers }: Pick<Declaration, "resources" | "providers">,
): InheritedOptions {
  let parent = parentOf(name, resources);
  if (parent === undefined) return nothing;
  const isServing = (ref: Json | undefined): ref is string =>
    typeof ref === "string" && Object.hasOwn(providers, ref) && providers[ref]?.kind === providerKind;
  const seen = new Set([name]);
  let [provider, protect]: [string | undefined, boolean | undefined] = [undefined, undefined];
  while (parent !== undefined && !seen.has(parent)) {
    seen.add(parent);
    const options = resources[parent]?.options ?? {};
    const given = options["protect"];
    if (provider === undefined && isServing(options["provider"])) provider = options["provider"];
    if (protect === undefined && typeof given === "boolean") protect = given;
    parent = parentOf(parent, resources);
  }
  return { ...(provider === undefined ? {} : { provider }), ...(protect === undefined ? {} : { protect }) };
}

function parentOf(child: string, resources: Declaration["resources"]): string | undefined {
  const value = Object.hasOwn(resources, child) ? resources[child]?.options["parent"] : undefined;
  return typeof value === "string" ? value : undefined;
}
