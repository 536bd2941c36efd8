import type { Problem } from "../../../packages/base/problems/problem.ts";
import { ok, type Result } from "../../../packages/base/result.ts";
import { type Application, application } from "../../http/application.ts";
import type { AccessControl } from "../../service/access/access-control.ts";
import { localOwner } from "../../service/access/local-owner.ts";
import { ensureFirstAdmin, renewFirstAdmin } from "../../service/access/roles/first-admin.ts";
import type { Audit } from "../../service/audit/audit.ts";
import { auditedFirstAdmin } from "../../service/audit/audited-first-admin.ts";
import { allHandlers } from "../../service/handlers/all-handlers.ts";
import type { RateLimit } from "../../service/requests/admission/rate-limit.ts";
import type { Observer } from "../../service/requests/observer.ts";
import { openCalls } from "../../service/requests/open-calls.ts";
import type { Deployment } from "../../service/use-cases/deployment.ts";
import { ResourceWatch } from "../../service/use-cases/watch/resource-watch.ts";
import { requestSpans } from "../../telemetry/request-spans.ts";
import type { ServiceLog } from "../../telemetry/service-log.ts";
import { workspacesAt } from "../drivers.ts";
import { fileIn } from "../machine/state-directory.ts";
import { descriptionOf } from "./description-of.ts";
import { openShared, runsOf, type Shared, type SharedOptions } from "./open-shared.ts";
import { showLoads } from "./show-loads.ts";

export interface ServiceOptions extends SharedOptions {
  /** Makes another token for the first admin, and ends the former one. */
  readonly newFirstAdmin?: boolean;
  /** False: it only answers, and workers do what goes on without a caller. Left out: it does that as well. */
  readonly works?: boolean;
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

/**
 * Opens a service and begins what it does by itself: taking up runs, looking for drift, sending webhooks. Problems are
 * those of the policies and the settings of access.
 */
export async function openService(options: ServiceOptions): Promise<Result<Service, readonly Problem[]>> {
  const shared = await openShared(options);
  return shared.ok ? ok(await serviceOver(shared.value, options)) : shared;
}

/** Begins to serve. */
async function serviceOver(shared: Shared, options: ServiceOptions): Promise<Service> {
  const { deployment, checker, metrics, access, audit, spans } = shared;
  const { clock, ids } = deployment;
  const { log, works = true } = options;
  const firstAdmin = await firstAdminOf(access, audit, deployment, options);
  const dispatcher = runsOf(shared, options, works);
  const watch = new ResourceWatch(deployment);
  showLoads(metrics, { dispatcher, checker, watch, audit });
  const ending = new AbortController();
  const observer =
    spans === undefined
      ? log
      : observed(
          log,
          requestSpans(spans, () => clock.now()),
        );
  const calls = openCalls({
    deployment,
    dispatcher,
    handlers: allHandlers,
    description: descriptionOf(deployment.catalog),
    doctor: shared.store.doctor,
    access,
    audit,
    metrics,
    watch,
    observer,
    rateLimit: options.rateLimit,
    ending: ending.signal,
  });
  if (works) dispatcher.serve();
  return {
    api: application({ calls, clock, ids, observer }),
    firstAdmin,
    close: async () => {
      ending.abort();
      await dispatcher.drain();
      await audit.signOff();
      await shared.close();
    },
  };
}

/** The file with the first admin's token: made where there is none, made anew where that is asked for, else null. */
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

/** The log, and spans. */
function observed(log: ServiceLog, span: Observer["answered"]): Observer {
  return {
    answered: (request) => {
      log.answered(request);
      span(request);
    },
    bug: log.bug,
    unrecorded: log.unrecorded,
  };
}
