import { defineConfig } from "vitest/config";
import { temporaryPlace } from "../properties/temporary-place.ts";
import { placeOfRun } from "./once.fixture.ts";

// As in the other suites: times of commands are local.
process.env["TZ"] = "UTC";
placeOfRun();

/**
 * Programs in both languages, as processes: Python's own tools are needed here, so this suite stands apart (`npm run
 * test:sdk`).
 */
export default defineConfig({
  test: {
    root: new URL("../..", import.meta.url).pathname,
    include: ["test/python/**/*.test.ts", "test/sdk/**/*.test.ts"],
    globalSetup: ["test/python/tools.ts"],
    setupFiles: ["test/vendor-interfaces/every-local-cloud.ts"],
    env: { TMPDIR: temporaryPlace() },
    // One per core; the default leaves one for watching.
    maxWorkers: "100%",
    testTimeout: 180_000,
    hookTimeout: 180_000,
  },
});
