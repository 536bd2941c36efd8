import process from "node:process";
import { commitDigest } from "./commit-digest.ts";

/** Whether every case is played: `npm run test:long` says so by `PLUMB_CASES=all`. */
export const playsAllCases = process.env["PLUMB_CASES"] === "all";

const turn = commitDigest().readUInt32BE(0);

/**
 * Of many cases that are alike: one of `share`, others with each commit and never none, and all of them in the long
 * tier.
 */
export function partOf<T>(cases: readonly T[], share: number): readonly T[] {
  if (playsAllCases || cases.length === 0) return cases;
  const every = Math.min(share, cases.length);
  return cases.filter((_, index) => index % every === turn % every);
}
