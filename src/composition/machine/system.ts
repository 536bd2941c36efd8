import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { type SteadyClock, sleepInParts } from "../../../packages/base/clock.ts";
import type { Ids } from "../../../packages/base/ids.ts";
import { steadyTime } from "./steady-time.ts";

export const systemClock: SteadyClock = {
  now: () => Date.now(),
  elapsed: steadyTime(),
  sleep: async (milliseconds, signal) => {
    await sleepInParts(milliseconds, (part) => sleep(part, undefined, signal === undefined ? {} : { signal }));
  },
};

const suffixAlphabet = "abcdefghijklmnopqrstuvwxyz0123456789";

/** Random digits are drawn from the system for many ids at once; those before `drawn` were given out. */
let pool = "";
let drawn = 0;

function randomHex(digits: number): string {
  if (pool.length < drawn + digits) {
    pool = randomBytes(4096).toString("hex");
    drawn = 0;
  }
  drawn += digits;
  return pool.slice(drawn - digits, drawn);
}

export const systemIds: Ids = {
  unique: () => randomHex(32),
  // 36 does not divide 256; for a name's suffix the slight skew does not matter.
  suffix: (length) => Array.from(randomBytes(length), (byte) => suffixAlphabet[byte % suffixAlphabet.length]).join(""),
};
