import type { Json } from "../../../packages/base/json/json.ts";
import type { SecretMarker } from "../../definitions/schema/value.ts";
import type { CheckJobKind, CheckJobs } from "./check-job.ts";

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
 * Reads and checks texts of callers, which may take long however short they are. Throws a Rejection for a text that
 * takes more than a check may ("unprocessable"), and for a caller who has too many waiting ("too many").
 */
export interface Checker {
  do<Kind extends CheckJobKind>(
    kind: Kind,
    asked: CheckJobs[Kind]["asked"],
    who: CheckFor,
  ): Promise<CheckJobs[Kind]["found"]>;
}
