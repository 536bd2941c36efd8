/** Python, and the tools that judge Python code; installed once, with pip, into a folder that nothing else uses. */
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("../../", import.meta.url));
export const sdk = join(root, "sdk", "python");

/** The interpreter that plumb would take. */
export const python = process.env["PLUMB_PYTHON"] ?? "python3";

const tools = join(root, "node_modules", ".cache", "plumb-python-tools");
/** An interpreter that has mypy, and what builds wheels. */
export const toolPython = join(tools, "bin", "python");

/** Where mypy keeps what it found out; each worker has a place of its own, since two mypy may not share one. */
export const toolCache = join(tools, `mypy-cache-${process.env["VITEST_POOL_ID"] ?? "0"}`);

export function setup(): void {
  const found = spawnSync(python, ["-c", "import sys; assert sys.version_info >= (3, 9)"], { stdio: "inherit" });
  if (found.status !== 0) throw new Error(`${python} is no Python 3.9 or later; PLUMB_PYTHON names another one`);
  if (existsSync(join(tools, "ready"))) return;
  execFileSync(python, ["-m", "venv", "--clear", tools], { stdio: "inherit" });
  const install = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check"];
  execFileSync(toolPython, [...install, "mypy>=1.11", "setuptools>=64", "wheel"], { stdio: "inherit" });
  execFileSync(toolPython, ["-c", `open(${JSON.stringify(join(tools, "ready"))}, "w").close()`]);
}
