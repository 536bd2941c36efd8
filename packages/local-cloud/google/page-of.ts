import { err, ok, type Result } from "../../base/result.ts";
import type { FieldViolation } from "../../vendor-wire/google/error-envelope.ts";
import { type Query, readCount } from "./read-query.ts";

/**
 * One page of items in name order, as `pageSize` and `pageToken` ask for; `itemsAfter` gives those behind a name, and
 * is read no further than the page. The token holds the last name shown, so that items which come and go between pages
 * neither repeat nor hide others.
 */
export function pageOf<T extends { readonly name: string }>(
  itemsAfter: (name: string) => Iterable<T>,
  query: Query,
  sizes: { readonly default: number; readonly maximum: number },
): Result<{ readonly items: readonly T[]; readonly nextPageToken: string | undefined }, readonly FieldViolation[]> {
  const asked = readCount(query, "pageSize", 0);
  if (!asked.ok) return asked;
  const size = asked.value === 0 ? sizes.default : Math.min(asked.value, sizes.maximum);
  const token = query["pageToken"] ?? "";
  const after = Buffer.from(token, "base64url").toString("utf8");
  if (token !== "" && !after.startsWith("after:")) {
    return err([{ field: "page_token", description: "The page token is not one that a list call gave." }]);
  }
  const items: T[] = [];
  for (const item of itemsAfter(after.slice("after:".length))) {
    const last = items.at(-1);
    if (last !== undefined && items.length === size) {
      return ok({ items, nextPageToken: Buffer.from(`after:${last.name}`).toString("base64url") });
    }
    items.push(item);
  }
  return ok({ items, nextPageToken: undefined });
}
