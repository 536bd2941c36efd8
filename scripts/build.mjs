// Bundles the command: it starts several times faster than the sources do.
// `prepare` runs this after every install, production installs included, which have no esbuild and get no build.
import { chmodSync, existsSync, lstatSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { writeBundle } from "./bundle.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const entry = join(root, "src", "main.ts");
const dist = join(root, "dist");

/** The commands of the package; each but the first is a command of plumb's under a name of its own (decision 0095). */
const commands = { plumb: undefined, "plumb-cloud": "cloud" };

const esbuild = await import("esbuild").catch((error) => {
  if (error.code === "ERR_MODULE_NOT_FOUND") return undefined;
  throw error;
});
if (esbuild === undefined) {
  process.stderr.write("esbuild is not installed: no bundle was built.\n");
} else if (!existsSync(entry)) {
  process.stderr.write("src/main.ts is missing: no bundle was built.\n");
} else {
  await writeBundle(esbuild, root, dist);
  for (const [name, word] of Object.entries(commands)) {
    const output = join(dist, `${name}.mjs`);
    writeFileSync(output, launcher(name, word));
    chmodSync(output, 0o755);
    linkCommand(name);
  }
}

/** The first file that Node reads. It runs on any version, where the command itself does not even load. */
function launcher(name, word) {
  const { engines } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const [major, minor] = engines.node.replace(">=", "").split(".").map(Number);
  const said =
    "this is ${process.versions.node}. \\`npm install -g node@24\\` installs one. " +
    "In the checkout, \\`npm run plumb --\\` runs it on the Node that npm installed.";
  // `--version` and `help` are words of plumb's own.
  const puts =
    word === undefined
      ? ""
      : `if (process.argv[2] === "help") process.argv[2] = "--help";
if (process.argv[2] !== "--version") process.argv.splice(2, 0, "${word}");\n`;
  return `#!/usr/bin/env node
import process from "node:process";
${puts}const [major, minor] = process.versions.node.split(".").map(Number);
if (major > ${major} || (major === ${major} && minor >= ${minor})) await import("./command.mjs");
else {
  process.stderr.write(\`${name} needs Node ${major}.${minor} or newer; ${said}\\n\`);
  process.exitCode = 1;
}
`;
}

/** npm links a package's own commands nowhere; with this link the checkout's commands have it. */
function linkCommand(name) {
  const bin = join(root, "node_modules", ".bin");
  if (!existsSync(bin)) return;
  const link = join(bin, name);
  if (lstatSync(link, { throwIfNoEntry: false }) !== undefined) rmSync(link);
  symlinkSync(join("..", "..", "dist", `${name}.mjs`), link);
}
