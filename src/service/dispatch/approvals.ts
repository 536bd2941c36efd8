import { problem } from "../../base/problem.ts";
import { type Caller, personOf } from "../access/caller.ts";
import { Rejection } from "../rejection.ts";
import type { Approval, RunDocument } from "./dispatcher.ts";

/** How many others than the caller have approved a run. */
export function approvedBy({ approvals }: RunDocument, caller: Caller): number {
  return approvals.filter(({ by, verdict }) => verdict === "approved" && by !== personOf(caller)).length;
}

/**
 * A run with one more answer. Enough approvals queue it, one rejection ends it. Rejection "conflict" when it does not wait
 * for approval, or the caller started it or has answered already.
 */
export function answered(
  document: RunDocument,
  verdict: Approval["verdict"],
  caller: Caller,
  comment: string | null,
  at: string,
): RunDocument {
  const { run, status, approvalsNeeded } = document;
  const by = personOf(caller);
  if (status !== "awaiting-approval") throw refusal(`run ${run} does not wait for approval: it is ${status}`);
  if (by === personOf(document.caller)) throw refusal(`${caller.name} started run ${run}; others must approve it`);
  if (document.approvals.some((each) => each.by === by)) throw refusal(`${caller.name} has answered already`);
  const approvals = [...document.approvals, { by, name: caller.name, at, comment, verdict }];
  if (verdict === "rejected") return { ...document, approvals, status: "rejected", endedAt: at };
  const next: RunDocument = { ...document, approvals };
  return approvedBy(next, document.caller) >= approvalsNeeded ? { ...next, status: "queued" } : next;
}

function refusal(detail: string): Rejection {
  return new Rejection("conflict", [problem("approval-refused", detail)]);
}
