import type { Json } from "./json/json.ts";

/** A duration such as `30s`, `5m`, `1h` or `2d`. */
export const writtenDurationPattern = "^([1-9]\\d{0,8})([smhd])$";

const pattern = new RegExp(writtenDurationPattern);

/** Milliseconds of each unit, the largest first. */
const units = { d: 86_400_000, h: 3_600_000, m: 60_000, s: 1_000 } as const;

/** A duration such as `30s`, `5m`, `1h` or `2d`, in milliseconds; undefined for anything else. */
export function millisecondsOf(value: Json | undefined): number | undefined {
  const [, count, unit] = (typeof value === "string" ? pattern.exec(value) : null) ?? [];
  const [, factor] = Object.entries(units).find(([name]) => name === unit) ?? [];
  return factor === undefined ? undefined : Number(count) * factor;
}

/** Milliseconds as a declaration writes them: in the largest unit that leaves nothing over, and seconds rounded up. */
export function writtenDuration(milliseconds: number): string {
  const exact = Object.entries(units).find(([, factor]) => milliseconds % factor === 0);
  const [unit, factor] = exact ?? (["s", units.s] as const);
  return `${Math.ceil(milliseconds / factor)}${unit}`;
}
