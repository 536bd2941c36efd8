import { expect, test } from "vitest";
import { parseImportList } from "./import-list.ts";

test("what is wrong with an entry is told at its key, however long the texts before it are", () => {
  const text = JSON.stringify([{ type: "iam:OAuthClient", name: "a".repeat(9_000_000), id: 5 }]);
  const parsed = parseImportList("list.json", text);
  expect(parsed.ok ? [] : parsed.error.problems).toMatchObject([
    { code: "wrong-type", span: { line: 1, column: text.indexOf('"id"') + 2 } },
  ]);
});
