/**
 * What a value is to be: the former one where the run has changed it. Null where something else has changed it since.
 */
export function formerValue<T>(before: T, after: T, now: T, same: (one: T, other: T) => boolean): T | null {
  if (same(before, after) || same(before, now)) return now;
  return same(after, now) ? before : null;
}
