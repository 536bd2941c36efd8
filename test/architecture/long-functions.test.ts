import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { longFunctions, mostLines } from "../../architecture/rules/long-functions.ts";

/** Those that are still to be divided. The list only gets shorter: one that is not too long any more is to be taken from it. */
const stillLong: readonly string[] = [
  "src/stores/sqlite/rows/plan-table.ts planTable",
  "src/stores/sqlite/rows/state-rows.ts stateRows",
];

const root = fileURLToPath(new URL("../../", import.meta.url));
const sources = globSync("{src,packages,scripts,bench,architecture,sdk/typescript/src}/**/*.{ts,mjs}", {
  cwd: root,
  exclude: ["**/node_modules"],
}).filter((path) => !/[.](test|fixture)[.]ts$/.test(path));

test(`no function has more than ${mostLines} lines, but those that are still to be divided`, () => {
  const found = sources.flatMap((path) =>
    longFunctions(path, readFileSync(join(root, path), "utf8")).map(({ name }) => `${path} ${name}`),
  );
  expect(found.sort()).toEqual(stillLong);
});

describe("a function that is too long is found:", () => {
  const body = "  work();\n".repeat(mostLines - 1);

  test.each([
    { name: "declared", text: `function declared() {\n${body}}\n` },
    { name: "arrow", text: `const arrow = () => {\n${body}};\n` },
    { name: "method", text: `class Holder { method() {\n${body}} }\n` },
    { name: "Holder.constructor", text: `class Holder { constructor() {\n${body}} }\n` },
    { name: "field", text: `class Holder { field = () => {\n${body}}; }\n` },
    { name: "member", text: `const holder = { member: async function* () {\n${body}} };\n` },
    { name: "follow(...)", text: `follow(() => {\n${body}});\n` },
  ])("$name", ({ name, text }) => {
    expect(longFunctions("mutant.ts", text)).toEqual([{ name, lines: mostLines + 1 }]);
    expect(longFunctions("mutant.ts", text.replace("  work();\n", ""))).toEqual([]);
  });
});
