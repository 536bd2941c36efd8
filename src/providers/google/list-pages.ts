import type { Exchange } from "../../../packages/base/exchange/exchange.ts";
import { isJsonObject, type JsonObject } from "../../../packages/base/json/json.ts";
import type { ProviderInstance } from "../../engine/ports/driver.ts";
import type { Refusal } from "../../engine/ports/outcome.ts";
import { type WireRequest, wireCall } from "./wire-call.ts";

/** A list that leads on for longer than this has no end: a hundred thousand items, at a hundred a page. */
const mostPages = 1_000;

/** All items of a list. `answeredAt`: when the last page was given, by the platform's clock. */
type Pages = { readonly kind: "items"; readonly items: readonly JsonObject[]; readonly answeredAt?: string };

/** Reads all pages of a list call; `key` names the member of each page that holds the items. */
export async function listPages(
  exchange: Exchange,
  provider: ProviderInstance,
  request: WireRequest,
  key: string,
): Promise<Pages | Refusal> {
  const items: JsonObject[] = [];
  const seen = new Set<string>();
  let pageToken: string | undefined;
  while (seen.size < mostPages) {
    const page = await wireCall(exchange, provider, { ...request, query: { ...request.query, pageToken } });
    if (page.kind !== "answer") return page;
    const { [key]: members, nextPageToken, unreachable } = page.body;
    if (Array.isArray(unreachable) && unreachable.length > 0) {
      return incomplete(`the list leaves out what the platform can't reach: ${unreachable.join(", ")}`);
    }
    const isPage = members === undefined ? isEmptyPage(page.body) : Array.isArray(members);
    if (!isPage) return incomplete(`the platform's answer is no list of ${key}`);
    if (Array.isArray(members)) items.push(...members.filter(isJsonObject));
    const { answeredAt } = page;
    if (typeof nextPageToken !== "string" || nextPageToken === "")
      return { kind: "items", items, ...(answeredAt === undefined ? {} : { answeredAt }) };
    if (seen.has(nextPageToken)) return incomplete("the list repeats a page token");
    seen.add(nextPageToken);
    pageToken = nextPageToken;
  }
  // Asked again, it would be as long.
  return { kind: "invalid", detail: `the list has more than ${mostPages} pages: it has no end`, code: null };
}

/** Whether a page without items is one: it has nothing at all, or leads on. */
function isEmptyPage({ nextPageToken: _, unreachable: __, ...others }: JsonObject): boolean {
  return Object.keys(others).length === 0;
}

function incomplete(detail: string): Refusal {
  return { kind: "unavailable", detail, retryAfterMs: null };
}
