import { expect, test } from "vitest";
import { mostProblems } from "../../../packages/base/problems/problem-limit.ts";
import { catalog } from "../../definitions/resources/catalog.ts";
import { readDeclaration } from "../declare/read-declaration.ts";
import { checkDeclaration } from "./check-declaration.ts";

const count = 10_000;
const lines = (line: (number: number) => string) => Array.from({ length: count }, (_, number) => line(number)).join("");

test.each([
  ["keys that are there twice", lines(() => "a: 1\n")],
  ["keys that are not known", lines((number) => `a${number}: 1\n`)],
])("the reading of a text ends with the first problem too many: %s", (_, text) => {
  const read = readDeclaration(text, { file: "plumb.yaml" });
  expect(read.problems).toHaveLength(mostProblems + 1);
  expect(read.declaration).toBeNull();
});

test("the check of what was read ends with the first problem too many", async () => {
  const faulty = lines((number) => `  r${number}: { type: iam:OAuthClient, properties: { foo: 1 } }\n`);
  const { declaration, spans } = readDeclaration(`name: x\nresources:\n${faulty}`, { file: "plumb.yaml" });
  if (declaration === null) throw new Error("the text is well-formed");
  const { checked, problems } = await checkDeclaration({
    declaration,
    spans,
    catalog,
    surroundings: { environment: {}, defaults: {} },
    config: {},
    seal: async () => ({ $secret: { id: "", fingerprint: "" } }),
  });
  expect(checked).toBeNull();
  expect(problems).toHaveLength(mostProblems + 1);
});
