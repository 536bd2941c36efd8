import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { codeExplanations } from "../../src/cli/reports/explanations.ts";
import { topicWords } from "../../src/cli/reports/topics.ts";
import { generatorOf } from "../../src/codegen/generator.ts";
import { catalog } from "../../src/definitions/resources/catalog.ts";
import { optionNames } from "../../src/engine/declare/option-names.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const sources = globSync("src/**/*.ts", { cwd: root, exclude: ["**/*.test.ts", "**/*.fixture.ts"] });
const written = /\bcode: "([a-z]+(?:-[a-z]+)*)"|new Fault\(\s*"([a-z-]+)"|\bproblem\(\s*"([a-z-]+)"/g;

/** Reasons for which a call is not sent: a driver's refusal has them, and its problem is `denied` or the like. */
const ofCalls = ["foreign-origin", "private-address", "proxy-unusable"];

test("each code that the sources write is known to `plumb explain`", () => {
  const codes = new Set(
    sources.flatMap((file) =>
      [...readFileSync(`${root}${file}`, "utf8").matchAll(written)].map(([, ...found]) => found.join("")),
    ),
  );
  const known = new Set(codeExplanations().map(({ code }) => code));
  expect(codes.size).toBeGreaterThan(120);
  expect([...codes].filter((code) => !known.has(code)).sort()).toEqual(ofCalls);
});

test("so are the parts of a declaration, each option and each kind of provider", () => {
  const known = topicWords(generatorOf(catalog).declarationSchema());
  const due = ["config", "expressions", "options", "providers", ...optionNames, ...Object.keys(catalog.providers)];
  expect(due.filter((word) => !known.includes(word))).toEqual([]);
});
