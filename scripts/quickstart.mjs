// The tour of the README: all seven resources of examples/quickstart on the embedded local cloud, planned, made and
// planned again.
import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const plumb = join(root, "dist", "plumb.mjs");

const tour = [
  { says: "The network team's private link is there before us:", command: ["cloud", "seed", "cloud-seed.json"] },
  { says: "What would change, and why:", command: ["plan"] },
  { says: "Make it so:", command: ["up", "--yes"] },
  { says: "Plan again:", command: ["plan"], check: ["--detailed-exitcode"] },
];

// A copy of the example, so that every command is run as it is shown and the checkout stays clean.
const folder = mkdtempSync(join(tmpdir(), "plumb-quickstart-"));
try {
  cpSync(join(root, "examples", "quickstart"), folder, { recursive: true });
  process.exitCode = walk();
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function walk() {
  const bold = (text) => (process.stdout.isTTY && !process.env.NO_COLOR ? `\u001b[1m${text}\u001b[0m` : text);
  process.stdout.write("A migration portal over Google, Azure and Databricks: examples/quickstart/plumb.yaml\n");
  for (const { says, command, check = [] } of tour) {
    process.stdout.write(`\n${says}\n${bold(`$ plumb ${command.join(" ")}`)}\n\n`);
    const { status } = spawnSync(process.execPath, [plumb, ...command, ...check], { cwd: folder, stdio: "inherit" });
    if (status !== 0) return status ?? 1;
  }
  process.stdout.write("\nTo go on by yourself: `npm run plumb -- init my-portal`, then `npm run plumb -- help`.\n");
  return 0;
}
