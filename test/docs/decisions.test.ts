import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { decisionRecord, decisionRecords, decisionsTable } from "../../scripts/decision-records.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const read = (path: string) => readFileSync(join(root, path), "utf8");

const records = decisionRecords(join(root, "docs/decisions"));
const numbers = new Set(records.map(({ number }) => number));

const code = globSync(
  [
    "{src,packages,scripts,architecture,bench,test}/**/*.{ts,mjs,md}",
    "temporal/*.{ts,md}",
    "sdk/{typescript/src,python/plumbline_sdk}/**/*.{ts,py}",
  ],
  { cwd: root, exclude: ["**/node_modules", "test/docs"] },
);
const documents = globSync("{*.md,{docs,sdk,examples}/**/*.md}", { cwd: root, exclude: ["**/node_modules"] });

/**
 * Numbers of records that a text cites: `decision 0044`, `[0044](decisions/...)`, and in records themselves the bare
 * number.
 */
function cited(path: string): readonly string[] {
  const isRecord = path.startsWith("docs/decisions/");
  const citation = isRecord ? /\b(00\d\d)\b/g : /\bdecisions?[ /](\d{2,4})\b|\[(0\d{3})\]/gi;
  return [...read(path).matchAll(citation)].map(([, number, linked]) => number ?? linked ?? "");
}

const citations = [...code, ...documents].flatMap((path) => cited(path).map((number) => ({ path, number })));

describe("each record", () => {
  test("has a number of its own, a status, a date and a title", () => {
    expect(records.length).toBeGreaterThan(70);
    expect(numbers.size).toBe(records.length);
  });

  test("that replaces another one is named by that one, and the other way round", () => {
    const said = records.flatMap(({ number, supersedes }) => supersedes.map((former) => `${number} for ${former}`));
    const heard = records.flatMap(({ number, supersededBy }) => supersededBy.map((later) => `${later} for ${number}`));
    expect(said.toSorted()).toEqual(heard.toSorted());
  });

  test("is in the index, as it is", () => {
    expect(read("docs/decisions/README.md")).toContain(decisionsTable(records));
  });

  test("that is in force is cited where code rests on it", () => {
    const files = new Set(code);
    const used = new Set(citations.filter(({ path }) => files.has(path)).map(({ number }) => number));
    const inForce = records.filter(({ status }) => status.startsWith("accepted"));
    expect(inForce.filter(({ number }) => !used.has(number)).map(({ file }) => file)).toEqual([]);
  });

  test("that is cited exists", () => {
    expect(citations.filter(({ number }) => !numbers.has(number))).toEqual([]);
  });
});

const whole = "# 0044 Secrets\n\nStatus: accepted\n\nDate: 2026-11-22\n\n## Context\n";

test("a record with a whole head is read", () => {
  expect(decisionRecord("0044-secrets.md", whole)).toMatchObject({
    number: "0044",
    date: "2026-11-22",
    supersedes: [],
  });
});

test.each([
  ["a colon behind its number", whole.replace("0044 ", "0044: ")],
  ["no status", whole.replace("Status: accepted\n\n", "")],
  ["another status", whole.replace("accepted", "in force")],
  ["no date", whole.replace("Date: 2026-11-22\n\n", "")],
  ["a successor without a link", whole.replace("accepted", "superseded by 0083")],
  ["the number of another one", whole.replace("0044", "0045")],
])("a record with %s is refused", (_, text) => {
  expect(() => decisionRecord("0044-secrets.md", text)).toThrow("0044-secrets.md");
});
