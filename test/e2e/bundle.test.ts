import { spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildBundle } from "./built-bundle.fixture.ts";
import { runPlumb, sources } from "./run-plumb.fixture.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const quickstart = join(root, "examples", "quickstart");
const mistakes = join(root, "test", "e2e", "twenty-mistakes.yaml");

describe("the bundle", () => {
  let folder = "";
  let bundle = "";

  beforeAll(() => {
    ({ folder, bundle } = buildBundle());
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test.each([
    ["version", ["version"]],
    ["help", ["--help"]],
    ["check of a file with mistakes", ["check", "-f", mistakes]],
    ["check of a file with mistakes, as JSON", ["check", "-f", mistakes, "--json"]],
    ["check of a sound file, as JSON", ["check", "-f", join(quickstart, "plumb.yaml"), "--json"]],
    ["graph", ["graph", "-f", join(quickstart, "plumb.yaml"), "--format", "svg"]],
  ])("says what the sources say: %s", async (_, argv) => {
    const [fromBundle, fromSources] = [await runPlumb(argv, folder, bundle), await runPlumb(argv, folder, sources)];
    expect(fromBundle).toEqual(fromSources);
    expect(fromBundle.stdout + fromBundle.stderr).not.toBe("");
  });

  test("plans and applies as the sources do", async () => {
    const options = ["--dir", join(folder, "state"), "-f", join(quickstart, "plumb.yaml")];
    const seeded = await runPlumb(["cloud", "seed", join(quickstart, "cloud-seed.json"), ...options], folder, bundle);
    expect(seeded.exitCode).toBe(0);
    await expectSamePlan(options);
    expect((await runPlumb(["up", "--yes", ...options], folder, bundle)).exitCode).toBe(0);
    const summary = await expectSamePlan(options);
    expect(summary).toMatchObject({ create: 0, update: 0, replace: 0, delete: 0, same: 6 });
  });

  test("an older Node is told which one is needed", () => {
    const older = 'Object.defineProperty(process, "versions", { value: { ...process.versions, node: "20.20.2" } })';
    const options = ["--import", `data:text/javascript,${encodeURIComponent(older)}`];
    const run = spawnSync(process.execPath, [...options, bundle, "version"], { encoding: "utf8" });
    expect(run).toMatchObject({
      status: 1,
      stdout: "",
      stderr: expect.stringMatching(/^plumb needs Node 24\.7 or newer; this is 20\.20\.2\./),
    });
  });

  /** Both plans without what differs from one plan to the next: fresh ids are part of the digest. */
  async function expectSamePlan(options: readonly string[]): Promise<unknown> {
    const plan = async (program: string) => {
      const run = await runPlumb(["plan", "--json", ...options], folder, program);
      expect(run.exitCode).toBe(0);
      const { digest: _, ...rest } = JSON.parse(run.stdout.replaceAll(/collector-[a-z0-9]{7}\b/g, "collector-suffix"));
      return rest;
    };
    const fromBundle = await plan(bundle);
    expect(fromBundle).toEqual(await plan(sources));
    return fromBundle.summary;
  }
});
