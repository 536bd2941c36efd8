// Makes the files that people install, in `packed/` or the folder that is named: the command and the SDK for
// TypeScript as npm packs them, and the SDK for Python as a wheel. `--executable` adds the single executable.
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { buildExecutable } from "./executable/build-executable.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const given = process.argv.slice(2);
const folder = resolve(given.find((each) => !each.startsWith("--")) ?? join(root, "packed"));
mkdirSync(folder, { recursive: true });

const run = (command, argv, cwd) => execFileSync(command, argv, { cwd, stdio: ["ignore", "ignore", "inherit"] });

// Each builds itself first, by its `prepare` or `prepack`.
for (const each of [root, join(root, "sdk", "typescript")])
  run("npm", ["pack", "--silent", "--pack-destination", folder], each);
packWheel();
if (given.includes("--executable")) await buildExecutable(folder);

for (const name of readdirSync(folder).sort()) {
  const kilobytes = Math.ceil(statSync(join(folder, name)).size / 1000);
  process.stdout.write(`${name}  ${kilobytes} kB\n`);
}

/** pip builds beside the sources: a copy is built. */
function packWheel() {
  const python = process.env.PLUMB_PYTHON ?? "python3";
  const copy = mkdtempSync(join(tmpdir(), "plumb-wheel-"));
  try {
    cpSync(join(root, "sdk", "python"), copy, { recursive: true });
    run(python, ["-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", folder, copy], root);
  } catch (error) {
    process.stderr.write(`The wheel was not made, since \`${python} -m pip wheel\` failed: ${error.message}\n`);
    process.exitCode = 1;
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}
