import type { TracePlace } from "../../../../packages/base/trace/span.ts";
import type { LeaseHolder } from "../../../engine/ports/store.ts";
import type { PlanKind } from "../../../engine/state/journal.ts";
import type { Caller } from "../../access/caller.ts";
import { approvedBy } from "../approvals.ts";
import type { ListedRun, RunPace, StartRequest } from "../dispatcher.ts";
import { type KeptRun, withDocument } from "./run-repository.ts";

interface Beginning {
  readonly caller: Caller;
  /** Of the stack. */
  readonly lineage: string;
  /** How many others the stack wants to approve. */
  readonly approvals: number;
  /** Who begins it at once if it needs no approval; null: whoever finds it. */
  readonly holder: LeaseHolder | null;
  /** The call that asks for it. Left out or null where no spans are sent. */
  readonly trace?: TracePlace | null;
}

/** A run that was asked for just now. */
export function newRun(
  run: string,
  createdAt: string,
  { stack, plan, kind, parallel, retryForMs, allowEmpty = false }: StartRequest & { readonly kind: PlanKind },
  { caller, lineage, approvals, holder, trace }: Beginning,
): KeptRun {
  return {
    ...(trace ? { trace } : {}),
    document: {
      run,
      stack,
      plan,
      kind,
      parallel,
      ...(retryForMs === undefined ? {} : { retryForMs }),
      ...(allowEmpty ? { allowEmpty } : {}),
      status: approvals === 0 ? "queued" : "awaiting-approval",
      caller,
      createdAt,
      startedAt: null,
      endedAt: null,
      approvalsNeeded: approvals,
      approvals: [],
      eventsBefore: 0,
      revision: 0,
    },
    lineage,
    attempt: 0,
    holder: approvals === 0 ? holder : null,
    cancelAsked: false,
    resumedBy: null,
    summary: null,
  };
}

/**
 * A run that has ended and is to go on, on behalf of whoever asks for it: who approved it before still counts as
 * another.
 */
export function resumedRun(
  kept: KeptRun,
  { parallel, retryForMs }: RunPace,
  eventsBefore: number,
  { caller, approvals, holder, trace }: Beginning,
): KeptRun {
  const isApproved = approvedBy(kept.document, caller) >= approvals;
  const resumed = withDocument(kept, {
    parallel,
    ...(retryForMs === undefined ? {} : { retryForMs }),
    caller,
    status: isApproved ? "queued" : "awaiting-approval",
    endedAt: null,
    approvalsNeeded: approvals,
    eventsBefore,
  });
  return {
    ...resumed,
    ...(trace ? { trace } : {}),
    holder: isApproved ? holder : null,
    cancelAsked: false,
    resumedBy: kept.attempt + 1,
    summary: null,
  };
}

/** A run of which only the journal knew, to be kept from now on. */
export function keptOfJournal({ changes: _, ...document }: ListedRun, lineage: string): KeptRun {
  return { document, lineage, attempt: 0, holder: null, cancelAsked: false, resumedBy: null, summary: null };
}
