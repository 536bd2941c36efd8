import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { fetchOver } from "../../../packages/base/exchange/fetch-over.ts";
import { Fault } from "../../../packages/base/fault.ts";
import type { Problem } from "../../../packages/base/problems/problem.ts";
import { ok, type Result } from "../../../packages/base/result.ts";
import type { SpanSink } from "../../../packages/base/trace/span.ts";
import { CheckPool, serviceLimits, serviceShares } from "../../check-threads/check-pool.ts";
import { webhookExchange, webhookGuard } from "../../providers/credentials/guards/webhook-guard.ts";
import type { AccessControl } from "../../service/access/access-control.ts";
import { openAccess } from "../../service/access/open-access.ts";
import { Audit } from "../../service/audit/audit.ts";
import { checkpointFile, checkpointKeyFile } from "../../service/audit/audit-files.ts";
import { auditedRuns } from "../../service/audit/audited-runs.ts";
import { RunDispatcher, type RunDispatcherOptions } from "../../service/background/run-dispatcher.ts";
import type { Deployment } from "../../service/use-cases/deployment.ts";
import type { ServiceLog } from "../../telemetry/service-log.ts";
import { ServiceMetrics } from "../../telemetry/service-metrics.ts";
import type { SpanExporter } from "../../telemetry/span-exporter.ts";
import { StoreMetrics } from "../../telemetry/store-metrics.ts";
import { servedPolicy } from "../cloud/served-policy.ts";
import { type DeploymentParts, openDeploymentParts } from "../deployment-parts.ts";
import type { DeploymentPartsOptions } from "../deployment-parts-options.ts";
import { fileIn } from "../machine/state-directory.ts";
import { newCheckThread } from "../new-check-thread.ts";
import { EventLoopTurns } from "./event-loop-turns.ts";

export interface SharedOptions extends DeploymentPartsOptions {
  /** Folder of the operators' own policies, beside the shipped ones. */
  readonly policies: string | undefined;
  /** File of settings: trusted issuers, admins. */
  readonly access: string | undefined;
  readonly log: ServiceLog;
  /** Who drives the runs. Left out: workers of our own. */
  readonly driverOf?: RunDispatcherOptions["driverOf"] | undefined;
}

/** What a process is made of that works for many: those who answer them, and those who carry out their runs. */
export interface Shared extends DeploymentParts {
  readonly checker: CheckPool;
  readonly metrics: ServiceMetrics;
  readonly access: AccessControl;
  readonly audit: Audit;
  /** Takes spans, where the environment says where they go. */
  readonly spans: SpanSink | undefined;
}

/** The policies and their schema, beside `src` and beside the bundle alike. */
const shippedPolicies = fileURLToPath(
  new URL(import.meta.url.endsWith(".ts") ? "../../../policies/" : "../policies/", import.meta.url),
);

/** Of what an issuer of tokens answers: its keys are short. */
const issuerBounds = { mostBytes: 256 * 1024 };

/** Problems are those of the policies and the settings of access. `close` comes after all work has ended. */
export async function openShared(given: SharedOptions): Promise<Result<Shared, readonly Problem[]>> {
  const options = { ...given, environment: withoutConfig(given.environment) };
  let control: AccessControl | null = null;
  const credentials = servedPolicy(options.environment, async () => (await control?.bindings()) ?? []);
  const parts = openSharedParts({ ...options, credentials });
  await parts.deployment.movesFinished();
  const access = await accessOf(parts.deployment, options);
  if (!access.ok) {
    await parts.close();
    return access;
  }
  control = access.value;
  const exporter = await exporterOf(options);
  const close = async () => {
    await exporter?.close();
    await parts.close();
  };
  const audit = await auditOf(parts.deployment, options);
  await tellUnopened(parts.deployment, options);
  return ok({ ...parts, access: access.value, audit, spans: exporter?.take, close });
}

/** The runs of a process. `works`: it carries them out as well. */
export function runsOf(shared: Shared, options: SharedOptions, works: boolean): RunDispatcher {
  const { deployment, access, audit, metrics, spans } = shared;
  const { log, driverOf } = options;
  return new RunDispatcher({
    ...{ deployment, spans },
    serves: true,
    ...(works ? {} : { maxConcurrentRuns: 0 }),
    ...(driverOf === undefined ? {} : { driverOf }),
    authorityOf: (caller) => access.authorityOf(caller),
    witness: auditedRuns(audit, (run, cause) => log.lost(run, cause)),
    webhooks: webhookExchange(options),
    note: (event) => {
      metrics.note(event);
      log.note(event);
    },
  });
}

/** Parts that do not let one caller keep the thread from the others. */
function openSharedParts(options: SharedOptions): Omit<Shared, "access" | "audit" | "spans"> {
  const { clock, log } = options;
  const turns = new EventLoopTurns(clock.elapsed);
  const parts = openDeploymentParts({ ...options, cloudFailed: log.cloudFailed, notice: log.say, turns });
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
  const close = async () => {
    await checker.close();
    await parts.close();
  };
  return { ...parts, deployment, checker, metrics, close };
}

/** Who may do what, by the roles in the document store and the files of the operators. */
function accessOf(
  { documentStore, store, clock, ids, catalog }: Deployment,
  { policies, access, network }: SharedOptions,
): Promise<Result<AccessControl, readonly Problem[]>> {
  const { providers } = catalog;
  const files = { shipped: shippedPolicies, policies, settings: access, providers };
  return openAccess(files, { documentStore, stacks: store, clock, ids, fetch: fetchOver(network, issuerBounds) });
}

const otherAuditKey =
  "the audit log was signed with a key that is not in audit.key here, so what it signed can't be checked: " +
  "put that key back, or keep it where `plumb audit verify` is to be run";

/**
 * The audit log. A key that can't check what was signed is told of at each start, since the service signs with it from
 * now on: the log is served all the same.
 */
async function auditOf({ documentStore, clock }: Deployment, { dir, log }: SharedOptions): Promise<Audit> {
  const key = checkpointKeyFile(fileIn(dir, "audit.key"));
  const audit = new Audit({
    documentStore,
    clock,
    key,
    place: checkpointFile(fileIn(dir, "audit.checkpoints")),
    onCheckpointLost: (cause) => log.note({ kind: "look-failed", what: "a checkpoint of the audit log", cause }),
  });
  try {
    const signedBy = await audit.strangeKeys();
    if (signedBy.length > 0) log.note({ kind: "audit-key-differs", key: key.id, signedBy, meaning: otherAuditKey });
  } catch (cause) {
    log.note({ kind: "look-failed", what: "the checkpoints of the audit log", cause });
  }
  return audit;
}

/** A process whose key does not open what is sealed starts all the same: all else goes on. */
async function tellUnopened({ vault }: Deployment, { log }: SharedOptions): Promise<void> {
  try {
    await vault.tryKey();
  } catch (cause) {
    if (!(cause instanceof Fault) || cause.code !== "secrets-unreadable") throw cause;
    log.note({ kind: "secrets-unreadable", cause });
  }
}

/** Sends spans where OpenTelemetry's variables say so; nothing is loaded where they say nothing. */
async function exporterOf({
  environment,
  network,
  clock,
  version,
  log,
}: SharedOptions): Promise<SpanExporter | undefined> {
  if (!Object.keys(environment).some((name) => name.startsWith("OTEL_EXPORTER_OTLP_"))) return undefined;
  const { SpanExporter, spanTarget } = await import("../../telemetry/span-exporter.ts");
  const target = spanTarget(environment);
  const failed = (why: string) => log.say("spans are lost", { why });
  if (typeof target === "string") failed(target);
  return typeof target === "object" ? new SpanExporter({ ...target, version, network, clock, failed }) : undefined;
}

/** What stands in the environment of a service that many share is no caller's config. */
function withoutConfig(environment: DeploymentPartsOptions["environment"]): DeploymentPartsOptions["environment"] {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !name.startsWith("PLUMB_CONFIG_")));
}
