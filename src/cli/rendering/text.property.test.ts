import fc from "fast-check";
import { expect, test } from "vitest";
import { inlineValue } from "./plan/render-value.ts";
import { alignColumns, clean, clip, clipMiddle, textWidth, wrap } from "./text.ts";

test("clean leaves no control character and changes nothing twice", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      expect(clean(text)).not.toMatch(/[\p{Cc}\u2028-\u202e\u2066-\u2069]/u);
      expect(clean(clean(text))).toBe(clean(text));
    }),
  );
});

test("clip and wrap keep to the width", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), fc.integer({ min: 4, max: 40 }), (text, width) => {
      expect(textWidth(clip(clean(text), width))).toBeLessThanOrEqual(width);
      expect(textWidth(clipMiddle(clean(text), width))).toBeLessThanOrEqual(width);
      for (const line of wrap(text, width)) {
        if (line.includes(" ")) expect(textWidth(line)).toBeLessThanOrEqual(width);
      }
    }),
  );
});

test("a command in backticks is not broken where a line has room for it", () => {
  expect(wrap("or keep it with `plumb config set environment ...` here", 40)).toEqual([
    "or keep it with",
    "`plumb config set environment ...` here",
  ]);
  expect(wrap("with `plumb config set environment`", 20)).toEqual(["with `plumb config", "set environment`"]);
});

test("any value is shown on one safe line", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(inlineValue(value as never)).not.toMatch(/\p{Cc}/u);
    }),
  );
});

test("a table keeps to the width: its last column is cut, or goes to lines of its own where there is no room", () => {
  const rows = [
    ["RUN", "STARTED", "PLAN OR EDIT"],
    ["b053cb6675c9", "2026-11-30 01:40:39 +00:00", "3ed98acf513f"],
  ];
  expect(alignColumns(rows, 60)).toEqual([
    "RUN           STARTED                     PLAN OR EDIT",
    "b053cb6675c9  2026-11-30 01:40:39 +00:00  3ed98acf513f",
  ]);
  expect(alignColumns(rows, 50)).toEqual([
    "RUN           STARTED",
    "    PLAN OR EDIT",
    "b053cb6675c9  2026-11-30 01:40:39 +00:00",
    "    3ed98acf513f",
  ]);
});

test("a table whose columns don't fit beside one another goes on below, and cuts no column that fits by itself", () => {
  const rows = [["17", "2026-11-30 01:40:39 +00:00", "putServiceRole", "x/dev", "group:sre admin", "done", "user:ann"]];
  expect(alignColumns(rows, 50)).toEqual([
    "17  2026-11-30 01:40:39 +00:00  putServiceRole",
    "    x/dev  group:sre admin  done",
    "    user:ann",
  ]);
  expect(alignColumns([["a".repeat(60), "b", ""]], 50)[0]).toHaveLength(50);
});
