import { expect, test } from "vitest";
import { jsonText } from "./json-text.ts";

test("JSON holds nothing that a terminal obeys or nobody sees, and says the same", () => {
  const document = { name: "a\u009b31m\u202eb\u007f\u{e0001}\u2028\u200b", plain: "é 漢字 😀" };
  const text = jsonText(document);
  expect(text).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
  expect(text).toContain('"a\\u009b31m\\u202eb\\u007f\\udb40\\udc01\\u2028\\u200b"');
  expect(text).toContain("é 漢字 😀");
  expect(JSON.parse(text)).toEqual(document);
});
