// biome-ignore-all lint/performance/noBarrelFile: an entry of the package
/** What generated packages for other interface versions are built on. */
export { registerLibrary } from "./call-site.ts";
export { declareLookup, type LookupFunction, lookUp } from "./lookup.ts";
export { existing } from "./resource.ts";
