import { clean } from "./text.ts";

/**
 * A moment as people read it: the time of day where they are, to the second, with the distance from UTC, as in
 * `2026-11-29 21:04:50 +01:00`. Takes an ISO 8601 text; one that is none is given back as it is. JSON keeps the text.
 */
export function localTime(iso: string): string {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return clean(iso);
  const day = [date.getFullYear(), date.getMonth() + 1, date.getDate()].map(twoDigits).join("-");
  const time = [date.getHours(), date.getMinutes(), date.getSeconds()].map(twoDigits).join(":");
  const east = -date.getTimezoneOffset();
  const distance = [Math.trunc(Math.abs(east) / 60), Math.abs(east) % 60].map(twoDigits).join(":");
  return `${day} ${time} ${east < 0 ? "-" : "+"}${distance}`;
}

function twoDigits(value: number): string {
  return String(value).padStart(2, "0");
}
