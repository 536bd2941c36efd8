// Runs driven by a Temporal of their own. The suite is a package of its own (`temporal/`), so that nothing else has to
// install Temporal's libraries. Its server is built once a machine by Go, in about six minutes of processor time, or
// named by PLUMB_TEMPORAL_BIN. `--no-install` builds nothing: where there is no server, the suite is skipped and says
// so. Further arguments are handed on to vitest.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";

const version = "v1.5.1";
const root = fileURLToPath(new URL("..", import.meta.url));
const cache = join(root, "node_modules", ".cache", "temporal", version);
const folder = join(root, "temporal");

const given = process.argv.slice(2).filter((argument) => argument !== "--" && argument !== "--no-install");
const binary = process.env.PLUMB_TEMPORAL_BIN ?? join(cache, "temporal");
const reason = existsSync(binary) ? undefined : whyNot();

if (reason !== undefined) process.stdout.write(`skipped: ${reason}\n`);
else process.exitCode = played() ? 0 : 1;

/** Builds the server; undefined once it is there. */
function whyNot() {
  if (process.env.PLUMB_TEMPORAL_BIN !== undefined) return `PLUMB_TEMPORAL_BIN names ${binary}, which is not there`;
  if (process.argv.includes("--no-install"))
    return "no Temporal server is built; `npm run test:temporal` builds it, or PLUMB_TEMPORAL_BIN names one";
  const go = spawnSync("go", ["version"]);
  if (go.error !== undefined) return "no Temporal server is built, and there is no Go to build it";
  process.stdout.write(`Building Temporal ${version} ...\n`);
  const argv = ["install", `github.com/temporalio/cli/cmd/temporal@${version}`];
  const { status } = spawnSync("go", argv, { stdio: "inherit", env: { ...process.env, GOBIN: cache } });
  return status === 0 ? undefined : "the Temporal server could not be built";
}

function played() {
  const npm = process.platform === "win32" ? "npm.cmd" : "npm";
  // Tools of the project check and run it; the libraries are its own.
  const path = `${join(root, "node_modules", ".bin")}${delimiter}${process.env.PATH}`;
  const env = { ...process.env, PATH: path, PLUMB_TEMPORAL_BIN: binary };
  const run = (...argv) => spawnSync(npm, argv, { cwd: folder, stdio: "inherit", env }).status === 0;
  const isInstalled = run("ci", "--ignore-scripts", "--no-audit", "--no-fund");
  return isInstalled && run("run", "types") && run("test", "--", ...given);
}
