import { userInfo } from "node:os";
import type { Exchange } from "../../packages/base/exchange/exchange.ts";
import { isReadOnly } from "../../packages/base/read-only.ts";
import { armLocal } from "../../packages/local-cloud/azure/arm-local.ts";
import { databricksLocal } from "../../packages/local-cloud/databricks/databricks-local.ts";
import { googleLocal } from "../../packages/local-cloud/google/google-local.ts";
import { LocalCloud } from "../../packages/local-cloud/runtime/local-cloud.ts";
import { LocalStorage } from "../../packages/local-cloud/runtime/local-storage.ts";
import type { LocalMode } from "../../packages/local-cloud/runtime/local-vendor.ts";
import { catalog } from "../definitions/resources/catalog.ts";
import { passagesBy, refusalsBy } from "../providers/credentials/passages.ts";
import { vendorExchange } from "../providers/credentials/vendor-exchange.ts";
import { recordedStore } from "../providers/recording/recorded-store.ts";
import { localOwner } from "../service/access/local-owner.ts";
import { CheckCache } from "../service/declarations/check-cache.ts";
import type { Deployment } from "../service/deployment.ts";
import { carryProjects } from "../service/dispatch/moves/carry-projects.ts";
import { finishMoves } from "../service/dispatch/moves/move-stack.ts";
import { LastViews } from "../service/last-views.ts";
import { Silence } from "../service/lease/silence.ts";
import { OneByOne } from "../service/one-by-one.ts";
import { NewestPlan } from "../service/plans/newest-plan.ts";
import { PlanBriefs } from "../service/plans/plan-briefs.ts";
import { carryClouds } from "../service/stacks/carry-clouds.ts";
import { carriedOverOnce } from "../service/stacks/carry-over.ts";
import { ListedStacks } from "../service/stacks/listed-stacks.ts";
import { JournalLists } from "../service/state/journal-lists.ts";
import { FileMemo } from "../stores/memo/file-memo.ts";
import { SealedSecrets } from "../stores/sealed/sealed-secrets.ts";
import { sealingDrivers } from "../stores/sealed/sealing-drivers.ts";
import { keepDatabasePrivate, makePrivate } from "../stores/sqlite/connection/private-file.ts";
import { build } from "./build.ts";
import { policyOfEnvironment } from "./cloud/environment-policy.ts";
import { servedCloudId } from "./cloud/served-cloud-id.ts";
import { driversOver, isEmbedded, localDefaults } from "./drivers.ts";
import { fileIn } from "./machine/state-directory.ts";
import { isDeadOn } from "./machine/this-host.ts";
import type { PartsOptions } from "./parts-options.ts";
import { credentialEnds, providerExaminer, providerRegistrar } from "./provider-examiner.ts";
import { recorderFor } from "./recorder.ts";
import { callsUnderWay } from "./service/calls-under-way.ts";
import { chooseStore, type StoreChoice } from "./store.ts";

/** What every Plumbline is made of, with or without HTTP. */
export interface Parts {
  readonly deployment: Deployment;
  /** The embedded cloud. */
  readonly localCloud: Exchange;
  readonly store: StoreChoice;
  close(): Promise<void>;
}

/**
 * Puts store, embedded cloud and drivers together. Store and embedded cloud are opened on first use, so that what needs
 * neither (`check`) makes no state directory. `PLUMB_CLOUD=vendors` points providers at the vendors instead of the embedded
 * cloud.
 */
export function openParts(options: PartsOptions): Parts {
  const { dir, environment, clock, ids, network, machine, version } = options;
  const { credentials = policyOfEnvironment(environment) } = options;
  const whyUntrusted = refusalsBy(credentials);
  const closers: (() => Promise<void> | void)[] = [];
  const choice = chooseStore(options);
  closers.push(() => choice.close());
  const recorder = recorderFor(options);
  const store = once(() => choice.open());
  const journalled = once(() => (recorder === null ? store() : recordedStore(store(), recorder)));
  const secrets = once(() => new SealedSecrets(store().sealed, choice.keys()));
  const cloud = once(() => {
    const file = fileIn(dir, "cloud.db");
    if (dir !== ":memory:") {
      makePrivate(file);
      keepDatabasePrivate(file);
    }
    const storage = new LocalStorage(file);
    closers.push(() => storage.close());
    return new LocalCloud({
      storage,
      vendors: [googleLocal, armLocal, databricksLocal],
      clock,
      elapsed: () => clock.elapsed(),
      ids,
      mode: localMode(environment["PLUMB_LOCAL_MODE"]),
      operationMs: Number(environment["PLUMB_LOCAL_OPERATION_MS"] ?? 0),
      failed: options.cloudFailed,
    });
  });
  const { aroundCloud = (cloud) => cloud } = options;
  const localCloud = aroundCloud(async (request) => cloud().exchange(request));
  const checkCache =
    build === null || dir === ":memory:" ? undefined : new CheckCache(new FileMemo(dir, "checked"), build);
  const vendors = { environment, network, machine, now: () => clock.now(), version };
  const passages = passagesBy(credentials);
  const calls = callsUnderWay();
  const driverOf = driversOver({
    local: localCloud,
    exchangeOf: (provider, passage) => vendorExchange(provider, passage, vendors),
    passages,
    clock,
    isReadOnly: isReadOnly(environment),
    notice: options.notice,
    recorder,
    callNow: calls.now,
  });
  const isLocal = (environment["PLUMB_CLOUD"] ?? "local") === "local";
  const carriedOver = carriedOverOnce({
    get store() {
      return store();
    },
    get documentStore() {
      return store().documentStore;
    },
    clock,
    carryClouds: () => carryClouds(deployment),
    carryProjects: () => carryProjects(deployment, (sentence) => options.notice?.(sentence)),
    finishMoves: () => finishMoves(deployment),
  });
  const deployment: Deployment = {
    version: options.version,
    catalog,
    get store() {
      return journalled();
    },
    get documentStore() {
      return store().documentStore;
    },
    carriedOver,
    get sealedTexts() {
      return secrets();
    },
    get vault() {
      return secrets();
    },
    driverOf: sealingDrivers((provider, { stack }) => driverOf(provider, stack), catalog, calls.during),
    cloudNow: async (provider, stack) =>
      isEmbedded(provider) ? cloud().id : servedCloudId(provider, await passages(provider, stack), vendors),
    cloudIdOf: (provider) => driverOf(provider, null).cloudId(provider),
    whyUntrusted: async (provider, stack) => (isEmbedded(provider) ? null : whyUntrusted(provider, stack)),
    surroundings: { environment, defaults: isLocal ? localDefaults() : {} },
    clock,
    ids,
    holder: { host: choice.host, pid: process.pid, ...userOfProcess() },
    isDead: isDeadOn(choice.host),
    silence: new Silence(),
    newestPlan: new NewestPlan(),
    planBriefs: new PlanBriefs(),
    journalLists: new JournalLists(),
    listedStacks: new ListedStacks(),
    planReads: new OneByOne(),
    planViews: new LastViews(),
    runViews: new LastViews(),
    authority: localOwner,
    checkCache,
    turns: options.turns,
    examineProvider: providerExaminer({ local: localCloud, passages, vendors }),
    documentStoreAt: providerRegistrar({ local: localCloud, passages, vendors }),
    credentialEnd: credentialEnds({ passages, vendors }),
    isReadOnly: isReadOnly(environment),
    notice: options.notice,
  };
  return {
    deployment,
    localCloud,
    store: choice,
    close: async () => {
      for (const close of closers) await close();
    },
  };
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

function localMode(text: string | undefined): LocalMode {
  return text === "faithful" ? "faithful" : "documented";
}
