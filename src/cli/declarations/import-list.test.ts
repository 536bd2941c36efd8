import { expect, test } from "vitest";
import { parseImportList } from "./import-list.ts";

test("what is wrong with an entry is told at its key, however long the texts before it are", () => {
  const text = JSON.stringify([{ type: "iam:OAuthClient", name: "a".repeat(9_000_000), id: 5 }]);
  const parsed = parseImportList("list.json", text);
  expect(parsed.ok ? [] : parsed.error.problems).toMatchObject([
    { code: "wrong-type", span: { line: 1, column: text.indexOf('"id"') + 2 } },
  ]);
});

test.each([
  ['{"a": }', "a value is due before this `}`", undefined],
  ["[,1]", "a value is due before this `,`", undefined],
  ["[1,]", "a value is due before this `]`", "remove the comma before it"],
  ["[1, nul]", "this is not JSON", undefined],
  ["[01]", "this is not JSON", undefined],
  ['[{"id":"i"}]]', "this is not JSON", undefined],
  ["['a']", "a text stands in double quotes in JSON", 'write it as `"text"`'],
])("%s: %s", (text, detail, hint) => {
  const parsed = parseImportList("list.json", text);
  const problems = parsed.ok ? [] : (parsed.error.problems ?? []);
  expect(problems.map((each) => [each.detail, each.hint])).toEqual([[detail, hint]]);
});
