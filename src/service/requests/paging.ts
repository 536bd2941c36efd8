import { base64url, fromBase64url } from "../../../packages/base/base64url.ts";
import { digest } from "../../../packages/base/digest.ts";
import { parsedJson } from "../../../packages/base/json/parsed-json.ts";
import type { FilterField } from "../../contract/operation.ts";
import { usualLimit } from "../../contract/parameters.ts";
import { type Page, type PageRequest, passes } from "../use-cases/lists/page.ts";
import { CallRefusal } from "./call-refusal.ts";
import { filterOf } from "./filter.ts";

type Query = Readonly<Record<string, string | number | boolean | undefined>>;

/** What of a route says how its list is given. */
interface ListedBy {
  readonly operationId: string;
  readonly pages?: {
    readonly member: string;
    readonly filter?: readonly FilterField[];
    readonly by?: readonly string[];
  };
}

/** A page as an answer has it: the member with the entries, and where the next page begins. */
type PageAnswer<M extends string, T> = { readonly [K in M]: readonly T[] } & { readonly nextCursor?: string };

/** The page of a list that a query asks for. */
export interface AskedPage<M extends string = string> extends PageRequest {
  /** The page as the answer has it, with a cursor to the next. */
  answer<T>(page: Page<T>): PageAnswer<M, T>;
}

/**
 * The page that a query asks for. A cursor belongs to its list: what was altered, or comes from another list or another
 * filter, is refused.
 */
export function askedPage({ operationId, pages }: ListedBy, path: object, query: Query): AskedPage {
  const by = (pages?.by ?? []).map((name) => query[name] ?? null);
  const list = JSON.stringify([operationId, path, query["filter"] ?? "", ...by]);
  const limit = typeof query["limit"] === "number" ? query["limit"] : usualLimit;
  const cursor = query["cursor"];
  const filter = query["filter"];
  return {
    limit,
    after: typeof cursor === "string" ? keyIn(cursor, list) : null,
    ...(typeof filter === "string" && filter !== "" ? { filter: filterOf(filter, pages?.filter ?? []) } : {}),
    answer: <T>({ items, next }: Page<T>) => {
      const more = next === null ? {} : { nextCursor: cursorTo(next, list) };
      // The operation's own member, as its type has it.
      return { [pages?.member ?? "items"]: items, ...more } as PageAnswer<string, T>;
    },
  };
}

/**
 * A page of a list that comes newest first; what was made at the same moment goes by its id. It goes on where the entry
 * of the cursor stood, be that entry still there or not.
 */
export function pageOfNewest<T extends { readonly createdAt: string }>(
  all: readonly T[],
  idOf: (entry: T) => string,
  { after, limit, filter }: PageRequest,
): Page<T> {
  const last = after === null ? null : placeIn(after);
  const left = all
    .map((entry) => ({ entry, at: entry.createdAt, id: idOf(entry) }))
    .sort(byAge)
    .filter((each) => (last === null || byAge(last, each) < 0) && passes(each.entry, filter));
  const taken = left.slice(0, limit);
  const end = taken.at(-1);
  return {
    items: taken.map(({ entry }) => entry),
    next: end === undefined || left.length <= limit ? null : `${end.at} ${end.id}`,
  };
}

interface Place {
  readonly at: string;
  readonly id: string;
}

function placeIn(key: string): Place {
  const end = key.indexOf(" ");
  return { at: key.slice(0, end), id: key.slice(end + 1) };
}

function byAge(a: Place, b: Place): number {
  if (a.at !== b.at) return a.at < b.at ? 1 : -1;
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0;
}

function cursorTo(key: string, list: string): string {
  return base64url(JSON.stringify([key, seal(key, list)]));
}

function keyIn(cursor: string, list: string): string {
  const content = parsedJson(fromBase64url(cursor) ?? "");
  const [key, of] = Array.isArray(content) ? content : [];
  if (typeof key !== "string" || of !== seal(key, list))
    throw new CallRefusal("bad-request", "`cursor` is none that this list has given; begin again without it");
  return key;
}

/** Grants nothing, so it needs no secret: it only tells a cursor of this list from anything else. */
function seal(key: string, list: string): string {
  return digest([key, list]).slice(-16);
}
