import { commitDigest } from "../properties/commit-digest.ts";
import { type Failure, report } from "./simulate.ts";

/** Fixed ranges lie below. */
const lowest = 100_000_000;
const span = 2_000_000_000;

/**
 * The first seed of a range where nobody has looked yet: another one with each commit, the same whenever that commit is
 * tried again. Outside of a repository it goes by the day.
 */
export function freshSeed(): number {
  return lowest + (commitDigest().readUInt32BE(0) % span);
}

/**
 * Plays so many seeds where nobody has looked yet, and says which of them break a promise, with what that takes to see
 * it again. It fails by none of them: a gate must not turn red by what a change has not done.
 */
export async function playFresh(
  count: number,
  play: (from: number, count: number) => Promise<readonly Failure[]>,
  write: (text: string) => void,
): Promise<void> {
  const from = freshSeed();
  const failures = await play(from, count);
  write(`simulation: ${count} fresh runs from seed ${from} on, ${failures.length} told\n`);
  for (const failure of failures) write(`fresh seed ${failure.seed} violates\n${report(failure)}\n`);
}
