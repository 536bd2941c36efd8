import type { Ids } from "../../../packages/base/ids.ts";
import { type InParts, inOneTurn, type Turns } from "../../../packages/base/turns.ts";
import type { SealedRows } from "../../engine/ports/secrets.ts";
import type {
  AppendOutcome,
  JournalReading,
  Lease,
  LeaseOutcome,
  PrunedHistory,
  PruneOutcome,
  RecordReading,
  StackChange,
  Store,
} from "../../engine/ports/store.ts";
import type { JournalEntry } from "../../engine/state/journal.ts";
import type { Claim } from "../../engine/state/snapshot.ts";
import { emptyState, type StackState } from "../../engine/state/stack-state.ts";
import { batchesInParts } from "../rows/journal-batches.ts";
import { journalDamageInParts } from "../rows/journal-chain.ts";
import {
  briefOf,
  isHeldUnder,
  leased,
  leaseOf,
  lineagesOf,
  progressOf,
  reachOf,
  readFrom,
  released,
  renewed,
} from "../rows/stack-head.ts";
import { entriesInParts } from "../rows/stored-documents.ts";
import { AppendQueue } from "./append-queue.ts";
import { Connection, type Writing } from "./connection/connection.ts";
import { isBusy } from "./connection/lock-patience.ts";
import { PolledFeed } from "./connection/polled-feed.ts";
import type { Statements } from "./connection/statements.ts";
import { sealedTable } from "./documents/sealed-table.ts";
import { SqliteDocumentStore } from "./documents/sqlite-document-store.ts";
import { giveName } from "./give-name.ts";
import { pruneJournal } from "./prune-journal.ts";
import { ClaimRows } from "./rows/claim-rows.ts";
import { readHead, readHeads, writeHead } from "./rows/head-rows.ts";
import { endDamage, journalRowsInParts, readAfter, spanDamage, spanInParts, sumOf } from "./rows/journal-rows.ts";
import { findHeads, lostHead } from "./rows/lost-heads.ts";
import { PlanTable } from "./rows/plan-table.ts";
import { findRecord } from "./rows/record-lookup.ts";
import { rangeTally, readRangeOf } from "./rows/run-ranges.ts";
import { newHead, type SqliteHead } from "./rows/stack-head.ts";
import { claimRowsInParts, stateOf, stateRowsInParts } from "./rows/state-rows.ts";

/** How long a holder that waits for a lock may take to find it free, in milliseconds: several of its pauses. */
const timeToRenewMs = 250;

/**
 * The embedded store: one SQLite file (WAL, synchronous=FULL). Whatever it gives out agrees with checksums of every row
 * and with tallies of every stack; what does not is Fault("store-damaged").
 */
export class SqliteStore implements Store {
  readonly #connection: Connection;
  readonly #ids: Ids;
  readonly #feed: PolledFeed<StackChange>;
  /** How far each stack had come when all that is recorded of it was last seen to be whole. */
  readonly #proved = new Map<string, string>();
  readonly #claims: ClaimRows;
  readonly #appends: AppendQueue;
  /** The side table of sealed values. */
  readonly sealed: SealedRows;
  /** The service's own documents. */
  readonly documentStore: SqliteDocumentStore;
  readonly putPlan: Store["putPlan"];
  readonly getPlan: Store["getPlan"];
  readonly listPlans: Store["listPlans"];
  readonly planRows: Store["planRows"];
  readonly removePlans: Store["removePlans"];

  /**
   * Opens or makes the database at `path` (a file, or `:memory:`). `turns`: for long work; left out, it is done in one
   * go.
   */
  constructor(path: string, ids: Ids, turns?: Turns) {
    this.#ids = ids;
    this.#connection = new Connection(path, ids, turns);
    this.#feed = new PolledFeed(this.#connection, (statements, stack) => progressOf(this.#head(statements, stack)));
    this.#claims = new ClaimRows(this.#connection);
    this.#appends = new AppendQueue({
      connection: this.#connection,
      headOf: (statements, stack) => this.#head(statements, stack),
      moved: (before, after) => this.#move(before, after),
      written: (stacks) => this.#feed.look(stacks),
    });
    this.sealed = sealedTable(this.#connection);
    this.documentStore = new SqliteDocumentStore(this.#connection);
    const plans = new PlanTable(this.#connection);
    this.putPlan = plans.putPlan;
    this.getPlan = plans.getPlan;
    this.listPlans = plans.listPlans;
    this.planRows = plans.planRows;
    this.removePlans = plans.removePlans;
  }

  readonly readStack = async (stack: string): Promise<StackState> =>
    this.#connection.readingInParts((statements) => this.#state(statements, stack));

  *#state(statements: Statements, stack: string): InParts<StackState> {
    const head = this.#head(statements, stack);
    if (head === undefined) return emptyState("");
    const reading = yield* stateRowsInParts(statements, stack);
    const claims = yield* claimRowsInParts(statements, stack);
    yield;
    const damage = [...reading.damage, ...claims.damage, ...endDamage(statements, head)];
    if (damage.length === 0 && reading.tally !== head.stateSum) damage.push("rows are missing, old or too many");
    if (damage.length === 0 && claims.tally !== head.claimSum) damage.push("claims are missing, old or too many");
    this.#refuse(stack, damage);
    return stateOf(head, reading);
  }

  readonly progress = async (stack: string): Promise<StackChange> =>
    this.#connection.reading((statements) => progressOf(this.#head(statements, stack)));

  readonly readBrief: Store["readBrief"] = async (stack) =>
    this.#connection.reading((statements) => briefOf(this.#head(statements, stack)));

  readonly readRecord = async (stack: string, address: string): Promise<RecordReading> =>
    this.#connection.readingInParts((statements) => this.#record(statements, stack, address));

  *#record(statements: Statements, stack: string, address: string): InParts<RecordReading> {
    const head = this.#head(statements, stack);
    const progress = progressOf(head);
    const record = head === undefined ? undefined : findRecord(statements, stack, address);
    if (record === "damaged") this.#refuse(stack, [`the record of ${address} disagrees with its checksum`]);
    if (record !== undefined && record !== "damaged") return { ...progress, record };
    // One that is not there is told from one that is lost, by a look at all of them for each state of the stack.
    const state = JSON.stringify(progress);
    if (this.#proved.get(stack) === state) return { ...progress, record: null };
    const { records } = yield* this.#state(statements, stack);
    this.#proved.set(stack, state);
    return { ...progress, record: records.get(address) ?? null };
  }

  readonly acquire: Store["acquire"] = async (
    stack,
    holder,
    now,
    lengthMs,
    isDead,
    silent = null,
  ): Promise<LeaseOutcome> => {
    const couldRenew = silent === null || (await this.#couldRenew());
    return this.#connection.writing((writing): LeaseOutcome => {
      const known = this.#head(writing.statements, stack);
      if (known === undefined) writing.countStack();
      const lineage = () => this.#ids.unique();
      const { outcome, head } = leased(known ?? newHead(stack), {
        ...{ holder, now, lengthMs, isDead, lineage },
        silent: couldRenew && !this.isLockedOut ? silent : null,
      });
      if (head !== known) writeHead(writing.statements, head);
      return outcome;
    });
  };

  get isLockedOut(): boolean {
    return this.#connection.isLockedOut;
  }

  /**
   * Whether a holder that is silent could have renewed it. It could not while another process kept everybody from
   * writing, and where that ended a moment ago it is given the time to.
   */
  async #couldRenew(): Promise<boolean> {
    if (this.#connection.isInMemory) return true;
    if (!(await this.#isWritableAtOnce())) return false;
    await new Promise<void>((resolve) => setTimeout(resolve, timeToRenewMs));
    return this.#isWritableAtOnce();
  }

  async #isWritableAtOnce(): Promise<boolean> {
    const written = this.#connection.writing(() => {});
    const isLocked = this.isLockedOut;
    await written;
    return !isLocked;
  }

  readonly renew = async (stack: string, epoch: number, until: number): Promise<boolean> =>
    this.#connection.writing(({ statements }) => {
      const head = this.#head(statements, stack);
      if (head === undefined || !isHeldUnder(head, epoch)) return false;
      writeHead(statements, renewed(head, until));
      return true;
    });

  readonly release = async (stack: string, epoch: number): Promise<void> =>
    this.#connection.writing(({ statements }) => {
      const head = this.#head(statements, stack);
      if (head?.epoch !== epoch) return;
      writeHead(statements, released(head));
    });

  readonly lease = async (stack: string): Promise<Lease | null> =>
    this.#connection.reading((statements) => {
      const head = this.#head(statements, stack);
      return head === undefined ? null : leaseOf(head);
    });

  readonly requestCancel = async (stack: string, epoch: number): Promise<boolean> =>
    this.#connection.writing(({ statements }) => {
      const head = this.#head(statements, stack);
      if (head === undefined || !isHeldUnder(head, epoch)) return false;
      writeHead(statements, { ...head, cancelEpoch: epoch });
      return true;
    });

  readonly isCancelRequested = async (stack: string, epoch: number): Promise<boolean> =>
    this.#connection.reading((statements) => this.#head(statements, stack)?.cancelEpoch === epoch);

  readonly append = (stack: string, epoch: number, entries: readonly JournalEntry[]): Promise<AppendOutcome> =>
    this.#appends.append(stack, epoch, entries);

  /** What we ourselves write to a stack that was whole leaves it whole. */
  #move(before: SqliteHead, after: SqliteHead): void {
    if (this.#proved.get(before.name) === JSON.stringify(progressOf(before))) {
      this.#proved.set(after.name, JSON.stringify(progressOf(after)));
    }
  }

  readonly readJournal = async (stack: string): Promise<readonly JournalEntry[]> =>
    this.#connection.readingInParts((statements) => this.#journal(statements, stack));

  *#journal(statements: Statements, stack: string): InParts<readonly JournalEntry[]> {
    const rows = yield* journalRowsInParts(statements, stack);
    const head = this.#head(statements, stack) ?? newHead(stack);
    this.#refuse(stack, yield* journalDamageInParts(head, rows, sumOf));
    return yield* entriesInParts(rows);
  }

  readonly readRun = async (stack: string, run: string): Promise<readonly JournalEntry[]> =>
    this.#connection.readingInParts((statements) => this.#run(statements, stack, run));

  *#run(statements: Statements, stack: string, run: string): InParts<readonly JournalEntry[]> {
    const head = this.#head(statements, stack);
    if (head === undefined) return [];
    const range = readRangeOf(statements, stack, run);
    if (range === "damaged") this.#refuse(stack, ["the place of a run disagrees with its checksum"]);
    // A run that never was is told from one that is lost.
    if (range === undefined && rangeTally(statements, stack) !== head.runSum) {
      this.#refuse(stack, ["places of runs are missing, old or too many"]);
    }
    if (range === undefined || range === "damaged") return [];
    const rows = yield* spanInParts(statements, stack, range.first, range.last);
    this.#refuse(stack, [...(yield* spanDamage(rows, range.first, range.last)), ...endDamage(statements, head)]);
    return yield* entriesInParts(rows.filter((row) => row.run === run));
  }

  readonly readJournalAfter = async (stack: string, serial: number, limit: number): Promise<JournalReading> =>
    this.#connection.readingInParts((statements) => this.#journalAfter(statements, stack, serial, limit));

  *#journalAfter(statements: Statements, stack: string, serial: number, limit: number): InParts<JournalReading> {
    const head = this.#head(statements, stack) ?? newHead(stack);
    const reach = reachOf(head);
    const after = readFrom(serial, reach);
    const { rows, damage } = yield* readAfter(statements, head, after, limit);
    this.#refuse(stack, damage);
    return { ...reach, batches: yield* batchesInParts(rows, { ...reach, after }) };
  }

  readonly changes = (stack: string, signal: AbortSignal): AsyncIterable<StackChange> => this.#feed.news(stack, signal);

  readonly listStacks = async (): Promise<readonly string[]> =>
    this.#connection.reading((statements) => {
      const { whole, lost, isAnyLost } = findHeads(statements);
      if (isAnyLost) throw this.#connection.damaged("heads of stacks are missing");
      return [...whole.flatMap(({ name, serial }) => (serial > 0 ? [name] : [])), ...lost].sort();
    });

  readonly lineages = async (): Promise<ReadonlyMap<string, string>> =>
    this.#connection.reading((statements) => lineagesOf(readHeads(statements).filter((head) => head !== "damaged")));

  readonly removeStack = async (stack: string, epoch: number): Promise<boolean> => {
    const isRemoved = await this.#connection.writing(({ statements }) => {
      const head = this.#head(statements, stack);
      if (head === undefined) return true;
      const managed = statements.get(
        "SELECT 1 FROM record WHERE stack = ? UNION ALL SELECT 1 FROM intent WHERE stack = ?",
        stack,
        stack,
      );
      if (managed !== undefined) return false;
      // A stack whose rows are lost looks like one that manages nothing.
      inOneTurn(this.#state(statements, stack));
      if (!isHeldUnder(head, epoch)) return false;
      for (const table of ["journal", "run", "plan", "claim", "outputs", "context"]) {
        statements.run(`DELETE FROM ${table} WHERE stack = ?`, stack);
      }
      // The epoch stays behind and grows, so that no former holder of this stack can write into one made anew.
      writeHead(statements, { ...newHead(stack), epoch: head.epoch + 1 });
      return true;
    });
    this.#feed.look([stack]);
    return isRemoved;
  };

  readonly renameStack = async (stack: string, to: string, epoch: number): Promise<boolean> => {
    // What was appended before this was asked for comes before it.
    await this.#appends.flush();
    const isRenamed = await this.#connection.writingInParts((writing) => this.#renamed(writing, stack, to, epoch));
    if (isRenamed) for (const each of [stack, to]) this.#proved.delete(each);
    this.#feed.look([stack, to]);
    return isRenamed;
  };

  *#renamed(writing: Writing, stack: string, to: string, epoch: number): InParts<boolean> {
    const { statements, countStack } = writing;
    const head = this.#head(statements, stack);
    const former = this.#head(statements, to);
    if (head === undefined || !isHeldUnder(head, epoch) || to === stack || (former?.serial ?? 0) > 0) return false;
    yield* giveName(statements, head, to, former);
    if (former === undefined) countStack();
    return true;
  }

  readonly prune: Store["prune"] = async (stack, epoch, history) => {
    // What was appended before this was asked for comes before it.
    await this.#appends.flush();
    return this.#connection.writingInParts(({ statements }) => this.#pruned(statements, stack, epoch, history));
  };

  *#pruned(statements: Statements, stack: string, epoch: number, history: PrunedHistory): InParts<PruneOutcome> {
    const head = this.#head(statements, stack);
    if (head === undefined || !isHeldUnder(head, epoch)) return "fenced";
    return yield* pruneJournal(statements, head, history);
  }

  readonly compact = async (): Promise<void> => {
    try {
      await this.#connection.compact();
    } catch (cause) {
      // Somebody else works with the file: the room stays in it for what is written next.
      if (!isBusy(cause)) throw cause;
    }
  };

  readonly claims = async (claimKeys: readonly string[]): Promise<readonly Claim[]> =>
    this.#connection.readingInParts((statements) => this.#claims.find(statements, claimKeys));

  /** Lets go of the file until the next call, so that others may replace it. */
  letGo(): void {
    this.#connection.letGo();
  }

  readonly close = async (): Promise<void> => {
    await Promise.all([this.#appends.flush(), this.documentStore.close()]);
    await this.#connection.settled();
    this.#feed.close();
    this.#connection.close();
  };

  /** The head of a stack; undefined only when there never was one. */
  #head(statements: Statements, stack: string): SqliteHead | undefined {
    const head = readHead(statements, stack);
    if (head === "damaged") this.#refuse(stack, ["its head disagrees with its checksum"]);
    const lost = head === undefined ? lostHead(statements, stack) : undefined;
    if (lost !== undefined) throw this.#connection.damaged(lost);
    return head === "damaged" ? undefined : head;
  }

  #refuse(stack: string, damage: readonly string[]): void {
    const [first, ...others] = damage;
    if (first === undefined) return;
    const more = others.length === 0 ? "" : `, and ${others.length} more`;
    throw this.#connection.damaged(`stack \`${stack}\`: ${first}${more}`);
  }
}
