import { commitDigest } from "../properties/commit-digest.ts";

/**
 * How much is killed: a fixed sample in `npm test`, a part that turns with the commit in the gate, all in the long
 * tier.
 */
export type Tier = "sample" | "gate" | "long";

/** `PLUMB_CRASH` names it; left out: the sample. */
export const tier = tierOf(process.env["PLUMB_CRASH"]);

function tierOf(named: string | undefined): Tier {
  if (named === undefined || named === "gate" || named === "long") return named ?? "sample";
  throw new Error(`PLUMB_CRASH is gate or long, not ${named}`);
}

/** What turns with the commit: its digest in the gate, nothing elsewhere. */
export const turn = tier === "gate" ? commitDigest().toString("hex") : "";

/** Of many cases that are alike: all in the long tier, a sixth in the gate, and the first ones in the sample. */
export function chosenOf<T>(all: readonly T[], sample: number): readonly T[] {
  if (tier === "long") return all;
  if (tier === "sample") return all.slice(0, sample);
  const first = Number.parseInt(turn.slice(0, 8), 16) % 6;
  return all.filter((_, index) => index % 6 === first);
}
