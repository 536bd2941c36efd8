import fc from "fast-check";
import { expect, test } from "vitest";
import { pageOf } from "./page-of.ts";
import type { Query } from "./read-query.ts";

test("the pages together are the whole list, in order, whatever their size", () => {
  const names = fc.uniqueArray(fc.stringMatching(/^[a-z][a-z0-9-]{0,8}$/), { maxLength: 30 });
  fc.assert(
    fc.property(names, fc.integer({ min: 1, max: 12 }), (unsorted, size) => {
      const items = unsorted.toSorted().map((name) => ({ name }));
      const seen: { name: string }[] = [];
      let pageToken: string | undefined = "";
      while (pageToken !== undefined) {
        const query: Query = { pageSize: String(size), pageToken };
        const page = pageOf((name) => items.filter((item) => item.name > name), query, { default: 5, maximum: 10 });
        if (!page.ok) throw new Error(JSON.stringify(page.error));
        expect(page.value.items.length).toBeLessThanOrEqual(Math.min(size, 10));
        seen.push(...page.value.items);
        pageToken = page.value.nextPageToken;
      }
      expect(seen).toEqual(items);
    }),
  );
});
