import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { fetchOver } from "../../../packages/base/exchange/fetch-over.ts";
import type { Problem } from "../../../packages/base/problems/problem.ts";
import { ok, type Result } from "../../../packages/base/result.ts";
import { CheckPool, serviceLimits, serviceShares } from "../../checker/check-pool.ts";
import { type Application, application } from "../../http/application.ts";
import { webhookExchange, webhookGuard } from "../../providers/credentials/guards/webhook-guard.ts";
import type { AccessControl } from "../../service/access/access-control.ts";
import { localOwner } from "../../service/access/local-owner.ts";
import { openAccess } from "../../service/access/open-access.ts";
import { ensureFirstAdmin, renewFirstAdmin } from "../../service/access/roles/first-admin.ts";
import { Audit } from "../../service/audit/audit.ts";
import { checkpointFile, checkpointKeyFile } from "../../service/audit/audit-files.ts";
import { auditedFirstAdmin } from "../../service/audit/audited-first-admin.ts";
import { auditedRuns } from "../../service/audit/audited-runs.ts";
import type { RateLimit } from "../../service/calls/admission/rate-limit.ts";
import type { Observer } from "../../service/calls/observer.ts";
import { openCalls } from "../../service/calls/open-calls.ts";
import type { Deployment } from "../../service/deployment.ts";
import { RunDispatcher } from "../../service/dispatch/run-dispatcher.ts";
import { allHandlers } from "../../service/handlers/all-handlers.ts";
import { ResourceWatch } from "../../service/use-cases/watch/resource-watch.ts";
import { RequestSpans, tracingApi } from "../../telemetry/request-spans.ts";
import type { ServiceLog } from "../../telemetry/service-log.ts";
import { ServiceMetrics } from "../../telemetry/service-metrics.ts";
import { StoreMetrics } from "../../telemetry/store-metrics.ts";
import { servedPolicy } from "../cloud/served-policy.ts";
import { workspacesAt } from "../drivers.ts";
import { fileIn } from "../machine/state-directory.ts";
import { newCheckThread } from "../new-check-thread.ts";
import { openParts, type Parts } from "../parts.ts";
import type { PartsOptions } from "../parts-options.ts";
import { descriptionOf } from "./description-of.ts";
import { EventLoopTurns } from "./event-loop-turns.ts";
import { showLoads } from "./show-loads.ts";

export interface ServiceOptions extends PartsOptions {
  /** Folder of the operators' own policies, beside the shipped ones. */
  readonly policies: string | undefined;
  /** File of settings: trusted issuers, admins. */
  readonly access: string | undefined;
  /** Makes another token for the first admin, and ends the former one. */
  readonly newFirstAdmin?: boolean;
  readonly log: ServiceLog;
  /** For each caller. */
  readonly rateLimit: RateLimit;
}

/** A Plumbline that many share: callers are known, runs go on without them, and what is done is on record. */
export interface Service {
  readonly api: Application;
  /** The file with the first admin's token where one was made at this start, else null. */
  readonly firstAdmin: string | null;
  /** Begins nothing new, ends streams, gives runs back for another process, then closes the store. */
  close(): Promise<void>;
}

/** The policies and their schema, beside `src` and beside the bundle alike. */
const shippedPolicies = fileURLToPath(
  new URL(import.meta.url.endsWith(".ts") ? "../../../policies/" : "../policies/", import.meta.url),
);

/** Of what an issuer of tokens answers: its keys are short. */
const issuerBounds = { mostBytes: 256 * 1024 };

/**
 * Opens a service and begins what it does by itself: taking up runs, looking for drift, sending webhooks. Problems are
 * those of the policies and the settings of access.
 */
export async function openService(given: ServiceOptions): Promise<Result<Service, readonly Problem[]>> {
  const options = { ...given, environment: withoutConfig(given.environment) };
  let control: AccessControl | null = null;
  const credentials = servedPolicy(options.environment, async () => (await control?.bindings()) ?? []);
  const parts = openSharedParts({ ...options, credentials });
  await parts.deployment.carriedOver();
  const access = await accessOf(parts.deployment, options);
  if (!access.ok) {
    await parts.close();
    return access;
  }
  control = access.value;
  return ok(await serviceOver(parts, access.value, options));
}

interface SharedParts extends Parts {
  readonly checker: CheckPool;
  readonly metrics: ServiceMetrics;
}

/** Parts that do not let one caller keep the thread from the others. */
function openSharedParts(options: ServiceOptions): SharedParts {
  const { clock, log } = options;
  const turns = new EventLoopTurns(clock.elapsed);
  const parts = openParts({ ...options, cloudFailed: log.cloudFailed, notice: log.say, turns });
  const checker = new CheckPool({
    newThread: () => newCheckThread(parts.deployment.catalog),
    shares: serviceShares(availableParallelism()),
    limits: serviceLimits,
    now: clock.elapsed,
  });
  const { whyRefused: whyNoWebhook } = webhookGuard(options);
  // The result of a check is not looked up in files: reading those takes this thread longer than it may stand still.
  const metrics = new ServiceMetrics();
  const storeMetrics = new StoreMetrics(metrics.registry, clock.elapsed);
  const deployment: Deployment = {
    ...parts.deployment,
    store: storeMetrics.ofStore(parts.deployment.store),
    documentStore: storeMetrics.ofDocumentStore(parts.deployment.documentStore),
    checker,
    checkCache: undefined,
    whyNoWebhook,
  };
  return { ...parts, deployment, checker, metrics };
}

/** Who may do what, by the roles in the document store and the files of the operators. */
function accessOf(
  { documentStore, store, clock, ids, catalog }: Deployment,
  { policies, access, network }: ServiceOptions,
): Promise<Result<AccessControl, readonly Problem[]>> {
  const { providers } = catalog;
  const files = { shipped: shippedPolicies, policies, settings: access, providers };
  return openAccess(files, { documentStore, stacks: store, clock, ids, fetch: fetchOver(network, issuerBounds) });
}

/** Begins to serve. */
async function serviceOver(parts: SharedParts, access: AccessControl, options: ServiceOptions): Promise<Service> {
  const { deployment, checker, metrics } = parts;
  const { clock, ids } = deployment;
  const { log, version } = options;
  const audit = auditOf(deployment, options);
  const firstAdmin = await firstAdminOf(access, audit, deployment, options);
  const dispatcher = new RunDispatcher({
    deployment,
    serves: true,
    authorityOf: (caller) => access.authorityOf(caller),
    witness: auditedRuns(audit, (run, cause) => log.lost(run, cause)),
    webhooks: webhookExchange(options),
    note: (event) => {
      metrics.note(event);
      log.note(event);
    },
  });
  const watch = new ResourceWatch(deployment);
  showLoads(metrics, { dispatcher, checker, watch, audit });
  const ending = new AbortController();
  const observer = await observed(log, version, () => clock.now());
  const calls = openCalls({
    deployment,
    dispatcher,
    handlers: allHandlers,
    description: descriptionOf(deployment.catalog),
    doctor: parts.store.doctor,
    access,
    audit,
    metrics,
    watch,
    observer,
    rateLimit: options.rateLimit,
    ending: ending.signal,
  });
  dispatcher.serve();
  return {
    api: application({ calls, clock, ids, observer }),
    firstAdmin,
    close: async () => {
      ending.abort();
      await dispatcher.drain();
      await audit.signOff();
      await checker.close();
      await parts.close();
    },
  };
}

function auditOf({ documentStore, clock }: Deployment, { dir, log }: ServiceOptions): Audit {
  return new Audit({
    documentStore,
    clock,
    key: checkpointKeyFile(fileIn(dir, "audit.key")),
    place: checkpointFile(fileIn(dir, "audit.checkpoints")),
    onCheckpointLost: (cause) => log.note({ kind: "look-failed", what: "a checkpoint of the audit log", cause }),
  });
}

/** The file with the first admin's token: made where nobody is admin, made anew where that is asked for, else null. */
async function firstAdminOf(
  access: AccessControl,
  audit: Audit,
  { documentStore, clock }: Deployment,
  { environment, dir, newFirstAdmin = false }: ServiceOptions,
): Promise<string | null> {
  const named = environment["PLUMB_ADMIN_TOKEN_FILE"] ?? "";
  const file = named === "" ? fileIn(dir, "admin.token") : named;
  const workspaces = workspacesAt(environment);
  const { principal } = localOwner.caller;
  if (newFirstAdmin)
    return auditedFirstAdmin(audit, principal, "renewFirstAdmin", () => renewFirstAdmin(access, file, workspaces));
  if (await access.isAnybodyAdmin()) return null;
  return auditedFirstAdmin(audit, principal, "makeFirstAdmin", () =>
    ensureFirstAdmin(access, documentStore, file, clock.now(), workspaces),
  );
}

/** What stands in the environment of a service that many share is no caller's config. */
function withoutConfig(environment: PartsOptions["environment"]): PartsOptions["environment"] {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !name.startsWith("PLUMB_CONFIG_")));
}

/** The log, and spans where they are received. */
async function observed(log: ServiceLog, version: string, now: () => number): Promise<Observer> {
  const api = await tracingApi();
  if (api === null) return log;
  const spans = new RequestSpans(api, version, now);
  return {
    answered: (request) => {
      log.answered(request);
      spans.answered(request);
    },
    bug: log.bug,
  };
}
