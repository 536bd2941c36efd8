import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Page, pageOf, passes, placeKey } from "./page.ts";

const names = fc.uniqueArray(fc.string({ minLength: 1, maxLength: 4 })).map((all) => all.sort(byCodeUnit));

function byCodeUnit(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function rows(all: readonly string[]) {
  return all.map((name, index) => ({ name, type: index % 2 === 0 ? "even" : "odd" }));
}

describe("pages", () => {
  test("together are the whole list, once and in order", () => {
    fc.assert(
      fc.property(names, fc.integer({ min: 1, max: 5 }), (all, limit) => {
        const seen: string[] = [];
        for (let after: string | null = null; ; ) {
          const page: Page<{ readonly name: string }> = pageOf(rows(all), ({ name }) => name, { after, limit });
          expect(page.items.length).toBeLessThanOrEqual(limit);
          seen.push(...page.items.map(({ name }) => name));
          if (page.next === null) break;
          expect(page.items).toHaveLength(limit);
          after = page.next;
        }
        expect(seen).toEqual(all);
      }),
    );
  });

  test("go by the places of a list that never changes, whatever passes the filter", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom("a", "b")), fc.integer({ min: 1, max: 3 }), (all, limit) => {
        const items = all.map((type, place) => ({ type, place }));
        const wanted = items.filter(({ type }) => type === "a");
        const seen: { readonly place: number }[] = [];
        for (let after: string | null = null; ; ) {
          const page: Page<{ readonly place: number }> = pageOf(items, (_, place) => placeKey(place), {
            after,
            limit,
            filter: { type: "a" },
          });
          seen.push(...page.items);
          after = page.next;
          if (after === null) break;
        }
        expect(seen).toEqual(wanted);
      }),
    );
  });

  test("hold what passes the filter and nothing else", () => {
    fc.assert(
      fc.property(names, fc.string({ maxLength: 2 }), (all, prefix) => {
        const filter = { name: prefix, type: "odd" };
        const page = pageOf(rows(all), ({ name }) => name, { after: null, limit: 1000, filter });
        expect(page).toEqual({ items: rows(all).filter((row) => passes(row, filter)), next: null });
        expect(page.items.every(({ name, type }) => name.startsWith(prefix) && type === "odd")).toBe(true);
      }),
    );
  });

  test("neither repeat nor skip what stays while others come and go", () => {
    fc.assert(
      fc.property(names, names, fc.integer({ min: 1, max: 3 }), (stays, comes, limit) => {
        const before = [...new Set([...stays, ...comes])].sort(byCodeUnit);
        const first = pageOf(rows(before), ({ name }) => name, { after: null, limit });
        if (first.next === null) return;
        const rest = pageOf(rows(stays), ({ name }) => name, { after: first.next, limit: 1000 });
        const seen = [...first.items, ...rest.items].map(({ name }) => name);
        expect(new Set(seen).size).toBe(seen.length);
        for (const name of stays) expect(seen).toContain(name);
      }),
    );
  });
});
