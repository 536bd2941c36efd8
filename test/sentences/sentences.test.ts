import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { codeExplanations } from "../../src/cli/reports/explanations.ts";
import { refusals } from "../../src/contract/refusals.ts";
import { saidInSource } from "./said-in-source.ts";

const here = fileURLToPath(new URL("codes", import.meta.url));
const isUpdate = process.env["UPDATE_GOLDEN"] === "1";

/** The codes of problems and faults, and those of what a convention of the API refuses. */
const summaries = new Map<string, string>([
  ...Object.entries(refusals).map(([code, { title }]) => [code, title] as const),
  ...codeExplanations().map(({ code, summary }) => [code, summary] as const),
]);

/** Codes beside which no sentence of ours stands, and why. */
const withoutSentence: Readonly<Record<string, string>> = {
  denied: "the platform's own words are shown",
  "no-credential": "what a driver was refused with by the credentials, or by the platform, is shown",
  "syntax-error": "what is wrong with a text is told by yaml-mistake.ts and json-places.ts, which know no code",
  "audit-damaged": "nothing in the sources says it",
  "cloud-refused": "nothing in the sources says it",
  "cloud-unreachable": "nothing in the sources says it",
  "shutting-down": "nothing in the sources says it",
};

const said = saidInSource(new Set(summaries.keys()));
const golden = (code: string) => join(here, `${code}.txt`);
const told = (code: string) => `${[`# ${summaries.get(code)}`, ...(said.get(code) ?? [])].join("\n")}\n`;

test.each([...summaries.keys()])("%s says what its golden says", (code) => {
  if (isUpdate) {
    mkdirSync(here, { recursive: true });
    writeFileSync(golden(code), told(code));
  }
  expect(told(code)).toBe(readFileSync(golden(code), "utf8"));
});

test("every golden has a code", () => {
  const left = globSync("*.txt", { cwd: here }).filter((file) => !summaries.has(basename(file, ".txt")));
  if (isUpdate) for (const file of left) rmSync(join(here, file));
  expect(isUpdate ? [] : left).toEqual([]);
});

test("every code has a sentence, or a reason why it has none", () => {
  const silent = [...summaries.keys()].filter((code) => said.get(code)?.length === 0);
  expect(silent.sort()).toEqual(Object.keys(withoutSentence).sort());
});

describe("what was recorded from outside", () => {
  const root = fileURLToPath(new URL("..", import.meta.url));
  const recorded = globSync("{recordings/*/*/recorded.txt,scenarios/*/*.json}", { cwd: root })
    .sort()
    .flatMap((file) => problemsIn(readFileSync(join(root, file), "utf8")))
    .filter(({ code }) => summaries.has(code) && withoutSentence[code] === undefined);

  test("stands in the goldens under its code", () => {
    const strange = recorded.filter(({ code, detail }) => !(said.get(code) ?? []).some((line) => fits(detail, line)));
    expect(strange).toEqual([]);
    expect(recorded.length).toBeGreaterThan(180);
  });
});

test("no test asserts five words of one in a row: it asserts the code, and what the sentence tells of the case", () => {
  const sentences = [...summaries].flatMap(([code, summary]) => [summary, ...(said.get(code) ?? [])]);
  const known = new Set(sentences.flatMap(fiveWords));
  const root = fileURLToPath(new URL("../..", import.meta.url));
  const asserts = /\b(to[A-Z]\w+|string(Containing|Matching))\(|\b(detail|message|summary|hint|why)\b/;
  const repeated = globSync("{src,packages,test}/**/*.test.ts", { cwd: root, exclude: ["**/node_modules"] }).flatMap(
    (file) =>
      readFileSync(join(root, file), "utf8")
        .split("\n")
        .filter((line) => asserts.test(line) && !/^\s*(\*|\/[/*]|(test|describe)\b)/.test(line))
        .filter((line) => fiveWords(line).some((each) => known.has(each)))
        .map((line) => `${file}: ${line.trim()}`),
  );
  expect(repeated).toEqual([]);
});

/** Each five words that follow one another, a blank between them. */
function fiveWords(text: string): readonly string[] {
  return [...text.toLowerCase().matchAll(/(?<![\w'])(?=([a-z][a-z'-]*(?: [a-z][a-z'-]*){4})(?![\w']))/g)].flatMap(
    ([, words]) => words ?? [],
  );
}

/** The codes and details of the problem documents in a text. */
function problemsIn(text: string): readonly { readonly code: string; readonly detail: string }[] {
  const quoted = '"(?:[^"\\\\]|\\\\.)*"';
  const entry = new RegExp(
    `"code":\\s*"([\\w-]+)",\\s*(?:"severity":\\s*"\\w+",\\s*)?"(` +
      `?:summary|title)":\\s*${quoted},\\s*"detail":\\s*(${quoted})`,
    "g",
  );
  return [...text.matchAll(entry)].map(([, code = "", detail = '""']) => ({
    code,
    detail: String(JSON.parse(detail)),
  }));
}

function fits(detail: string, line: string): boolean {
  const parts = line.split("…").map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(`^${parts.join(".*")}$`).test(detail.replace(/\s+/g, " ").trim());
}
