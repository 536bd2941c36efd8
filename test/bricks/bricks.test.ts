import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { playEdits } from "./play-edits.ts";

/** How many sequences are played, and the first seed; another one looks where nobody has looked yet. */
const runs = Number(process.env["PLUMB_BRICK_RUNS"] ?? 150);
const first = Number(process.env["PLUMB_BRICK_SEED"] ?? 1);

const directory = mkdtempSync(join(tmpdir(), "plumb-bricks-"));
afterAll(() => rmSync(directory, { recursive: true }));

test(`no stack is bricked by ${runs} sequences of edits, kills and edits of the state`, {
  timeout: 7_200_000,
}, async () => {
  const broken: string[] = [];
  const actions = new Map<string, number>();
  for (let seed = first; seed < first + runs; seed += 1) {
    const played = await playEdits(seed, directory);
    broken.push(...played.violations.map((violation) => `seed ${seed}: ${violation}`));
    for (const [action, times] of played.actions) actions.set(action, (actions.get(action) ?? 0) + times);
  }
  expect(broken).toEqual([]);
  // What is played is what bricks: runs that are killed, and the edits of a state that are taken.
  for (const action of [
    "up done",
    "up killed",
    "mv done",
    "rm done",
    "import done",
    "state-import done",
    "arrive done",
  ])
    expect(actions.get(action), action).toBeGreaterThan(0);
});
