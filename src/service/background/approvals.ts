import { problem } from "../../../packages/base/problems/problem.ts";
import type { Authority } from "../access/authority.ts";
import { type Caller, personOf } from "../access/caller.ts";
import { Rejection } from "../rejection.ts";
import type { Approval, RunDocument } from "./dispatcher.ts";

/** How many others than the caller have approved a run. */
export function approvedBy({ approvals }: RunDocument, caller: Caller): number {
  return approvals.filter(({ by, verdict }) => verdict === "approved" && by !== personOf(caller)).length;
}

/**
 * A run with one more answer. Enough approvals queue it, one rejection ends it. Rejection "conflict" when it does not
 * wait for approval, or the caller started it or has answered already.
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
  if (by === personOf(document.caller)) {
    const who = asOnePerson(caller, document.caller, `started run ${run}`);
    throw refusal(`${who}; others must approve it`);
  }
  const before = document.approvals.find((each) => each.by === by);
  if (before !== undefined) throw refusal(asOnePerson(caller, before, "has answered already"));
  const approvals = [...document.approvals, { by, name: caller.name, at, comment, verdict }];
  if (verdict === "rejected") return { ...document, approvals, status: "rejected", endedAt: at };
  const next: RunDocument = { ...document, approvals };
  return approvedBy(next, document.caller) >= approvalsNeeded ? { ...next, status: "queued" } : next;
}

/** What a person has done before, where they may come with another token by now than they came with then. */
function asOnePerson({ name }: Caller, before: { readonly name: string }, deed: string): string {
  if (name === before.name) return `${name} ${deed}`;
  return `${name} and ${before.name}, who ${deed}, are one person: a token counts as whoever made it`;
}

/**
 * Rejection "conflict" where too few of those who approved a run may still approve it. It is the person that counts:
 * what has become of a token by which they said so is of no account (decision 0066).
 */
export async function requireApprovals(
  { run, stack, caller, approvals, approvalsNeeded }: RunDocument,
  authorityOf: (caller: Caller) => Promise<Authority>,
): Promise<void> {
  const counted = approvals.filter(({ by, verdict }) => verdict === "approved" && by !== personOf(caller));
  const lost: string[] = [];
  for (const { by, name } of counted) {
    const decision = (await authorityOf(byName(by, name))).decide("run:approve", { stack });
    if (decision.kind === "denied") lost.push(`${name} approved it and may not any more: ${decision.why}`);
  }
  const good = counted.length - lost.length;
  if (lost.length === 0 || good >= approvalsNeeded) return;
  const detail = `run ${run} needs ${approvalsNeeded} approvals, and has ${good}; ${lost.join("; ")}`;
  throw new Rejection("conflict", [problem("approval-lost", detail)]);
}

/** A principal of whom nothing is known but the name: groups and the like are what the identity provider said last. */
function byName(principal: string, name: string): Caller {
  return { principal, name, groups: [], accountAdmin: false, workspaces: [], scope: null };
}

function refusal(detail: string): Rejection {
  return new Rejection("conflict", [problem("approval-refused", detail)]);
}
