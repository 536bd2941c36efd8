import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { pythonVersionPackage } from "../../src/codegen/python/python-version-package.ts";
import { catalogDocument } from "../../src/definitions/document/catalog-document.ts";
import { catalog as definitions } from "../../src/definitions/resources/catalog.ts";
import { lastLineOf } from "./program.ts";
import { sdk, toolCache, toolPython } from "./tools.ts";

const catalog = catalogDocument(definitions);

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "plumb-version-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Writes the package of a version out; gives its folder. */
function written(namespace: string, version: string): string {
  const files = pythonVersionPackage(catalog, namespace, version);
  if (!files.ok) throw new Error(files.error);
  const home = join(folder, `${namespace}-${version}`);
  for (const [path, text] of Object.entries(files.value)) {
    mkdirSync(dirname(join(home, path)), { recursive: true });
    writeFileSync(join(home, path), text);
  }
  return home;
}

const versions = ["authorization", "migrate"].flatMap((namespace) => {
  const definitions = [...catalog.resources, ...catalog.functions];
  const all = definitions
    .filter(({ type }) => type.startsWith(`${namespace}:`))
    .flatMap(({ versions: { default: usual, others } }) => [usual, ...others]);
  return [...new Set(all)].map((version) => [namespace, version] as const);
});

test.each(versions)("the package %s@%s has the types that it says", (namespace, version) => {
  const home = written(namespace, version);
  const module = `plumbline_sdk_${namespace}_${version.replaceAll("-", "_")}`;
  const run = spawnSync(toolPython, ["-m", "mypy", "--strict", "--cache-dir", toolCache, "-p", module], {
    cwd: home,
    env: { ...process.env, MYPYPATH: `${home}:${sdk}` },
    encoding: "utf8",
  });
  expect(run.stdout).toMatch(/^Success/);
});

test("installed beside the default one, both are declared, each with its own token", async () => {
  const home = written("migrate", "2023-01-01");
  const target = join(folder, "installed");
  const options = ["--quiet", "--no-deps", "--no-build-isolation", "--target", target];
  execFileSync(toolPython, ["-m", "pip", "install", ...options, home]);
  const program = join(folder, "plumb.py");
  writeFileSync(
    program,
    `import sys
sys.path.insert(0, ${JSON.stringify(target)})
import plumbline_sdk as plumb
import plumbline_sdk_migrate_2023_01_01 as newer
from plumbline_sdk import migrate

one = migrate.get_private_endpoint_connection_output("m", "p", "r")
other = newer.get_private_endpoint_connection_output("m", "p", "r")
plumb.export("versions", [one.platform_api_version, other.platform_api_version])
`,
  );

  const { declaration, spans } = await lastLineOf(program);
  expect(declaration).toMatchObject({
    lookups: {
      privateEndpointConnection: {
        function: "migrate:getPrivateEndpointConnectionControllerPrivateEndpointConnection",
      },
      privateEndpointConnection2: {
        function: "migrate:getPrivateEndpointConnectionControllerPrivateEndpointConnection@2023-01-01",
      },
    },
  });
  expect(spans).toMatchObject({ files: [program] });
});

test("what there is not is told with what there is", () => {
  expect(pythonVersionPackage(catalog, "authorisation", undefined)).toMatchObject({
    ok: false,
    error: expect.stringContaining("`authorization`"),
  });
  expect(pythonVersionPackage(catalog, "migrate", "1999-01-01")).toMatchObject({
    ok: false,
    error: expect.stringMatching(/^`migrate` .* 1999-01-01; .* 2019-10-01, 2020-05-01, 2023-01-01$/),
  });
});
