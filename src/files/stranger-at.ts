import type { Stats } from "node:fs";

/** Root can do everything anyway. */
export function isOurs({ uid }: Stats, me: number): boolean {
  return uid === me || uid === 0;
}
