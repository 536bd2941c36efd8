import type { SteadyClock } from "../../../../packages/base/clock.ts";

/** So long after a look it is looked again: another process may die in the middle of a move at any time. */
const againMs = 30_000;

/**
 * Finishes moves at the first call, and again where that failed or was a while ago. Who asks meanwhile waits for the
 * same look. Throws what `finish` throws (decision 0115).
 */
export function movesFinishedBy(finish: () => Promise<void>, clock: Pick<SteadyClock, "elapsed">): () => Promise<void> {
  let finishing: Promise<void> | null = null;
  let again = Number.POSITIVE_INFINITY;
  const look = async () => {
    again = Number.POSITIVE_INFINITY;
    await finish();
    again = clock.elapsed() + againMs;
  };
  return () => {
    if (clock.elapsed() >= again) finishing = null;
    finishing ??= look().catch((cause: unknown) => {
      finishing = null;
      throw cause;
    });
    return finishing;
  };
}
