import type { Fields } from "./exchange.ts";

/** The standard has whole numbers; some front ends give fractions. */
const number = /^\d+(\.\d+)?$/;

/**
 * When to come back, in milliseconds; null where no header says it in a way that makes sense. What is told in
 * milliseconds comes first (`inMilliseconds`: names of such headers, in their order). `Retry-After` is seconds, or a
 * date: that is measured against the answer's own `Date`, so that the two machines' clocks need not agree.
 */
export function retryAfterMs(headers: Fields, inMilliseconds: readonly string[] = []): number | null {
  for (const name of inMilliseconds) {
    const told = headers[name]?.trim() ?? "";
    if (number.test(told)) return Math.ceil(Number(told));
  }
  const value = headers["retry-after"]?.trim() ?? "";
  if (number.test(value)) return Math.ceil(Number(value) * 1000);
  const wait = Date.parse(value) - Date.parse(headers["date"] ?? "");
  return Number.isNaN(wait) ? null : Math.max(0, wait);
}
