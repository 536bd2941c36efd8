// The entry of a thread that checks texts for a service: see src/check-threads.
import { parentPort, workerData } from "node:worker_threads";
import { invariant } from "../../packages/base/invariant.ts";
import { serveChecks } from "../check-threads/serve-checks.ts";
import type { Catalog } from "../definitions/schema/definition.ts";

invariant(parentPort !== null, "this runs in a thread");
const { catalog }: { readonly catalog: Catalog } = workerData;
serveChecks(parentPort, catalog);
