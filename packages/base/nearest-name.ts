import { lookAlikes, withLatinLetters } from "./text/look-alikes.ts";

/** So many letters of a name for each slip of the fingers. */
const lettersPerSlip = 4;

/** The candidate a person most likely meant by `name`: the first of the nearest. Undefined when none is close. */
export function nearestName(name: string, candidates: Iterable<string>): string | undefined {
  return nearestNames(name, candidates)[0];
}

/** A way out of a name that is not known: the question in words, and the name that is to take its place. */
interface Guess {
  readonly hint?: string;
  readonly fix?: string;
}

/** Asks whether the nearest of the candidates was meant; there is no fix where several are equally near. */
export function didYouMean(name: string, candidates: Iterable<string>): Guess {
  return guessOf(nearestNames(name, candidates), name);
}

/** Asks whether one of these names was meant by `name`; only a single one is a fix. */
export function guessOf(names: readonly string[], name: string): Guess {
  const [first] = names;
  if (first === undefined) return {};
  const alike = lookAlikes(name);
  const asked = `did you mean ${names.map((each) => `\`${each}\``).join(" or ")}?`;
  const hint = alike === undefined ? asked : `${asked} ${alike}`;
  return names.length === 1 ? { hint, fix: first } : { hint };
}

/**
 * All candidates that are nearest to `name`, in their order; none when none is close: one slip in four letters. One
 * that differs only in capitals, `_` and `-` is the nearest of all. The path that both begin with counts for neither.
 */
function nearestNames(name: string, candidates: Iterable<string>): readonly string[] {
  const whole = lettersOf(name);
  let best: string[] = [];
  let bestSlips = Number.POSITIVE_INFINITY;
  for (const candidate of candidates) {
    const [bare, other] = beyondPath(whole, lettersOf(candidate));
    const length = Math.max(bare.length, other.length);
    const isSameStart = bare[0] === other[0];
    // Of three letters one may be wrong, but not the first: too many words are near to any other.
    const most = length === 3 && isSameStart ? 1 : Math.floor(length / lettersPerSlip);
    if (Math.abs(other.length - bare.length) > Math.min(most, bestSlips)) continue;
    const slips = slipsBetween(bare, other) + (isSameStart ? 0 : 0.5);
    if (Math.floor(slips) > most || slips > bestSlips) continue;
    if (slips < bestSlips) best = [];
    if (!best.includes(candidate)) best.push(candidate);
    bestSlips = slips;
  }
  return best;
}

/** Two names without the folders, up to a `/`, that both begin with. */
function beyondPath(a: string, b: string): readonly [string, string] {
  let path = 0;
  for (let at = 0; at < a.length && a[at] === b[at]; at += 1) if (a[at] === "/") path = at + 1;
  return [a.slice(path), b.slice(path)];
}

/** As if it were written in one way: `display_name`, `display-name` and `displayName` are one, in Latin letters. */
function lettersOf(name: string): string {
  return withLatinLetters(name).toLowerCase().replaceAll(/[_-]/g, "");
}

/**
 * How many slips lead from one to the other: a letter too many, too few or another one, and two that have changed
 * places (the distance of Damerau, in its restricted form), over UTF-16 units.
 */
function slipsBetween(a: string, b: string): number {
  let before: readonly number[] = [];
  let previous: readonly number[] = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const current = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const other = (previous[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const swaps = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const swapped = swaps ? (before[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY;
      current.push(Math.min(other, swapped, (previous[j] ?? 0) + 1, (current[j - 1] ?? 0) + 1));
    }
    before = previous;
    previous = current;
  }
  return previous[b.length] ?? 0;
}
