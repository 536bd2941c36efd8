import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { digest } from "../../packages/base/digest.ts";
import { buildBundle } from "../e2e/built-bundle.fixture.ts";
import { startPlumb } from "../e2e/run-plumb.fixture.ts";
import { crashCases } from "./cases.ts";
import { removeDirectory, restoreImage, takeImage } from "./crash-image.ts";
import { type Standing, wrongAtRest, wrongBeside } from "./judge.ts";
import { Incarnation } from "./life.ts";
import { firstBirth } from "./plumbline.ts";
import { prepare } from "./prepare.ts";
import { chosenOf } from "./tier.ts";
import { titleOf } from "./unbroken.ts";

const seeds = chosenOf(
  Array.from({ length: 36 }, (_, index) => index + 1),
  3,
);
/** So often the command is killed before it may finish. */
const kills = 2;

/** A number in [0, 1) that a seed and a turn always give. */
function drawn(seed: number, turn: number): number {
  return Number.parseInt(digest([seed, turn]).slice(-8), 16) / 2 ** 32;
}

describe("the built command killed at any moment", () => {
  let folder = "";
  let bundle = "";
  const crashCase = crashCases().find((each) => titleOf(each) === "stack, all types, create");
  if (crashCase?.command.do !== "up") throw new Error("the case is not there");
  const { text } = crashCase.command;
  let unbroken: Standing;
  let tookMs = 0;

  beforeAll(async () => {
    ({ folder, bundle } = buildBundle());
    writeFileSync(join(folder, "plumb.yaml"), text);
    await inNewWorld(async (dir) => {
      // The first start of a bundle fills the compile cache.
      await startPlumb(["version"], folder, {}, bundle).ended;
      const begun = performance.now();
      expect((await plumb(["up", "--yes"], dir).ended).exitCode).toBe(0);
      tookMs = performance.now() - begun;
      unbroken = await standingIn(dir);
    });
  }, 120_000);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test.each(seeds)(
    "seed %i",
    async (seed) => {
      await inNewWorld(async (dir) => {
        // The first quarter of the time goes by before anything is read.
        for (let turn = 1; turn <= kills; turn += 1) {
          const started = plumb(["up", "--yes"], dir);
          await Promise.race([sleep(tookMs * (0.25 + drawn(seed, turn))), started.ended]);
          started.kill();
          await started.ended;
        }
        const last = await plumb(["up", "--yes"], dir).ended;
        expect(last.exitCode, last.stdout + last.stderr).toBe(0);
        expect((await plumb(["plan", "--detailed-exitcode"], dir).ended).exitCode).toBe(0);
        const standing = await standingIn(dir);
        expect([...wrongAtRest(standing), ...wrongBeside(standing, unbroken, kills)]).toEqual([]);
      });
    },
    60_000,
  );

  /** Runs the work in a directory whose cloud holds what others put there, and nothing of ours. */
  async function inNewWorld(work: (dir: string) => Promise<void>): Promise<void> {
    if (crashCase === undefined) return;
    const dir = restoreImage(await prepare(crashCase));
    try {
      await work(dir);
    } finally {
      removeDirectory(dir);
    }
  }

  function plumb(argv: readonly string[], dir: string) {
    return startPlumb([...argv, "--dir", dir, "-f", join(folder, "plumb.yaml")], folder, {}, bundle);
  }

  async function standingIn(dir: string): Promise<Standing> {
    const life = new Incarnation(takeImage(dir, { ...firstBirth, now: Date.now() }), 0);
    try {
      return await life.standing();
    } finally {
      await life.end();
    }
  }
});
