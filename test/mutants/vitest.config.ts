import { defineConfig } from "vitest/config";
import { temporaryPlace } from "../properties/temporary-place.ts";

export default defineConfig({
  test: {
    root: new URL("../..", import.meta.url).pathname,
    include: ["test/mutants/played/*.played.ts"],
    env: { PLUMB_PROPERTY_SEED: "1", TMPDIR: temporaryPlace() },
    pool: "threads",
    maxWorkers: 1,
    isolate: false,
    testTimeout: 3_000,
    hookTimeout: 3_000,
  },
});
