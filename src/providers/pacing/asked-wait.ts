import { secondsInWords } from "../../engine/ports/told-calls.ts";

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const year = 365 * day;

/**
 * The same outcome, whose words end with how long the platform asks to be left alone, where that is longer than anybody
 * waits.
 */
export function withAskedWait<T>(outcome: T, ms: number, mostMs: number): T {
  const asked =
    `it asks to be left alone for ${inWords(ms)}, which is longer than a call waits (${secondsInWords(mostMs)}): ` +
    "run again after that";
  return withWords(outcome, asked);
}

/** The same outcome, whose words end with how long the platform was asked again, all waits of a step together. */
export function withTries<T>(outcome: T, ms: number): T {
  if (ms === 0) return outcome;
  const asked = `it was asked again for as long as a step may wait (${secondsInWords(ms)}): run again later`;
  return withWords(outcome, asked);
}

function withWords<T>(outcome: T, more: string): T {
  if (typeof outcome !== "object" || outcome === null || !("detail" in outcome)) return outcome;
  return { ...outcome, detail: `${String(outcome.detail).replace(/\.$/, "")}; ${more}` };
}

/** A time in its two largest units, rounded up: to come too early would be in vain. */
function inWords(ms: number): string {
  if (ms > year) return "more than a year";
  if (ms < hour) return secondsInWords(Math.ceil(ms / 1000) * 1000);
  const [larger, smaller, name, nameOfSmaller] =
    ms >= day ? ([day, hour, "day", "hour"] as const) : ([hour, minute, "hour", "minute"] as const);
  const count = Math.ceil(ms / smaller);
  const each = larger / smaller;
  const parts = [counted(Math.floor(count / each), name), counted(count % each, nameOfSmaller)];
  return parts.filter((part) => part !== "").join(" ");
}

function counted(count: number, unit: string): string {
  if (count === 0) return "";
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}
