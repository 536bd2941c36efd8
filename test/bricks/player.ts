import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { playEdits } from "./play-edits.ts";

/** `node test/bricks/player.ts FIRST COUNT`: plays sequences and tells which break something; one alone is told step by step. */
const [first = 1, count = 1] = process.argv.slice(2).map(Number);
const directory = mkdtempSync(join(tmpdir(), "plumb-bricks-"));
const actions = new Map<string, number>();
const begun = performance.now();
let broken = 0;
const say = (line: string) => process.stdout.write(`${line}\n`);
for (let seed = first; seed < first + count; seed += 1) {
  const played = await playEdits(seed, directory, count === 1);
  for (const [action, times] of played.actions) actions.set(action, (actions.get(action) ?? 0) + times);
  if (played.violations.length > 0) broken += 1;
  if (count === 1) for (const line of played.lines) say(line);
  for (const violation of played.violations) say(`seed ${seed}: ${violation}`);
  if ((seed - first + 1) % 500 === 0) say(`${seed - first + 1} of ${count} played, ${broken} broke a promise`);
}
rmSync(directory, { recursive: true });
for (const [action, times] of [...actions].sort()) say(`${action}: ${times}`);
say(`${count} sequences, ${broken} broke a promise, ${((performance.now() - begun) / 1_000).toFixed(1)} s`);
