import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { playEdits } from "./play-edits.ts";

/**
 * How many sequences are played, and the first seed; another one looks where nobody has looked yet. One alone is told
 * step by step.
 */
const runs = Number(process.env["PLUMB_EDIT_RUNS"] ?? 75);
const first = Number(process.env["PLUMB_EDIT_SEED"] ?? 1);

const directory = mkdtempSync(join(tmpdir(), "plumb-edits-"));
afterAll(() => rmSync(directory, { recursive: true }));

test(`no stack is bricked by ${runs} sequences of edits, kills and edits of the state`, {
  timeout: 7_200_000,
}, async () => {
  const say = (line: string) => process.stdout.write(`${line}\n`);
  const broken: string[] = [];
  const actions = new Map<string, number>();
  for (let seed = first; seed < first + runs; seed += 1) {
    const played = await playEdits(seed, directory, runs === 1);
    broken.push(...played.violations.map((violation) => `seed ${seed}: ${violation}`));
    for (const [action, times] of played.actions) actions.set(action, (actions.get(action) ?? 0) + times);
    for (const line of played.lines) say(line);
    if ((seed - first + 1) % 1_000 === 0) say(`edits: ${seed - first + 1} sequences, ${broken.length} violations`);
  }
  const told = [...actions].sort(([one], [other]) => (one < other ? -1 : 1));
  say(`edits: ${runs} sequences (${told.map(([action, times]) => `${action} ${times}`).join(", ")})`);
  expect(broken).toEqual([]);
  // What is played is what makes a stack unusable: runs that are killed, and edits of the state that are taken.
  const needed = ["up done", "up killed", "mv done", "rm done", "import done", "state-import done", "arrive done"];
  expect(needed.filter((action) => runs >= 100 && !actions.has(action))).toEqual([]);
});
