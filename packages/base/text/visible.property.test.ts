import fc from "fast-check";
import { expect, test } from "vitest";
import { quoted, visible, visibleSpans } from "./visible.ts";

const odd = fc.constantFrom(
  ..."ab \t\r\u0000\u001b\u007f\u009b\u00a0\u00ad\u200b\u200d\u200f\u202e\u2028\u2066\ufeff\ufe0f\u3164\u2800",
  ...'é\u0301\u0327\u212b\u00c5漢\u1112\u1161하\\utr{}0123"',
  "\\u202e",
  "\\u{e0001}",
  "\u{e0001}",
  "\ud800",
  "😀",
  "e\u0301",
  "\u001b[31m",
);
const text = fc.array(odd, { maxLength: 12 }).map((all) => all.join(""));

/** What a reader takes the shown text for. */
function meant(shown: string): string {
  const read = (code: string) =>
    code === "\\t"
      ? "\t"
      : code === "\\r"
        ? "\r"
        : String.fromCodePoint(Number.parseInt(code.replace(/[^\da-f]/g, ""), 16));
  return shown.replace(
    /(\\+)(u[0-9a-f]{4}|u\{(?:[0-9a-f]*\})?|[tr])?/g,
    (all, slashes: string, rest: string | undefined) => {
      if (rest === undefined) return all;
      const half = "\\".repeat(Math.floor(slashes.length / 2));
      return slashes.length % 2 === 0 ? half + rest : half + read(`\\${rest}`);
    },
  );
}

test("what is shown of a text is safe, and can be read back", () => {
  fc.assert(
    fc.property(text, (given) => {
      const shown = visible(given);
      expect(shown).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]|\s$/u);
      expect(shown.normalize("NFC")).toBe(shown);
      expect(meant(shown)).toBe(given);
    }),
    { numRuns: 2_000 },
  );
});

test("two texts that differ are shown otherwise, in quotes too", () => {
  fc.assert(
    fc.property(text, text, (one, other) => {
      fc.pre(one !== other);
      expect(visible(one)).not.toBe(visible(other));
      expect(quoted(one).normalize("NFC")).not.toBe(quoted(other).normalize("NFC"));
    }),
    { numRuns: 2_000 },
  );
});

test("a line in spans is shown as the line is, cut at the same characters", () => {
  fc.assert(
    fc.property(fc.array(text, { maxLength: 4 }), (texts) => {
      const line = texts.join("");
      fc.pre([...line].length === texts.reduce((sum, each) => sum + [...each].length, 0));
      const spans = visibleSpans(texts.map((each) => ({ text: each, changed: true })));
      expect(spans.map((span) => span.text).join("")).toBe(visible(line));
      expect(spans).toHaveLength(texts.length);
    }),
  );
});

test.each([
  ["plain text", "plain text"],
  ["ends in blanks  ", "ends in blanks \\u0020"],
  ["a\tb", "a\\tb"],
  ["C:\\new\\users", "C:\\new\\users"],
  ["a\\tb", "a\\\\tb"],
  ["e\u0301", "e\\u0301"],
  ["हिन्दी 漢字 é", "हिन्दी 漢字 é"],
  ["\u001b[31mred", "\\u001b[31mred"],
])("%j is shown as %j", (given, shown) => {
  expect(visible(given)).toBe(shown);
});

test("marks without end are told by their codes", () => {
  const marks = "\u0301".repeat(50_000);
  expect(visible(`a\u0301 x${marks}`)).toMatch(/^a\\u0301 x\u0301{29}(?:\\u0301)+$/);
});
