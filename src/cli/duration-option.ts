const units: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000 };

/** The time that an option names, as in `30s`, `5m` or `1h`; undefined where it is none. */
export function milliseconds(text: string): number | undefined {
  const [, count, unit] = /^(\d{1,6})([smh])$/.exec(text) ?? [];
  const length = units[unit ?? ""];
  return count === undefined || length === undefined ? undefined : Number(count) * length;
}
