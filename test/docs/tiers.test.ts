import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("../../", import.meta.url));
const read = (path: string) => readFileSync(`${root}${path}`, "utf8");

/** The rows of the table below a heading, by the word that their first cell has as code. */
function rowsBelow(heading: string): ReadonlyMap<string, string> {
  const [, section = ""] = read("docs/testing.md").split(`\n## ${heading}\n`);
  const rows = (section.split("\n## ")[0] ?? "").split("\n").filter((line) => line.startsWith("| `"));
  return new Map(rows.map((row) => [/^\| `([^`]+)`/.exec(row)?.[1] ?? "", row]));
}

/** The numbers among some words, in the form of the tables. */
function counts(words: readonly string[]): readonly string[] {
  const numbers = words.filter((value) => /^\d+$/.test(value));
  return numbers.map((value) => value.replace(/(?<=\d)(?=(\d{3})+$)/g, " "));
}

const { scripts } = JSON.parse(read("package.json")) as { readonly scripts: Readonly<Record<string, string>> };

interface LongSuite {
  readonly env: Readonly<Record<string, string>>;
  readonly vitest?: readonly string[];
  readonly node?: readonly string[];
}

const told = execFileSync(process.execPath, ["scripts/test-long.mjs", "--list"], { cwd: root, encoding: "utf8" });
const suites = Object.entries(JSON.parse(told) as Readonly<Record<string, LongSuite>>);

test("the table of the gate has the steps of `.ci/run`, in their order", () => {
  const steps = [...read(".ci/run").matchAll(/^step "([^",]+)/gm)].map(([, step]) => step);
  expect([...rowsBelow("The gate").keys()]).toEqual(steps);
});

test("its rows tell how often the scripts of `package.json` play", () => {
  for (const [step, row] of rowsBelow("The gate")) {
    const [, script = ""] = /^npm run (\S+)/.exec(step) ?? [];
    const settings = [...(scripts[script] ?? "").matchAll(/\bPLUMB_\w+=(\S+)/g)].map(([, value = ""]) => value);
    for (const count of counts(settings)) expect(row, step).toContain(count);
  }
});

test("the table of the long tier has the suites of `scripts/test-long.mjs`, in their order", () => {
  expect([...rowsBelow("The long tier").keys()]).toEqual(suites.map(([name]) => name));
});

test.each(suites)("its row of %s tells how often it is played, and where", (name, { env, vitest, node = [] }) => {
  const row = rowsBelow("The long tier").get(name) ?? "";
  for (const count of counts([...Object.values(env), ...node.slice(2)])) expect(row).toContain(count);
  const where =
    row
      .split(" | ")
      .at(-1)
      ?.match(/(?<=`)[^`,]+(?=`)/g) ?? [];
  expect(where.filter((each) => each.includes("/"))).toEqual(vitest ?? node.slice(0, 1));
});
