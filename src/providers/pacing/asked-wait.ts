import { secondsInWords } from "../../../packages/base/time-in-words.ts";

const second = 1_000;
const minute = 60 * second;
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
  const smaller = ms < hour ? second : ms < day ? minute : hour;
  const rounded = Math.ceil(ms / smaller) * smaller;
  const days = Math.floor(rounded / day);
  if (days === 0) return secondsInWords(rounded);
  const rest = rounded % day === 0 ? "" : ` ${secondsInWords(rounded % day)}`;
  return `${days} ${days === 1 ? "day" : "days"}${rest}`;
}
