import type { Json } from "../../../../packages/base/json/json.ts";

/** What a write takes away beside its object on the same physical one: in words, and as its driver can put it back. */
export interface Overwritten {
  readonly words: string;
  readonly content: Json;
}

/**
 * Whether all that a write was to put back beside its object is there. `displaces`: in words, what there is beside the
 * object.
 */
export function areBack(restores: readonly Overwritten[] | undefined, displaces: readonly string[]): boolean {
  return (restores ?? []).every(({ words }) => displaces.includes(words));
}
