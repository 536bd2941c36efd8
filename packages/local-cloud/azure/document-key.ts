/**
 * Key of a document: its names, which compare without regard to case, escaped so that no name can hold the separator.
 */
export function documentKey(...names: readonly string[]): string {
  return names.map((name) => encodeURIComponent(name.toLowerCase())).join("|");
}

/** Prefix of the keys that start with these names. */
export function documentKeyPrefix(...names: readonly string[]): string {
  return `${documentKey(...names)}|`;
}
