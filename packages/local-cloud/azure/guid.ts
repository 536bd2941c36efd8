import { digest } from "../../base/digest.ts";
import type { EmulatorContext } from "../runtime/local-vendor.ts";

/** The guid that belongs to these texts: the same texts give the same guid, for ever (layout of a name-based guid). */
export function guidOf(texts: readonly string[]): string {
  return laidOut(digest([...texts]).slice("sha256:".length), "5");
}

/** A guid that nothing had before (layout of a random guid). */
export function freshGuid(context: Pick<EmulatorContext, "unique">): string {
  return laidOut(context.unique(), "4");
}

/** At least 32 hex digits as a guid; those of version and variant give way. */
function laidOut(hex: string, version: "4" | "5"): string {
  const [low, mid, high, clock, node] = [
    [0, 8],
    [8, 12],
    [13, 16],
    [17, 20],
    [20, 32],
  ].map(([from, to]) => hex.slice(from, to));
  return `${low}-${mid}-${version}${high}-a${clock}-${node}`;
}
