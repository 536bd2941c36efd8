// Makes the files that people install, in `packed/` or the folder that is named: the command and the SDK for
// TypeScript as npm packs them, and the SDK for Python as a wheel. `--executable` adds the single executable.
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
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
for (const each of [root, join(root, "sdk", "typescript")]) packPackage(each);
packWheel();
if (given.includes("--executable")) await buildExecutable(folder);

for (const name of readdirSync(folder).sort()) {
  const kilobytes = Math.ceil(statSync(join(folder, name)).size / 1000);
  process.stdout.write(`${name}  ${kilobytes} kB\n`);
}

/** Without our scripts, which are for the checkout: npm warns of a `prepare` in what it installs. */
function packPackage(source) {
  const place = mkdtempSync(join(tmpdir(), "plumb-pack-"));
  try {
    run("npm", ["pack", "--silent", "--pack-destination", place], source);
    const [packed = ""] = readdirSync(place);
    run("tar", ["xzf", packed], place);
    const unpacked = join(place, "package");
    const { scripts: _, ...told } = JSON.parse(readFileSync(join(unpacked, "package.json"), "utf8"));
    writeFileSync(join(unpacked, "package.json"), `${JSON.stringify(told, null, 2)}\n`);
    run("npm", ["pack", "--silent", "--pack-destination", folder], unpacked);
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
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
