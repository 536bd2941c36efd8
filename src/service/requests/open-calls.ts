import { invariant } from "../../../packages/base/invariant.ts";
import type { Call, Calls } from "../../contract/call.ts";
import type { AccessControl } from "../access/access-control.ts";
import type { Audit } from "../audit/audit.ts";
import type { Dispatcher } from "../background/dispatcher.ts";
import type { Deployment } from "../use-cases/deployment.ts";
import type { Doctor } from "../use-cases/state/examine-store.ts";
import { ResourceWatch } from "../use-cases/watch/resource-watch.ts";
import { type RateLimit, RateLimiter } from "./admission/rate-limit.ts";
import { RightsWatch } from "./admission/rights-watch.ts";
import { answerCall, type Conventions } from "./answer-call.ts";
import type { Description } from "./call-context.ts";
import type { HandledOperation } from "./handler.ts";
import { KeyedRequests } from "./idempotency/idempotency.ts";
import type { Metrics } from "./metrics.ts";
import type { Observer } from "./observer.ts";
import { Readiness } from "./readiness.ts";

export interface CallsOptions {
  readonly deployment: Deployment;
  readonly dispatcher: Dispatcher;
  readonly handlers: readonly HandledOperation[];
  readonly description: Description;
  /** Null: the user who runs the process is the only caller. */
  readonly access: AccessControl | null;
  readonly audit: Audit | null;
  /** Where it is noted that secrets are revealed, when there is no log of everything; left out: nowhere. */
  readonly reveals?: (() => Audit) | undefined;
  /** Looks after the store's medium where it has one. */
  readonly doctor?: Doctor | undefined;
  readonly metrics?: Metrics | undefined;
  /** What happens to resources; left out: opened on first use. */
  readonly watch?: ResourceWatch | undefined;
  readonly observer?: Observer | undefined;
  /** For each caller; left out: no limit. */
  readonly rateLimit?: RateLimit | undefined;
  /** Aborts when the process is asked to end: streams end then. */
  readonly ending?: AbortSignal | undefined;
}

/** Opens the one way in to the operations of the API: for what comes over a network, and for this process itself. */
export function openCalls(options: CallsOptions): Calls {
  const { deployment, access, rateLimit } = options;
  const { clock, ids } = deployment;
  const auditLog = () => options.audit ?? options.reveals?.() ?? null;
  let { watch } = options;
  const conventions: Conventions = {
    deployment,
    surroundings: {
      dispatcher: options.dispatcher,
      doctor: options.doctor,
      metrics: options.metrics ?? null,
      readiness: new Readiness(deployment),
      watch: () => {
        watch ??= new ResourceWatch(deployment);
        return watch;
      },
      accessControl: access,
      auditLog,
      description: options.description,
    },
    admission: access,
    standings: access === null ? null : new RightsWatch(access, clock),
    audit: options.audit,
    reveals: auditLog,
    limiter: rateLimit === undefined ? null : new RateLimiter(rateLimit, clock),
    keys: new KeyedRequests(deployment),
    ids: access === null ? null : ids,
    clock,
    observer: options.observer ?? null,
    ending: options.ending ?? new AbortController().signal,
    calls: (call, source) => answerCall(operationOf(call, byId), call, source, conventions),
  };
  const byId = new Map(options.handlers.map((each) => [each.operationId, each]));
  return conventions.calls;
}

function operationOf({ operation }: Call, byId: ReadonlyMap<string, HandledOperation>): HandledOperation {
  const found = byId.get(operation);
  invariant(found !== undefined, `the API has no operation ${operation}`);
  return found;
}
