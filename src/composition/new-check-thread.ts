import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import type { Catalog } from "../definitions/schema/definition.ts";

/** Beside the sources and beside the bundle alike. */
const entry = fileURLToPath(
  new URL(import.meta.url.endsWith(".ts") ? "./check-thread.ts" : "./check-thread.mjs", import.meta.url),
);

/**
 * V8's own limit of a thread, in megabytes. It lies far above what a job may use, which the pool looks after: V8 ends
 * the whole process where a single large object does not fit any more.
 */
const hardLimit = { maxOldGenerationSizeMb: 768, maxYoungGenerationSizeMb: 32 };

/** Starts a thread that checks texts by a catalog. It gets no environment: what a check may see comes with each job. */
export function newCheckThread(catalog: Catalog): Worker {
  return new Worker(entry, {
    env: {},
    execArgv: [],
    resourceLimits: hardLimit,
    name: "check",
    workerData: { catalog },
  });
}
