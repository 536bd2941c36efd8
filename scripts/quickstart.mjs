// The tour of the README: all seven resources of examples/quickstart on the embedded local cloud, planned, made, planned again.
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const state = mkdtempSync(join(tmpdir(), "plumb-quickstart-"));
const declaration = join("examples", "quickstart", "plumb.yaml");

const tour = [
  {
    says: "The network team's private link stands already:",
    command: ["cloud", "seed", join("examples", "quickstart", "cloud-seed.json")],
  },
  { says: "What would change, and why:", command: ["plan"] },
  { says: "Make it so:", command: ["up", "--yes"] },
  { says: "Plan again:", command: ["plan", "--detailed-exitcode"] },
];

try {
  for (const { says, command } of tour) {
    const shown = command.filter((word) => word !== "--detailed-exitcode");
    process.stdout.write(`\n${says}\n$ plumb ${shown.join(" ")}\n\n`);
    const global = command[0] === "cloud" ? [] : ["-f", declaration];
    const result = spawnSync(process.execPath, [join("dist", "plumb.mjs"), ...command, ...global, "--dir", state], {
      cwd: root,
      stdio: "inherit",
    });
    if (result.status !== 0) {
      process.exitCode = result.status ?? 1;
      break;
    }
  }
} finally {
  rmSync(state, { recursive: true, force: true });
}
