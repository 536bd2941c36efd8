// Loaded before a program: ends it with SIGKILL right before its nth change of a file below PLUMB_TEST_KILL_IN, or,
// where PLUMB_TEST_KILL_AT is 0, tells all of them as it ends.
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";

const killAt = Number(process.env.PLUMB_TEST_KILL_AT);
const within = process.env.PLUMB_TEST_KILL_IN ?? "";
const changes = [];
for (const name of ["openSync", "fsyncSync", "renameSync", "linkSync", "rmSync", "copyFileSync", "chmodSync"]) {
  const real = fs[name];
  fs[name] = (...given) => {
    if (typeof given[0] === "number" || given.some((each) => String(each).startsWith(within))) {
      changes.push(`${name} ${given[0]}`);
      if (changes.length === killAt) process.kill(process.pid, "SIGKILL");
    }
    return real(...given);
  };
}
syncBuiltinESMExports();
process.on("exit", () => {
  if (killAt === 0) process.stdout.write(`${changes.join("\n")}\n`);
});
