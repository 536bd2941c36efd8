// Vendors' own clients against the local cloud. Each vendor's suite is a package of its own, so that nothing else has
// to install those clients; arguments are handed on to vitest, `{vendor}` in them being the suite's name.
import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";

const wire = fileURLToPath(new URL("../test/wire", import.meta.url));
const npm = process.platform === "win32" ? "npm.cmd" : "npm";
const vendors = readdirSync(wire, { withFileTypes: true }).filter((entry) => entry.isDirectory());

let failed = false;
for (const { name } of vendors) {
  const run = (...args) => spawnSync(npm, args, { cwd: join(wire, name), stdio: "inherit" }).status === 0;
  process.stdout.write(`\n--- ${name}\n`);
  const given = process.argv.slice(2).map((argument) => argument.replace("{vendor}", name));
  if (!run("ci", "--ignore-scripts", "--no-audit", "--no-fund") || !run("test", "--", ...given)) failed = true;
}
process.exitCode = failed ? 1 : 0;
