import { existsSync, globSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildBundle } from "../e2e/built-bundle.fixture.ts";
import { partOf } from "../properties/part-of-cases.ts";
import { playCommands } from "./command-story.ts";
import { playRequests } from "./request-story.ts";

const here = fileURLToPath(new URL(".", import.meta.url));
const isUpdate = process.env["UPDATE_GOLDEN"] === "1";
let built: ReturnType<typeof buildBundle>;

beforeAll(() => {
  const { dependencies } = JSON.parse(readFileSync("package.json", "utf8")) as { readonly dependencies: object };
  built = buildBundle(Object.keys(dependencies));
});
afterAll(() => rmSync(built.folder, { recursive: true, force: true }));

describe.each([
  ["commands", playCommands, /^\$ /gm, 200],
  ["requests", playRequests, /^-> /gm, 300],
] as const)("the recorded %s", (kind, play, beginning, atLeast) => {
  const stories = globSync(`${kind}/*/story.yaml`, { cwd: here }).sort();

  test.concurrent.each((isUpdate ? stories : partOf(stories, 2)).map((path) => basename(dirname(path))))(
    "%s",
    async (name) => {
      const recorded = join(here, kind, name, "recorded.txt");
      const played = await play(join(here, kind, name, "story.yaml"), built.bundle);
      if (isUpdate) writeFileSync(recorded, played);
      expect(existsSync(recorded), "README.md says how a story is recorded").toBe(true);
      expect(played).toBe(readFileSync(recorded, "utf8"));
    },
  );

  test(`are at least ${atLeast}`, () => {
    const texts = stories.map((path) => readFileSync(join(here, dirname(path), "recorded.txt"), "utf8"));
    const count = texts.reduce((sum, text) => sum + (text.match(beginning)?.length ?? 0), 0);
    expect(count).toBeGreaterThanOrEqual(atLeast);
  });
});
