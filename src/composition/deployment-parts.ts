import { userInfo } from "node:os";
import type { Exchange } from "../../packages/base/exchange/exchange.ts";
import { isReadOnly } from "../../packages/base/read-only.ts";
import { ownThreadChecker } from "../check-threads/own-thread-checker.ts";
import type { PlanView } from "../contract/documents/plans/plan.ts";
import { FileCache } from "../file-cache/file-cache.ts";
import { recordedStore } from "../providers/recording/recorded-store.ts";
import { SealedSecrets } from "../secrets/sealed-secrets.ts";
import { localOwner } from "../service/access/local-owner.ts";
import { finishMoves } from "../service/background/moves/move-stack.ts";
import { movesFinishedBy } from "../service/background/moves/moves-finished.ts";
import { CheckCache } from "../service/use-cases/declarations/check-cache.ts";
import type { Deployment } from "../service/use-cases/deployment.ts";
import { LivenessTracker } from "../service/use-cases/lease/liveness-tracker.ts";
import { LastViews } from "../service/use-cases/lists/last-views.ts";
import { QueuePerCaller } from "../service/use-cases/lists/queue-per-caller.ts";
import { NewestPlan } from "../service/use-cases/plans/newest-plan.ts";
import { PlanBriefs } from "../service/use-cases/plans/plan-briefs.ts";
import type { ReportedStep } from "../service/use-cases/runs/run-view.ts";
import { ListedStacks } from "../service/use-cases/stacks/listed-stacks.ts";
import { JournalLists } from "../service/use-cases/state/journal-lists.ts";
import { build } from "./build.ts";
import { chooseStore, type StoreChoice } from "./choose-store.ts";
import { localDefaults } from "./cloud/embedded-access.ts";
import { embeddedCloud } from "./cloud/embedded-cloud.ts";
import type { DeploymentPartsOptions } from "./deployment-parts-options.ts";
import { isDeadOn } from "./machine/this-host.ts";
import { recorderFor } from "./recorder-for.ts";
import { vendorConnections } from "./vendor-connections.ts";
import { shippedProduct } from "./vendors.ts";

/** What every Plumbline is made of, with or without HTTP. */
export interface DeploymentParts {
  readonly deployment: Deployment;
  /** The embedded cloud. */
  readonly localCloud: Exchange;
  readonly store: StoreChoice;
  close(): Promise<void>;
}

/**
 * Puts store, embedded cloud and drivers together. Store and embedded cloud are opened on first use, so that what needs
 * neither (`check`) makes no state directory. `PLUMB_CLOUD=vendors` points providers at the vendors instead of the
 * embedded cloud.
 */
export function openDeploymentParts(options: DeploymentPartsOptions): DeploymentParts {
  const { version, environment, clock, ids, turns, notice } = options;
  const { catalog } = options.product ?? shippedProduct;
  const recorder = recorderFor(options);
  const choice = chooseStore(options);
  const journalled = once(() => (recorder === null ? choice.open() : recordedStore(choice.open(), recorder)));
  const secrets = once(() => new SealedSecrets(choice.open().sealed, choice.keys()));
  const cloud = embeddedCloud(options);
  const isLocal = (environment["PLUMB_CLOUD"] ?? "local") === "local";
  const deployment: Deployment = {
    version,
    catalog,
    get store() {
      return journalled();
    },
    get documentStore() {
      return choice.open().documentStore;
    },
    get sealedTexts() {
      return secrets();
    },
    get vault() {
      return secrets();
    },
    movesFinished: movesFinishedBy(() => finishMoves(deployment), clock),
    ...vendorConnections(options, cloud, recorder, () => choice.open().documentStore),
    surroundings: { environment, defaults: isLocal ? localDefaults(catalog) : {} },
    clock,
    ids,
    holder: { host: choice.host, pid: process.pid, ...userOfProcess() },
    isDead: isDeadOn(choice.host),
    ...nothingReadYet(),
    authority: localOwner,
    checker: ownThreadChecker(catalog),
    checkCache: checkCacheIn(options.dir),
    turns,
    isReadOnly: isReadOnly(environment),
    notice,
  };
  return {
    deployment,
    localCloud: cloud.exchange,
    store: choice,
    close: async () => {
      await choice.close();
      cloud.close();
    },
  };
}

/** What a deployment remembers of what it has read. */
function nothingReadYet() {
  return {
    liveness: new LivenessTracker(),
    newestPlan: new NewestPlan(),
    planBriefs: new PlanBriefs(),
    journalLists: new JournalLists(),
    listedStacks: new ListedStacks(),
    planReads: new QueuePerCaller(),
    planViews: new LastViews<PlanView>(),
    runViews: new LastViews<readonly ReportedStep[]>(),
  };
}

function checkCacheIn(dir: string): CheckCache | undefined {
  return build === null || dir === ":memory:" ? undefined : new CheckCache(new FileCache(dir, "checked"), build);
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** As whom this process runs; a user without a name in the system's list has none. */
function userOfProcess(): { readonly user?: string } {
  try {
    return { user: userInfo().username };
  } catch {
    return {};
  }
}
