import type { JsonObject } from "../../../packages/base/json/json.ts";
import { documentCodec } from "../../../packages/base/json/plain.ts";
import type { DriftRow, DriftView } from "../../contract/documents/drift.ts";
import type { LeaseHolder } from "../../engine/ports/store.ts";
import { originalLineage } from "../../engine/state/lineage.ts";
import type { Deployment } from "../deployment.ts";
import { LivenessTracker } from "../use-cases/lease/liveness-tracker.ts";
import { watchLease } from "../use-cases/lease/watch-lease.ts";
import { driftStack } from "../use-cases/objects/drift-view.ts";
import { documentLineage } from "../use-cases/stacks/document-lineage.ts";
import { stackDocuments } from "../use-cases/stacks/stack-documents.ts";
import type { Note } from "./events/background-event.ts";
import { FewAtOnce } from "./few-at-once.ts";
import { inTime } from "./in-time.ts";
import { StoredRunRepository } from "./kept-runs/stored-run-repository.ts";
import { type DriftInterval, driftIntervals } from "./stack-settings.ts";
import type { WebhookOutbox } from "./webhooks/webhook-outbox.ts";

const { driftSchedule: schedule, drift: results, driftCounts: counts } = stackDocuments;

/** Whoever has begun to look at a stack has so long before another may. */
const claimMs = 600_000;
/** Stacks are looked after every few seconds; a gap that is longer than this says nothing. */
const mostGapMs = 10_000;
/** So long may one check take: less than a claim is respected, and more than a large stack needs. */
const mostCheckMs = 300_000;
/** So many stacks are checked at once. */
const checksAtOnce = 4;
/** A check that takes longer than this waits for a slow vendor: it goes on, and another one has its place. */
const placeMs = 10_000;
/** So many checks may wait for slow vendors besides. */
const mostSlow = 64;
const keptMs = 30 * 24 * 3_600_000;

/** What a check counts and tells of: that which moved for certain. */
const told: ReadonlySet<DriftRow["class"]> = new Set<DriftRow["class"]>(["out-of-band", "output", "gone"]);

const legacyClasses: Readonly<Record<string, DriftRow["class"]>> = { "platform default": "output" };

/** When a stack is looked at next, and who looks at it now. */
interface Turn {
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

/** A look at a stack, as it is kept. */
export interface DriftResult extends DriftView {
  readonly at: string;
}

const turns = documentCodec<Turn>();
const driftResults = documentCodec<DriftResult>();

/** What the last look by the clock found at a stack; null where there was none. */
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

/** Looks for drift at each stack as often as its settings say, whichever process it is that looks. */
export class DriftSchedule {
  readonly #input: DriftScheduleInput;
  /** Lineages of stacks whose turn has not come, as far as this process has seen. */
  readonly #later = new Map<string, number>();
  /** For how long turns have stayed the same before our eyes. No clock tells: those of two machines may differ. */
  readonly #liveness = new LivenessTracker(mostGapMs);
  /** Turns by the lineage of their stack. */
  readonly #turns = new FewAtOnce(checksAtOnce, mostSlow);

  constructor(input: DriftScheduleInput) {
    this.#input = input;
  }

  /**
   * Begins to look at every stack whose turn it is, a few at once, and waits for none. A platform that fails or is
   * silent at one stack does not keep the others from theirs.
   */
  async look(): Promise<void> {
    const { deployment, signal } = this.#input;
    const intervals = await driftIntervals(deployment);
    const lineages = new Set(intervals.map(({ lineage }) => originalLineage(lineage)));
    this.#liveness.retain(lineages);
    this.#turns.retain(lineages);
    for (const lineage of this.#later.keys()) if (!lineages.has(lineage)) this.#later.delete(lineage);
    for (const interval of intervals) {
      if (signal.aborted) return;
      const now = deployment.clock.now();
      const lineage = originalLineage(interval.lineage);
      if (Math.min(this.#later.get(lineage) ?? 0, now + interval.everyMs) > now) continue;
      this.#turns.add(lineage, (stepAside) => this.#tried(interval, stepAside));
    }
  }

  /** Settles when no turn of this process is under way. */
  async settled(): Promise<void> {
    await this.#turns.settled();
  }

  async #tried(interval: DriftInterval, stepAside: () => void): Promise<void> {
    const { deployment, note, signal } = this.#input;
    if (signal.aborted) return;
    const over = new AbortController();
    const slow = deployment.clock.sleep(placeMs, AbortSignal.any([signal, over.signal]));
    slow.then(stepAside, () => {});
    try {
      await this.#turn(interval);
    } catch (cause) {
      // Who drains gives up what is under way.
      if (!signal.aborted) note({ kind: "look-failed", what: `drift of ${interval.stack}`, cause });
    } finally {
      over.abort();
    }
  }

  async #turn({ stack, everyMs, lineage: whole }: DriftInterval): Promise<void> {
    const { documentStore, clock, holder, isDead } = this.#input.deployment;
    const lineage = originalLineage(whole);
    const now = clock.now();
    const found = await documentStore.get(schedule, lineage);
    const turn = found === null ? null : turns.read(found.document);
    const silentMs = this.#liveness.observe(lineage, `${found?.revision}`, clock.elapsed());
    // A shorter interval counts at once.
    const due = turn === null ? now : Math.min(turn.nextAt, now + everyMs);
    const isTaken = turn !== null && turn.holder !== null && silentMs < claimMs && !isDead(turn.holder);
    if (isTaken) return;
    if (due > now) {
      this.#later.set(lineage, due);
      return;
    }
    // What a run has half done is no drift (decision 0127).
    if ((await watchLease(stack, this.#input.deployment)) !== null || (await this.#isHalfDone(stack))) return;
    const mine: Turn = {
      stack,
      nextAt: now + everyMs,
      holder: { ...holder, since: new Date(now).toISOString() },
      until: now + claimMs,
    };
    const claim = await documentStore.put(schedule, lineage, turns.write(mine), {
      revision: found?.revision ?? null,
    });
    if (claim.kind === "mismatch") return;
    try {
      await this.#check(stack, lineage);
    } finally {
      const free: Turn = { ...mine, holder: null, until: 0 };
      await documentStore.put(schedule, lineage, turns.write(free), { revision: claim.revision });
    }
  }

  /** Whether a run has begun and not ended, which needs no lease while it waits. */
  async #isHalfDone(stack: string): Promise<boolean> {
    const open = await new StoredRunRepository(this.#input.deployment).openOf(stack);
    return open.some(({ document }) => document.startedAt !== null);
  }

  /** What is found is of the stack of that lineage, or of none. */
  async #check(stack: string, lineage: string): Promise<void> {
    const { deployment, outbox, note, signal } = this.#input;
    const { documentStore, clock, store } = deployment;
    // What has moved to another store is looked at there.
    if ((await store.readStack(stack)).context.transfer !== undefined) return;
    const view = await inTime(mostCheckMs, clock, signal, () => driftStack(stack, deployment));
    // It was removed meanwhile, and maybe made anew: what was seen is of neither for certain.
    if ((await documentLineage(stack, deployment)) !== lineage) return;
    const at = new Date(clock.now()).toISOString();
    const result = driftResults.write({ at, ...view });
    await documentStore.put(results, `${lineage}/${at}`, result, { expiresAt: clock.now() + keptMs });
    await documentStore.put(results, lineage, result);
    await documentStore.put(counts, lineage, { stack, at, byClass: countsOf(view.drift) });
    const changed = view.drift.filter(({ class: kind }) => told.has(kind));
    note({ kind: "drift-checked", stack, drifted: new Set(changed.map(({ name }) => name)).size });
    if (changed.length === 0) return;
    const drift = changed.map(({ name, type, class: kind, path }) => ({ name, type, class: kind, path }));
    await outbox.put({ stack, lineage }, "drift.found", `drift-${lineage}-${at}`, at, { objects: view.objects, drift });
  }
}

function countsOf(drift: DriftView["drift"]): JsonObject {
  const byClass = Map.groupBy(drift, ({ class: kind }) => kind);
  return Object.fromEntries([...byClass].map(([kind, rows]) => [kind, rows.length]));
}
