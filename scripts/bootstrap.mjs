// The first step of every npm script that needs anything installed; `--bundle` where it needs the built command too.
// A step and no pre-script: npm leaves those out where install scripts are switched off, which is when they matter
// most.
// `hash -r` after it makes the shell forget where it found `node`, for by then there may be a newer one to find.
// When all is there it only compares versions and file times.
// It has to run on Node 20, which may be all that a fresh machine has (decision 0005).
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { bundleIsStale } from "./stale-bundle.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const at = (...parts) => join(root, ...parts);
const say = (text) => process.stderr.write(`${text}\n`);
const oldestNpmHost = 20;
const runtime = 24;

if (major(process.versions.node) < oldestNpmHost) {
  stop(`Node ${oldestNpmHost} or newer is needed to install; this is ${process.version}.`);
}
if (!installed()) {
  say("Installing dependencies ...");
  install();
}
requireRuntime();
if (process.argv.includes("--bundle") && bundleIsStale())
  run(process.execPath, [at("scripts", "build.mjs")], "The build");

/** Whether node_modules holds the versions that the lock file names; optional packages depend on the platform. */
function installed() {
  try {
    const wanted = readPackages(at("package-lock.json"));
    const present = readPackages(at("node_modules", ".package-lock.json"));
    return Object.entries(wanted).every(
      ([path, entry]) =>
        path === "" ||
        entry.optional ||
        entry.devOptional ||
        (entry.link ? existsSync(at(path)) : present[path]?.version === entry.version),
    );
  } catch {
    return false;
  }
}

function readPackages(file) {
  return JSON.parse(readFileSync(file, "utf8")).packages;
}

function install() {
  const npmCli = process.env.npm_execpath ?? "";
  const args = ["ci", "--no-audit", "--no-fund", "--include=dev", "--loglevel=error"];
  // npm's own Node, not the one inside node_modules, which the installation is about to replace.
  if (/npm-cli\.[cm]?js$/.test(npmCli))
    run(process.env.npm_node_execpath ?? process.execPath, [npmCli, ...args], "npm ci");
  else run("npm", args, "npm ci");
}

/** `node` in npm scripts and under npx is node_modules/.bin/node where there is one, else the machine's. */
function requireRuntime() {
  const local = at("node_modules", ".bin", "node");
  const hasLocal = existsSync(local);
  const insideModules = process.execPath.startsWith(at("node_modules"));
  const version =
    hasLocal && !insideModules
      ? spawnSync(local, ["--version"], { encoding: "utf8" }).stdout?.trim().slice(1) || "0"
      : process.versions.node;
  if (major(version) >= runtime) return;
  stop(
    [
      `Node ${runtime} or newer is needed to run; ${hasLocal ? "node_modules/.bin/node" : "this"} is v${version}.`,
      "It comes with the dependencies as the npm package `node`, whose install script puts the program in place.",
      "That script did not run, most likely because install scripts are switched off here. Either let this one run:",
      "",
      "    npm rebuild node --ignore-scripts=false",
      "",
      `or put a Node ${runtime} of your own first on PATH.`,
    ].join("\n"),
  );
}

function run(command, args, title) {
  const child = spawnSync(command, args, { cwd: root, encoding: "utf8", maxBuffer: 64 * 1024 * 1024 });
  if (child.status === 0) return;
  say(`${child.stdout ?? ""}${child.stderr ?? ""}${child.error ? `${child.error.message}\n` : ""}`.trimEnd());
  stop(`${title} failed (see above); nothing was run.`);
}

function major(version) {
  return Number(version.split(".")[0]);
}

function stop(text) {
  say(text);
  process.exit(1);
}
