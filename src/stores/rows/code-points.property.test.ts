import fc from "fast-check";
import { expect, test } from "vitest";
import { afterPrefix, byCodePoint } from "./code-points.ts";

const text = fc.string({ unit: "binary", maxLength: 6 });

test("texts are in the order of their code points", () => {
  const points = (of: string) => [...of].map((character) => character.codePointAt(0) ?? 0);
  fc.assert(
    fc.property(text, text, (a, b) => {
      const [one, other] = [points(a), points(b)];
      const at = one.findIndex((point, index) => point !== other[index]);
      const expected = at === -1 ? one.length - other.length : (one[at] ?? 0) - (other[at] ?? -1);
      expect(Math.sign(byCodePoint(a, b))).toBe(Math.sign(expected));
    }),
  );
});

test("a text begins with a prefix exactly when it is between the prefix and what comes after it", () => {
  fc.assert(
    fc.property(text, text, fc.boolean(), (prefix, other, isLonger) => {
      const candidate = isLonger ? prefix + other : other;
      const end = afterPrefix(prefix);
      const isBetween = byCodePoint(candidate, prefix) >= 0 && (end === null || byCodePoint(candidate, end) < 0);
      expect(isBetween).toBe(candidate.startsWith(prefix));
    }),
  );
});

test("what comes after the highest and around the surrogates", () => {
  expect(afterPrefix("")).toBeNull();
  expect(afterPrefix("\u{10ffff}\u{10ffff}")).toBeNull();
  expect(afterPrefix("a\u{10ffff}")).toBe("b");
  expect(afterPrefix("\ud7ff")).toBe("\ue000");
  expect(afterPrefix("\uffff")).toBe("\u{10000}");
});
