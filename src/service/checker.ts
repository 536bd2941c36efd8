import type { Json } from "../base/json.ts";
import type { SecretMarker } from "../definitions/schema/value.ts";
import { type CheckJobKind, type CheckJobs, doCheckJob } from "./check-job.ts";
import type { Deployment } from "./deployment.ts";

/** For whom a text is looked at. */
export interface CheckFor {
  /** The principal that pays for it: callers have equal shares of what checks. */
  readonly caller: string;
  /** Seals one value of a secret config key. */
  readonly seal: (value: Json) => Promise<SecretMarker>;
  /** Aborts when nobody waits for it any more. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Reads and checks texts of callers, which may take long however short they are. Throws a Rejection for a text that takes more
 * than a check may ("unprocessable"), and for a caller who has too many waiting ("too many").
 */
export interface Checker {
  do<Kind extends CheckJobKind>(
    kind: Kind,
    asked: CheckJobs[Kind]["asked"],
    who: CheckFor,
  ): Promise<CheckJobs[Kind]["found"]>;
}

/** What is only looked at is not kept, so it needs no sealing. */
const nothingSealed = async (): Promise<SecretMarker> => ({ $secret: { id: "", fingerprint: "" } });

/** Has a text looked at on behalf of the deployment's caller: by its checker, or on this thread where it has none. */
export function lookAtText<Kind extends CheckJobKind>(
  kind: Kind,
  asked: CheckJobs[Kind]["asked"],
  deployment: Pick<Deployment, "checker" | "catalog" | "authority" | "client">,
  seal: CheckFor["seal"] = nothingSealed,
): Promise<CheckJobs[Kind]["found"]> {
  const { checker, catalog, authority } = deployment;
  if (checker === undefined) return doCheckJob(kind, asked, { catalog, seal });
  return checker.do(kind, asked, { caller: authority.caller.principal, seal, signal: deployment.client?.() });
}
