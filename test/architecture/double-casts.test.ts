import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { doubleCasts } from "../../architecture/rules/double-casts.ts";

/** Where a cast by way of `unknown` may stand, and why. */
const allowed: Readonly<Record<string, string>> = {
  "packages/base/json/plain.ts":
    "The codec of our own documents: the type of what is written is the type of what is read.",
  "src/service/use-cases/plans/definitions-digest.ts":
    "The words of definitions hold one another: the compiler gives up on `Plain<Catalog>`.",
};

const root = fileURLToPath(new URL("../../", import.meta.url));
const sources = globSync("{src,packages,sdk/typescript/src,scripts,bench}/**/*.{ts,mjs}", {
  cwd: root,
  exclude: ["**/node_modules"],
}).filter((path) => !/[.](test|fixture)[.]ts$/.test(path));

test("a parse, a codec or a better type stands in for `as unknown as`", () => {
  const found = sources.filter((path) => doubleCasts(readFileSync(join(root, path), "utf8")).length > 0);
  expect(found.sort()).toEqual(Object.keys(allowed).sort());
});

test.each(["const plan = document as unknown as Plan;", "const plan = (\n  document as\n  unknown as Plan\n);"])(
  "a cast by way of `unknown` is found: %j",
  (text) => {
    expect(doubleCasts(`const before = 1;\n${text}\n`)).not.toEqual([]);
  },
);
