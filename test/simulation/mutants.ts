import { spawn } from "node:child_process";
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { type Mutant, mutants, type Patch } from "./mutant-list.ts";
import { runScenario } from "./run-scenario.ts";
import { prepare, type Source, scenariosFrom } from "./simulate.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

/**
 * Takes one cure after the other out of a copy of the tree, and tells the first seed by which the simulation sees it.
 */
async function show(points: readonly number[], from: number, count: number): Promise<void> {
  await prepare();
  for (const mutant of mutants) {
    if (points.length > 0 && !points.includes(mutant.point)) continue;
    const found = await firstFound(mutant, from, count);
    process.stdout.write(`point ${mutant.point} | ${mutant.missing} | ${found}\n`);
  }
}

/** The first seed that breaks a promise without the cure and none with it. */
async function firstFound(mutant: Mutant, from: number, count: number): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "plumb-mutant-"));
  try {
    for (const part of [
      "src",
      "packages",
      "test/memory-store",
      "test/simulation",
      "test/vendor-interfaces",
      "package.json",
    ])
      await cp(join(root, part), join(folder, part), { recursive: true });
    await symlink(join(root, "node_modules"), join(folder, "node_modules"));
    for (const patch of mutant.patches) await apply(patch, folder);
    const sources: readonly Source[] = ["anywhere", "wide", "near", "stacks", "workers"];
    // That which saw it before comes first.
    const isKnown = (source: Source) => Number(mutant.found?.startsWith(`${source} `) === true);
    for (const source of sources.toSorted((one, other) => isKnown(other) - isKnown(one))) {
      const found = await playUntilFound(folder, mutant, source, from, count);
      if (found !== undefined) return found;
    }
    return `not found in ${count} seeds from ${from} on`;
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Puts the other text there. Throws where the text does not stand exactly once: the engine has changed since. */
async function apply({ file, from, to }: Patch, folder: string): Promise<void> {
  const path = join(folder, file);
  const text = await readFile(path, "utf8");
  const parts = text.split(from);
  if (parts.length !== 2) throw new Error(`${file} has ${parts.length - 1} times: ${from}`);
  await writeFile(path, parts.join(to));
}

async function playUntilFound(
  folder: string,
  { rule }: Mutant,
  source: Source,
  from: number,
  count: number,
): Promise<string | undefined> {
  const player = spawn(process.execPath, ["test/simulation/player.ts", source, `${from}`, `${count}`], {
    cwd: folder,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = new Promise<number | null>((resolve) => player.once("exit", resolve));
  try {
    for await (const line of createInterface({ input: player.stdout })) {
      const [, seed, what] = /^(\d+) (\S.*)$/.exec(line) ?? [];
      if (seed === undefined || what === undefined || /^runs, /.test(what)) continue;
      if (isOfPatch(what)) throw new Error(`the patch itself is broken: ${source} ${seed} ends with ${what}`);
      if (rule !== undefined && !what.startsWith(`${rule}: `)) continue;
      const { violations } = await runScenario(scenariosFrom(source)(Number(seed)));
      if (violations.length === 0) return `${source} ${seed} | ${what.slice(0, 200)}`;
    }
    // One that can't even be loaded finds nothing, and says so by its exit alone.
    const code = await ended;
    if (code !== 0) throw new Error(`the patch itself is broken: the tree does not load, exit ${code}`);
    return undefined;
  } finally {
    player.kill();
  }
}

/** Whether a run ended because the other text is no program, which is no find. */
function isOfPatch(what: string): boolean {
  return /^(thrown|bug): (ReferenceError|SyntaxError|TypeError)\b/.test(what);
}

const [from = "1", count = "20000", ...points] = process.argv.slice(2);
await show(points.map(Number), Number(from), Number(count));
