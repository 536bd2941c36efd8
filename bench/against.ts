// What Plumbline costs against an earlier version of itself: `npm run bench:against -- --base TAG`. Both are built from
// the same checkout's history and take turns in one run, so that both meet the same machine.
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { Stopwatch, type Usage } from "./measured-process.ts";
import { declaration } from "./reference-stack.ts";
import { median } from "./series.ts";

const { values: options } = parseArgs({
  options: {
    // The commit before the second house was begun; a tag would not be in every clone.
    base: { type: "string", default: "43b98474" },
    sizes: { type: "string", default: "1,100,1000" },
    runs: { type: "string", default: "5" },
  },
});

/** No figure may be worse than this, as a ratio of the medians. */
const mostTimes = 1.1;
/** What the first up of the largest size against a served cloud may cost at most, against the earlier version. */
const mostServed = 0.65;

const root = fileURLToPath(new URL("..", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "plumb-bench-against-"));
const base = join(folder, "base");
const say = (text: string) => process.stdout.write(`${text}\n`);
const git = (...args: readonly string[]) =>
  execFileSync("git", args, { cwd: root, stdio: ["ignore", "pipe", "inherit"] });

type Version = "base" | "now";
const figures = new Map<string, Record<Version, Usage[]>>();

try {
  git("worktree", "add", "--detach", "--quiet", base, options.base);
  execFileSync("npm", ["ci", "--no-audit", "--no-fund", "--ignore-scripts"], { cwd: base, stdio: "ignore" });
  // The binary of its Node comes by a script; ours builds it as well.
  execFileSync(process.execPath, [join(base, "scripts", "build.mjs")], { cwd: base, stdio: "ignore" });
  const programs = { base: join(base, "dist", "plumb.mjs"), now: join(root, "dist", "plumb.mjs") };
  const stopwatch = new Stopwatch(folder);
  const sizes = options.sizes.split(",").map(Number);
  // The first start compiles, and what it compiled is kept for all others.
  for (const program of Object.values(programs)) stopwatch.node([program, "--version"]);
  for (let run = 0; run < Number(options.runs); run += 1) {
    // Whoever comes first finds a colder machine.
    const order: readonly Version[] = run % 2 === 0 ? ["base", "now"] : ["now", "base"];
    for (const version of order) {
      const note = (what: string, args: readonly string[]) => {
        const known = figures.get(what) ?? { base: [], now: [] };
        figures.set(what, known);
        known[version].push(stopwatch.node([programs[version], ...args]));
      };
      note("start-up (--version)", ["--version"]);
      note("start-up (help)", ["help"]);
      for (const count of sizes) life(count, note);
      await upAtServed(Math.max(...sizes), note);
    }
  }
  let isReached = true;
  for (const [what, { base: before, now }] of figures) {
    const ratio = (quantity: "cpu" | "wall") => medianOf(now, quantity) / medianOf(before, quantity);
    const limit = what.endsWith("served cloud") ? mostServed : mostTimes;
    const isOver = ratio("cpu") > limit;
    isReached &&= !isOver;
    say(
      `${what}: ${ratio("cpu").toFixed(2)}x CPU, ${ratio("wall").toFixed(2)}x wall (${range(before)} -> ` +
        `${range(now)} CPU-s)${isOver ? `  over ${limit}x` : ""}`,
    );
  }
  say(isReached ? "all figures reached" : "not all figures reached");
  process.exitCode = isReached ? 0 : 1;
} finally {
  git("worktree", "remove", "--force", base);
  rmSync(folder, { recursive: true, force: true });
}

/** A stack of a size from its first up to its end, in the embedded cloud. */
function life(count: number, note: (what: string, args: readonly string[]) => void): void {
  const dir = mkdtempSync(join(folder, "stack-"));
  const [first, changed] = [join(dir, "first.yaml"), join(dir, "changed.yaml")];
  writeFileSync(first, declaration(count, "tree"));
  writeFileSync(changed, declaration(count, "tree", true));
  const at = ["--dir", join(dir, "state")];
  note(`first up of ${count}`, ["up", "--yes", "-f", first, ...at]);
  note(`no-op plan of ${count}`, ["plan", "-f", first, ...at]);
  note(`change-one up of ${count}`, ["up", "--yes", "-f", changed, ...at]);
  note(`refresh of ${count}`, ["refresh", "-f", changed, ...at]);
  note(`destroy of ${count}`, ["destroy", "--yes", "-f", changed, ...at]);
  rmSync(dir, { recursive: true });
}

/**
 * The first up against a cloud that another process serves: what goes over the wire is counted as well. The cloud is
 * ours for both.
 */
async function upAtServed(count: number, note: (what: string, args: readonly string[]) => void): Promise<void> {
  const dir = mkdtempSync(join(folder, "served-"));
  const cloud = spawn(process.execPath, [join(root, "dist", "plumb.mjs"), "cloud", "--port", "0", "--json"], {
    cwd: dir,
    stdio: ["ignore", "pipe", "inherit"],
  });
  try {
    const file = join(dir, "plumb.yaml");
    writeFileSync(
      file,
      declaration(count, "tree").replace("kind: google,", `kind: google, baseUrl: "${await urlOf(cloud)}",`),
    );
    note(`first up of ${count} against a served cloud`, ["up", "--yes", "-f", file, "--dir", join(dir, "state")]);
  } finally {
    const over = once(cloud, "exit");
    cloud.kill();
    await over;
    rmSync(dir, { recursive: true });
  }
}

async function urlOf({ stdout }: ChildProcess): Promise<string> {
  let text = "";
  for await (const chunk of stdout ?? []) {
    text += String(chunk);
    if (text.trimEnd().endsWith("}")) return (JSON.parse(text) as { readonly url: string }).url;
  }
  throw new Error("the served cloud has said nothing");
}

function medianOf(usages: readonly Usage[], quantity: "cpu" | "wall"): number {
  return median(usages.map((usage) => usage[quantity]).sort((a, b) => a - b));
}

/** Smallest, median and largest. */
function range(usages: readonly Usage[]): string {
  const cpu = usages.map((usage) => usage.cpu).sort((a, b) => a - b);
  return `${cpu[0]?.toFixed(2)}/${median(cpu).toFixed(2)}/${cpu.at(-1)?.toFixed(2)}`;
}
