import { defineConfig } from "vitest/config";

/** Suites of their own: they start many processes, or need more than Node (`npm run test:sdk`, `npm run test:crash`). */
const elsewhere = [
  "test/python/**",
  "test/sdk/**",
  ...(process.env["PLUMB_CRASH"] === "full" ? [] : ["test/service/**"]),
];

export default defineConfig({
  test: {
    include: ["src/**/*.test.ts", "test/**/*.test.ts"],
    exclude: ["**/node_modules/**", "dist/**", ...elsewhere],
    setupFiles: ["test/shapes/every-local-cloud.ts"],
    // Measured on two cores: a fifth faster than processes.
    pool: "threads",
    // One per core; the default leaves one for watching.
    maxWorkers: "100%",
    // Files of one worker share the modules they load: half the time of the pure rooms goes into loading them otherwise.
    isolate: false,
    // A test that hangs is ended; one that is merely slow on a busy machine is not.
    testTimeout: 30_000,
    hookTimeout: 30_000,
  },
});
