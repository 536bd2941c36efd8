import type { Expected } from "../contract/expected.ts";
import type { Operation } from "../contract/operation.ts";
import { CallRefusal } from "../service/requests/call-refusal.ts";

/** What a request expects to stand before its write (RFC 9110, section 13.1); null: it says nothing of that. */
export function expectedIn(
  { precondition }: Operation,
  headers: Readonly<Record<string, string | undefined>>,
): Expected | null {
  if (precondition === undefined) return null;
  const { "if-match": ifMatch, "if-none-match": ifNoneMatch } = headers;
  if (ifMatch !== undefined)
    return ifMatch.trim() === "*" ? { kind: "something" } : { kind: "one of", etags: etagsIn(ifMatch) };
  if (ifNoneMatch === undefined) return null;
  if (ifNoneMatch.trim() === "*") return { kind: "nothing" };
  throw new CallRefusal("bad-request", "a write takes `If-None-Match: *` and no other");
}

/** True when a reader already has what `etag` names: the answer is 304. */
export function isKnown(etag: string, ifNoneMatch: string | undefined): boolean {
  return ifNoneMatch !== undefined && (ifNoneMatch.trim() === "*" || etagsIn(ifNoneMatch).includes(etag));
}

/** Entity tags without their quotes; a weak one counts as strong here, since one tag stands for one text. */
function etagsIn(header: string): readonly string[] {
  return [...header.matchAll(/(?:W\/)?"([^"]*)"/g)].map((match) => match[1] ?? "");
}
