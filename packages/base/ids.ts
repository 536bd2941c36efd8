/** Randomness as a port: unique ids and name suffixes come from here only. */
export interface Ids {
  /** A fresh unique id, 32 lower-case hex digits. */
  unique(): string;
  /** `length` random characters of [a-z0-9], for names that people read. */
  suffix(length: number): string;
}

/**
 * A unique id, 32 hex digits, that sorts after those made before it, so that what is kept under such ids lies together:
 * the moment (milliseconds since the epoch), the `place` among those made together, and 60 random bits.
 */
export function orderedId(ids: Ids, now: number, place: number): string {
  return `${hex(now, 12)}${hex(place, 5)}${ids.unique().slice(-15)}`;
}

function hex(value: number, digits: number): string {
  return value.toString(16).padStart(digits, "0").slice(-digits);
}
