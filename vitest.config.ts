import { setFlagsFromString } from "node:v8";
import { defineConfig } from "vitest/config";
import { commitDigest } from "./test/properties/commit-digest.ts";
import { temporaryPlace } from "./test/properties/temporary-place.ts";

// Threads that free the code of one WebAssembly module at a time may end the whole process: nodejs/node#64500.
setFlagsFromString("--no-wasm-code-gc");

/** Suites of their own: they start many processes, or need more than Node (`npm run test:sdk`, `npm run test:crash`). */
const elsewhere = [
  "test/python/**",
  "test/sdk/**",
  ...(process.env["PLUMB_CRASH"] !== undefined ? [] : ["test/service/**"]),
];

// Commands tell times as they are where people are: here that is one place, also for the processes that tests start.
process.env["TZ"] = "UTC";

export default defineConfig({
  test: {
    include: ["src/**/*.test.ts", "packages/**/*.test.ts", "test/**/*.test.ts"],
    exclude: ["**/node_modules/**", "dist/**", ...elsewhere],
    setupFiles: ["test/properties/property-seed.ts", "test/vendor-interfaces/every-local-cloud.ts"],
    // Properties draw other cases with each commit. `PLUMB_PROPERTY_SEED=4711 npx vitest run FILE` draws others now.
    env: {
      PLUMB_PROPERTY_SEED: process.env["PLUMB_PROPERTY_SEED"] ?? String(commitDigest().readInt32BE(4)),
      TMPDIR: temporaryPlace(),
    },
    // Measured on two cores: a fifth faster than processes.
    pool: "threads",
    // One per core; the default leaves one for watching.
    maxWorkers: "100%",
    // Files of one worker share the modules they load: half the time of the pure rooms goes into loading them otherwise.
    isolate: false,
    // A test that hangs is ended; one that is merely slow on a busy machine is not.
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
