import type { JsonObject } from "../../../packages/base/json/json.ts";
import { documentCodec } from "../../../packages/base/json/plain.ts";
import type { DriftRow, DriftView } from "../../contract/documents/drift.ts";
import type { LeaseHolder } from "../../engine/ports/store.ts";
import { originalLineage } from "../../engine/state/lineage.ts";
import type { Deployment } from "../use-cases/deployment.ts";
import { heldLease } from "../use-cases/lease/held-lease.ts";
import { LivenessTracker } from "../use-cases/lease/liveness-tracker.ts";
import { driftStack } from "../use-cases/objects/drift-view.ts";
import { documentLineage } from "../use-cases/stacks/document-lineage.ts";
import { stackDocuments } from "../use-cases/stacks/stack-documents.ts";
import type { Note } from "./events/background-event.ts";
import type { KeptRun } from "./kept-runs/run-repository.ts";
import { StoredRunRepository } from "./kept-runs/stored-run-repository.ts";
import { type DriftInterval, driftIntervals } from "./stack-settings.ts";
import type { WebhookOutbox } from "./webhooks/webhook-outbox.ts";
import { withTimeout } from "./with-timeout.ts";
import { WorkQueue } from "./work-queue.ts";

const { driftSchedule: schedule, drift: results, driftCounts: counts } = stackDocuments;

/** How long a process has for a check before another process may begin one of the same stack. */
const claimMs = 600_000;
/** Stacks are looked after every few seconds; a gap that is longer than this says nothing. */
const mostGapMs = 10_000;
/** How long one check may take: less than a claim lasts, and more than a large stack needs. */
const mostCheckMs = 300_000;
/** How many stacks are checked at once. */
const maxConcurrentChecks = 4;
/** A check that takes longer than this waits for a slow vendor: it goes on, and another one has its place. */
const placeMs = 10_000;
/** How many slow checks may go on beside those. */
const maxSlowChecks = 64;
const keptMs = 30 * 24 * 3_600_000;

/** What a check counts and reports: what has changed for certain. */
const reportedClasses: ReadonlySet<DriftRow["class"]> = new Set<DriftRow["class"]>(["out-of-band", "output", "gone"]);

const legacyClasses: Readonly<Record<string, DriftRow["class"]>> = { "platform default": "output" };

/** When a stack is checked next, and who checks it now. */
interface ScheduledCheck {
  readonly stack: string;
  readonly nextAt: number;
  readonly holder: LeaseHolder | null;
  readonly until: number;
}

interface DriftScheduleInput {
  readonly deployment: Deployment;
  readonly outbox: WebhookOutbox;
  readonly note: Note;
  /** Aborted when the process drains. */
  readonly signal: AbortSignal;
}

/** The result of a check, as it is kept. */
export interface DriftResult extends DriftView {
  readonly at: string;
}

const scheduledChecks = documentCodec<ScheduledCheck>();
const driftResults = documentCodec<DriftResult>();

/** What the last scheduled check of a stack found; null where there was none. */
export async function lastDrift(stack: string, deployment: Deployment): Promise<DriftResult | null> {
  const lineage = await documentLineage(stack, deployment);
  const found = lineage === "" ? null : await deployment.documentStore.get(results, lineage);
  if (found === null) return null;
  const { lineage: _, ...document } = found.document;
  const result = driftResults.read(document);
  // Checks of earlier versions have a class for what is not in the declaration.
  const drift = result.drift.map((row) => ({ ...row, class: legacyClasses[row.class as string] ?? row.class }));
  // Those of earlier versions have no calls in flight.
  return { ...result, drift, inFlight: result.inFlight ?? [] };
}

/** Checks each stack for drift as often as its settings say. Of the processes of a service, one does each check. */
export class DriftSchedule {
  readonly #input: DriftScheduleInput;
  /** When stacks are due, by lineage, as far as this process has seen. */
  readonly #dueAt = new Map<string, number>();
  /** Since when a run that is half done holds up the check of a stack, by lineage; since the last note of it. */
  readonly #heldUp = new Map<string, number>();
  /**
   * For how long a scheduled check has stayed the same, as this process saw it. No time in it tells: the clocks of two
   * machines may differ.
   */
  readonly #liveness = new LivenessTracker(mostGapMs);
  /** Checks by the lineage of their stack. */
  readonly #checks = new WorkQueue(maxConcurrentChecks, maxSlowChecks);

  constructor(input: DriftScheduleInput) {
    this.#input = input;
  }

  /**
   * Begins to check every stack that is due, a few at once, and waits for none. A platform that fails or is silent for
   * one stack does not hold up the others.
   */
  async checkDueStacks(): Promise<void> {
    const { deployment, signal } = this.#input;
    const intervals = await driftIntervals(deployment);
    const lineages = new Set(intervals.map(({ lineage }) => originalLineage(lineage)));
    this.#liveness.retain(lineages);
    this.#checks.retain(lineages);
    for (const known of [this.#dueAt, this.#heldUp])
      for (const lineage of known.keys()) if (!lineages.has(lineage)) known.delete(lineage);
    for (const interval of intervals) {
      if (signal.aborted) return;
      const now = deployment.clock.now();
      const lineage = originalLineage(interval.lineage);
      if (Math.min(this.#dueAt.get(lineage) ?? 0, now + interval.everyMs) > now) continue;
      this.#checks.add(lineage, (stepAside) => this.#checkOrReport(interval, stepAside));
    }
  }

  /** Settles when no check of this process is under way. */
  async settled(): Promise<void> {
    await this.#checks.settled();
  }

  /** A check that fails is reported, and keeps no other from its place. */
  async #checkOrReport(interval: DriftInterval, stepAside: () => void): Promise<void> {
    const { deployment, note, signal } = this.#input;
    if (signal.aborted) return;
    const over = new AbortController();
    const slow = deployment.clock.sleep(placeMs, AbortSignal.any([signal, over.signal]));
    slow.then(stepAside, () => {});
    try {
      await this.#checkIfDue(interval);
    } catch (cause) {
      // Who drains gives up what is under way.
      if (!signal.aborted) note({ kind: "look-failed", what: `drift of ${interval.stack}`, cause });
    } finally {
      over.abort();
    }
  }

  async #checkIfDue({ stack, everyMs, lineage: whole }: DriftInterval): Promise<void> {
    const { documentStore, clock, holder, isDead } = this.#input.deployment;
    const lineage = originalLineage(whole);
    const now = clock.now();
    const found = await documentStore.get(schedule, lineage);
    const scheduled = found === null ? null : scheduledChecks.read(found.document);
    const silentMs = this.#liveness.observe(lineage, `${found?.revision}`, clock.elapsed());
    // A shorter interval counts at once.
    const due = scheduled === null ? now : Math.min(scheduled.nextAt, now + everyMs);
    const checkedBy = scheduled?.holder ?? null;
    const isTaken = checkedBy !== null && silentMs < claimMs && !isDead(checkedBy);
    if (isTaken) return;
    if (due > now) {
      this.#dueAt.set(lineage, due);
      return;
    }
    // What a run that is under way has changed is no drift (decision 0127), and it may keep its lease for long.
    const isHeld = (await heldLease(stack, this.#input.deployment)) !== null;
    const half = await this.#halfDone(stack);
    if (half !== undefined) return this.#noteHeldUp(lineage, half, everyMs);
    if (isHeld) return;
    this.#heldUp.delete(lineage);
    const mine: ScheduledCheck = {
      stack,
      nextAt: now + everyMs,
      holder: { ...holder, since: new Date(now).toISOString() },
      until: now + claimMs,
    };
    const claim = await documentStore.put(schedule, lineage, scheduledChecks.write(mine), {
      revision: found?.revision ?? null,
    });
    if (claim.kind === "mismatch") return;
    let { nextAt } = mine;
    try {
      if (!(await this.#check(stack, lineage))) nextAt = now;
    } finally {
      const free: ScheduledCheck = { ...mine, nextAt, holder: null, until: 0 };
      await documentStore.put(schedule, lineage, scheduledChecks.write(free), { revision: claim.revision });
    }
  }

  /** A run that has begun and not ended, with a lease or, while it waits, without. */
  async #halfDone(stack: string): Promise<KeptRun | undefined> {
    const open = await new StoredRunRepository(this.#input.deployment).openOf(stack);
    return open.find(({ document }) => document.startedAt !== null);
  }

  /** Says that no check is made, once for each interval that passes so: such a run may wait for people, or for good. */
  #noteHeldUp(lineage: string, { document: { stack, run, status } }: KeptRun, everyMs: number): void {
    const { deployment, note } = this.#input;
    const now = deployment.clock.elapsed();
    const since = this.#heldUp.get(lineage) ?? now;
    const isLong = now - since >= everyMs;
    this.#heldUp.set(lineage, isLong ? now : since);
    if (isLong) note({ kind: "drift-held-up", stack, run, status });
  }

  /**
   * Keeps what a check finds, if the stack has the same lineage after it as before. False where it is to be made again:
   * something was written to the stack meanwhile, so that what was seen may be what a run has changed.
   */
  async #check(stack: string, lineage: string): Promise<boolean> {
    const { deployment, outbox, note, signal } = this.#input;
    const { documentStore, clock, store } = deployment;
    const { context, serial } = await store.readStack(stack);
    // A stack that has moved to another store is checked there.
    if (context.transfer !== undefined) return true;
    const view = await withTimeout(mostCheckMs, clock, signal, () => driftStack(stack, deployment));
    // The stack was removed during the check, and maybe made anew: which of both was seen is not certain.
    if ((await documentLineage(stack, deployment)) !== lineage) return true;
    if ((await store.progress(stack)).serial !== serial) return false;
    const at = new Date(clock.now()).toISOString();
    const result = driftResults.write({ at, ...view });
    await documentStore.put(results, `${lineage}/${at}`, result, { expiresAt: clock.now() + keptMs });
    await documentStore.put(results, lineage, result);
    await documentStore.put(counts, lineage, { stack, at, byClass: countsOf(view.drift) });
    const changed = view.drift.filter(({ class: kind }) => reportedClasses.has(kind));
    note({ kind: "drift-checked", stack, drifted: new Set(changed.map(({ name }) => name)).size });
    if (changed.length === 0) return true;
    const drift = changed.map(({ name, type, class: kind, path }) => ({ name, type, class: kind, path }));
    await outbox.put({ stack, lineage }, "drift.found", `drift-${lineage}-${at}`, at, { objects: view.objects, drift });
    return true;
  }
}

function countsOf(drift: DriftView["drift"]): JsonObject {
  const byClass = Map.groupBy(drift, ({ class: kind }) => kind);
  return Object.fromEntries([...byClass].map(([kind, rows]) => [kind, rows.length]));
}
