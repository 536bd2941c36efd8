import type { Declaration } from "../declare/declaration.ts";
import type { CheckedOptions } from "./checked-declaration.ts";
import { inheritedOptions } from "./inherited-options.ts";

/** The options that keep an object from being removed. */
export type KeptOptions = Pick<CheckedOptions, "protect" | "onDestroy">;

const wishes = ["delete", "restore", "retain"] as const;

/**
 * What a declaration keeps, by logical name, former names included; also of one that does not pass the check, since a destroy
 * needs no sound declaration. Values that are none of the option's own are passed over.
 */
export function keptOptions(declaration: Declaration): ReadonlyMap<string, KeptOptions> {
  const kept = new Map<string, KeptOptions>();
  for (const [name, { options }] of Object.entries(declaration.resources)) {
    const { protect, onDestroy, retainOnDelete, aliases } = options;
    const isProtected = typeof protect === "boolean" ? protect : inheritedOptions(name, "", declaration).protect;
    const wish = retainOnDelete === true ? "retain" : wishes.find((each) => each === onDestroy);
    if (isProtected !== true && wish === undefined) continue;
    const own = { protect: isProtected === true, ...(wish === undefined ? {} : { onDestroy: wish }) };
    const former = Array.isArray(aliases) ? aliases.filter((each) => typeof each === "string") : [];
    for (const each of former) if (!Object.hasOwn(declaration.resources, each)) kept.set(each, own);
    kept.set(name, own);
  }
  return kept;
}
