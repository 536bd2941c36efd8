import type { Result } from "../../base/result.ts";
import type { ProblemDocument, RunRow, RunView } from "../api/documents.ts";
import type { ApiClient } from "./api-client.ts";
import { runPath, stackPath } from "./stack-path.ts";

/** A run as people see it; a service knows more ways for it to stand than a journal does. */
export interface ShownRun extends Omit<RunRow, "status"> {
  readonly status: string;
}

/** A run as the service tells of it, as far as the command shows it. */
interface ServedRun extends Omit<ShownRun, "startedAt"> {
  readonly createdAt?: string;
  readonly startedAt: string | null;
}

/** Who wanted a run and who agreed to it; only a service knows that. */
export interface Consent {
  readonly startedBy?: { readonly principal: string; readonly name: string };
  /** How many others must approve before it begins. */
  readonly approvalsNeeded?: number;
  readonly approvals?: readonly {
    readonly by: string;
    readonly name: string;
    readonly at: string;
    readonly comment: string | null;
    readonly verdict: "approved" | "rejected";
  }[];
}

/** The runs of a stack, newest first. */
export async function listRuns(api: ApiClient, stack: string): Promise<Result<readonly ShownRun[], ProblemDocument>> {
  const list = await api.list<ServedRun>(stackPath(stack, "runs"), "runs");
  return list.ok ? { ok: true, value: list.value.map(rowOf) } : list;
}

export async function showRun(
  api: ApiClient,
  stack: string,
  run: string,
): Promise<Result<ShownRun & Pick<RunView, "steps" | "inFlight"> & Consent, ProblemDocument>> {
  const answer = await api.get<ServedRun & Pick<RunView, "steps"> & Partial<Pick<RunView, "inFlight">> & Consent>(
    runPath(stack, run),
  );
  if (!answer.ok) return answer;
  const { steps, inFlight = [] } = answer.value;
  return { ok: true, value: { ...rowOf(answer.value), ...consentTo(answer.value), steps, inFlight } };
}

function consentTo({ startedBy, approvalsNeeded, approvals }: Consent): Consent {
  return {
    ...(startedBy === undefined ? {} : { startedBy }),
    ...(approvalsNeeded === undefined ? {} : { approvalsNeeded }),
    ...(approvals === undefined ? {} : { approvals }),
  };
}

function rowOf({ run, plan, createdAt, startedAt, endedAt, status, changes }: ServedRun): ShownRun {
  const begun = startedAt ?? createdAt ?? "";
  // Words for people have spaces.
  return { run, plan, startedAt: begun, endedAt, status: status.replace("-", " "), changes };
}
