import { execFileSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Json, JsonObject } from "../../packages/base/json/json.ts";
import { yamlLines } from "../../src/cli/rendering/yaml-lines.ts";
import { declarationData } from "../../src/codegen/generator.ts";
import { typescriptProgram, typescriptStatements } from "../../src/codegen/typescript/typescript-program.ts";
import { catalogDocument } from "../../src/definitions/document/catalog-document.ts";
import { catalog as definitions } from "../../src/definitions/resources/catalog.ts";
import { readDeclaration } from "../../src/engine/declare/read-declaration.ts";
import { loadCel } from "../../src/engine/expressions/cel.ts";
import { meaningOf } from "../python/program.ts";
import { type SdkFolder, sdkFolder } from "./program.fixture.ts";

const catalog = catalogDocument(definitions);

const root = fileURLToPath(new URL("../../", import.meta.url));
let folder: SdkFolder;
beforeAll(async () => {
  folder = await sdkFolder();
});
afterAll(() => folder.remove());

/** Declarations of the repository that the check accepts, with what they mean. */
async function soundTexts() {
  const paths = globSync(["examples/**/*.yaml", "test/scenarios/**/*.yaml", "test/sdk/*.yaml"], { cwd: root }).sort();
  const all = await Promise.all(
    paths.map(async (path) => {
      const text = readFileSync(join(root, path), "utf8");
      const meaning = await meaningOf(text).catch(() => undefined);
      return meaning === undefined ? [] : [{ path, text, meaning }];
    }),
  );
  return all.flat();
}

test("every declaration of the repository, converted to TypeScript and run, means the same", async () => {
  const cel = await loadCel();
  const texts = await soundTexts();
  expect(texts.length).toBeGreaterThan(20);
  const files = texts.map(({ path, text }, index) => {
    const { declaration } = readDeclaration(text, { file: path });
    if (declaration === null) throw new Error(`${path} can't be read`);
    return folder.write(`plumb${index}.ts`, typescriptProgram(declaration, catalog, cel));
  });
  const run = execFileSync(process.execPath, [join(root, "test/sdk/run-all.mjs"), folder.path, ...files], {
    encoding: "utf8",
  });
  const lines = run.trimEnd().split("\n");
  const differing: string[] = [];
  for (const [index, { path, meaning }] of texts.entries()) {
    const line = JSON.parse(lines[index] ?? "{}") as { declaration?: Json; failed?: Json };
    const made = await meaningOf(JSON.stringify(line.declaration)).catch(() => undefined);
    // Other words for the same (a version on the token or as an option) differ in form, another order in the digest.
    if (made?.canonical !== meaning.canonical && made?.digest !== meaning.digest)
      differing.push(`${path}: ${JSON.stringify(line.failed ?? "differs")}`);
  }
  expect(differing).toEqual([]);
});

test("what a declaration converts to type-checks", async () => {
  const cel = await loadCel();
  const files = ["examples/quickstart/plumb.yaml", "test/sdk/everything.yaml"].map((path, index) => {
    const { declaration } = readDeclaration(readFileSync(join(root, path), "utf8"), { file: path });
    if (declaration === null) throw new Error(`${path} can't be read`);
    return folder.write(`typed${index}.ts`, typescriptProgram(declaration, catalog, cel));
  });
  const compiler = join(root, "node_modules/typescript/bin/tsc");
  const flags = ["--noEmit", "--strict", "--target", "es2023", "--module", "nodenext", "--types", "node"];
  execFileSync(process.execPath, [compiler, ...flags, ...files], { cwd: folder.path, stdio: "inherit" });
});

test("every declaration of the repository, written as YAML again, is itself", async () => {
  const differing = await Promise.all(
    (await soundTexts()).map(async ({ path, text, meaning }) => {
      const data = declarationData(text, path);
      const made = data.ok ? await meaningOf(yamlLines(data.value).join("\n")) : undefined;
      return made?.canonical === meaning.canonical ? [] : [path];
    }),
  );
  expect(differing.flat()).toEqual([]);
});

test("a single resource", () => {
  const entry: JsonObject = {
    type: "iam:OAuthClient",
    properties: { oauthClientId: "web-portal", location: "global", displayName: 'A "name" with $${braces}' },
    options: { import: "global/web-portal", protect: true },
  };
  expect(typescriptStatements({ "web-portal": entry }, catalog, null)).toBe(`import { iam } from "plumbline-sdk";

new iam.OAuthClient(
  "web-portal",
  { oauthClientId: "web-portal", location: "global", displayName: "A \\"name\\" with \${braces}" },
  { import: "global/web-portal", protect: true },
);
`);
});
