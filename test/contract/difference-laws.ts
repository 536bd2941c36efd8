import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isJsonObject, type Json, type JsonObject } from "../../packages/base/json/json.ts";
import { pointerSegments } from "../../packages/base/json/pointer.ts";
import type { difference as Difference } from "../../src/engine/difference/difference.ts";
import type { Hunk, Line, ListPart, TextPart } from "../../src/engine/difference/hunk.ts";

const text = fc
  .array(fc.constantFrom("one", "two", "x.y", " ", "  ", "\n", "\n\n", "é", "e\u0301", "漢", '"', "\\", "=="), {
    maxLength: 40,
  })
  .map((words) => words.join(""));
const leaf: fc.Arbitrary<Json> = fc.oneof(text, fc.string(), fc.integer(), fc.boolean(), fc.constant(null));
const { value } = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small", maxDepth: 4 },
    leaf,
    fc.array(tie("value"), { maxLength: 6 }),
    fc.dictionary(fc.constantFrom("a", "b", "0", "x/y", "x.y", "$z", "~"), tie("value")),
  ),
}));

const lineText = (line: Line) => line.map((run) => run.text).join("");

function sideOf(parts: readonly TextPart[], side: "old" | "new"): string {
  return parts.flatMap((part) => (part.kind === "same" ? part.lines : part[side].map(lineText))).join("\n");
}

const itemsOf = (parts: readonly ListPart[], side: "old" | "new") =>
  parts.flatMap((part) => (part.kind === "same" ? part.items : part[side]));

/** What stands at a hunk's place on one side; undefined where there is nothing. */
function standing(hunk: Hunk, side: "old" | "new"): Json | undefined {
  if (hunk.kind === "text") return sideOf(hunk.parts, side);
  return hunk.kind === "list" ? itemsOf(hunk.parts, side) : hunk[side];
}

/** The value with another one at a place below it. */
function put(value: Json | undefined, path: readonly string[], given: Json | undefined): Json | undefined {
  const [name, ...rest] = path;
  if (name === undefined) return given;
  if (Array.isArray(value))
    return value.map((item: Json, index) => (index === Number(name) ? (put(item, rest, given) ?? null) : item));
  const object: JsonObject = isJsonObject(value) ? value : {};
  const { [name]: before, ...others } = object;
  const after = put(before, rest, given);
  return after === undefined ? others : { ...others, [name]: after };
}

/** What holds of every difference between two values. */
export function differenceLaws(difference: typeof Difference): void {
  describe("difference", () => {
    test("the old value with all hunks carried out is the new one, and back", () => {
      fc.assert(
        fc.property(value, value, (old, next) => {
          const hunks = difference(undefined, old, next);
          const there = hunks.reduce<Json | undefined>(
            (made, hunk) => put(made, pointerSegments(hunk.path), standing(hunk, "new")),
            old,
          );
          const back = hunks.reduce<Json | undefined>(
            (made, hunk) => put(made, pointerSegments(hunk.path), standing(hunk, "old")),
            next,
          );
          expect(there).toEqual(next);
          expect(back).toEqual(old);
        }),
      );
    });

    test("characters that are told as the same stand on both sides", () => {
      fc.assert(
        fc.property(text, text, (old, next) => {
          const same = (side: "old" | "new") =>
            difference(undefined, old, next)
              .flatMap((hunk) => (hunk.kind === "text" ? hunk.parts : []))
              .flatMap((part) => (part.kind === "same" ? [] : part[side]))
              .flatMap((line) => line.filter((run) => !run.changed).map((run) => run.text))
              .join("");
          expect(same("old")).toBe(same("new"));
        }),
      );
    });
  });
}
