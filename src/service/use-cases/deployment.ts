import type { SteadyClock } from "../../../packages/base/clock.ts";
import type { Ids } from "../../../packages/base/ids.ts";
import type { Turns } from "../../../packages/base/turns.ts";
import type { PlanView } from "../../contract/documents/plans/plan.ts";
import type { Catalog } from "../../definitions/schema/definition.ts";
import type { ProviderSurroundings } from "../../engine/check/check-providers.ts";
import type { DocumentStore } from "../../engine/ports/document-store.ts";
import type { Driver, ProviderInstance } from "../../engine/ports/driver.ts";
import type { SealedTexts } from "../../engine/ports/sealed-texts.ts";
import type { SecretsAtWork, Vault } from "../../engine/ports/secrets.ts";
import type { LeaseHolder, Store } from "../../engine/ports/store.ts";
import type { Examination, Finding, Registration } from "../../engine/ports/vendor-doctor.ts";
import type { Authority } from "../access/authority.ts";
import type { CheckCache } from "./declarations/check-cache.ts";
import type { Checker } from "./declarations/checker.ts";
import type { LivenessTracker } from "./lease/liveness-tracker.ts";
import type { LastViews } from "./lists/last-views.ts";
import type { QueuePerCaller } from "./lists/queue-per-caller.ts";
import type { NewestPlan } from "./plans/newest-plan.ts";
import type { PlanBriefs } from "./plans/plan-briefs.ts";
import type { ReportedStep } from "./runs/run-view.ts";
import type { ListedStacks } from "./stacks/listed-stacks.ts";
import type { JournalLists } from "./state/journal-lists.ts";

/** For which stack a piece of work is, null: for none; and what it seals with. */
export interface WorkAt extends SecretsAtWork {
  readonly stack: string | null;
}

/** What one running Plumbline is made of; the composition root puts it together. */
export interface Deployment {
  readonly version: string;
  readonly catalog: Catalog;
  readonly store: Store;
  /** The service's own documents, in the medium of the store. */
  readonly documentStore: DocumentStore;
  /**
   * Settles when what a crash has left of stacks that were given another name is finished. Asked before documents of
   * stacks are read, and before plans; it looks from time to time. Throws Faults of the store.
   */
  readonly movesFinished: () => Promise<void>;
  /** The secrets of all stacks. A piece of work for one of them has that one's: see `atStack`. */
  readonly vault: Vault;
  /** Config values in files of the user's own. */
  readonly sealedTexts: SealedTexts;
  /**
   * Drivers that take one stack's markers for secrets and give its markers back, and that make no call but where a
   * credential of that stack may go.
   */
  readonly driverOf: (provider: ProviderInstance, at: WorkAt) => Driver;
  /**
   * Why no credential may go where a provider leads, and which field of its configuration leads there; null where one
   * may. `stack` null: of no stack, `*`: whichever it will be.
   */
  readonly whyUntrusted: (
    provider: ProviderInstance,
    stack: string | null,
  ) => Promise<{ readonly why: string; readonly field: string } | null>;
  /**
   * Why no webhook may lead to the address that is written out in a URL; null where one may. Left out: none is sent
   * from here.
   */
  readonly whyNoWebhook?: ((url: URL) => string | null) | undefined;
  /** Origin and tenant of the cloud behind a provider: equal values mean the same objects. */
  readonly cloudIdOf: (provider: ProviderInstance) => string;
  /**
   * What the local cloud calls itself to which a provider leads on behalf of a stack; null where it leads to none, or
   * to one that does not say. Left out: none says it.
   */
  readonly cloudNow?: ((provider: ProviderInstance, stack: string) => Promise<string | null>) | undefined;
  /** Environment and default values for providers. */
  readonly surroundings: ProviderSurroundings;
  readonly clock: SteadyClock;
  readonly ids: Ids;
  /** This process, as a holder of stacks. */
  readonly holder: Omit<LeaseHolder, "since">;
  /** True when a holder's process is known to be gone. */
  readonly isDead: (holder: LeaseHolder) => boolean;
  /** What it has seen of the leases of its store, by its own count of time. */
  readonly liveness: LivenessTracker;
  readonly newestPlan: NewestPlan;
  /** What it has read of plans for lists. Left out: each list reads anew. */
  readonly planBriefs?: PlanBriefs | undefined;
  /** What it has read of journals for lists. Left out: each list reads anew. */
  readonly journalLists?: JournalLists | undefined;
  /** What it has read of stacks for lists. Left out: each list reads anew. */
  readonly listedStacks?: ListedStacks | undefined;
  /** In which each caller's plans are shown. Left out: all at once. */
  readonly planReads?: QueuePerCaller | undefined;
  /** The plans that it has shown last. Left out: each is made anew. */
  readonly planViews?: LastViews<PlanView> | undefined;
  /** The steps of the runs that it has shown last. Left out: they are read for each page. */
  readonly runViews?: LastViews<readonly ReportedStep[]> | undefined;
  /** Told why something takes longer than its own work does. Left out: it is not told. */
  readonly notice?: ((text: string) => void) | undefined;
  /** On whose behalf: HTTP gives each request a deployment with the authority of its caller. */
  readonly authority: Authority;
  /** Aborts when whoever asked has gone. Left out: what is asked is always done to its end. */
  readonly client?: (() => AbortSignal) | undefined;
  /** For work that may be long: others have their turn between its parts. Left out: there is no other work. */
  readonly turns?: Turns | undefined;
  /** Reads and checks what callers send. */
  readonly checker: Checker;
  /**
   * Looks at a provider as a stack would use it: its credential, the way to it, what the vendor tells of itself. Sends
   * reads only. Left out: nothing is found.
   */
  readonly examineProvider?:
    | ((
        provider: ProviderInstance,
        stack: string | null,
        declared: Pick<Examination, "targets" | "types">,
      ) => Promise<readonly Finding[]>)
    | undefined;
  /**
   * Asks the vendor of a provider, as a stack would use it, to register what a finding names: a write that goes on in
   * the background. Null: it was asked; else why not. Left out: nothing can be registered.
   */
  readonly registerAt?:
    | ((stack: string | null, wanted: Omit<Registration, "payer">) => Promise<Finding | null>)
    | undefined;
  /**
   * When a credential ends that is not renewed, and where it was found; null for any other. Calls no vendor, unless it
   * may be asked what its own token is. Left out: not known.
   */
  readonly credentialEnd?:
    | ((
        provider: ProviderInstance,
        stack: string | null,
        mayAsk: boolean,
      ) => Promise<{ readonly link: string; readonly at: number } | null>)
    | undefined;
  /** Nothing may be changed on any platform, and no run begins (`PLUMB_READ_ONLY`). Left out: it may. */
  readonly isReadOnly?: boolean | undefined;
  /** Left out: every text is read and checked anew. */
  readonly checkCache?: CheckCache | undefined;
}
