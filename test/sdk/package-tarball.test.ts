import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildBundle } from "../e2e/built-bundle.fixture.ts";
import { runPlumb, startPlumb } from "../e2e/run-plumb.fixture.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
let [place, bundleFolder] = ["", ""];
beforeAll(() => {
  place = mkdtempSync(join(tmpdir(), "plumb-package-"));
});
afterAll(() => {
  for (const each of [place, bundleFolder]) rmSync(each, { recursive: true, force: true });
});

function npm(argv: readonly string[], cwd: string): string {
  const quiet = ["--prefer-offline", "--no-audit", "--no-fund", "--ignore-scripts"];
  return execFileSync("npm", [...argv, ...quiet], { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
}

test("the packed program holds what it needs and no more, installs into an empty folder, and works from there", async () => {
  const source = join(place, "source");
  const built = buildBundle();
  bundleFolder = built.folder;
  cpSync(dirname(built.bundle), join(source, "dist"), { recursive: true });
  for (const name of ["package.json", "README.md", "LICENSE", "CHANGELOG.md", "policies", "examples", "packages"])
    cpSync(join(root, name), join(source, name), { recursive: true });
  const [packed] = JSON.parse(npm(["pack", "--json", "--pack-destination", place], source)) as [
    { filename: string; files: readonly { path: string }[] },
  ];
  expect(packed.filename).toMatch(/^plumbline-cli-\d+\.\d+\.\d+\.tgz$/);
  const paths = packed.files.map(({ path }) => path);
  expect(paths).toEqual(expect.arrayContaining(["LICENSE", "README.md", "dist/plumb.mjs", "dist/plumb-cloud.mjs"]));
  const needed =
    /^(?:LICENSE|README\.md|package\.json|dist\/[\w-]+\.mjs|policies\/[\w-]+\.cedar(?:schema)?|examples\/.+)$/;
  expect(paths.filter((path) => !needed.test(path))).toEqual([]);

  const folder = join(place, "empty");
  mkdirSync(folder);
  writeFileSync(join(folder, "package.json"), "{}");
  npm(["install", `../${packed.filename}`], folder);
  const program = (name: string) => join(folder, "node_modules", ".bin", name);
  expect(await runPlumb(["version"], folder, program("plumb"))).toMatchObject({ exitCode: 0 });
  expect(await runPlumb(["--version"], folder, program("plumb-cloud"))).toMatchObject({ exitCode: 0 });

  const quickstart = join(folder, "node_modules", "plumbline-cli", "examples", "quickstart");
  for (const name of ["plumb.yaml", "cloud-seed.json"]) cpSync(join(quickstart, name), join(folder, name));
  await runPlumb(["seed", "cloud-seed.json"], folder, program("plumb-cloud"));
  const up = await runPlumb(["up", "--yes"], folder, program("plumb"));
  expect([up.exitCode, up.stderr]).toEqual([0, ""]);
  const again = await runPlumb(["plan"], folder, program("plumb"));
  expect([again.exitCode, again.stdout]).toEqual([0, expect.stringContaining("No changes")]);
  // It reads policies beside it, and what it loads on first use comes with it.
  const service = startPlumb(["serve", "--port", "0", "--json", "--log-level", "silent"], folder, {}, program("plumb"));
  await service.says("}");
  const { url } = JSON.parse(service.output()) as { readonly url: string };
  expect((await fetch(`${url}/readyz`)).status).toBe(200);
  service.signal("SIGTERM");
  expect(await service.ended).toMatchObject({ exitCode: 0 });
}, 300_000);
