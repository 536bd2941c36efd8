import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readJson } from "./read-json.ts";

describe("a body is refused whole when it holds what no part of the service should meet", () => {
  const nested = (open: string, close: string) => `${open.repeat(70)}1${close.repeat(70)}`;

  test.each([
    ["deep lists", nested("[", "]")],
    ["deep objects", nested('{"a":', "}")],
    ["deep objects in a list", `[${nested('{"a":', "}")}]`],
    ["a number that is too large", "1e999"],
    ["one in an object", '{"a":1e999}'],
    ["one in a list", "[1,-1e999]"],
    ["a key that is no plain member", '{"__proto__":{"isAdmin":true}}'],
    ["one further down", '[{"a":{"__proto__":[]}}]'],
    ["no JSON", "{"],
    ["a comma too many", "[1,]"],
    ["a comma too many in an object", '{"a":1,}'],
    ["two values", "1 2"],
    ["a number that begins with 0", "[01]"],
    ["a text with a line break", '"a\nb"'],
    ["a text without its end", '"a\\"'],
    ["a list that ends as an object", "[}"],
    ["a key without a value", '{"a"}'],
    ["a word that is none", "[nil]"],
    ["more values than it may have", `[${"1,".repeat(1_000)}1]`],
  ])("%s", async (_, text) => {
    await expect(readJson(text, 1_000)).rejects.toThrow(expect.objectContaining({ code: "bad-request" }));
  });

  test("everything else is taken as it is", async () => {
    const text = '{"a":[1,null,{"b":"c"}],"constructor":{"prototype":1}}';
    expect(await readJson(text, 1_000)).toEqual(JSON.parse(text));
  });

  test("any value is read as JSON.parse reads it, whatever stands between its parts", async () => {
    await fc.assert(
      fc.asyncProperty(fc.json(), fc.constantFrom("", " ", "\n\t"), async (text, space) => {
        const spaced = JSON.stringify(JSON.parse(text), null, space) ?? text;
        const isTaken = !/"__proto__"/.test(spaced);
        if (isTaken) expect(await readJson(spaced, 1_000_000)).toEqual(JSON.parse(spaced));
      }),
    );
  });

  test("any text is refused as JSON.parse refuses it", async () => {
    const pieces = fc.constantFrom("{", "}", "[", "]", ",", ":", '"', "\\", "a", "0", "-1.5e3", "true", "null", " ");
    await fc.assert(
      fc.asyncProperty(fc.array(pieces, { maxLength: 12 }), async (parts) => {
        const text = parts.join("");
        const parsed = (() => {
          try {
            return { value: JSON.parse(text) as unknown };
          } catch {
            return null;
          }
        })();
        const read = await readJson(text, 1_000).then(
          (value) => ({ value }),
          () => null,
        );
        expect(read).toEqual(parsed);
      }),
      { numRuns: 2_000 },
    );
  });

  test("a long text is read in turns with others", async () => {
    let turns = 0;
    const others = setInterval(() => {
      turns += 1;
    }, 0);
    await readJson(`[${"[],".repeat(100_000)}1]`, 1_000_000);
    clearInterval(others);
    expect(turns).toBeGreaterThan(2);
  });
});
