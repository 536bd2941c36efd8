import { defineConfig } from "vitest/config";
import { temporaryPlace } from "../properties/temporary-place.ts";

/** Of `play.ts`, which says by PLUMB_MUTANTS what is played. */
export default defineConfig({
  test: {
    root: new URL("../..", import.meta.url).pathname,
    include: ["test/mutants/played/*.played.ts"],
    setupFiles: ["test/properties/property-seed.ts"],
    // A property that kills has the same cases each time.
    env: { PLUMB_PROPERTY_SEED: "1", TMPDIR: temporaryPlace() },
    pool: "threads",
    maxWorkers: 1,
    isolate: false,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
