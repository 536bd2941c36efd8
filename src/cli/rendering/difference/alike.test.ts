import { expect, test } from "vitest";
import type { Json } from "../../../../packages/base/json/json.ts";
import { difference } from "../../../engine/difference/difference.ts";
import { painter } from "../paint.ts";
import { fieldLines } from "../plan/render-field.ts";
import { alikeNote, mixedNote } from "./alike.ts";
import { hunkLines } from "./render-hunk.ts";

test.each([
  ["admin", "\u0430dmin", "U+0061 -> U+0430"],
  ["pay", "\u0440\u0430y", "U+0070 -> U+0440, U+0061 -> U+0430"],
  ["a-b", "a\u2010b", "U+002D -> U+2010"],
  ["file", "\uff46ile", "U+0066 -> U+FF46"],
  ["xi", "x\u0131", "U+0069 -> U+0131"],
  ["10", "1\u0966", "U+0030 -> U+0966"],
  ["3", "\u0417", "U+0033 -> U+0417"],
])("%s and %s look alike, and are told apart by their code points", (old, next, note) => {
  expect(alikeNote(old, next)).toBe(note);
});

test.each([
  ["admin", "admit"],
  ["admin", "adm\u0430ns"],
  ["漢", "字"],
  ["a", "漢"],
  ["same", "same"],
])("%s and %s need no code points", (old, next) => {
  expect(alikeNote(old, next)).toBeUndefined();
});

test("a difference tells them on one line, in a block, and in a list", () => {
  const screen = { paint: painter(false), width: 80, whole: true };
  const told = (old: string | readonly string[], next: string | readonly string[], room: number) =>
    difference(undefined, old, next).map((hunk) => hunkLines(hunk, room, screen));
  expect(told("admin", "\u0430dmin", 80)).toEqual(['"admin" -> "\u0430dmin" (U+0061 -> U+0430)']);
  expect(told("one\nadmin", "one\n\u0430dmin", 10)).toEqual([
    ["  one", "- admin", "+ \u0430dmin", "? U+0061 -> U+0430"],
  ]);
  expect(told(["x", "admin"], ["x", "\u0430dmin"], 10)).toEqual([
    ['  "x"', '- "admin"', '+ "\u0430dmin"', "? U+0061 -> U+0430"],
  ]);
});

test("members of a list that are no texts have none", () => {
  const screen = { paint: painter(false), width: 80, whole: true };
  const lines = difference(undefined, [[null], [1]], [[1]]).map((hunk) => hunkLines(hunk, 10, screen));
  expect(lines.flat().join("\n")).not.toContain("U+");
});

test.each([
  ["group:\u0430dmins@acme.example", "not all letters are Latin: \u0430 is U+0430"],
  ["group:admins@acme.example", undefined],
  ["\u041c\u043e\u0441\u043a\u0432\u0430", undefined],
  ["Gr\u00fc\u00dfe, \u6f22\u5b57", undefined],
])("the letters of %s that only look Latin are named where it is new", (text, note) => {
  expect(mixedNote(text)).toBe(note);
});

const field = { path: "/uris", reason: "declared", replace: false } as const;
const changed = (old: Json, next: Json) =>
  fieldLines([{ ...field, old, new: next }], "changes", { paint: painter(false), width: 80, whole: true }).join("\n");

test.each([
  [
    "a new member of a list beside its twin",
    ["https://pay.example/"],
    ["https://pay.example/", "https://p\u0430y.example/"],
  ],
  ["a text that changes elsewhere too", 'x == "@acme"', 'x == "@\u0430cme" && true'],
  ["a value where there was none", [], ["p\u0430y"]],
])("letters that only look Latin are named in %s", (_, old, next) => {
  expect(changed(old, next)).toContain("! not all letters are Latin: \u0430 is U+0430");
});

test("what the difference has told by its code points is not told once more", () => {
  expect(changed("admin", "\u0430dmin")).toBe('uris: "admin" -> "\u0430dmin" (U+0061 -> U+0430)');
});
