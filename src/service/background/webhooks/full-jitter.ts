/**
 * How long to wait before the attempt of the given number (1 for the first repetition), in milliseconds: anything up to
 * a bound that doubles each time, so that those who failed together do not come back together.
 */
export function fullJitter(attempt: number, baseMs: number, mostMs: number, random: () => number): number {
  return Math.floor(random() * Math.min(mostMs, baseMs * 2 ** (attempt - 1)));
}
