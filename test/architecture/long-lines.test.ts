import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { longLines, mostColumns } from "../../architecture/rules/long-lines.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
// Generated files have the lines of their generator.
const sources = globSync("{src,packages,scripts,bench,architecture,test,sdk/typescript/src}/**/*.{ts,mjs}", {
  cwd: root,
  exclude: ["**/node_modules", "**/generated", "**/*.generated.ts", "test/simulation/mutant-list.ts"],
});

test(`no line has more than ${mostColumns} characters`, () => {
  const found = sources.flatMap((path) =>
    longLines(readFileSync(join(root, path), "utf8")).map((line) => `${path}:${line}`),
  );
  expect(found).toEqual([]);
});

describe("a line that is too long is found:", () => {
  const words = "word ".repeat(30);

  test.each([
    ["a message", `  const detail = "${words}";`],
    ["a comment", `// ${words}`],
    ["words and a path", `  const detail = "${words} /v1/projects/acme";`],
    ["code", `  ${"one(two); ".repeat(15)}`],
  ])("%s", (_, line) => {
    expect(longLines(`first\n${line}\nlast`)).toEqual([2]);
    expect(longLines(line.slice(0, mostColumns))).toEqual([]);
  });

  test.each([
    ["a URL", `  const at = "https://${"part/".repeat(25)}";`],
    ["a path with gaps", `  return \`/subscriptions/\${subscription}${"/part".repeat(25)}\`;`],
    ["a regular expression", `  /^(a b|${"[ ]c ".repeat(25)})$/i,`],
    ["the title of a test", `  test("${words}", () => {`],
  ])("but not %s", (_, line) => expect(longLines(line)).toEqual([]));
});
