import { canonicalJson } from "../../../packages/base/json/canonical-json.ts";
import { isJsonObject, type Json, type JsonObject } from "../../../packages/base/json/json.ts";
import type { Intent, JournalEntry } from "../../../src/engine/state/journal.ts";
import { type ResourceRecord, recordKey } from "../../../src/engine/state/records/record.ts";
import { noContext, type StackContext } from "../../../src/engine/state/stack-context.ts";
import { project, type StateRows } from "../../../src/engine/state/stack-state.ts";
import type { StoreDeed } from "../world/faulty-store.ts";
import type { KeptStore } from "../world/kept-store.ts";
import { givenTo } from "./gone-judge.ts";
import { judgePruned } from "./pruned-judge.ts";
import { RefusedCreations } from "./refused-creations.ts";
import type { Rule } from "./rules.ts";
import { objectOf, RunHistory } from "./runs/run-history.ts";

/** Somebody's promise that was broken, in words. */
export type Violation = { readonly rule: Rule; readonly detail: string };

/**
 * Reads the journal along, batch by batch, as a process that starts between any two of them would, and holds each state
 * against what every state must be.
 */
export class JournalJudge {
  readonly records = new Map<string, ResourceRecord>();
  readonly intents = new Map<string, { readonly intent: Intent; handle: string | null }>();
  /** Ids, in lower case, of objects that were let go of on purpose and are still there. */
  readonly released = new Set<string>();
  /** Those among them that were taken over again: an undo may let go of them once more. */
  readonly #takenBack = new Set<string>();
  /** Ids, in lower case, of objects that nothing recorded stood for and that nobody looks after any more. */
  readonly givenUp = new Set<string>();
  /** Keys of the records that tell what was known at the export of a state, whose import has put them. */
  readonly imported = new Set<string>();
  /**
   * When such an import has last put a record, by uid: what was recorded of writes of ours since its export is lost
   * with it.
   */
  readonly everImported = new Map<string, number>();
  /** Objects that a call may have deleted or may delete yet, by their names in the platforms' log. */
  readonly mayBeGone = new Set<string>();
  /** Uids of what a call may have changed whose end no look could tell, until a look is recorded. */
  readonly mayBeChanged = new Set<string>();
  /**
   * Objects whose creation was sent once and answered that the name is taken, and that a run has told as another's: one
   * which a call delivered twice has made is taken for another's as well (decision 0032).
   */
  readonly toldAsTaken = new Set<string>();
  /** The records that the first run since the look before began with. */
  atStart: ReadonlyMap<string, ResourceRecord> | null = null;
  readonly history = new RunHistory();
  /** The runs that had begun before the last look. */
  runsBefore: ReadonlySet<string> = new Set();
  readonly refusedCreations = new RefusedCreations();
  /** What platforms gave to objects that were ever recorded, in lower case. */
  readonly given = new Set<string>();
  /** The process that has put each record last, by its key. */
  readonly putBy = new Map<string, number>();
  /** When an object was recorded first, by its name in the platforms' log. */
  readonly recordedAt = new Map<string, number>();
  /** Objects, in lower case, whose creation was announced again since an earlier one may have made them. */
  readonly mayBeMade = new Set<string>();
  /** When each creation of an object was announced, and when its run began, after its plan's look. */
  readonly creationsAt = new Map<string, readonly number[]>();
  /** When objects were forgotten last while a change of them went on, by their names in the platforms' log. */
  readonly forgottenAt = new Map<string, number>();
  /** When each call was noted: our machines' clocks may be set. */
  readonly notedAt = new Map<Intent, number>();
  /** When each operation was noted first, by its name. */
  readonly handles = new Map<string, number>();
  readonly #claims = new Map<string, string>();
  readonly #claimOf = new Map<string, string>();
  /** When each run began. */
  readonly #startedAt = new Map<string, number>();
  readonly #stack: string;
  readonly #retains: (address: string) => boolean;
  /** The last intent about each claim, and of each uid, that came to its end. */
  readonly #closed = new Map<string, Intent>();
  /** All that was ever written, whatever was pruned since. */
  readonly #whole: JournalEntry[] = [];
  #outputs: JsonObject = {};
  #sources: JsonObject = {};
  #context: StackContext = noContext;
  #serial = 0;
  /** Serial of the last batch that somebody was told of. */
  #written = 0;
  #seenEvents = 0;
  #seenDeeds = 0;
  #epoch = 0;

  /** `retains`: whether the declarations say of a logical name that its object is to be kept. */
  constructor(stack: string, retains: (address: string) => boolean = () => false) {
    this.#stack = stack;
    this.#retains = retains;
  }

  /** Whether an object was ever let go of on purpose. */
  wasReleased(id: string): boolean {
    return this.released.has(id.toLowerCase()) || this.#takenBack.has(id.toLowerCase());
  }

  /** The outputs but for those of objects that are not recorded any more. */
  get outputs(): JsonObject {
    const isTold = (name: string) => {
      const sources = this.#sources[name];
      return !Array.isArray(sources) || sources.every((key) => this.records.has(String(key)));
    };
    return Object.fromEntries(Object.entries(this.#outputs).filter(([name]) => isTold(name)));
  }

  /** Judges what was written since the last look. */
  async read(kept: KeptStore, deeds: readonly StoreDeed[], lets: boolean): Promise<readonly Violation[]> {
    const violations: Violation[] = [];
    this.atStart = null;
    this.runsBefore = new Set(this.history.runs.map(({ run }) => run));
    await kept.catchUp(this.#stack);
    const { events, judged } = kept;
    const written = new Map(deeds.flatMap((deed) => (deed.kind === "wrote" ? [[deed.serial, deed]] : [])));
    for (const event of events.slice(this.#seenEvents)) {
      if (event.kind !== "appended" || event.stack !== this.#stack) continue;
      this.#serial += 1;
      for (const entry of event.entries) {
        const deed = written.get(this.#serial);
        if (deed !== undefined) this.refusedCreations.take(entry, deed);
        if (entry.kind === "intent") this.notedAt.set(entry, deed?.atMs ?? Date.parse(entry.at));
        this.#take(entry, lets, deed?.atMs ?? 0);
        for (const effect of entry.kind === "result" && deed !== undefined ? entry.effects : [])
          if (effect.kind === "put") this.putBy.set(recordKey(effect.record), deed?.pid ?? 0);
        for (const effect of entry.kind === "result" && deed !== undefined ? entry.effects : [])
          if (effect.kind === "put") this.#noteRecorded(effect.record, deed?.atMs ?? 0);
        if (entry.kind === "handle" && !this.handles.has(entry.url)) this.handles.set(entry.url, deed?.atMs ?? 0);
      }
      this.#whole.push(...event.entries);
      violations.push(...this.#misshapen(event.entries));
    }
    this.#seenEvents = events.length;
    violations.push(...this.#outOfTurn(deeds));
    const state = await judged.readStack(this.#stack);
    violations.push(...judgePruned(await judged.readJournal(this.#stack), this.#whole, state));
    const theirs = canonicalJson({
      serial: state.serial,
      outputs: state.outputs,
      context: state.context as unknown as Json,
      records: [...state.records.values(), ...state.superseded]
        .map(({ uid, generation }) => `${uid}.${generation}`)
        .sort(),
      intents: state.openIntents
        .map(({ intent, operationName: handle }) => `${intent.run}.${intent.seq} ${handle}`)
        .sort(),
    });
    const ours = canonicalJson({
      serial: this.#serial,
      outputs: this.outputs,
      context: this.#context as unknown as Json,
      records: [...this.records.keys()].sort(),
      intents: [...this.intents].map(([key, { handle }]) => `${key} ${handle}`).sort(),
    });
    if (theirs !== ours)
      violations.push({ rule: "projection", detail: `the store has ${theirs}, its journal says ${ours}` });
    return violations;
  }

  #noteRecorded({ identity }: ResourceRecord, atMs: number): void {
    const object = objectOf(identity.id);
    if (!this.recordedAt.has(object)) this.recordedAt.set(object, atMs);
  }

  #take(entry: JournalEntry, lets: boolean, atMs: number): void {
    const open = [...this.intents.values()].map(({ intent }) => intent);
    const { records, outputs, imported } = this;
    this.history.begins(entry, { records, outputs, open, isOfImported: imported.size > 0, atMs });
    if (entry.kind === "intent") {
      const object = objectOf(entry.identity.id);
      const isOpen = open.some((each) => each.operation === "create" && objectOf(each.identity.id) === object);
      if (entry.mayBeMade === true || (isOpen && entry.operation === "create")) this.mayBeMade.add(object);
      const begun = this.#startedAt.get(entry.run) ?? atMs;
      const announced = entry.operation === "create" ? [begun, this.notedAt.get(entry) ?? atMs] : [];
      this.creationsAt.set(object, [...(this.creationsAt.get(object) ?? []), ...announced]);
    }
    if (entry.kind === "run-started") {
      this.atStart ??= new Map(this.records);
      this.#startedAt.set(entry.run, atMs);
    }
    if (entry.kind === "result") {
      const given = this.intents.get(`${entry.run}.${entry.intentSeq}`)?.intent;
      const isForgotten = entry.detail.startsWith("forgot ");
      // What is forgotten while its deletion goes on, goes.
      const isLeft = given?.operation === "delete" && isForgotten;
      if (given !== undefined && (isLeft || entry.mayHaveDeleted === true))
        this.mayBeGone.add(objectOf(given.identity.id));
      if (given !== undefined && entry.mayHaveChanged === true) this.mayBeChanged.add(given.uid);
      if (given !== undefined && isToldAsTaken(entry.detail)) this.toldAsTaken.add(given.identity.id.toLowerCase());
      if (given !== undefined && isForgotten) this.released.add(given.identity.id.toLowerCase());
      if (given !== undefined && given.operation !== "delete" && isForgotten)
        this.forgottenAt.set(objectOf(given.identity.id), atMs);
      for (const effect of entry.effects) {
        const key = effect.kind === "put" ? recordKey(effect.record) : recordKey(effect);
        if (effect.kind === "put" && entry.detail === stateImported) {
          this.imported.add(key);
          this.everImported.set(effect.record.uid, atMs);
        } else if (effect.kind === "remove" || !isSameLook(effect.record, this.records.get(key))) {
          this.imported.delete(key);
          this.mayBeChanged.delete(effect.kind === "put" ? effect.record.uid : effect.uid);
        }
        if (effect.kind === "put") {
          if (given?.operation === "create") this.mayBeGone.delete(objectOf(effect.record.identity.id));
          for (const value of givenTo(effect.record)) this.given.add(value);
          const id = effect.record.identity.id.toLowerCase();
          this.toldAsTaken.delete(id);
          if (this.released.delete(id)) this.#takenBack.add(id);
          this.#claimOf.set(key, effect.claimKey);
          continue;
        }
        const record = this.records.get(key);
        const unmade =
          this.#closed.get(effect.claimKey ?? effect.uid) ?? (entry.outcome === "failed" ? given : undefined);
        if (record === undefined && unmade !== undefined && entry.step !== "")
          this.givenUp.add(unmade.identity.id.toLowerCase());
        // As with what is recorded, a wish to keep counts that is declared by now.
        const isUnmadeKept =
          unmade?.record?.options.onDestroy === "retain" || (entry.step !== "" && this.#retains(unmade?.address ?? ""));
        if (record === undefined && unmade !== undefined && isUnmadeKept)
          this.released.add(unmade.identity.id.toLowerCase());
        // A call that only brings back what stood beside an object lets go of the object as well as no call does.
        const isBeside = given?.operation === "update" && given.record === null;
        if (record === undefined || (entry.intentSeq !== null && !isBeside)) continue;
        const isDropped = entry.step === "" && (isForgotten || entry.detail === stateImported);
        const isWish = record.options.onDestroy === "retain" || this.#retains(record.address);
        const isKept = isWish && entry.step !== "";
        const id = record.identity.id.toLowerCase();
        const isLetGo = lets && (record.imported || this.#takenBack.has(id));
        if (!isDropped && !isKept && !isLetGo) continue;
        this.released.add(id);
        // What a run lets go of may be changing yet by a call that it has closed.
        const open = this.#closed.get(effect.claimKey ?? effect.uid);
        if (open !== undefined && open.operation !== "delete") this.forgottenAt.set(objectOf(id), atMs);
      }
    }
    project(entry, this.#rows);
    this.history.ends(entry, this.records, this.#outputs, atMs);
  }

  readonly #rows: StateRows = {
    putRecord: (key, record) => this.records.set(key, record),
    removeRecord: (key) => this.records.delete(key),
    putIntent: (key, intent) => this.intents.set(key, { intent, handle: null }),
    setHandle: (key, url) => {
      const open = this.intents.get(key);
      if (open !== undefined) open.handle = url;
    },
    removeIntent: (key) => {
      const open = this.intents.get(key);
      if (open !== undefined)
        for (const key of [open.intent.claimKey, open.intent.uid]) this.#closed.set(key, open.intent);
      this.intents.delete(key);
    },
    putClaim: (claimKey, uid) => this.#claims.set(claimKey, uid),
    removeClaim: (claimKey, uid) => {
      if (this.#claims.get(claimKey) === uid) this.#claims.delete(claimKey);
    },
    setOutputs: (kept) => {
      // Beside the outputs stands where each comes from.
      const { $sources, ...outputs } = kept;
      this.#outputs = outputs;
      this.#sources = isJsonObject($sources) ? $sources : {};
    },
    setContext: (context) => {
      this.#context = context;
    },
  };

  #misshapen(entries: readonly JournalEntry[]): readonly Violation[] {
    const violations: Violation[] = [];
    const say = (detail: string) =>
      violations.push({
        rule: "state",
        detail: `${detail} (after ${entries.map(({ kind }) => kind).join(" ")} at serial ${this.#serial})`,
      });
    const current = new Set<string>();
    const used = new Set<string | undefined>();
    for (const [key, record] of this.records) {
      const claim = this.#claimOf.get(key);
      used.add(claim);
      if (claim !== undefined && this.#claims.get(claim) !== record.uid)
        say(`${record.address} has lost its claim ${claim}`);
      if (record.status !== "current") continue;
      if (current.has(record.address)) say(`two current records at ${record.address}`);
      current.add(record.address);
    }
    for (const { intent } of this.intents.values()) {
      used.add(intent.claimKey);
      if (!this.#claims.has(intent.claimKey)) say(`nobody claims ${intent.claimKey} of an open intent`);
    }
    for (const claim of this.#claims.keys()) if (!used.has(claim)) say(`claim ${claim} is held for nothing`);
    return violations;
  }

  /** Whoever writes must be the last who took the stack, and each batch is the next one. */
  #outOfTurn(deeds: readonly StoreDeed[]): readonly Violation[] {
    const violations: Violation[] = [];
    for (const deed of deeds.slice(this.#seenDeeds)) {
      if (deed.kind === "held") {
        if (deed.epoch <= this.#epoch)
          violations.push({ rule: "fencing", detail: `epoch ${deed.epoch} after ${this.#epoch}` });
        this.#epoch = deed.epoch;
        continue;
      }
      if (deed.epoch !== this.#epoch) {
        violations.push({
          rule: "fencing",
          detail: `process ${deed.pid} wrote under ${deed.epoch}, the stack is at ${this.#epoch}`,
        });
      }
      if (deed.serial !== this.#written + 1)
        violations.push({ rule: "serial", detail: `batch ${deed.serial} comes after ${this.#written}` });
      this.#written = deed.serial;
    }
    this.#seenDeeds = deeds.length;
    return violations;
  }
}

/** Whether a record tells of the same look as the one before: another name, say, puts one that does. */
export function isSameLook(
  { observed }: ResourceRecord,
  before: Pick<ResourceRecord, "observed"> | undefined,
): boolean {
  return observed.at === before?.observed.at && observed.digest === before.observed.digest;
}

/** What the journal says of the effects of an imported state. */
const stateImported = "state imported";

function isToldAsTaken(detail: string): boolean {
  return (
    detail.includes("another hand has made it") ||
    detail.includes("is taken by another hand") ||
    // What a failed creation may have left has the name; the next plan says so where it was made since.
    detail.includes("and it may be what has the name")
  );
}
