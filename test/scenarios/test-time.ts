import { setImmediate as nextTurn } from "node:timers/promises";
import type { SteadyClock } from "../../packages/base/clock.ts";
import { digest } from "../../packages/base/digest.ts";
import type { Ids } from "../../packages/base/ids.ts";

/** So many turns without anybody going to sleep mean that all who are awake wait for sleepers. */
const quietTurns = 12;

/**
 * Time that no real time moves: sleepers wake in the order of their hours as soon as nothing else goes on. A clock that
 * `stands` shows the same hour throughout. `pass` lets time go by, `set` sets the clock while none does.
 */
export function testClock(
  time: "stands" | "moves",
): SteadyClock & { pass(milliseconds: number): void; set(byMs: number): void } {
  let setBy = 0;
  let start = Date.UTC(2027, 0, 15, 9, 30, 0);
  let passed = 0;
  let lulls = 0;
  const sleepers = new Set<{ readonly hour: number; readonly wake: () => void }>();
  const rouse = async () => {
    for (let turn = 0, seen = lulls; turn < quietTurns; turn += 1) {
      await nextTurn();
      if (seen !== lulls) [turn, seen] = [0, lulls];
    }
    const [first] = [...sleepers].sort((a, b) => a.hour - b.hour);
    if (first === undefined) return;
    sleepers.delete(first);
    passed = Math.max(passed, first.hour);
    first.wake();
    if (sleepers.size > 0) void rouse();
  };
  return {
    pass: (milliseconds) => {
      start += milliseconds;
    },
    set: (byMs) => {
      setBy += byMs;
    },
    elapsed: () => start + passed,
    now: () => start + setBy + (time === "moves" ? passed : 0),
    sleep: (milliseconds, signal) =>
      new Promise((resolve, reject) => {
        if (signal?.aborted === true) return reject(signal.reason);
        const sleeper = { hour: passed + milliseconds, wake: resolve };
        sleepers.add(sleeper);
        lulls += 1;
        if (sleepers.size === 1) void rouse();
        signal?.addEventListener(
          "abort",
          () => {
            sleepers.delete(sleeper);
            reject(signal.reason);
          },
          { once: true },
        );
      }),
  };
}

/** Ids that count up. */
export function countingIds(): Ids {
  let [uniques, suffixes] = [0, 0];
  return {
    unique: () => {
      uniques += 1;
      return digest(uniques).slice("sha256:".length, "sha256:".length + 32);
    },
    suffix: (length) => {
      suffixes += 1;
      return String(suffixes).padStart(length, "s");
    },
  };
}
