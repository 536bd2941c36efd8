/** Set by scripts/build.mjs: a digest of all sources that the bundle was made from. */
declare const PLUMB_BUILD: string | undefined;

/** Tells this bundle from any made of other code; null where the sources run. */
export const build: string | null = typeof PLUMB_BUILD === "undefined" ? null : PLUMB_BUILD;
