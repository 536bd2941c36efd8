const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const year = 365 * day;

/**
 * The same outcome, whose words end with how long the platform asks to be left alone, where that is longer than anybody
 * waits.
 */
export function withAskedWait<T>(outcome: T, ms: number): T {
  if (typeof outcome !== "object" || outcome === null || !("detail" in outcome)) return outcome;
  const words = String(outcome.detail).replace(/\.$/, "");
  const asked = `it asks to be left alone for ${inWords(ms)}, which is longer than a call waits: run again after that`;
  return { ...outcome, detail: `${words}; ${asked}` };
}

/** A time in its two largest units, rounded up: to come too early would be in vain. */
function inWords(ms: number): string {
  if (ms > year) return "more than a year";
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
