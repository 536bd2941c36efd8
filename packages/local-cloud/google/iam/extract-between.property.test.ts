import fc from "fast-check";
import { expect, test } from "vitest";
import { extractBetween } from "./extract-between.ts";

test("finds what was put between the two parts of a template", () => {
  const part = fc.stringMatching(/^[a-z/]{1,8}$/);
  fc.assert(
    fc.property(part, fc.stringMatching(/^[0-9]*$/), part, (before, value, behind) => {
      expect(extractBetween(`${before}${value}${behind}`, `${before}{name}${behind}`)).toBe(value);
      expect(extractBetween(`${before}${value}`, `${before}{name}`)).toBe(value);
    }),
  );
});

test.each(["", "zones", "{", "}{", "nowhere/{x}", "zones/{x}/nowhere"])("finds nothing by %j", (template) => {
  expect(extractBetween("zones/a/reservations/b", template)).toBe("");
});
