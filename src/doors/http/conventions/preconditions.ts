import type { Expected } from "../../../service/expected.ts";
import type { Route } from "../route.ts";
import { Refusal } from "./refusal.ts";

const anything: Expected = { kind: "anything" };

/** What the caller expects to stand before a write. A Refusal where the route requires that one says so. */
export function expectedBy(route: Route, headers: Headers): Expected {
  if (route.precondition === undefined) return anything;
  const ifMatch = headers.get("if-match");
  const ifNoneMatch = headers.get("if-none-match");
  if (ifMatch !== null)
    return ifMatch.trim() === "*" ? { kind: "something" } : { kind: "one of", etags: etagsIn(ifMatch) };
  if (ifNoneMatch !== null) {
    if (ifNoneMatch.trim() === "*") return { kind: "nothing" };
    throw new Refusal("bad-request", "a write takes `If-None-Match: *` and no other");
  }
  if (route.precondition === "possible") return anything;
  throw new Refusal(
    "precondition-required",
    "say what you expect to stand: `If-Match` with the ETag that you have read, or `If-None-Match: *` for nothing yet",
  );
}

/** Refuses a write when what stands is not as expected; null: nothing stands. */
export function holdTo(expected: Expected, etag: string | null): void {
  switch (expected.kind) {
    case "anything":
      return;
    case "something":
      if (etag === null) throw changedMeanwhile(etag);
      return;
    case "nothing":
      if (etag !== null) throw changedMeanwhile(etag);
      return;
    case "one of":
      if (etag === null || !expected.etags.includes(etag)) throw changedMeanwhile(etag);
  }
}

function changedMeanwhile(etag: string | null): Refusal {
  return new Refusal(
    "changed-meanwhile",
    etag === null ? "it does not exist" : "it was changed since you read it; read it again, and decide anew",
  );
}

/** True when a reader already has what `etag` names: the answer is 304. */
export function isKnown(etag: string, headers: Headers): boolean {
  const given = headers.get("if-none-match");
  return given !== null && (given.trim() === "*" || etagsIn(given).includes(etag));
}

/** Entity tags without their quotes; a weak one counts as strong here, since one tag stands for one text. */
function etagsIn(header: string): readonly string[] {
  return [...header.matchAll(/(?:W\/)?"([^"]*)"/g)].map((match) => match[1] ?? "");
}
