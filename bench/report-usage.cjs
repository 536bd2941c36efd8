// Loaded into a measured process before its own code (as CommonJS, which costs least): what the process has used is
// written down when it exits.
const { writeFileSync } = require("node:fs");

const file = process.env.BENCH_USAGE_FILE;
if (file !== undefined) {
  process.on("exit", () => {
    const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
    writeFileSync(file, JSON.stringify({ userCPUTime, systemCPUTime, maxRSS }));
  });
}
