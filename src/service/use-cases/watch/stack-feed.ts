import { type Clock, sleepUntil } from "../../../../packages/base/clock.ts";
import { Fault } from "../../../../packages/base/fault.ts";
import type { WatchEvent } from "../../../contract/documents/resources.ts";
import type { JournalBatch, Store } from "../../../engine/ports/store.ts";
import { effectKey, effectsIn } from "../../../engine/state/effects.ts";
import { type ResourceRecord, recordKey } from "../../../engine/state/records/record.ts";
import { followsOn, isGapless } from "../state/gapless-batches.ts";
import { batchEvents, type PlacedEvent, type Records } from "./batch-events.ts";
import { recordsBefore, touchedBy } from "./records-before.ts";
import { isBefore, type ResourceVersion, versionText } from "./resource-version.ts";

/** What watching needs of a store. */
export type WatchedStore = Pick<Store, "readStack" | "readJournalAfter" | "changes">;

export interface FeedLimits {
  /** How many events are kept for those who come later. */
  readonly window: number;
  /** How often a watcher hears how far it has come, in milliseconds. */
  readonly bookmarkMs: number;
}

/** Batches of the journal that are read at once. */
const pageSize = 500;

/** What comes next for a watcher. */
export type Next =
  | { readonly kind: "event"; readonly placed: PlacedEvent }
  | { readonly kind: "nothing" }
  /** What it asks for is not kept any more, or never was. */
  | { readonly kind: "compacted" };

/**
 * The events of one stack, decoded once for all who watch it. Watchers keep nothing but how far they have come; those
 * who are too slow for the window are told so. Lives while anybody watches.
 */
export class StackFeed {
  readonly #stack: string;
  readonly #store: WatchedStore;
  readonly #clock: Clock;
  readonly #limits: FeedLimits;
  readonly #end = new AbortController();
  /** Oldest first, without a gap from the floor to the head. */
  #events: PlacedEvent[] = [];
  #lineage = "";
  /** All that came after it is in the window. */
  #floor: Pick<ResourceVersion, "serial" | "seen"> = { serial: 0, seen: null };
  #serial = 0;
  #records: Records = new Map();
  /** Counts the moments at which everybody is to be told how far they are. */
  #polls = 0;
  #failure: { readonly cause: unknown } | null = null;
  readonly #waiting = new Set<() => void>();
  /** What reads the journal, one after another. */
  #reading: Promise<void> = Promise.resolve();

  constructor(stack: string, store: WatchedStore, clock: Clock, limits: FeedLimits) {
    this.#stack = stack;
    this.#store = store;
    this.#clock = clock;
    this.#limits = limits;
  }

  /** Begins with the stack as it is now. Fails for good when the store fails: watch again then. */
  async start(): Promise<void> {
    await this.#begin();
    this.#follow().catch((cause: unknown) => this.#fail(cause));
    this.#poll().catch((cause: unknown) => this.#fail(cause));
  }

  stop(): void {
    this.#end.abort();
    this.#wake();
  }

  get hasFailed(): boolean {
    return this.#failure !== null;
  }

  get polls(): number {
    return this.#polls;
  }

  get head(): ResourceVersion {
    return { lineage: this.#lineage, serial: this.#serial, seen: null };
  }

  /** Whether somebody who has come so far can go on from here; reads what is missing, within the window. */
  async reaches(version: ResourceVersion): Promise<boolean> {
    await this.#inTurn(() => this.#catchUp());
    if (!this.#isKin(version) || version.serial > this.#serial) return false;
    if (isBefore(version, this.#floor)) await this.#inTurn(() => this.#reachBack(version));
    return this.next(version).kind !== "compacted";
  }

  /** The event after a version. Throws what the store threw, once it has failed. */
  next(version: ResourceVersion): Next {
    if (this.#failure !== null) throw this.#failure.cause;
    if (!this.#isKin(version) || isBefore(version, this.#floor)) return { kind: "compacted" };
    let [low, high] = [0, this.#events.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      const event = this.#events[middle];
      if (event !== undefined && !isBefore(version, event)) low = middle + 1;
      else high = middle;
    }
    const placed = this.#events[low];
    return placed === undefined ? { kind: "nothing" } : { kind: "event", placed };
  }

  /** Settles when there is something new (an event, a poll, or the end), or with the signal. */
  wait(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        this.#waiting.delete(done);
        signal.removeEventListener("abort", done);
        resolve();
      };
      if (signal.aborted || this.#failure !== null) return resolve();
      this.#waiting.add(done);
      signal.addEventListener("abort", done, { once: true });
    });
  }

  /**
   * A stack that was never written to has no lineage, and what was written first belongs to those who waited for it.
   */
  #isKin({ lineage, serial }: ResourceVersion): boolean {
    return lineage === this.#lineage || (lineage === "" && serial === 0);
  }

  async #begin(): Promise<void> {
    const { lineage, serial, records, superseded } = await this.#store.readStack(this.#stack);
    this.#lineage = lineage;
    this.#serial = serial;
    this.#floor = { serial, seen: null };
    this.#events = [];
    this.#records = keyed([...records.values(), ...superseded]);
  }

  async #follow(): Promise<void> {
    for await (const _ of this.#store.changes(this.#stack, this.#end.signal)) await this.#inTurn(() => this.#catchUp());
    this.#fail(new Fault("store-failed", "the store was closed while it was watched"));
  }

  async #poll(): Promise<void> {
    const { signal } = this.#end;
    while (!signal.aborted) {
      await sleepUntil(this.#clock.now() + this.#limits.bookmarkMs, this.#clock, signal);
      if (signal.aborted) return;
      await this.#inTurn(() => this.#catchUp());
      this.#polls += 1;
      this.#wake();
    }
  }

  /** Takes in what was written since. A stack that was made anew, or that lost something, begins from the beginning. */
  async #catchUp(): Promise<void> {
    for (;;) {
      const reading = await this.#store.readJournalAfter(this.#stack, this.#serial, pageSize);
      const { lineage, serial, batches } = reading;
      const wasUnwritten = this.#lineage === "" && this.#serial === 0;
      const isOther = (lineage !== this.#lineage && !wasUnwritten) || serial < this.#serial;
      if (isOther || !followsOn(reading, this.#serial)) {
        await this.#begin();
        return this.#wake();
      }
      this.#lineage = lineage;
      for (const batch of batches) this.#events.push(...batchEvents({ lineage, ...batch }, this.#records));
      this.#serial = batches.at(-1)?.serial ?? this.#serial;
      const dropped = this.#events.splice(0, Math.max(0, this.#events.length - this.#limits.window)).at(-1);
      if (dropped !== undefined) this.#floor = dropped;
      if (batches.length > 0) this.#wake();
      if (this.#serial === serial) return;
    }
  }

  /** Puts the events after an earlier version in front, if there is room for them in the window. */
  async #reachBack(version: ResourceVersion): Promise<void> {
    const floor = this.#floor;
    if (floor.seen !== null || !isBefore(version, floor)) return;
    const room = this.#limits.window - this.#events.length;
    const from = version.seen === null ? version.serial : version.serial - 1;
    const following = await this.#between(from, floor.serial, room);
    if (following === null) return;
    const read = (after: number, limit: number) => this.#store.readJournalAfter(this.#stack, after, limit);
    const records = await recordsBefore(touchedBy(following), from, read);
    if (records === null) return;
    const earlier = following.flatMap((batch) => batchEvents({ lineage: this.#lineage, ...batch }, records));
    if (earlier.length > room) return;
    this.#events.unshift(...earlier);
    this.#floor = { serial: from, seen: null };
  }

  /**
   * The batches after one serial up to another; null where there is a gap, or where they change more than there is room
   * for.
   */
  async #between(from: number, to: number, room: number): Promise<readonly JournalBatch[] | null> {
    const following: JournalBatch[] = [];
    for (let at = from, changes = 0; at < to; at = following.at(-1)?.serial ?? to) {
      const limit = Math.min(pageSize, to - at);
      const { lineage, batches } = await this.#store.readJournalAfter(this.#stack, at, limit);
      const wanted = batches.filter(({ serial }) => serial <= to);
      if (lineage !== this.#lineage || wanted.length === 0 || !isGapless(wanted, at)) return null;
      following.push(...wanted);
      for (const batch of wanted) changes += changesIn(batch);
      if (changes > room) return null;
    }
    return following;
  }

  #inTurn(work: () => Promise<void>): Promise<void> {
    const turn = this.#reading.then(work);
    this.#reading = turn.catch(() => {});
    return turn;
  }

  #fail(cause: unknown): void {
    if (this.#end.signal.aborted) return;
    this.#failure = { cause };
    this.#end.abort();
    this.#wake();
  }

  #wake(): void {
    for (const done of [...this.#waiting]) done();
  }
}

/** How far a feed has come, as a bookmark. */
export function bookmark(version: ResourceVersion): WatchEvent {
  return { type: "BOOKMARK", resourceVersion: versionText(version) };
}

function keyed(records: readonly ResourceRecord[]): Records {
  return new Map(records.map((record) => [recordKey(record), record]));
}

/** How many records a batch leaves as others than they were, at least. */
function changesIn(batch: JournalBatch): number {
  const put = new Set<string>();
  for (const effect of effectsIn(batch.entries)) {
    if (effect.kind === "put") put.add(effectKey(effect));
    else put.delete(effectKey(effect));
  }
  return put.size;
}
