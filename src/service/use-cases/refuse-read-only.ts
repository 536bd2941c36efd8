import { problem } from "../../../packages/base/problems/problem.ts";
import { nothingChanges } from "../../../packages/base/read-only.ts";
import { Rejection } from "../rejection.ts";
import type { Deployment } from "./deployment.ts";

/**
 * Refuses in the read-only mode, before anything is noted anywhere: no intent stands open for a call that would not be
 * sent. The API asks it for every operation that changes something, and a dispatcher for each run: a driver of runs
 * does not pass the API.
 */
export function refuseReadOnly({ isReadOnly }: Pick<Deployment, "isReadOnly">): void {
  if (isReadOnly === true) throw new Rejection("conflict", [problem("read-only", nothingChanges)]);
}
