// All that can be judged without running the code, side by side; one line each, then the output of those that failed.
import { spawn } from "node:child_process";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const bin = (name) => join(root, "node_modules", ".bin", name);

const checks = [
  { name: "format and lint", command: bin("biome"), args: ["ci", "--colors=off", "."] },
  { name: "types", command: bin("tsc"), args: ["--project", ".", "--pretty", "false"] },
  {
    name: "types of the SDK",
    command: bin("tsc"),
    args: ["--project", "sdk/typescript", "--noEmit", "--pretty", "false"],
  },
  {
    name: "imports",
    command: bin("depcruise"),
    args: ["--config", "architecture/import-gate.mjs", "src", "packages", "sdk/typescript/src"],
  },
  { name: "unused", command: bin("knip"), args: ["--no-progress"] },
  { name: "generated files", command: process.execPath, args: ["scripts/generate.ts", "--check"] },
];

const results = await Promise.all(checks.map(runCheck));
const failed = results.filter((result) => !result.passed);
for (const result of failed) process.stdout.write(`\n--- ${result.name}\n${result.output.trimEnd()}\n`);
process.stdout.write(
  failed.length === 0
    ? `\nAll ${results.length} checks passed.\n`
    : `\n${failed.length} of ${results.length} checks failed: ${failed.map((result) => result.name).join(", ")}.\n`,
);
process.exitCode = failed.length === 0 ? 0 : 1;

function runCheck({ name, command, args }) {
  const started = performance.now();
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: root, env: { ...process.env, NO_COLOR: "1", FORCE_COLOR: "0" } });
    let output = "";
    const collect = (chunk) => {
      output += chunk;
    };
    child.stdout.on("data", collect);
    child.stderr.on("data", collect);
    const finish = (passed) => {
      const seconds = ((performance.now() - started) / 1000).toFixed(1);
      process.stdout.write(`${passed ? "pass" : "FAIL"}  ${name} (${seconds} s)\n`);
      resolve({ name, passed, output });
    };
    child.on("error", (error) => {
      output += error.message;
      finish(false);
    });
    child.on("close", (code) => finish(code === 0));
  });
}
