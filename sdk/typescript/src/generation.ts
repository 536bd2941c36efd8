// biome-ignore-all lint/performance/noBarrelFile: an entry of the package
/** What generated packages for other interface versions are built on. */
export { registerLibrary } from "./program/call-site.ts";
export { declareLookup, type LookupFunction, lookUp } from "./resources/lookup.ts";
export { existing } from "./resources/resource.ts";
