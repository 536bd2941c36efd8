import type { Change } from "../../ports/driver.ts";
import type { Overwritten } from "../../state/drift/overwritten.ts";
import type { NotedChange } from "../noted-change.ts";

/** What a change puts back beside its object, as it is noted and as its driver takes it. */
export function restoring(
  restores: readonly Overwritten[] | undefined,
): Pick<NotedChange, "restores"> & Pick<Change, "alongside" | "keepsOthers"> {
  return restores === undefined
    ? {}
    : { restores, keepsOthers: true, alongside: restores.map(({ content }) => content) };
}
