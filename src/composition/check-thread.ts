// The entry of a thread that checks texts for a service: see src/checker.
import { parentPort } from "node:worker_threads";
import { invariant } from "../../packages/base/invariant.ts";
import { serveChecks } from "../checker/serve-checks.ts";
import { catalog } from "../definitions/resources/catalog.ts";

invariant(parentPort !== null, "this runs in a thread");
serveChecks(parentPort, catalog);
