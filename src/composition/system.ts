import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Clock } from "../base/clock.ts";
import type { Ids } from "../base/ids.ts";

export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: async (milliseconds, signal) => {
    await sleep(milliseconds, undefined, signal === undefined ? {} : { signal });
  },
};

const suffixAlphabet = "abcdefghijklmnopqrstuvwxyz0123456789";

/** Random bytes are drawn from the system for many ids at once. */
let pool = Buffer.alloc(0);

function randomHex(bytes: number): string {
  if (pool.length < bytes) pool = randomBytes(4096);
  const text = pool.toString("hex", 0, bytes);
  pool = pool.subarray(bytes);
  return text;
}

export const systemIds: Ids = {
  unique: () => randomHex(16),
  // 36 does not divide 256; for a name's suffix the slight skew does not matter.
  suffix: (length) => Array.from(randomBytes(length), (byte) => suffixAlphabet[byte % suffixAlphabet.length]).join(""),
};
