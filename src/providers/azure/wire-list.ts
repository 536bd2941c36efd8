import type { Exchange } from "../../../packages/base/exchange/exchange.ts";
import { isJsonObject, type Json, type JsonObject } from "../../../packages/base/json/json.ts";
import type { Refusal } from "../../engine/ports/outcome.ts";
import { wireCall } from "./wire-call.ts";

type WireList =
  | { readonly kind: "done"; readonly items: readonly JsonObject[] }
  | { readonly kind: "refusal"; readonly refusal: Refusal };

/** A collection that leads on for longer than this has no end. */
const mostPages = 1_000;

/** Reads all pages of a collection, following `nextLink` as it comes (never to another origin). */
export async function wireList(exchange: Exchange, firstUrl: string): Promise<WireList> {
  const items: JsonObject[] = [];
  const visited = new Set<string>();
  let url: string | undefined = firstUrl;
  while (url !== undefined) {
    visited.add(url);
    const answer = await wireCall(exchange, { method: "GET", url });
    if (answer.kind === "refusal") return answer;
    const page: JsonObject = answer.body ?? {};
    const value: Json | undefined = page["value"];
    if (!Array.isArray(value)) return unreadable("the list holds no `value`");
    if (!value.every(isJsonObject)) return unreadable("the list holds what is no object");
    items.push(...value);
    const next: Json = page["nextLink"] ?? null;
    if (next !== null && typeof next !== "string") return unreadable("`nextLink` is no text");
    url = next === null || next === "" ? undefined : next;
    if (url === undefined) break;
    if (!URL.canParse(url) || new URL(url).origin !== new URL(firstUrl).origin) {
      return unreadable("`nextLink` leads to another address");
    }
    if (visited.has(url)) return unreadable("`nextLink` leads in a circle");
    if (visited.size >= mostPages) return endless;
  }
  return { kind: "done", items };
}

/** Asked again, it would be as long. */
const endless: WireList = {
  kind: "refusal",
  refusal: { kind: "invalid", detail: `the list has more than ${mostPages} pages: it has no end`, code: null },
};

function unreadable(what: string): WireList {
  const detail = `the platform's list can't be read: ${what}`;
  return { kind: "refusal", refusal: { kind: "unavailable", detail, retryAfterMs: null } };
}
