/** What of a list is asked for. */
export interface PageRequest {
  /** Key of the last item of the page before; null for the first page. */
  readonly after: string | null;
  /** How many at most; at least 1. */
  readonly limit: number;
  readonly filter?: ListFilter;
}

/** What an item must be like; every part that is given must hold. */
export interface ListFilter {
  /** Beginning of its name. */
  readonly name?: string;
  readonly type?: string;
  readonly status?: string;
  readonly action?: string;
  readonly outcome?: string;
}

export interface Page<T> {
  readonly items: readonly T[];
  /** Key to go on after; null where nothing follows. */
  readonly next: string | null;
}

/** Whether an item is among those asked for. A part that it does not have is like none. */
export function passes(item: object, filter: ListFilter = {}): boolean {
  const { name, type, status, action, outcome } = item as Readonly<Record<string, unknown>>;
  return (
    (filter.name === undefined || (typeof name === "string" && name.startsWith(filter.name))) &&
    (filter.type === undefined || type === filter.type) &&
    (filter.status === undefined || status === filter.status) &&
    (filter.action === undefined || action === filter.action) &&
    (filter.outcome === undefined || outcome === filter.outcome)
  );
}

/**
 * One page of a list. The keys are unique and the items ascend by them, by code unit: then pages neither repeat nor
 * leave out what stays in the list, whatever comes and goes between them.
 */
export function pageOf<T extends object>(
  items: readonly T[],
  keyOf: (item: T, place: number) => string,
  { after, limit, filter }: PageRequest,
): Page<T> {
  const taken: T[] = [];
  let last = "";
  for (let place = after === null ? 0 : firstAfter(items, keyOf, after); place < items.length; place += 1) {
    const item = items[place];
    if (item === undefined || !passes(item, filter)) continue;
    if (taken.length === limit) return { items: taken, next: last };
    taken.push(item);
    last = keyOf(item, place);
  }
  return { items: taken, next: null };
}

/** A place in a list as a key of it, for what keeps its place: the keys ascend as the places do. */
export function placeKey(place: number): string {
  return String(place).padStart(9, "0");
}

/** Where the keys beyond `after` begin. */
function firstAfter<T>(items: readonly T[], keyOf: (item: T, place: number) => string, after: string): number {
  let [low, high] = [0, items.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    const item = items[middle];
    if (item !== undefined && keyOf(item, middle) <= after) low = middle + 1;
    else high = middle;
  }
  return low;
}
