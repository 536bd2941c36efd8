import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { referencePages } from "../../src/codegen/pages/reference-pages.ts";
import { catalogDocument } from "../../src/definitions/document/catalog-document.ts";
import { catalog as definitions } from "../../src/definitions/resources/catalog.ts";
import { loadCel } from "../../src/engine/expressions/cel.ts";
import { runPlumb } from "../e2e/run-plumb.fixture.ts";
import { meaningOf } from "../python/program.ts";
import { runOnce, type SdkFolder, sdkFolder } from "./program.fixture.ts";

const catalog = catalogDocument(definitions);

const root = fileURLToPath(new URL("../../", import.meta.url));
let folder: SdkFolder;
let state = "";
beforeAll(async () => {
  folder = await sdkFolder();
  state = mkdtempSync(join(tmpdir(), "plumb-reference-"));
  await runPlumb(["cloud", "seed", join(root, "examples/quickstart/cloud-seed.json"), "--dir", state], folder.path);
});
afterAll(() => {
  folder.remove();
  rmSync(state, { recursive: true, force: true });
});

const pages = Object.entries(referencePages(catalog, await loadCel())).filter(([name]) => name !== "README.md");

test("there is a page for every type and function, and each is as it is kept", () => {
  const types = [...catalog.resources, ...catalog.functions].map(({ type }) => type);
  expect(pages).toHaveLength(types.length);
  for (const type of types)
    expect(pages.filter(([, text]) => text.includes(`| token | \`${type}\` |`))).toHaveLength(1);
  for (const [name, text] of pages) expect(readFileSync(join(root, "docs/resources", name), "utf8")).toBe(text);
});

test.each(pages)(
  "the example of %s is applied on the local cloud, and says the same in TypeScript",
  async (name, text) => {
    const example = (language: string) => new RegExp(`\`\`\`${language}\n([^]*?)\`\`\``).exec(text)?.[1] ?? "";
    const yaml = folder.write(name.replace(".md", ".yaml"), example("yaml"));
    const up = await runPlumb(["up", "-f", yaml, "-s", name.slice(0, -3), "--yes", "--dir", state], folder.path);
    expect([up.exitCode, up.stderr]).toEqual([0, ""]);
    const meaning = await meaningOf(example("yaml"));
    const typescript = await runOnce(folder.write(name.replace(".md", ".ts"), example("ts")));
    expect((await meaningOf(JSON.stringify(typescript.last["declaration"]))).canonical).toBe(meaning.canonical);
  },
);
