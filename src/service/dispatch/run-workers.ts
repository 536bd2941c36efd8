import { elapsedSince } from "../../../packages/base/clock.ts";
import { Fault } from "../../../packages/base/fault.ts";
import { problem } from "../../../packages/base/problems/problem.ts";
import type { RunSummary } from "../../contract/documents/runs.ts";
import type { Authority } from "../access/authority.ts";
import type { Caller } from "../access/caller.ts";
import type { Deployment } from "../deployment.ts";
import { Rejection } from "../rejection.ts";
import { Tally } from "../use-cases/runs/run-tally.ts";
import { requireApprovals } from "./approvals.ts";
import { carryOut } from "./carry-out.ts";
import type { Note } from "./events/background-event.ts";
import { RunLost } from "./events/event-log.ts";
import { type EndMeans, tellEnd } from "./events/tell-end.ts";
import { type KeptRun, withDocument } from "./kept-runs/run-repository.ts";
import type { RunWitness } from "./run-witness.ts";

export interface WorkersInput extends EndMeans {
  readonly deployment: Deployment;
  /** What a caller may do now; asked anew before each step. */
  readonly authorityOf: (caller: Caller) => Promise<Authority>;
  /** Runs outlive the process: what breaks one off ends it only when nobody gets any further with it. */
  readonly keeps: boolean;
  /** A run was broken off. */
  readonly brokenOff: (kept: KeptRun, cause: unknown) => Promise<void>;
  readonly witness: RunWitness | undefined;
  readonly note: Note;
}

/** So often a run is taken up before it is given up; each waits for the lease of the one before. */
const mostAttempts = 25;

interface Work {
  readonly cancel: AbortController;
  readonly done: Promise<void>;
}

/** The runs that this process carries out. */
export class RunWorkers {
  readonly #input: WorkersInput;
  readonly #working = new Map<string, Work>();
  readonly #leaving = new AbortController();

  constructor(input: WorkersInput) {
    this.#input = input;
  }

  get count(): number {
    return this.#working.size;
  }

  get isLeaving(): boolean {
    return this.#leaving.signal.aborted;
  }

  has(run: string): boolean {
    return this.#working.has(run);
  }

  /** Takes a run up, unless somebody else was faster; it goes on in the background. */
  begin(kept: KeptRun): void {
    const { run } = kept.document;
    if (this.isLeaving || this.#working.has(run)) return;
    const cancel = new AbortController();
    const done = this.#take(kept, cancel.signal).finally(() => this.#working.delete(run));
    this.#working.set(run, { cancel, done });
  }

  /** Asks a run of this process to end. */
  cancel(run: string): void {
    this.#working.get(run)?.cancel.abort();
  }

  /** Gives the runs back; settles when none is at work. */
  async drain(): Promise<void> {
    this.#leaving.abort();
    await Promise.all([...this.#working.values()].map(({ done }) => done));
  }

  async #take(found: KeptRun, cancelled: AbortSignal): Promise<void> {
    const { deployment, repository, note } = this.#input;
    const { stack, run } = found.document;
    try {
      const at = new Date(deployment.clock.now()).toISOString();
      const kept = await repository.change(stack, run, (now) => {
        const { status } = now.document;
        if (now.attempt !== found.attempt || (status !== "queued" && status !== "running")) return null;
        const begun = withDocument(now, { status: "running", startedAt: now.document.startedAt ?? at });
        return { ...begun, attempt: now.attempt + 1, holder: { ...deployment.holder, since: at } };
      });
      if (kept === null) return;
      note(
        kept.attempt === 1
          ? { kind: "run-begun", stack, run }
          : { kind: "run-taken-over", stack, run, attempt: kept.attempt },
      );
      await this.#carry(kept, cancelled);
    } catch (cause) {
      if (cause instanceof RunLost) return note({ kind: "run-lost", stack, run });
      note({ kind: "run-failed", stack, run, cause });
      await this.#input.brokenOff(found, cause).catch((also: unknown) => {
        note({ kind: "run-failed", stack, run, cause: also });
      });
    }
  }

  async #carry(kept: KeptRun, cancelled: AbortSignal): Promise<void> {
    const { deployment, repository, log, authorityOf, keeps, witness, note } = this.#input;
    const { stack, run, caller } = kept.document;
    const authority = await authorityOf(caller);
    const ends = await witness?.begins(kept.document);
    const { carried, pen } = await carryOut({
      kept,
      deployment: { ...deployment, authority },
      log,
      requireApprovals: () => requireApprovals(kept.document, authorityOf),
      patienceMs: Number.POSITIVE_INFINITY,
      cancelled,
      leaving: this.#leaving.signal,
      endOf: (cause) => this.#endOf(cause, kept),
    });
    if (carried.kind !== "ended" && !keeps)
      throw new Fault("cancelled", `the process is about to end; run ${run} can be resumed`);
    if (carried.kind !== "ended") {
      await repository.change(stack, run, (now) =>
        now.attempt === kept.attempt ? { ...withDocument(now, { status: "queued" }), holder: null } : null,
      );
      await ends?.("queued");
      return note({ kind: "run-left", stack, run });
    }
    const { summary } = carried;
    const endedAt = new Date(deployment.clock.now()).toISOString();
    // The document comes first: who has read the last event finds it as it is at the end.
    const ended = await repository.change(stack, run, (now) =>
      now.attempt === kept.attempt ? { ...withDocument(now, { status: summary.status, endedAt }), summary } : null,
    );
    if (ended === null) return note({ kind: "run-lost", stack, run });
    await ends?.(summary.status);
    await tellEnd(ended, summary, pen, this.#input);
    note({ kind: "run-ended", stack, run, status: summary.status });
  }

  #endOf(cause: unknown, { document, attempt }: KeptRun): RunSummary {
    const { deployment, keeps, note } = this.#input;
    const { run, stack, startedAt, createdAt } = document;
    const { clock } = deployment;
    const tally = new Tally(run, () => ({
      at: new Date(clock.now()).toISOString(),
      durationMs: elapsedSince(Date.parse(startedAt ?? createdAt), clock),
    }));
    if (cause instanceof Rejection) return tally.summary("refused", {}, cause.problems);
    if (!keeps || cause instanceof RunLost || (cause instanceof Fault && attempt < mostAttempts)) throw cause;
    note({ kind: "run-failed", stack, run, cause });
    const why = cause instanceof Fault ? cause.message : "a defect of the program; its log has the details";
    return tally.summary("failed", {}, [problem("run-abandoned", why)]);
  }
}
