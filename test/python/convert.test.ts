import { execFileSync, spawnSync } from "node:child_process";
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Json } from "../../packages/base/json/json.ts";
import { pythonProgram, pythonStatements } from "../../src/codegen/python/python-program.ts";
import { catalogDocument } from "../../src/definitions/document/catalog-document.ts";
import { catalog as definitions } from "../../src/definitions/resources/catalog.ts";
import { readDeclaration } from "../../src/engine/declare/read-declaration.ts";
import { expressionLanguage } from "../../src/engine/expressions/expression-language.ts";
import { meaningOf } from "./program.ts";
import { python, root, sdk, toolCache, toolPython } from "./tools.ts";

const catalog = catalogDocument(definitions);

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "plumb-convert-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The Python program that a text converts to, as a file. */
async function converted(text: string, name: string): Promise<string> {
  const { declaration } = readDeclaration(text, { file: "plumb.yaml" });
  if (declaration === null) throw new Error("the text can't be read");
  const { cel } = await expressionLanguage(declaration as unknown as Json);
  const file = join(folder, `${name}.py`);
  writeFileSync(file, pythonProgram(declaration, catalog, cel));
  return file;
}

/** Declarations of the repository that the check accepts. */
async function soundTexts(): Promise<readonly (readonly [string, string])[]> {
  const paths = globSync(["examples/**/*.yaml", "test/scenarios/**/*.yaml", "test/sdk/*.yaml"], { cwd: root }).sort();
  const texts = paths.map((path) => [path, readFileSync(join(root, path), "utf8")] as const);
  const sound = await Promise.all(
    texts.map(([, text]) =>
      meaningOf(text).then(
        () => true,
        () => false,
      ),
    ),
  );
  return texts.filter((_, index) => sound[index]);
}

describe("a declaration converted to Python", () => {
  test("declares the same, for every declaration of the repository", async () => {
    const texts = await soundTexts();
    expect(texts.length).toBeGreaterThan(20);
    const files = await Promise.all(texts.map(([, text], index) => converted(text, `plumb${index}`)));
    const run = execFileSync(python, [join(root, "test/python/run_all.py"), ...files], {
      env: { ...process.env, PYTHONPATH: sdk },
      encoding: "utf8",
    });
    const lines = run.trimEnd().split("\n");
    const differing: string[] = [];
    for (const [index, [path, text]] of texts.entries()) {
      const line = JSON.parse(lines[index] ?? "{}");
      const made = await meaningOf(JSON.stringify(line.declaration)).catch(() => undefined);
      const written = await meaningOf(text);
      // Other words for the same (a version on the token or as an option) differ in form, another order in the digest.
      if (made?.canonical !== written.canonical && made?.digest !== written.digest)
        differing.push(`${path}: ${line.failed ?? "differs"}`);
    }
    expect(differing).toEqual([]);
  });

  test("type-checks, and reads as one would write it", async () => {
    const file = await converted(readFileSync(join(root, "examples/quickstart/plumb.yaml"), "utf8"), "portal");
    const text = readFileSync(file, "utf8");
    expect(text).toContain('display_name=plumb.Output.format("Migration portal ({})", environment)');
    expect(text).toContain('plumb.cel("size({})", approvers.effective_rules)');
    const everything = await converted(readFileSync(join(root, "test/sdk/everything.yaml"), "utf8"), "everything");
    for (const each of [file, everything]) {
      const run = spawnSync(toolPython, ["-m", "mypy", "--strict", "--cache-dir", toolCache, each], {
        cwd: folder,
        env: { ...process.env, MYPYPATH: sdk },
        encoding: "utf8",
      });
      expect(run.stdout).toMatch(/^Success/);
    }
  });

  test("a single resource", () => {
    const entry = {
      type: "iam:OAuthClient",
      properties: { oauthClientId: "web-portal", location: "global", displayName: 'A "name" with $${braces}' },
      options: { import: "global/web-portal", protect: true },
    };
    expect(pythonStatements({ "web-portal": entry }, catalog, null)).toBe(`import plumbline_sdk as plumb
from plumbline_sdk import iam

iam.OAuthClient(
    "web-portal",
    oauth_client_id="web-portal",
    location="global",
    display_name="A \\"name\\" with \${braces}",
    opts=plumb.ResourceOptions(import_="global/web-portal", protect=True),
)
`);
  });
});
