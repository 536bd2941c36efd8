import type { Exchange } from "../../../packages/base/exchange/exchange.ts";
import { Fault } from "../../../packages/base/fault.ts";
import { problem } from "../../../packages/base/problems/problem.ts";
import type { SpanSink, TracePlace } from "../../../packages/base/trace/span.ts";
import type { LeaseHolder } from "../../engine/ports/store.ts";
import type { JournalEntry } from "../../engine/state/journal.ts";
import { prunedUpTo } from "../../engine/state/prune/checkpoint.ts";
import type { Authority } from "../access/authority.ts";
import type { Caller } from "../access/caller.ts";
import { localOwner } from "../access/local-owner.ts";
import { Rejection } from "../rejection.ts";
import type { Deployment } from "../use-cases/deployment.ts";
import { heldLease, isHeldBy } from "../use-cases/lease/held-lease.ts";
import { storedPlan } from "../use-cases/plans/kept-plans.ts";
import type { FoundPlan } from "../use-cases/plans/newest-plan.ts";
import { refuseReadOnly } from "../use-cases/refuse-read-only.ts";
import { journalledRun } from "../use-cases/runs/journalled-run.ts";
import { cancelRun, listRuns, runRow, whyOver } from "../use-cases/runs/runs-of-stack.ts";
import { namedLineage } from "../use-cases/stacks/named-lineage.ts";
import { answered } from "./approvals.ts";
import type {
  Approval,
  Dispatcher,
  ListedRun,
  NumberedEvent,
  RunDocument,
  RunPace,
  ShownRun,
  StartRequest,
  StoppedRun,
} from "./dispatcher.ts";
import { DriftSchedule } from "./drift-schedule.ts";
import type { Note } from "./events/background-event.ts";
import { asItStands, runOfJournal, summaryOfUnbegun } from "./events/journalled-run.ts";
import { MemoryEventLog } from "./events/memory-event-log.ts";
import { type EndMeans, reportEnd } from "./events/report-end.ts";
import { StoredEventLog } from "./events/stored-event-log.ts";
import { forgetExpired } from "./kept-runs/forget-expired.ts";
import { MemoryRunRepository } from "./kept-runs/memory-run-repository.ts";
import { keptOfJournal, newRun, resumedRun } from "./kept-runs/new-run.ts";
import { Retention } from "./kept-runs/retention.ts";
import { isOpen, type KeptRun, withDocument } from "./kept-runs/run-repository.ts";
import { StoreTime } from "./kept-runs/store-time.ts";
import { StoredRunRepository } from "./kept-runs/stored-run-repository.ts";
import { OwnDriver } from "./own-driver.ts";
import { PeriodicTasks } from "./periodic-tasks.ts";
import { RunAdvancer } from "./run-advancer.ts";
import type { DriverMeans, RunDriver } from "./run-driver.ts";
import { RunReads } from "./run-reads.ts";
import type { RunWitness } from "./run-witness.ts";
import { stackSettings } from "./stack-settings.ts";
import { isUnheld } from "./turns-of-runs.ts";
import { announceEnd } from "./webhooks/announce-end.ts";
import { WebhookOutbox } from "./webhooks/webhook-outbox.ts";

export interface RunDispatcherOptions {
  /** Its store and document store are not touched before the first call. */
  readonly deployment: Deployment;
  /**
   * True: runs and events are kept in the document store, and any process that serves it takes up what another left.
   * False: one command in one process; nothing is written but the journal.
   */
  readonly serves: boolean;
  /** What a caller may do now; renewed before each step. Left out: whoever runs the command may all. */
  readonly authorityOf?: (caller: Caller) => Promise<Authority>;
  /** Told of each run before it is carried out. */
  readonly witness?: RunWitness;
  /** A way out to webhooks that guards where it leads. Left out: none are sent. */
  readonly webhooks?: Exchange;
  readonly note?: Note;
  /** Takes the spans of runs. Left out: there are none. */
  readonly spans?: SpanSink | undefined;
  /** In [0, 1); spreads retries. */
  readonly random?: () => number;
  /** How many runs this process carries out at once; more are queued. 0: others carry them out. */
  readonly maxConcurrentRuns?: number;
  /** Who drives the runs. Left out: workers of our own. */
  readonly driverOf?: (means: DriverMeans) => RunDriver;
}

const webhookPollMs = 1_000;
const driftPollMs = 5_000;
const pruneMs = 600_000;
const retentionMs = 3_600_000;

/** Runs and whatever else a service does by the clock (decision 0015). */
export class RunDispatcher implements Dispatcher {
  readonly #options: RunDispatcherOptions;
  readonly #note: Note;
  /** Runs that services keep. */
  readonly #shared: StoredRunRepository;
  readonly #ownEvents: MemoryEventLog;
  readonly #means: EndMeans;
  readonly #driver: RunDriver;
  readonly #outbox: WebhookOutbox;
  readonly #drift: DriftSchedule;
  readonly #reads: RunReads;
  readonly #stop = new AbortController();
  readonly #tasks: PeriodicTasks;

  constructor(options: RunDispatcherOptions) {
    const {
      deployment,
      serves,
      authorityOf = async () => localOwner,
      random = Math.random,
      maxConcurrentRuns = 16,
    } = options;
    this.#options = options;
    this.#note = options.note ?? (() => {});
    this.#tasks = new PeriodicTasks({ clock: deployment.clock, note: this.#note, signal: this.#stop.signal });
    const documentStore = () => deployment.documentStore;
    const events = new StoredEventLog(documentStore, deployment.clock);
    this.#shared = new StoredRunRepository(deployment);
    this.#ownEvents = new MemoryEventLog(events);
    this.#outbox = new WebhookOutbox({
      deployment,
      exchange: options.webhooks ?? null,
      random,
      note: this.#note,
      signal: this.#stop.signal,
    });
    this.#drift = new DriftSchedule({
      ...{ deployment, outbox: this.#outbox, note: this.#note },
      signal: this.#stop.signal,
    });
    this.#means = {
      repository: serves ? this.#shared : new MemoryRunRepository(this.#shared),
      log: serves ? events : this.#ownEvents,
      announce: (kept, summary, lastEvent) =>
        announceEnd(kept, summary, lastEvent, kept.document.endedAt ?? this.#now(), this.#outbox),
    };
    this.#reads = new RunReads({ ...this.#means, deployment, serves });
    const { witness, spans } = options;
    const { advance, take } = new RunAdvancer({
      ...this.#means,
      ...{ deployment, authorityOf, witness, note: this.#note, keeps: serves, spans },
    });
    const watch = async (stack: string) => void (await heldLease(stack, deployment));
    const means: DriverMeans = { ...this.#means, advance, take, watch, note: this.#note };
    const brokenOff = (kept: KeptRun, cause: unknown) => this.#brokenOff(kept, cause);
    this.#driver = options.driverOf?.(means) ?? new OwnDriver({ ...means, deployment, maxConcurrentRuns, brokenOff });
  }

  /** How many runs this process carries out. */
  get underWay(): number {
    return this.#driver.underWay;
  }

  /** How many messages to webhooks wait, of all processes. Throws the Faults of the store. */
  waitingMessages(): Promise<number> {
    return this.#outbox.waiting();
  }

  /** How many runs wait for a process now, whichever it will be. Throws the Faults of the store. */
  async queued(): Promise<number> {
    return (await this.#means.repository.open()).filter(isUnheld).length;
  }

  /** Begins what a service does by itself. */
  serve(): void {
    const { deployment } = this.#options;
    const time = new StoreTime(deployment);
    const retention = new Retention({ deployment, note: this.#note, signal: this.#stop.signal });
    // Looks go on in the read-only mode. What others have left open, messages to webhooks and what has had its time
    // wait for a process that may change something.
    this.#tasks.begin("drift", driftPollMs, () => this.#drift.checkDueStacks());
    if (deployment.isReadOnly === true) return;
    this.#driver.serve(this.#tasks);
    this.#tasks.begin("webhooks", webhookPollMs, () => this.#outbox.look());
    this.#tasks.begin("prune", pruneMs, () => forgetExpired(time, deployment));
    this.#tasks.begin("retention", retentionMs, () => retention.look());
  }

  async start({ run, trace, ...request }: StartRequest, caller: Caller): Promise<RunDocument> {
    const { deployment, serves } = this.#options;
    const { stack, plan } = request;
    if (this.#stop.signal.aborted && !serves) throw new Fault("cancelled", "the process is about to end");
    refuseReadOnly(deployment);
    const found = await storedPlan(stack, plan, deployment);
    refuseErrors(found);
    const { approvals, lineage } = await this.#standing(stack);
    const holder = this.#holder();
    const kept = await this.#means.repository.add(
      newRun(
        run ?? deployment.ids.unique(),
        this.#now(),
        { ...request, kind: found.plan.kind },
        { caller, lineage, approvals, holder, trace: this.#traced(trace) },
      ),
    );
    if (kept === null && run !== undefined) return this.find(stack, run);
    if (kept === null) throw new Fault("store-failed", "an id was drawn twice");
    await this.#begin(kept);
    return kept.document;
  }

  async resume(
    stack: string,
    run: string,
    pace: RunPace,
    caller: Caller,
    trace?: TracePlace | null,
  ): Promise<RunDocument> {
    const { deployment, serves } = this.#options;
    const { repository, log } = this.#means;
    refuseReadOnly(deployment);
    await this.#refusePassed(stack, run);
    const known = await repository.get(stack, run);
    const row = known === null ? await runRow(stack, run, deployment) : null;
    if (row?.status === "running" || (known !== null && isOpen(known))) throw underway(run, known?.document.status);
    const journal = await deployment.store.readJournal(stack);
    const refusal = whyOver(run, journal, stack);
    const isInNoJournal = refusal?.code === "run-unknown" || refusal?.code === "run-pruned";
    if (isInNoJournal && known !== null && !isPruned(known, journal)) throw unbegun(known.document);
    if (refusal !== null) throw new Rejection("conflict", [refusal]);
    if (!serves && (await this.#shared.get(stack, run)) !== null)
      throw new Rejection("conflict", [problem("run-underway", `the service keeps run ${run}: resume it there`)]);
    const { approvals, lineage } = await this.#standing(stack);
    const beginning = { caller, lineage, approvals, holder: this.#holder(), trace: this.#traced(trace) };
    const eventsBefore = await log.length(stack, run);
    const resumed = (from: KeptRun) => resumedRun(from, pace, eventsBefore, beginning);
    const kept =
      row === null
        ? await repository.change(stack, run, (now) => (isOpen(now) ? null : resumed(now)))
        : await repository.add(resumed(keptOfJournal(runOfJournal(stack, row), lineage)));
    if (kept === null) throw underway(run, "queued");
    await this.#begin(kept);
    return kept.document;
  }

  async cancel(stack: string, run: string, _caller: Caller): Promise<StoppedRun> {
    const document = await this.#cancel(stack, run);
    const { inFlight: open } = await journalledRun(stack, run, this.#options.deployment);
    const { inFlight = [], putOff = [] } = await this.#reads.byPutOff(stack, run, open);
    return { ...document, inFlight, putOff };
  }

  async #cancel(stack: string, run: string): Promise<RunDocument> {
    const { deployment, serves } = this.#options;
    await this.#refusePassed(stack, run);
    const endedAt = this.#now();
    const kept = await this.#means.repository.change(stack, run, (now) => {
      const { status } = now.document;
      if (!isOpen(now)) throw new Rejection("conflict", [problem("run-over", `run ${run} has ended (${status})`)]);
      const isUnbegun = now.attempt === 0 && (status === "awaiting-approval" || now.holder === null);
      return isUnbegun ? withDocument(now, { status: "cancelled", endedAt }) : { ...now, cancelAsked: true };
    });
    if (kept === null) {
      await cancelRun(stack, run, deployment);
      return runOfJournal(stack, await runRow(stack, run, deployment));
    }
    this.#driver.changed(kept);
    if (!isOpen(kept)) {
      await this.#reportEnd(kept);
      return kept.document;
    }
    if (this.#driver.carries(run)) return kept.document;
    if (!serves && asItStands(kept, await listRuns(stack, deployment), false) !== kept) return this.#end(stack, run);
    const lease = await deployment.store.lease(stack);
    if (kept.holder !== null && isHeldBy(lease, kept.holder)) await deployment.store.requestCancel(stack, lease.epoch);
    return kept.document;
  }

  /** Ends a run that a service has left, and that no process carries on. */
  async #end(stack: string, run: string): Promise<RunDocument> {
    await cancelRun(stack, run, this.#options.deployment);
    const ended = await this.#means.repository.change(stack, run, (now) =>
      withDocument(now, { status: "cancelled", endedAt: this.#now() }),
    );
    return ended?.document ?? this.find(stack, run);
  }

  /** A run that a service left, and that another run has come after, is over for everyone. */
  async #refusePassed(stack: string, run: string): Promise<void> {
    const { deployment } = this.#options;
    const kept = await this.#means.repository.get(stack, run);
    if (kept === null || asItStands(kept, await listRuns(stack, deployment), true) === kept) return;
    const refusal = whyOver(run, await deployment.store.readJournal(stack), stack);
    if (refusal !== null) throw new Rejection("conflict", [refusal]);
  }

  approve(stack: string, run: string, caller: Caller, comment: string | null): Promise<RunDocument> {
    return this.#answer(stack, run, "approved", caller, comment);
  }

  reject(stack: string, run: string, caller: Caller, comment: string | null): Promise<RunDocument> {
    return this.#answer(stack, run, "rejected", caller, comment);
  }

  list(stack: string): Promise<readonly ListedRun[]> {
    return this.#reads.list(stack);
  }

  show(stack: string, run: string): Promise<ShownRun> {
    return this.#reads.show(stack, run);
  }

  find(stack: string, run: string): Promise<RunDocument> {
    return this.#reads.find(stack, run);
  }

  requireEvent(stack: string, run: string, number: number): Promise<void> {
    return this.#reads.requireEvent(stack, run, number);
  }

  events(stack: string, run: string, after: number, signal: AbortSignal): AsyncGenerator<NumberedEvent, void, void> {
    return this.#reads.events(stack, run, after, signal);
  }

  async drain(): Promise<void> {
    this.#stop.abort();
    await Promise.all([this.#tasks.settled(), this.#driver.drain()]);
    await this.#drift.settled();
    await this.#outbox.settled();
  }

  async #answer(
    stack: string,
    run: string,
    verdict: Approval["verdict"],
    caller: Caller,
    comment: string | null,
  ): Promise<RunDocument> {
    const { deployment, serves } = this.#options;
    if (verdict === "approved") refuseReadOnly(deployment);
    const kept = await this.#means.repository.change(stack, run, (now) =>
      withDocument(now, answered(now.document, verdict, caller, comment, this.#now())),
    );
    if (kept === null) {
      const { status } = await runRow(stack, run, deployment);
      throw new Rejection("conflict", [
        problem("approval-refused", `run ${run} does not wait for approval: ${status}`),
      ]);
    }
    if (kept.document.status === "rejected") await this.#reportEnd(kept);
    if (serves) this.#driver.changed(kept);
    return kept.document;
  }

  /**
   * How many others must approve a run, and the lineage of its stack, which a service names before it keeps a run of
   * it. What a service must see to is not to be had past it.
   */
  async #standing(stack: string): Promise<{ readonly approvals: number; readonly lineage: string }> {
    const { deployment, serves } = this.#options;
    const { settings, lineage } = await stackSettings(stack, deployment);
    const { approvals } = settings;
    if (serves) return { approvals, lineage: lineage === "" ? await namedLineage(stack, deployment) : lineage };
    if (approvals === 0) return { approvals, lineage };
    throw new Rejection("conflict", [
      problem("approval-at-service", `runs of stack \`${stack}\` need approval by others`),
    ]);
  }

  /** What is kept of the trace in which a run is asked for. */
  #traced(trace: TracePlace | null | undefined): TracePlace | null {
    return this.#options.spans === undefined || !trace ? null : { traceId: trace.traceId, spanId: trace.spanId };
  }

  /** Has a run driven; whoever follows it from now on finds its events. */
  async #begin(kept: KeptRun): Promise<void> {
    const { stack, run } = kept.document;
    if (kept.holder !== null) await this.#means.log.open(stack, run, () => {});
    this.#driver.changed(kept);
  }

  /** Who begins a run that is asked for now; null: whoever comes to it. */
  #holder(): LeaseHolder | null {
    return this.#driver.hasRoom ? { ...this.#options.deployment.holder, since: this.#now() } : null;
  }

  async #reportEnd(kept: KeptRun): Promise<void> {
    const { stack, run } = kept.document;
    const pen = await this.#means.log.open(stack, run, () => {});
    await reportEnd(kept, kept.summary ?? summaryOfUnbegun(kept.document), pen, this.#means);
  }

  /** In a service the next look takes the run up again; in one command it is over, and its followers hear why. */
  async #brokenOff(kept: KeptRun, cause: unknown): Promise<void> {
    if (this.#options.serves) return;
    const { stack, run } = kept.document;
    await this.#means.repository.change(stack, run, (now) => withDocument(now, { status: "broken-off" }));
    this.#ownEvents.fail(stack, run, cause);
  }

  #now(): string {
    return new Date(this.#options.deployment.clock.now()).toISOString();
  }
}

/** What can't be carried out is told to whoever asks for it, before anybody is asked to approve it. */
function refuseErrors({ plan }: FoundPlan): void {
  const errors = plan.problems.filter(({ severity }) => severity === "error");
  if (errors.length > 0) throw new Rejection("conflict", errors);
}

/** Whether a run ended in what was pruned: its document is about to go, and its plan may have gone. */
function isPruned({ document: { endedAt } }: KeptRun, journal: readonly JournalEntry[]): boolean {
  const upTo = prunedUpTo(journal);
  return upTo !== null && endedAt !== null && endedAt <= upTo;
}

function unbegun({ run, status, plan }: RunDocument): Rejection {
  const detail = `run ${run} was ${status} before it began: there is nothing to go on with; start one of plan ${plan}`;
  return new Rejection("conflict", [problem("run-over", detail)]);
}

function underway(run: string, status = "running"): Rejection {
  return new Rejection("conflict", [problem("run-underway", `run ${run} is ${status}`)]);
}
