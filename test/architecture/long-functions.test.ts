import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { longFunctions, mostLines } from "../../architecture/rules/long-functions.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const sources = globSync("{src,packages,scripts,bench,architecture,sdk/typescript/src}/**/*.{ts,mjs}", {
  cwd: root,
  exclude: ["**/node_modules"],
}).filter((path) => !/[.](test|fixture)[.]ts$/.test(path));

test(`no function has more than ${mostLines} lines`, () => {
  const found = sources.flatMap((path) =>
    longFunctions(path, readFileSync(join(root, path), "utf8")).map(({ name }) => `${path} ${name}`),
  );
  expect(found).toEqual([]);
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
