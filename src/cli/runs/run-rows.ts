import { Fault } from "../../../packages/base/fault.ts";
import { Bug } from "../../../packages/base/invariant.ts";
import type { Problem } from "../../../packages/base/problems/problem.ts";
import type { Result } from "../../../packages/base/result.ts";
import type { ProblemDocument } from "../../contract/documents/problems.ts";
import type { RunEvent } from "../../contract/documents/runs/run-events.ts";
import type { RunDetails, RunDocument, RunStepRow } from "../../contract/documents/runs/runs.ts";
import type { ApiClient } from "../connection/api-client.ts";

/** A run as people see it. */
export interface ShownRun {
  readonly run: string;
  /** Digest of the plan that it carries out. */
  readonly plan: string;
  /** What the plan is for; absent where it was not kept. */
  readonly kind?: RunDocument["kind"];
  readonly startedAt: string;
  readonly endedAt: string | null;
  /** As the service says it, in words with spaces. */
  readonly status: string;
  /** Steps that changed something. */
  readonly changes: number;
  readonly startedBy: RunDocument["startedBy"];
}

/** Who has confirmed a run; only a service that others call knows that. */
export type Consent = Partial<Pick<RunDocument, "approvalsNeeded" | "approvals">>;

/** What a run that was refused or has failed says besides. */
export interface EndedAmiss {
  readonly problems?: readonly Problem[];
}

/** The runs of a stack, newest first. */
export async function listRuns(api: ApiClient, stack: string): Promise<Result<readonly ShownRun[], ProblemDocument>> {
  const list = await api.list("listRuns", { path: { stack } });
  return list.ok ? { ok: true, value: list.value.map(rowOf) } : list;
}

/** What a run did, call by call, and its calls in flight. */
export interface ShownSteps extends Pick<RunDetails, "inFlight"> {
  readonly steps: readonly RunStepRow[];
}

/** One run with all that it did. */
export async function showRun(
  api: ApiClient,
  stack: string,
  run: string,
): Promise<Result<ShownRun & Consent & EndedAmiss & ShownSteps, ProblemDocument>> {
  const path = { stack, run };
  const answer = await api.call("getRun", { path });
  if (!answer.ok) return answer;
  const steps = await api.list("listRunSteps", { path });
  if (!steps.ok) return steps;
  const { inFlight, status } = answer.value;
  const why = status === "refused" || status === "failed" ? await problemsAtEnd(api, stack, run) : {};
  return {
    ok: true,
    value: { ...rowOf(answer.value), ...consentTo(answer.value), ...why, steps: steps.value, inFlight },
  };
}

/** Why a run was refused or has failed, as the last of its events tells it; nothing where these can't be read. */
async function problemsAtEnd(api: ApiClient, stack: string, run: string): Promise<EndedAmiss> {
  const stream = await api.follow("followRun", { path: { stack, run } });
  if (!stream.ok) return {};
  try {
    for await (const value of stream.value) {
      const event = value as RunEvent;
      if (event.event === "summary") return { problems: event.problems };
    }
  } catch (cause) {
    if (cause instanceof Fault || cause instanceof Bug) throw cause;
  }
  return {};
}

function consentTo({ approvalsNeeded, approvals }: Consent): Consent {
  return {
    ...(approvalsNeeded === undefined ? {} : { approvalsNeeded }),
    ...(approvals === undefined ? {} : { approvals }),
  };
}

/** Who wanted a run, where a service knows that: on one's own machine all is one's own. */
export function starterOf({ startedBy }: Pick<ShownRun, "startedBy">): string | null {
  return startedBy.principal.startsWith("local:") ? null : startedBy.name;
}

function rowOf({ startedAt, createdAt, status, changes = 0, ...run }: RunDocument): ShownRun {
  const { run: id, plan, kind, endedAt, startedBy } = run;
  return {
    run: id,
    plan,
    ...(kind === undefined ? {} : { kind }),
    startedAt: startedAt ?? createdAt,
    endedAt,
    status: status.replace("-", " "),
    changes,
    startedBy,
  };
}
