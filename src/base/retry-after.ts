/**
 * The `Retry-After` header in milliseconds, null when there is none that makes sense. A date is measured against the
 * answer's own `Date`, so that the two machines' clocks need not agree.
 */
export function retryAfterMs(headers: Headers): number | null {
  const value = headers.get("retry-after")?.trim() ?? "";
  if (/^\d+$/.test(value)) return Number(value) * 1000;
  const wait = Date.parse(value) - Date.parse(headers.get("date") ?? "");
  return Number.isNaN(wait) ? null : Math.max(0, wait);
}
