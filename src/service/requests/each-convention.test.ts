import { describe, expect, test } from "vitest";
import { RateLimiter } from "./admission/rate-limit.ts";
import { filterOf } from "./filter.ts";
import { askedPage, pageOfNewest } from "./paging.ts";

describe("a filter", () => {
  const fields = ["name", "type", "status"] as const;

  test.each([
    ['name:"web" AND type=iam:OAuthClient', { name: "web", type: "iam:OAuthClient" }],
    ["  status = done  ", { status: "done" }],
    ['type=""', { type: "" }],
  ])("%s", (text, filter) => {
    expect(filterOf(text, fields)).toEqual(filter);
  });

  test.each([
    "name",
    "name:a OR type=b",
    "name:a AND",
    "AND",
    "name:a name:b",
    "name:a AND name:b",
    "typ=x",
    'name:"',
    "name=x",
  ])("%s can't be read", (text) => {
    expect(() => filterOf(text, fields)).toThrow(
      expect.objectContaining({ code: "bad-request", message: expect.stringContaining(" filter") }),
    );
  });
});

describe("pages", () => {
  const list = { operationId: "list", pages: { member: "all" } } as const;
  const all = Array.from({ length: 7 }, (_, index) => ({ name: `n${index}` }));

  const at = (second: number) => `2026-01-01T00:00:0${second}.000Z`;
  const made = all.map(({ name }, index) => ({ name, createdAt: at(Math.floor(index / 2)) }));

  /** Names on all pages; `meanwhile` changes the list between two pages. */
  function namesOf(entries: typeof made, meanwhile: (names: string[]) => typeof made) {
    const names: string[] = [];
    let [query, now]: [Readonly<Record<string, string | number>>, typeof made] = [{ limit: 3 }, entries];
    for (;;) {
      const page = askedPage(list, {}, query);
      const answer = page.answer(pageOfNewest(now, ({ name }) => name, page));
      names.push(...(answer["all"] as unknown as typeof all).map(({ name }) => name));
      if (answer["nextCursor"] === undefined || names.length > 2 * all.length) return names;
      query = { limit: 3, cursor: String(answer["nextCursor"]) };
      now = meanwhile(names);
    }
  }

  test("go on where the one before ended, the newest first", () => {
    expect(namesOf(made, () => made)).toEqual(["n6", "n4", "n5", "n2", "n3", "n0", "n1"]);
  });

  test("go on behind an entry that is gone, and neither repeat nor leave out what stays", () => {
    const without = (names: readonly string[]) => [
      ...made.filter(({ name }) => name !== names.at(-1)),
      { name: "new", createdAt: at(9) },
    ];
    expect(namesOf(made, without)).toEqual(["n6", "n4", "n5", "n2", "n3", "n0", "n1"]);
  });

  test("take no cursor of another list", () => {
    const { nextCursor } = askedPage(list, {}, {}).answer({ items: [], next: "k" });
    const cursor = String(nextCursor);
    expect(askedPage(list, {}, { cursor }).after).toBe("k");
    expect(() => askedPage({ ...list, operationId: "other" }, {}, { cursor })).toThrow(/cursor/);
    expect(() => askedPage(list, { stack: "x" }, { cursor })).toThrow(/cursor/);
    for (const strange of ["", "e30", "bnVsbA", "WyJrIiwieCJd", "\u00e9"])
      expect(() => askedPage(list, {}, { cursor: strange })).toThrow(/cursor/);
  });
});

test("a bucket fills evenly, and each caller has their own", () => {
  let now = 0;
  const limiter = new RateLimiter({ requests: 2, window: 10 }, { now: () => now, sleep: async () => {} });
  const take = (who: string) => Object.fromEntries(limiter.take(who))["ratelimit"];
  expect([take("a"), take("a"), take("b")]).toEqual(['"default";r=1;t=5', '"default";r=0;t=10', '"default";r=1;t=5']);
  expect(() => take("a")).toThrow(
    expect.objectContaining({ code: "too-many-requests", message: expect.stringContaining(" 5 s") }),
  );
  now += 5000;
  expect(take("a")).toBe('"default";r=0;t=10');
  now -= 60_000;
  expect(() => take("a")).toThrow();
  for (let count = 0; count < 20_000; count += 1) take(`c${count}`);
});
