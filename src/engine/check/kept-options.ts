import type { Declaration } from "../declare/declaration.ts";
import type { CheckedOptions } from "./checked-declaration.ts";
import { inheritedOptions } from "./inherited-options.ts";
import { splitToken } from "./node-types.ts";

/** The options that keep an object from being removed, and the type that they are declared with. */
export interface KeptOptions extends Pick<CheckedOptions, "protect" | "onDestroy"> {
  readonly type: string;
}

const wishes = ["delete", "restore", "retain"] as const;

/**
 * What a declaration keeps, or says that it does not protect, by logical name, former names included; also of one that
 * does not pass the check, since a destroy needs no sound declaration. Values that are none of the option's own are
 * passed over.
 */
export function keptOptions(declaration: Declaration): ReadonlyMap<string, KeptOptions> {
  const kept = new Map<string, KeptOptions>();
  for (const [name, { type, options }] of Object.entries(declaration.resources)) {
    const { protect, onDestroy, retainOnDelete, aliases } = options;
    const isProtected = typeof protect === "boolean" ? protect : inheritedOptions(name, "", declaration).protect;
    const wish = retainOnDelete === true ? "retain" : wishes.find((each) => each === onDestroy);
    if (isProtected !== true && wish === undefined && protect !== false) continue;
    const own = {
      type: splitToken(type).name,
      protect: isProtected === true,
      ...(wish === undefined ? {} : { onDestroy: wish }),
    };
    const former = Array.isArray(aliases) ? aliases.filter((each) => typeof each === "string") : [];
    for (const each of former) if (!Object.hasOwn(declaration.resources, each)) kept.set(each, own);
    kept.set(name, own);
  }
  return kept;
}
