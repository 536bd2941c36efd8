import { describe, expect, test } from "vitest";
import type { Operation } from "../contract/operation.ts";
import { component, text } from "../contract/words.ts";
import { expectedBy, holdTo } from "../service/requests/preconditions.ts";
import { expectedIn, isKnown } from "./etags.ts";
import { acceptedMedia } from "./negotiate.ts";
import { preferencesIn } from "./prefer.ts";
import { readJson } from "./read-json.ts";

const plain: Pick<Operation, "precondition" | "responses"> & Partial<Operation> = { responses: {} };
const operationWith = (parts: Partial<Operation>): Operation => ({ ...plain, ...parts }) as Operation;

describe("the form of an answer", () => {
  const operation = operationWith({
    responses: { 200: { description: "", schema: component("X", text("A text.")), media: ["a/b", "a/c"] } },
  });
  const accept = (value?: string) => acceptedMedia(operation, value);

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
      expect(() => accept(value)).toThrow(
        expect.objectContaining({ code: "not-acceptable", message: expect.stringMatching(/ a\/b .*a\/c/) }),
      );
    },
  );
});

describe("preconditions", () => {
  const required = operationWith({ precondition: "required" });
  const read = (headers: Record<string, string>, operation = required) =>
    expectedBy(operation, expectedIn(operation, headers));

  test("are read from the headers", () => {
    expect(read({ "if-match": '"a", W/"b"' })).toEqual({ kind: "one of", etags: ["a", "b"] });
    expect(read({ "if-match": "*" })).toEqual({ kind: "something" });
    expect(read({ "if-none-match": "*" })).toEqual({ kind: "nothing" });
    expect(read({}, operationWith({ precondition: "possible" }))).toEqual({ kind: "anything" });
    expect(read({ "if-match": '"a"' }, operationWith({}))).toEqual({ kind: "anything" });
    expect(() => read({})).toThrow(/If-Match/);
    expect(() => read({ "if-none-match": '"a"' })).toThrow(/If-None-Match/);
  });

  test("hold or not", () => {
    const holds = (headers: Record<string, string>, etag: string | null) => () => holdTo(read(headers), etag);
    expect(holds({ "if-match": '"a"' }, "a")).not.toThrow();
    expect(holds({ "if-match": '"a"' }, "b")).toThrow(/changed since/);
    expect(holds({ "if-match": "nonsense" }, "a")).toThrow();
    expect(holds({ "if-match": "*" }, null)).toThrow(
      expect.objectContaining({ code: "changed-meanwhile", message: expect.stringContaining("exist") }),
    );
    expect(holds({ "if-none-match": "*" }, null)).not.toThrow();
    expect(holds({ "if-none-match": "*" }, "a")).toThrow();
  });

  test("tell what a reader has already", () => {
    expect(isKnown("a", '"b", W/"a"')).toBe(true);
    expect(isKnown("a", '"b"')).toBe(false);
    expect(isKnown("a", undefined)).toBe(false);
  });
});

test("preferences are read as far as they are known", () => {
  const read = (prefer: string) => preferencesIn(prefer);
  expect(read("return=minimal, wait=100000, respond-async")).toEqual({ isMinimal: true, isAsync: true, wait: 60 });
  expect(read("wait=-1; x, return=everything")).toEqual({ isMinimal: false, isAsync: false, wait: null });
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
