import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { fetchOver } from "../../../packages/base/exchange/fetch-over.ts";
import type { Problem } from "../../../packages/base/problems/problem.ts";
import { ok, type Result } from "../../../packages/base/result.ts";
import { CheckPool, serviceLimits, serviceShares } from "../../check-pool/check-pool.ts";
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
import { Metrics } from "../../service/calls/metrics.ts";
import type { Observer } from "../../service/calls/observer.ts";
import { openCalls } from "../../service/calls/open-calls.ts";
import type { Deployment } from "../../service/deployment.ts";
import type { BackgroundEvent } from "../../service/dispatch/events/background-event.ts";
import { RunDispatcher } from "../../service/dispatch/run-dispatcher.ts";
import { allHandlers } from "../../service/handlers/all-handlers.ts";
import { BackgroundEventCounts } from "../../telemetry/background-event-counts.ts";
import { RequestSpans, tracingApi } from "../../telemetry/request-spans.ts";
import type { ServiceLog } from "../../telemetry/service-log.ts";
import { servedPolicy } from "../cloud/served-policy.ts";
import { workspacesAt } from "../drivers.ts";
import { fileIn } from "../machine/state-directory.ts";
import { newCheckThread } from "../new-check-thread.ts";
import { openParts } from "../parts.ts";
import type { PartsOptions } from "../parts-options.ts";
import { descriptionOf } from "./description-of.ts";
import { EventLoopTurns } from "./event-loop-turns.ts";

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
 * Opens a service and begins what it does by itself: taking up runs, looking for drift, sending webhooks. Problems are those
 * of the policies and the settings of access.
 */
export async function openService(options: ServiceOptions): Promise<Result<Service, readonly Problem[]>> {
  const { dir, network, machine, log, version } = options;
  const environment = withoutConfig(options.environment);
  let control: AccessControl | null = null;
  const credentials = servedPolicy(environment, async () => (await control?.bindings()) ?? []);
  const heard = { cloudFailed: log.cloudFailed, notice: log.say };
  const turns = new EventLoopTurns(options.clock.elapsed);
  const { deployment: alone, store, close } = openParts({ ...options, ...heard, environment, credentials, turns });
  const checker = new CheckPool({
    newThread: newCheckThread,
    shares: serviceShares(availableParallelism()),
    limits: serviceLimits,
    now: options.clock.elapsed,
  });
  // The result of a check is not looked up in files: reading those takes this thread longer than it may stand still.
  const webhooks = webhookGuard({ environment, machine });
  const deployment: Deployment = { ...alone, checker, checkCache: undefined, whyNoWebhook: webhooks.whyRefused };
  const { documentStore, clock, ids } = deployment;
  const providerKinds = Object.keys(deployment.catalog.providers);
  const files = { shipped: shippedPolicies, policies: options.policies, settings: options.access, providerKinds };
  await deployment.carriedOver();
  const access = await openAccess(files, {
    documentStore,
    stacks: deployment.store,
    clock,
    ids,
    fetch: fetchOver(network, issuerBounds),
  });
  if (!access.ok) {
    await close();
    return access;
  }
  control = access.value;
  const named = environment["PLUMB_ADMIN_TOKEN_FILE"] ?? "";
  const tokenFile = named === "" ? fileIn(dir, "admin.token") : named;
  const workspaces = workspacesAt(environment);
  const audit = new Audit({
    documentStore,
    clock,
    key: checkpointKeyFile(fileIn(dir, "audit.key")),
    place: checkpointFile(fileIn(dir, "audit.checkpoints")),
    onCheckpointLost: (cause) => log.note({ kind: "look-failed", what: "a checkpoint of the audit log", cause }),
  });
  const isRenewed = options.newFirstAdmin === true;
  const isMade = !isRenewed && !(await access.value.isAnybodyAdmin());
  const firstAdmin =
    isRenewed || isMade
      ? await auditedFirstAdmin(
          audit,
          localOwner.caller.principal,
          isRenewed ? "renewFirstAdmin" : "makeFirstAdmin",
          () =>
            isRenewed
              ? renewFirstAdmin(access.value, tokenFile, workspaces)
              : ensureFirstAdmin(access.value, documentStore, tokenFile, clock.now(), workspaces),
        )
      : null;
  const counts = new BackgroundEventCounts();
  const note = (event: BackgroundEvent) => {
    counts.note(event);
    log.note(event);
  };
  const dispatcher = new RunDispatcher({
    deployment,
    serves: true,
    authorityOf: (caller) => access.value.authorityOf(caller),
    witness: auditedRuns(audit, (run, cause) => log.lost(run, cause)),
    webhooks: webhookExchange({ environment, network, machine }),
    note,
  });
  const ending = new AbortController();
  const observer = await observed(log, version, () => clock.now());
  const calls = openCalls({
    deployment,
    dispatcher,
    handlers: allHandlers,
    description: descriptionOf(deployment.catalog),
    doctor: store.doctor,
    access: access.value,
    audit,
    metrics: new Metrics(() => counts.lines()),
    observer,
    rateLimit: options.rateLimit,
    ending: ending.signal,
  });
  dispatcher.serve();
  return ok({
    api: application({ calls, clock, ids, observer }),
    firstAdmin,
    close: async () => {
      ending.abort();
      await dispatcher.drain();
      await audit.signOff();
      await checker.close();
      await close();
    },
  });
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
