import type { Value } from "../value.ts";

/** A length of time; months and seconds never turn into one another, since months differ in length. */
interface Duration {
  readonly months: number;
  readonly seconds: number;
}

const number = "(\\d+(?:[.,]\\d+)?)";
const form = new RegExp(
  `^([+-]?)P(?=.)(?:${number}Y)?(?:${number}M)?(?:${number}W)?(?:${number}D)?(?:T(?=.)(?:${number}H)?(` +
    `?:${number}M)?(?:${number}S)?)?$`,
);

/** Months or seconds in each part, in the order of the form. */
const parts: readonly Duration[] = [
  { months: 12, seconds: 0 },
  { months: 1, seconds: 0 },
  { months: 0, seconds: 604_800 },
  { months: 0, seconds: 86_400 },
  { months: 0, seconds: 3_600 },
  { months: 0, seconds: 60 },
  { months: 0, seconds: 1 },
];

/** Whether two texts are ISO 8601 durations of one length (`PT8H` and `PT480M`); days count 24 hours. */
export function sameDuration(one: Value | undefined, other: Value | undefined): boolean {
  const [a, b] = [durationOf(one), durationOf(other)];
  return a !== null && b !== null && isNear(a.months, b.months) && isNear(a.seconds, b.seconds);
}

/**
 * Whether a duration may be longer than another, whenever both begin: `P1Y` is longer than `P364D`, and either of `P1M`
 * and `P30D` may be the longer one. One that is no duration has no end.
 */
export function mayBeLonger(one: Value | undefined, other: Value | undefined): boolean {
  const [a, b] = [durationOf(one), durationOf(other)];
  if (a === null || b === null) return a === null && b !== null;
  const most = mostDays(a.months - b.months) * 86_400 + (a.seconds - b.seconds);
  return most > 0 && !isNear(most, 0);
}

/** Days in as many months in a row as the place says, at least and at most; a year at the place 12. */
const daysOfMonths: readonly (readonly [least: number, most: number])[] = [
  [0, 0],
  ...([
    [28, 31],
    [59, 62],
    [89, 92],
    [120, 123],
    [150, 153],
    [181, 184],
  ] as const),
  ...([
    [212, 215],
    [242, 245],
    [273, 276],
    [303, 306],
    [334, 337],
    [365, 366],
  ] as const),
];

/** The most days that months may have; of months less than none, what is lacking at least. */
function mostDays(months: number): number {
  const count = Math.abs(months);
  const [years, rest] = [Math.floor(count / 12), count % 12];
  const bound = (index: 0 | 1) => {
    const [whole, part] = [Math.floor(rest), rest % 1];
    const from = daysOfMonths[whole]?.[index] ?? 0;
    return from + part * ((daysOfMonths[whole + 1]?.[index] ?? 0) - from);
  };
  // Of four years in a row one is a leap year, but around most centuries.
  return months < 0 ? -(years * 365 + bound(0)) : years * 365 + Math.ceil(years / 4) + bound(1);
}

/** Fractions add up with rounding; a millisecond is finer than any duration means. */
function isNear(one: number, other: number): boolean {
  return Math.abs(one - other) < 0.001;
}

function durationOf(value: Value | undefined): Duration | null {
  const matched = typeof value === "string" ? form.exec(value) : null;
  if (matched === null) return null;
  const [, sign, ...counts] = matched;
  const factor = sign === "-" ? -1 : 1;
  const sum = (unit: keyof Duration) =>
    parts.reduce(
      (total, part, index) => total + factor * part[unit] * Number((counts[index] ?? "0").replace(",", ".")),
      0,
    );
  return { months: sum("months"), seconds: sum("seconds") };
}
