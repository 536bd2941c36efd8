import type { JsonObject } from "../../base/json/json.ts";
import { err, ok, type Result } from "../../base/result.ts";
import type { FieldViolation } from "../../vendor-wire/google/error-envelope.ts";
import { readFilter } from "./list-filter.ts";
import { comparePlaces, type OrderKey, type Place, placeOf, readOrder } from "./list-order.ts";
import { pageOf } from "./page-of.ts";
import type { Query } from "./read-query.ts";

/** A message in a list, under its resource name. */
export interface Listed {
  readonly name: string;
  readonly shown: JsonObject;
}

/**
 * One page of a list with `filter` and `orderBy`. In name order no more is read than the page needs; any other order
 * reads the whole collection. A page token is good for the list that gave it only.
 */
export function listPage(
  itemsAfter: (name: string) => Iterable<Listed>,
  query: Query,
  sizes: { readonly default: number; readonly maximum: number },
): Result<{ readonly items: readonly JsonObject[]; readonly nextPageToken: string }, readonly FieldViolation[]> {
  const filter = readFilter(query["filter"] ?? "");
  if (!filter.ok) return err([{ field: "filter", description: `Invalid filter: ${filter.error}.` }]);
  const keys = readOrder(query["orderBy"] ?? "");
  if (!keys.ok) return err([{ field: "order_by", description: `Invalid order: ${keys.error}.` }]);
  const visible = function* (after: string): Generator<Listed> {
    for (const item of itemsAfter(after)) if (filter.value(item.shown)) yield item;
  };
  const inNameOrder = keys.value.every(({ field, descending }) => field === "name" && !descending);
  const page = pageOf(inNameOrder ? visible : sorted([...visible("")], keys.value), query, sizes);
  if (!page.ok) return page;
  const { items, nextPageToken = "" } = page.value;
  return ok({ items: items.map((item) => item.shown), nextPageToken });
}

/** Items in another order than that of names; the token of a page holds the place of its last item. */
function sorted(items: readonly Listed[], keys: readonly OrderKey[]): (after: string) => Iterable<Listed> {
  const placed = items
    .map((item) => ({ item, place: placeOf(item.shown, item.name, keys) }))
    .sort((a, b) => comparePlaces(a.place, b.place, keys));
  return (after) => {
    const from = placeIn(after);
    return placed
      .filter(({ place }) => from === undefined || comparePlaces(place, from, keys) > 0)
      .map(({ item, place }) => ({ name: JSON.stringify(place), shown: item.shown }));
  };
}

function placeIn(text: string): Place | undefined {
  try {
    const [values, name] = JSON.parse(text) as [unknown, unknown];
    return Array.isArray(values) ? [values.map(String), String(name)] : undefined;
  } catch {
    // The first page, or the token of a list in another order.
    return undefined;
  }
}
