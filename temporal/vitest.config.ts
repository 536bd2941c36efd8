import { defineConfig } from "vitest/config";

/** Its files are named so that the suite of the whole project, which has no Temporal, leaves them alone. */
export default defineConfig({
  test: {
    include: ["**/*.temporal.ts"],
    exclude: ["**/node_modules/**"],
    pool: "forks",
    maxWorkers: 1,
    testTimeout: 240_000,
    hookTimeout: 240_000,
  },
});
