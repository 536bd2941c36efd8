import process from "node:process";
import { tier } from "../crash/tier.ts";

/**
 * Work that takes about 100 ms of the processor on a quiet machine: eight times, a text of 1.1 MB is read and written.
 * What may take no more than 100 ms is compared with this work in the same run: a machine that is slow or busy slows
 * down both.
 */
const rows = Array.from({ length: 8_000 }, (_, number) => ({
  name: `resource ${number}`,
  properties: {
    description: `text of field ${number}`,
    labels: { a: "b", c: `${number}` },
    list: [number, true, null],
  },
}));
const text = JSON.stringify(rows);

/** The gate runs beside other work, which comes and goes between a question and this work. The long tier runs alone. */
const share = tier === "long" ? 1 : 2;

/** Milliseconds, on any machine. */
const alwaysAllowed = 100;

/**
 * Milliseconds of the processor that a service may work on this machine without a turn of the event loop, as far as it
 * matters for one that has worked so long: what is allowed on any machine is compared with nothing.
 */
export function longestStretch(worked: number): number {
  if (worked <= alwaysAllowed) return alwaysAllowed;
  const { user, system } = process.threadCpuUsage();
  for (let times = 0; times < 8; times += 1) JSON.stringify(JSON.parse(text));
  const after = process.threadCpuUsage();
  return Math.max(alwaysAllowed, (share * (after.user + after.system - user - system)) / 1000);
}
