import { elapsedSince } from "../../../packages/base/clock.ts";
import { Fault } from "../../../packages/base/fault.ts";
import { type Problem, problem } from "../../../packages/base/problems/problem.ts";
import type { SpanSink } from "../../../packages/base/trace/span.ts";
import type { RunSummary } from "../../contract/documents/runs/run-events.ts";
import type { Authority } from "../access/authority.ts";
import type { Caller } from "../access/caller.ts";
import { Rejection } from "../rejection.ts";
import type { Deployment } from "../use-cases/deployment.ts";
import { isHeldBy, liveLease } from "../use-cases/lease/held-lease.ts";
import { Tally } from "../use-cases/runs/run-tally.ts";
import { requireApprovals } from "./approvals.ts";
import { carryOut } from "./carry-out.ts";
import type { Note } from "./events/background-event.ts";
import { RunLost } from "./events/event-log.ts";
import { type EndMeans, reportEnd, reportEndAgain } from "./events/report-end.ts";
import { RunSpans } from "./events/run-spans.ts";
import { isOpen, type KeptRun, withDocument } from "./kept-runs/run-repository.ts";
import type { DriverMeans, KeptAdvance, RunPatience } from "./run-driver.ts";
import type { RunWitness } from "./run-witness.ts";

interface AdvancerInput extends EndMeans {
  readonly deployment: Deployment;
  /** What a caller may do now; asked anew before each step. */
  readonly authorityOf: (caller: Caller) => Promise<Authority>;
  /** Runs outlive the process: what breaks one off ends it only when no process gets any further with it. */
  readonly keeps: boolean;
  readonly witness: RunWitness | undefined;
  readonly note: Note;
  /** Takes the spans of runs. */
  readonly spans: SpanSink | undefined;
}

/** So often a run is tried before it is given up; each waits for the lease of the one before. */
const mostTries = 25;

/** Takes kept runs up and as far as they go, whoever drives them. */
export class RunAdvancer implements Pick<DriverMeans, "advance" | "take"> {
  readonly #input: AdvancerInput;

  constructor(input: AdvancerInput) {
    this.#input = input;
  }

  readonly advance: DriverMeans["advance"] = async (stack, run, patience) => {
    const { repository } = this.#input;
    const kept = await repository.get(stack, run);
    if (kept === null) return { kind: "ended", status: null };
    const { status } = kept.document;
    if (status === "awaiting-approval") return { kind: "awaits-approval" };
    if (isOpen(kept)) return (await this.#isElsewhere(kept)) ? { kind: "lost" } : this.take(kept, patience);
    if (!(await repository.isSettled(stack, run))) await reportEndAgain(kept, this.#input);
    return { kind: "ended", status };
  };

  readonly take: DriverMeans["take"] = async (found, patience) => {
    const { deployment, repository, note } = this.#input;
    const { stack, run } = found.document;
    const at = new Date(deployment.clock.now()).toISOString();
    const kept = await repository.change(stack, run, (now) => {
      if (now.attempt !== found.attempt || !isOpen(now) || now.document.status === "awaiting-approval") return null;
      const begun = withDocument(now, { status: "running", startedAt: now.document.startedAt ?? at });
      return { ...begun, attempt: now.attempt + 1, holder: { ...deployment.holder, since: at } };
    });
    if (kept === null) return { kind: "lost" };
    const wasPutOff = isPutOff(found);
    if (kept.attempt === 1) note({ kind: "run-begun", stack, run });
    else if (!wasPutOff) note({ kind: "run-taken-over", stack, run, attempt: kept.attempt });
    const spans = this.#spansOf(kept);
    let failure: Problem | undefined;
    const heard: RunPatience["heard"] = (event) => {
      if (event.event === "step" && event.phase === "failed") failure ??= event.problem;
      spans?.heard(event);
      patience.heard?.(event);
    };
    try {
      const went = await this.#carry(kept, wasPutOff, { ...patience, heard }, () => failure);
      spans?.ended(went.kind === "ended" ? `${went.status}` : went.kind);
      return went;
    } catch (cause) {
      spans?.ended(cause instanceof RunLost ? "lost" : "broken-off");
      if (!(cause instanceof RunLost)) throw cause;
      note({ kind: "run-lost", stack, run });
      return { kind: "lost" };
    }
  };

  #spansOf(kept: KeptRun): RunSpans | null {
    const { deployment, spans } = this.#input;
    const { clock, ids } = deployment;
    return spans === undefined ? null : new RunSpans({ kept, clock, ids, sink: spans });
  }

  /** `failure`: why the first step failed that did, as far as this process has seen. */
  async #carry(
    kept: KeptRun,
    wasPutOff: boolean,
    patience: RunPatience,
    failure: () => Problem | undefined,
  ): Promise<KeptAdvance> {
    const { deployment, repository, log, authorityOf, keeps, witness, note } = this.#input;
    const { stack, run, caller } = kept.document;
    const authority = await authorityOf(caller);
    const ends = await witness?.begins(kept.document);
    const { carried, pen } = await carryOut({
      ...{ kept, wasPutOff, patience, log },
      deployment: { ...deployment, authority },
      requireApprovals: () => requireApprovals(kept.document, authorityOf),
      endOf: (cause) => this.#endOf(cause, kept, patience.tries ?? kept.attempt),
    });
    if (carried.kind !== "ended" && !keeps)
      throw new Fault("cancelled", `the process is about to end; run ${run} can be resumed`);
    if (carried.kind !== "ended") {
      const isLeft = carried.kind === "held" || patience.leaving.aborted;
      await repository.change(stack, run, (now) =>
        now.attempt === kept.attempt
          ? { ...withDocument(now, { status: isLeft ? "queued" : "running" }), holder: null }
          : null,
      );
      await ends?.("queued");
      if (isLeft) note({ kind: "run-left", stack, run });
      return carried;
    }
    const { summary } = carried;
    const endedAt = new Date(deployment.clock.now()).toISOString();
    // The document comes first: who has read the last event finds it as it is at the end.
    const ended = await repository.change(stack, run, (now) =>
      now.attempt === kept.attempt ? { ...withDocument(now, { status: summary.status, endedAt }), summary } : null,
    );
    if (ended === null) throw new RunLost(`run ${run} was taken up by another`);
    await ends?.(summary.status);
    await reportEnd(ended, summary, pen, this.#input);
    note({ kind: "run-ended", stack, run, status: summary.status, ...causeOf(summary, failure()) });
    return { kind: "ended", status: summary.status };
  }

  /** Whether a living process is at work on it. */
  async #isElsewhere({ document, holder }: KeptRun): Promise<boolean> {
    const { deployment } = this.#input;
    if (holder === null || deployment.isDead(holder)) return false;
    return isHeldBy(await liveLease(document.stack, deployment), holder);
  }

  #endOf(cause: unknown, { document }: KeptRun, tries: number): RunSummary {
    const { deployment, keeps, note } = this.#input;
    const { run, stack, startedAt, createdAt } = document;
    const { clock } = deployment;
    const tally = new Tally(run, () => ({
      at: new Date(clock.now()).toISOString(),
      durationMs: elapsedSince(Date.parse(startedAt ?? createdAt), clock),
    }));
    if (cause instanceof Rejection) return tally.summary("refused", {}, cause.problems);
    if (!keeps || cause instanceof RunLost || (cause instanceof Fault && tries < mostTries)) throw cause;
    note({ kind: "run-failed", stack, run, cause });
    const why = cause instanceof Fault ? cause.message : "a defect of the program; its log has the details";
    return tally.summary("failed", {}, [problem("run-abandoned", why)]);
  }
}

/** What a run failed by, or was refused for. */
function causeOf(
  { status, problems }: RunSummary,
  failure: Problem | undefined,
): Partial<Pick<Problem, "code" | "detail">> {
  if (status !== "failed" && status !== "refused") return {};
  const first = failure ?? problems.find(({ severity }) => severity === "error");
  return first === undefined ? {} : { code: first.code, detail: first.detail };
}

/** Whether a run waits for a moment that its driver knows: it goes on then, and is not taken over. */
function isPutOff({ document, holder }: KeptRun): boolean {
  return document.status === "running" && holder === null;
}
