import { expect, test } from "vitest";
import { retryAfterMs } from "./retry-after.ts";

const date = "Wed, 21 Oct 2026 07:28:00 GMT";
test.each<[Record<string, string>, number | null]>([
  [{}, null],
  [{ "retry-after": "7" }, 7000],
  [{ "retry-after": "0" }, 0],
  [{ "retry-after": "1.5" }, 1500],
  [{ "retry-after": "0.0001" }, 1],
  [{ "retry-after": "1." }, null],
  [{ "retry-after": "soon" }, null],
  [{ "retry-after": "-3" }, null],
  [{ "retry-after": "Wed, 21 Oct 2026 07:28:30 GMT", date }, 30_000],
  [{ "retry-after": "Wed, 21 Oct 2026 07:27:00 GMT", date }, 0],
  [{ "retry-after": "Wed, 21 Oct 2026 07:28:30 GMT" }, null],
])("%j is %s", (headers, expected) => expect(retryAfterMs(headers)).toBe(expected));
