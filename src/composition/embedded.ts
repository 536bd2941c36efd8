import type { Fetch } from "../base/fetch.ts";
import { application } from "../doors/http/application.ts";
import { Audit } from "../service/audit/audit.ts";
import { RunDispatcher } from "../service/dispatch/run-dispatcher.ts";
import { openParts } from "./parts.ts";
import type { PartsOptions } from "./parts-options.ts";

/** Everything in one process: store, embedded cloud, drivers, service, HTTP application. */
export interface Embedded {
  readonly api: Fetch;
  /** The embedded cloud on its own, for serving it. */
  readonly localCloud: Fetch;
  close(): Promise<void>;
}

/** A whole Plumbline for one command: the user who runs the process is its only caller, and nothing outlives it. */
export function openEmbedded(options: PartsOptions): Embedded {
  const { deployment, localCloud, store, close } = openParts(options);
  const dispatcher = new RunDispatcher({ deployment, serves: false });
  let reveals: Audit | undefined;
  const api = application({
    deployment,
    dispatcher,
    localCloud,
    doctor: store.doctor,
    access: null,
    audit: null,
    // What one does on one's own machine is not recorded; that a secret was shown is.
    reveals: () => {
      reveals ??= new Audit({ register: deployment.register, clock: deployment.clock, key: null, place: null });
      return reveals;
    },
  });
  return {
    api,
    localCloud,
    close: async () => {
      await dispatcher.drain();
      await close();
    },
  };
}
