import type { Fetch } from "../../base/fetch.ts";
import type { AccessControl } from "../../service/access/access-control.ts";
import type { Authority } from "../../service/access/authority.ts";
import type { Audit } from "../../service/audit/audit.ts";
import type { Deployment } from "../../service/deployment.ts";
import type { Dispatcher } from "../../service/dispatch/dispatcher.ts";
import type { Doctor } from "../../service/doctor.ts";
import type { Readiness } from "../../service/readiness.ts";
import type { ResourceWatch } from "../../service/watch/resource-watch.ts";
import type { Metrics } from "./metrics.ts";

/** What the application is put together from, beside the deployment. */
export interface Surroundings {
  readonly dispatcher: Dispatcher;
  /** Looks after the store's medium where it has one. */
  readonly doctor: Doctor | undefined;
  /** Serves `/_local/` where there is an embedded cloud. */
  readonly localCloud: Fetch | null;
  readonly metrics: Metrics | null;
  /** Whether requests can be served. */
  readonly readiness: Readiness;
  /** What happens to resources; opened on first use. */
  readonly watch: () => ResourceWatch;
  /** Tokens and roles; null where the user who runs the process is the only caller. */
  readonly accessControl: AccessControl | null;
  readonly auditLog: () => Audit | null;
  /** The description of the API, in OpenAPI. */
  readonly describe: () => Promise<object>;
}

/** Who asks, and what a handler may use. */
export interface RouteContext extends Surroundings {
  /** Acts on behalf of the caller. */
  readonly deployment: Deployment;
  readonly authority: Authority;
  /**
   * Id for what a keyed request makes or begins, the same when it has to be carried out again: what is there under it was done
   * the first time. Null without a key.
   */
  readonly effect: string | null;
  /**
   * Opens secrets of the path's stack for the caller, who must have the right to: puts on record first who asks for which.
   * `paths` say where they stand, as JSON pointers. A Refusal, and nothing opened, otherwise.
   */
  revealing<T>(paths: readonly string[], open: () => Promise<T>): Promise<T>;
  /** Aborts when the client has gone or the process is asked to end. */
  readonly signal: AbortSignal;
  /** Says that the client listens no more. */
  leave(): void;
}
