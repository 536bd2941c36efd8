import { crc32 } from "node:zlib";
import fc from "fast-check";
import { expect, test } from "vitest";
import { rowSum } from "./checksum.ts";

const text = fc.string({ unit: "binary", maxLength: 20 });
const longText = fc.tuple(text, fc.integer({ min: 200, max: 600 })).map(([some, length]) => some.padEnd(length, "é"));

test("the checksum of a row is that of its cells behind one another, however long they are", () => {
  fc.assert(
    fc.property(text, fc.array(fc.oneof(text, longText, fc.integer(), fc.constant(null))), (table, cells) => {
      const whole = [table, ...cells.map((cell) => cell ?? "\u0001")].join("\u0000");
      expect(rowSum(table, ...cells)).toBe(crc32(whole));
    }),
  );
});
