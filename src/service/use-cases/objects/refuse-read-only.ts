import { problem } from "../../../../packages/base/problems/problem.ts";
import { readOnlyVariable } from "../../../../packages/base/read-only.ts";
import { Rejection } from "../../rejection.ts";
import type { Deployment } from "../deployment.ts";

/**
 * Refuses in the read-only mode, before anything is noted anywhere: no intent stands open for a call that would not be
 * sent. `what`: the whole sentence of what does not happen, such as "no run begins".
 */
export function refuseReadOnly({ isReadOnly }: Pick<Deployment, "isReadOnly">, what: string): void {
  if (isReadOnly !== true) return;
  throw new Rejection("conflict", [problem("read-only", `${readOnlyVariable} is set, so ${what}`)]);
}
