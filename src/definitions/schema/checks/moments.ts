import type { Value } from "../value.ts";

const form = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.(\d+))?(?:Z|[+-]\d\d:\d\d)$/i;

/** Whether two texts are RFC 3339 date-times of one moment (`12:00:00Z` and `12:00:00.000+00:00`). */
export function sameMoment(one: Value | undefined, other: Value | undefined): boolean {
  const [a, b] = [momentOf(one), momentOf(other)];
  return a !== null && b !== null && a.milliseconds === b.milliseconds && a.fraction === b.fraction;
}

function momentOf(value: Value | undefined): { readonly milliseconds: number; readonly fraction: string } | null {
  const matched = typeof value === "string" ? form.exec(value) : null;
  if (matched === null) return null;
  const [text, fraction = ""] = matched;
  const milliseconds = Date.parse(text);
  // Digits finer than a millisecond count as well.
  return Number.isNaN(milliseconds) ? null : { milliseconds, fraction: fraction.replace(/0+$/, "") };
}
