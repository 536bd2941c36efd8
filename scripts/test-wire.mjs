// Vendors' own clients against the local cloud. Each vendor's suite is a package of its own, so that nothing else has
// to install those clients; arguments are handed on to vitest, `{vendor}` in them being the suite's name. The vendors
// are played side by side, since each suite has one worker; what a vendor's suite has said is told when it has ended.
import { spawn } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";

const wire = fileURLToPath(new URL("../test/wire", import.meta.url));
const npm = process.platform === "win32" ? "npm.cmd" : "npm";
const vendors = readdirSync(wire, { withFileTypes: true }).filter((entry) => entry.isDirectory());

const passed = await Promise.all(vendors.map(({ name }) => played(name)));
process.exitCode = passed.every((each) => each) ? 0 : 1;

async function played(name) {
  const said = [];
  const run = (...args) =>
    new Promise((resolve) => {
      const child = spawn(npm, args, { cwd: join(wire, name) });
      for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => said.push(chunk));
      child.on("error", (error) => said.push(Buffer.from(`${error.message}\n`)));
      child.on("close", (code) => resolve(code === 0));
    });
  const given = process.argv.slice(2).map((argument) => argument.replace("{vendor}", name));
  const isPassed =
    (await run("ci", "--ignore-scripts", "--no-audit", "--no-fund")) && (await run("test", "--", ...given));
  process.stdout.write(`\n--- ${name}\n${Buffer.concat(said)}`);
  return isPassed;
}
