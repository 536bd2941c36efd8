// What Plumbline costs, as whole processes: `npm run bench`. See docs/benchmarks.md for what is measured and how.
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { build } from "esbuild";
import { benchmarksPage } from "./benchmarks-page.ts";
import { measureStack, type Tools } from "./measure-plumb.ts";
import { findTerraform, measureTerraform } from "./measure-terraform.ts";
import { Stopwatch } from "./measured-process.ts";
import { cpuPlot } from "./plot.ts";
import type { Shape } from "./reference-stack.ts";
import { exponentTable, seriesTable, verdictTable } from "./report.ts";
import type { Series } from "./series.ts";
import { isReached, shapeCount, verdicts } from "./targets.ts";

const usage = `npm run bench -- [options]
  --sizes 100,1000   sizes of the reference graph (default 100,1000,10000)
  --full             100000 resources too, once
  --runs 3           runs of each size
  --only scale       parts, of start-up, scale, shapes, terraform (default all)
  --write            writes docs/benchmarks.md and docs/benchmarks.svg`;

const { values: options } = parseArgs({
  options: {
    sizes: { type: "string", default: "100,1000,10000" },
    full: { type: "boolean", default: false },
    runs: { type: "string", default: "3" },
    only: { type: "string", default: "start-up,scale,shapes,terraform" },
    write: { type: "boolean", default: false },
    help: { type: "boolean", default: false },
  },
});
if (options.help) {
  process.stdout.write(`${usage}\n`);
  process.exit(0);
}
const runs = Number(options.runs);
const sizes = [...new Set([1, ...options.sizes.split(",").map(Number), ...(options.full ? [100_000] : [])])];
const parts = new Set(options.only.split(","));
/** Sizes that take long are run once. */
const runsOf = (count: number) => (count >= 50_000 ? 1 : runs);
/** Terraform's first apply grows with the square of the stack; what takes longer than this is left out. */
const terraformSizes = sizes.filter((count) => count > 1 && count <= 1_000);
const terraformTimeoutMs = 240_000;

const root = fileURLToPath(new URL("..", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "plumb-bench-"));
const say = (text: string) => process.stdout.write(`${text}\n`);
const progress = (text: string) => process.stderr.write(`${text}\n`);

try {
  const tools: Tools = {
    folder,
    stopwatch: new Stopwatch(folder),
    plumb: join(root, "dist", "plumb.mjs"),
    bareLoop: join(folder, "bare-loop.mjs"),
  };
  await build({
    entryPoints: [join(root, "bench", "bare-loop.ts")],
    outfile: tools.bareLoop,
    bundle: true,
    platform: "node",
    target: "node24",
    format: "esm",
    logLevel: "warning",
  });
  // The first start compiles, and what it compiled is kept for all others.
  measureStack(1, "tree", 1, tools);

  if (parts.has("start-up")) {
    progress("start-up");
    spawnSync(process.execPath, [join(root, "bench", "start-up.ts")], { stdio: "inherit" });
  }
  const tree: Series[] = [];
  if (parts.has("scale")) {
    for (const count of sizes) {
      progress(`plumb and the bare loop, ${count} resources`);
      tree.push(...measureStack(count, "tree", runsOf(count), tools));
    }
  }
  const shapes: Record<string, readonly Series[]> = {};
  if (parts.has("shapes")) {
    for (const shape of ["tree", "chain", "star"] satisfies Shape[]) {
      progress(`${shape} of ${shapeCount}`);
      shapes[shape] = measureStack(shapeCount, shape, runs, tools);
    }
  }
  const terraform = parts.has("terraform") ? findTerraform() : null;
  const others: Series[] = [];
  for (const count of terraform === null ? [] : terraformSizes) {
    progress(`${terraform?.version}, ${count} resources`);
    if (terraform !== null) others.push(...measureTerraform(terraform, count, folder, terraformTimeoutMs));
  }

  const results = verdicts({ tree, shapes });
  for (const each of results) {
    const measured = each.measured === undefined ? "not measured" : each.measured.toPrecision(3);
    const verdict = each.measured === undefined ? "-" : isReached(each) ? "ok" : "over";
    say(`target ${each.what}: at most ${each.limit} ${each.unit}  measured ${measured}  ${verdict}`);
  }
  const tables = {
    verdicts: verdictTable(results),
    tree: seriesTable(tree),
    exponents: exponentTable(tree),
    shapes: Object.entries(shapes).map(([shape, series]) => ({ shape, table: seriesTable(series) })),
    terraform: others.length === 0 ? null : { version: terraform?.version ?? "", table: seriesTable(others) },
  };
  say(`\n${tables.tree}\n\n${tables.exponents}`);
  for (const { shape, table } of tables.shapes) say(`\n${shape}\n\n${table}`);
  if (tables.terraform !== null) say(`\n${tables.terraform.version}\n\n${tables.terraform.table}`);

  if (options.write) {
    const of = (all: readonly Series[], work: string) => all.filter((each) => each.work === work && each.count > 1);
    const plot = cpuPlot("First up and no-op plan", [
      { label: "plumb, first up", color: "#1b6ac9", isDashed: false, series: of(tree, "first up") },
      { label: "plumb, no-op plan", color: "#1b6ac9", isDashed: true, series: of(tree, "no-op plan") },
      { label: "bare loop, up", color: "#777777", isDashed: false, series: of(tree, "bare up") },
      { label: "Terraform, first up", color: "#c2410c", isDashed: false, series: of(others, "first up") },
      { label: "Terraform, no-op plan", color: "#c2410c", isDashed: true, series: of(others, "no-op plan") },
    ]);
    const [processor] = cpus();
    const machine = `${cpus().length} cores (${processor?.model.trim() ?? "unknown"}), Node ${process.versions.node}`;
    writeFileSync(join(root, "docs", "benchmarks.svg"), plot);
    writeFileSync(join(root, "docs", "benchmarks.md"), benchmarksPage({ ...tables, machine, runs }));
    say("\nwritten: docs/benchmarks.md, docs/benchmarks.svg");
  }
} finally {
  rmSync(folder, { recursive: true });
}
