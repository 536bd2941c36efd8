import type { Change } from "../../ports/driver.ts";
import type { Displaced } from "../../state/drift/displaced.ts";
import type { NotedChange } from "./noted-change.ts";

/** What a change puts back beside its object, as it is noted and as its driver takes it. */
export function restoring(
  restores: readonly Displaced[] | undefined,
): Pick<NotedChange, "restores"> & Pick<Change, "alongside" | "keepsOthers"> {
  return restores === undefined
    ? {}
    : { restores, keepsOthers: true, alongside: restores.map(({ content }) => content) };
}
