// Holds the generated description of the API against other people's rules. Their linters are a package of their own, so
// that nothing else has to install them.
import { spawnSync } from "node:child_process";
import process from "node:process";
import { fileURLToPath } from "node:url";

const linters = fileURLToPath(new URL("../test/api/linters", import.meta.url));
const npm = process.platform === "win32" ? "npm.cmd" : "npm";
const run = (...args) => spawnSync(npm, args, { cwd: linters, stdio: "inherit" }).status === 0;

process.exitCode = run("ci", "--ignore-scripts", "--no-audit", "--no-fund") && run("run", "--silent", "lint") ? 0 : 1;
