// The long tier: what the gate (`.ci/run`) plays a part of, whole. Arguments choose suites by name; without any, all
// are played. `--list` tells them as JSON. docs/testing.md says what each of them plays.
import { spawnSync } from "node:child_process";
import process from "node:process";

const suites = {
  crash: { env: { PLUMB_CRASH: "long" }, vitest: ["test/crash", "test/service"] },
  simulation: {
    env: {
      PLUMB_SIMULATION_RUNS: "50000",
      PLUMB_SIMULATION_POSTGRES: "500",
      PLUMB_SIMULATION_FRESH: "4000",
      PLUMB_SIMULATION_LEASES: "100000",
    },
    vitest: ["test/simulation"],
  },
  // What `npm test` plays a part of that turns with the commit.
  parts: {
    env: { PLUMB_CASES: "all" },
    vitest: [
      "test/docs/blocks.test.ts",
      "test/api/rights-model.property.test.ts",
      "test/api/writers.test.ts",
      "test/exfiltration/table.test.ts",
      "test/storage/renamed-stacks.test.ts",
      "test/storage/backups.test.ts",
      "test/matrix/strangers-grants.test.ts",
      "test/exfiltration/recorded-secrets.test.ts",
      "test/e2e/read-only-at-a-socket.property.test.ts",
      "test/storage/failing-medium.test.ts",
      "test/exfiltration/echoed-credentials.test.ts",
      "test/contract/postgres-backups.test.ts",
      "test/transfers/killed-move.test.ts",
      "test/transfers/killed-processes.test.ts",
      "test/recordings/recordings.test.ts",
    ],
  },
  leaks: { env: { PLUMB_LEAK_REQUESTS: "10000" }, vitest: ["test/leaks"] },
  edits: { env: { PLUMB_EDIT_RUNS: "10000" }, vitest: ["test/edit-sequences"] },
  identity: { env: { PLUMB_IDENTITY_PAIRS: "50" }, vitest: ["test/matrix/identity.property.test.ts"] },
  undo: { env: { PLUMB_UNDO_HISTORIES: "300" }, vitest: ["test/matrix/undo.property.test.ts"] },
  differences: {
    env: { PLUMB_PROPERTY_RUNS: "20000" },
    vitest: ["src/cli/rendering/difference/injective.property.test.ts"],
  },
  cut: { env: { PLUMB_CUT_CREATIONS: "1000" }, vitest: ["test/faults/cut-connections.test.ts"] },
  // Needs a Temporal, which it builds where there is none.
  machines: {
    env: { PLUMB_TEMPORAL_MOMENTS: "40", PLUMB_CASES: "all" },
    node: ["scripts/test-temporal.mjs", "troubled", "same-results"],
  },
  // TypeScript and Python in every version that the SDKs name.
  versions: { env: {}, node: ["test/sdk/versions.ts"] },
  mutants: { env: {}, node: ["test/mutants/play.ts"] },
  // Tells, for each cure that is taken out, the first seed by which the simulation sees that it is missing.
  cures: { env: {}, node: ["test/simulation/mutants.ts", "1", "3000"] },
};

const chosen = process.argv.slice(2);
if (chosen.includes("--list")) {
  process.stdout.write(`${JSON.stringify(suites, null, 2)}\n`);
  process.exit(0);
}
const unknown = chosen.filter((name) => !Object.hasOwn(suites, name));
if (unknown.length > 0) {
  process.stderr.write(`There is no suite ${unknown.join(", ")}; there are ${Object.keys(suites).join(", ")}.\n`);
  process.exit(2);
}
const failed = [];
for (const [name, { env, vitest, node }] of Object.entries(suites)) {
  if (chosen.length > 0 && !chosen.includes(name)) continue;
  process.stdout.write(`\n--- ${name}\n`);
  const argv = vitest === undefined ? node : ["node_modules/vitest/vitest.mjs", "run", ...vitest];
  const { status } = spawnSync(process.execPath, argv, { stdio: "inherit", env: { ...process.env, ...env } });
  if (status !== 0) failed.push(name);
}
process.stdout.write(failed.length === 0 ? "\nAll passed.\n" : `\nFailed: ${failed.join(", ")}\n`);
process.exitCode = failed.length === 0 ? 0 : 1;
