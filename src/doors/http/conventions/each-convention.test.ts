import { describe, expect, test } from "vitest";
import { component, text } from "../../../contract/words.ts";
import type { Route } from "../route.ts";
import { filterOf } from "./filter.ts";
import { acceptedMedia } from "./negotiate.ts";
import { askedPage, pageOfNewest } from "./paging.ts";
import { expectedBy, holdTo, isKnown } from "./preconditions.ts";
import { preferencesOf } from "./prefer.ts";
import { RateLimiter } from "./rate-limit.ts";
import { readJson } from "./read-json.ts";

const plain: Pick<Route, "precondition" | "responses"> & Partial<Route> = { responses: {} };
const routeWith = (parts: Partial<Route>): Route => ({ ...plain, ...parts }) as Route;

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
    expect(() => filterOf(text, fields)).toThrow(/the filter/);
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

describe("the form of an answer", () => {
  const route = routeWith({
    responses: { 200: { description: "", schema: component("X", text("A text.")), media: ["a/b", "a/c"] } },
  });
  const accept = (value?: string) => acceptedMedia(route, new Headers(value === undefined ? {} : { accept: value }));

  test.each([
    [undefined, "a/b"],
    ["*/*", "a/b"],
    ["a/c", "a/c"],
    ["a/*;q=0.5, a/c", "a/c"],
    ["a/c;q=0.1, */*;q=0.2", "a/b"],
    ["text/html, a/c;q=0.01", "a/c"],
  ])("%s", (value, media) => {
    expect(accept(value)).toBe(media);
  });

  test.each(["text/html", "a/b;q=0, a/c;q=0", "*/*;q=0", "a/b;q=nonsense", "nonsense"])(
    "%s is nothing we have",
    (value) => {
      expect(() => accept(value)).toThrow(/can be had as a\/b or a\/c/);
    },
  );
});

describe("preconditions", () => {
  const required = routeWith({ precondition: "required" });
  const read = (headers: Record<string, string>, route = required) => expectedBy(route, new Headers(headers));

  test("are read from the headers", () => {
    expect(read({ "if-match": '"a", W/"b"' })).toEqual({ kind: "one of", etags: ["a", "b"] });
    expect(read({ "if-match": "*" })).toEqual({ kind: "something" });
    expect(read({ "if-none-match": "*" })).toEqual({ kind: "nothing" });
    expect(read({}, routeWith({ precondition: "possible" }))).toEqual({ kind: "anything" });
    expect(read({ "if-match": '"a"' }, routeWith({}))).toEqual({ kind: "anything" });
    expect(() => read({})).toThrow(/If-Match/);
    expect(() => read({ "if-none-match": '"a"' })).toThrow(/If-None-Match/);
  });

  test("hold or not", () => {
    const holds = (headers: Record<string, string>, etag: string | null) => () => holdTo(read(headers), etag);
    expect(holds({ "if-match": '"a"' }, "a")).not.toThrow();
    expect(holds({ "if-match": '"a"' }, "b")).toThrow(/changed since/);
    expect(holds({ "if-match": "nonsense" }, "a")).toThrow();
    expect(holds({ "if-match": "*" }, null)).toThrow(/does not exist/);
    expect(holds({ "if-none-match": "*" }, null)).not.toThrow();
    expect(holds({ "if-none-match": "*" }, "a")).toThrow();
  });

  test("tell what a reader has already", () => {
    expect(isKnown("a", new Headers({ "if-none-match": '"b", W/"a"' }))).toBe(true);
    expect(isKnown("a", new Headers({ "if-none-match": '"b"' }))).toBe(false);
    expect(isKnown("a", new Headers())).toBe(false);
  });
});

test("preferences are read as far as they are known", () => {
  const read = (prefer: string) => preferencesOf(new Headers({ prefer }));
  expect(read("return=minimal, wait=100000, respond-async")).toEqual({ isMinimal: true, isAsync: true, wait: 60 });
  expect(read("wait=-1; x, return=everything")).toEqual({ isMinimal: false, isAsync: false, wait: null });
});

test("a bucket fills evenly, and each caller has their own", () => {
  let now = 0;
  const limiter = new RateLimiter({ requests: 2, window: 10 }, { now: () => now, sleep: async () => {} });
  const take = (who: string) => Object.fromEntries(limiter.take(who))["ratelimit"];
  expect([take("a"), take("a"), take("b")]).toEqual(['"default";r=1;t=5', '"default";r=0;t=10', '"default";r=1;t=5']);
  expect(() => take("a")).toThrow(/ask again in 5 s/);
  now += 5000;
  expect(take("a")).toBe('"default";r=0;t=10');
  now -= 60_000;
  expect(() => take("a")).toThrow();
  for (let count = 0; count < 20_000; count += 1) take(`c${count}`);
});

describe("JSON that nobody means well with", () => {
  test.each([
    ["[".repeat(70) + "]".repeat(70), /deeper/],
    ['{"a":1e400}', /too large/],
    ['{"a":[{"__proto__":1}]}', /no name/],
    ["", /empty/],
    ["{", /not JSON/],
  ])("%s", async (text, says) => {
    await expect(readJson(text, 1_000)).rejects.toThrow(says);
  });

  test("what is deep enough for us passes", async () => {
    expect(await readJson(`${"[".repeat(60)}1e300${"]".repeat(60)}`, 1_000)).toBeDefined();
  });
});
