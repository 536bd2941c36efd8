import type { TracePlace } from "../../../packages/base/trace/span.ts";
import type { Answer, Call } from "../../contract/call.ts";
import type { OpenApiDocument } from "../../contract/documents/service.ts";
import type { JsonSchema } from "../../contract/json-schema.ts";
import type { Infer } from "../../contract/words.ts";
import type { AccessControl } from "../access/access-control.ts";
import type { Authority } from "../access/authority.ts";
import type { Audit } from "../audit/audit.ts";
import type { Dispatcher } from "../background/dispatcher.ts";
import type { Deployment } from "../use-cases/deployment.ts";
import type { Doctor } from "../use-cases/state/examine-store.ts";
import type { ResourceWatch } from "../use-cases/watch/resource-watch.ts";
import type { Metrics } from "./metrics.ts";
import type { Readiness } from "./readiness.ts";

type OpenApi = Infer<typeof OpenApiDocument>;

/** What the API says of itself; made when it is asked for. */
export interface Description {
  /** In OpenAPI 3.1. */
  current(): Promise<OpenApi>;
  /** In OpenAPI 3.0. */
  earlier(): Promise<OpenApi>;
  /** JSON Schema of the inputs of a type, or of the arguments of a function. */
  inputsOf(type: string): Promise<JsonSchema>;
}

/** What handlers use beside the deployment. */
export interface Surroundings {
  readonly dispatcher: Dispatcher;
  /** Looks after the store's medium where it has one. */
  readonly doctor: Doctor | undefined;
  readonly metrics: Metrics | null;
  /** Whether requests can be served. */
  readonly readiness: Readiness;
  /** What happens to resources; opened on first use. */
  readonly watch: () => ResourceWatch;
  /** Tokens and roles; null where the user who runs the process is the only caller. */
  readonly accessControl: AccessControl | null;
  readonly auditLog: () => Audit | null;
  readonly description: Description;
}

/** Who calls, and what a handler may use. */
export interface CallContext extends Surroundings {
  /** Acts on behalf of the caller. */
  readonly deployment: Deployment;
  readonly authority: Authority;
  /**
   * Id for what a keyed call makes or begins, the same when it has to be carried out again: what is there under it was
   * done the first time. Null without a key.
   */
  readonly effect: string | null;
  /** Where the call stands in its trace: what it begins goes on from there. Null without one. */
  readonly trace: TracePlace | null;
  /**
   * Opens secrets of the path's stack for the caller, who must have the right to: puts on record first who asks for
   * which. `paths` say where they stand, as JSON pointers. A Refusal, and nothing opened, otherwise.
   */
  revealing<T>(paths: readonly string[], open: () => Promise<T>): Promise<T>;
  /**
   * Answers another call of the same caller, held to all conventions of its own; what it streams ends with this answer.
   */
  answered(call: Call): Promise<Answer>;
  /** Aborts when the caller has gone or the process is asked to end. */
  readonly signal: AbortSignal;
}
