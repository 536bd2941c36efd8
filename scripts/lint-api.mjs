// The interface description under the linters of others, which are a package of its own: nothing else has to install them.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";

const cwd = join(fileURLToPath(new URL("..", import.meta.url)), "test", "api", "linters");
const npm = process.platform === "win32" ? "npm.cmd" : "npm";
for (const args of [
  ["ci", "--ignore-scripts", "--no-audit", "--no-fund"],
  ["run", "lint"],
]) {
  const { status } = spawnSync(npm, args, { cwd, stdio: "inherit" });
  if (status !== 0) process.exit(status ?? 1);
}
