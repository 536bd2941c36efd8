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

/** Whether a duration is longer than another, months counting 30 days; one that is no duration has no end. */
export function isLonger(one: Value | undefined, other: Value | undefined): boolean {
  const [a, b] = [durationOf(one), durationOf(other)];
  if (a === null || b === null) return a === null && b !== null;
  return (a.months - b.months) * 30 * 86_400 + (a.seconds - b.seconds) > 0;
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
