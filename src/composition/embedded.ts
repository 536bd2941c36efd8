import type { Exchange } from "../../packages/base/exchange/exchange.ts";
import type { Calls } from "../contract/call.ts";
import { Audit } from "../service/audit/audit.ts";
import { checkpointFile, checkpointKeyIn } from "../service/audit/audit-files.ts";
import { RunDispatcher } from "../service/background/run-dispatcher.ts";
import { allHandlers } from "../service/handlers/all-handlers.ts";
import { openCalls } from "../service/requests/open-calls.ts";
import { openDeploymentParts } from "./deployment-parts.ts";
import type { DeploymentPartsOptions } from "./deployment-parts-options.ts";
import { fileIn } from "./machine/state-directory.ts";
import { descriptionOf } from "./service/description-of.ts";

/** Everything in one process: store, embedded cloud, drivers, service. */
export interface Embedded {
  readonly calls: Calls;
  /** The embedded cloud on its own, for serving it. */
  readonly localCloud: Exchange;
  close(): Promise<void>;
}

/**
 * A whole Plumbline for one command: the user who runs the process is its only caller, and nothing outlives it
 * (decision 0006).
 */
export function openEmbedded(options: DeploymentPartsOptions): Embedded {
  const { deployment, localCloud, store, close } = openDeploymentParts(options);
  const dispatcher = new RunDispatcher({ deployment, serves: false });
  const isKept = options.dir !== ":memory:";
  let reveals: Audit | undefined;
  const calls = openCalls({
    deployment,
    dispatcher,
    handlers: allHandlers,
    description: descriptionOf(deployment.catalog),
    doctor: store.doctor,
    access: null,
    audit: null,
    // What one does on one's own machine is not recorded; that a secret was shown is. The log of a service that ran
    // here is verified by the key and the checkpoints that it left.
    reveals: () => {
      reveals ??= new Audit({
        documentStore: deployment.documentStore,
        clock: deployment.clock,
        key: isKept ? checkpointKeyIn(fileIn(options.dir, "audit.key")) : null,
        place: isKept ? checkpointFile(fileIn(options.dir, "audit.checkpoints")) : null,
      });
      return reveals;
    },
  });
  return {
    calls,
    localCloud,
    close: async () => {
      await dispatcher.drain();
      await close();
    },
  };
}
