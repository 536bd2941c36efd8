import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { canonicalJson } from "../../packages/base/json/canonical-json.ts";
import type { Json } from "../../packages/base/json/json.ts";
import { typescriptProgram } from "../../src/codegen/typescript/typescript-program.ts";
import { catalogDocument } from "../../src/definitions/document/catalog-document.ts";
import { catalog } from "../../src/definitions/resources/catalog.ts";
import { checkDeclaration } from "../../src/engine/check/check-declaration.ts";
import { readDeclaration } from "../../src/engine/declare/read-declaration.ts";
import { loadCel } from "../../src/engine/expressions/cel.ts";
import { runOnce, type SdkFolder, sdkFolder } from "./program.fixture.ts";

const example = (path: string) => fileURLToPath(new URL(`../../examples/${path}`, import.meta.url));
const surroundings = { environment: {}, defaults: {} };
let folder: SdkFolder;

beforeAll(async () => {
  folder = await sdkFolder();
});
afterAll(() => folder.remove());

async function checked(text: string) {
  const { declaration, problems } = readDeclaration(text, { file: "plumb" });
  expect(problems).toEqual([]);
  if (declaration === null) throw new Error("the text can't be read");
  const result = await checkDeclaration({
    declaration,
    catalog,
    surroundings,
    config: {},
    seal: async () => ({ $secret: { id: "", fingerprint: "" } }),
  });
  return { canonical: canonicalJson(declaration as unknown as Json), ...result };
}

test("the quickstart in TypeScript is the quickstart in YAML, byte by byte", async () => {
  const yaml = await checked(readFileSync(example("quickstart/plumb.yaml"), "utf8"));
  const program = folder.write("plumb.ts", readFileSync(example("quickstart-typescript/plumb.ts"), "utf8"));
  const { last, questions, code } = await runOnce(program);
  expect({ questions, code, config: last["config"], used: last["used"] }).toEqual({
    questions: [],
    code: 0,
    config: {},
    used: [],
  });
  const typescript = await checked(JSON.stringify(last["declaration"]));
  expect(typescript.problems).toEqual([]);
  expect(typescript.canonical).toBe(yaml.canonical);
  expect(typescript.checked?.digest).toBe(yaml.checked?.digest);
});

test.each(["examples/quickstart/plumb.yaml", "test/sdk/everything.yaml"])(
  "%s, converted to TypeScript and run, is itself again",
  async (path) => {
    const text = readFileSync(example(`../${path}`), "utf8");
    const yaml = await checked(text);
    const { declaration } = readDeclaration(text, { file: path });
    if (declaration === null) throw new Error("the text can't be read");
    const program = folder.write(
      "converted.ts",
      typescriptProgram(declaration, catalogDocument(catalog), await loadCel()),
    );
    const { last } = await runOnce(program);
    expect((await checked(JSON.stringify(last["declaration"]))).canonical).toBe(yaml.canonical);
  },
);
