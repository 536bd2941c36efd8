// Bundles the command: it starts several times faster than the sources do. What is imported on demand goes into chunks
// of its own, so that `plumb version` reads a few kilobytes and the compile cache holds the rest.
// `prepare` runs this after every install, production installs included, which have no esbuild and get no build.
import { createHash } from "node:crypto";
import {
  chmodSync,
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";

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
  rmSync(dist, { recursive: true, force: true });
  await esbuild.build({
    absWorkingDir: root,
    // The thread that checks texts for a service is a program of its own, and the SDK's tests load what they run on.
    entryPoints: {
      command: entry,
      "check-thread": join(root, "src", "composition", "check-thread.ts"),
      "throw-away": join(root, "src", "composition", "service", "throw-away.ts"),
    },
    outdir: dist,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    platform: "node",
    target: "node24",
    format: "esm",
    splitting: true,
    // Loaded on first use, from beside the command: bundled, what they read or require at run time is not found.
    external: [
      "google-auth-library",
      "@azure/identity",
      "pg",
      "@cedar-policy/cedar-wasm",
      "pino",
      "prom-client",
      "@opentelemetry/api",
    ],
    define: { PLUMB_BUILD: JSON.stringify(sourceDigest()) },
    logLevel: "warning",
  });
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
    "this is ${process.versions.node}. In the checkout, \\`npm run plumb --\\` runs it on the Node that npm installed.";
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

/** What was checked by other code is not taken over: see src/service/use-cases/declarations/check-cache.ts. */
function sourceDigest() {
  const hash = createHash("sha256");
  for (const part of ["packages", "src"]) {
    const folder = join(root, part);
    for (const name of readdirSync(folder, { recursive: true }).map(String).sort()) {
      if (name.endsWith(".ts") && !name.endsWith(".test.ts"))
        hash.update(name).update(readFileSync(join(folder, name)));
    }
  }
  return hash.digest("hex").slice(0, 16);
}

/** npm links a package's own commands nowhere; with this link the checkout's commands have it. */
function linkCommand(name) {
  const bin = join(root, "node_modules", ".bin");
  if (!existsSync(bin)) return;
  const link = join(bin, name);
  if (lstatSync(link, { throwIfNoEntry: false }) !== undefined) rmSync(link);
  symlinkSync(join("..", "..", "dist", `${name}.mjs`), link);
}
