// How long a person waits: `plumb version` against bare Node on the same machine, and the quickstart's `up` as a whole
// process. Whole-process wall times; the ratio is taken pair by pair in one run, because machines are noisy.
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const plumb = join(root, "dist", "plumb.mjs");
const pairs = 15;
const ups = 7;

// Reading extra certificates slows every start of Node and says nothing about Plumbline.
const { NODE_EXTRA_CA_CERTS: _certificates, ...environment } = process.env;

function milliseconds(args: readonly string[]): number {
  const begun = performance.now();
  const { status, stderr } = spawnSync(process.execPath, args, { cwd: root, env: environment, encoding: "utf8" });
  if (status !== 0) throw new Error(`node ${args.join(" ")} exited with ${status}: ${stderr}`);
  return performance.now() - begun;
}

function row(name: string, values: readonly number[], digits: number): string {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (share: number) =>
    (sorted[Math.round((sorted.length - 1) * share)] ?? Number.NaN).toFixed(digits).padStart(9);
  return `${name.padEnd(34)}${at(0)}${at(0.5)}${at(1)}`;
}

milliseconds([plumb, "version"]);
const bare: number[] = [];
const version: number[] = [];
for (let pair = 0; pair < pairs; pair += 1) {
  bare.push(milliseconds(["-e", "0"]));
  version.push(milliseconds([plumb, "version"]));
}

const up: number[] = [];
for (let run = 0; run < ups; run += 1) {
  const dir = mkdtempSync(join(tmpdir(), "plumb-bench-"));
  const common = ["-f", "examples/quickstart/plumb.yaml", "--dir", dir];
  milliseconds([plumb, "cloud", "seed", "examples/quickstart/cloud-seed.json", "--dir", dir]);
  up.push(milliseconds([plumb, "up", "--yes", ...common]));
  rmSync(dir, { recursive: true });
}

const overBudget = version.map((each, index) => each / (1.5 * (bare[index] ?? Number.NaN) + 40));
const lines = [
  `${"".padEnd(34)}${["min", "median", "max"].map((each) => each.padStart(9)).join("")}`,
  row("node -e 0, ms", bare, 1),
  row("plumb version, ms", version, 1),
  row("version / (1.5 x bare + 40 ms)", overBudget, 2),
  row("quickstart up, ms", up, 1),
];
process.stdout.write(`${lines.join("\n")}\n`);
