import type { Ids } from "../../../packages/base/ids.ts";
import { type InParts, inTurns, type Turns } from "../../../packages/base/turns.ts";
import type { SealedRows } from "../../engine/ports/secrets.ts";
import type {
  AppendOutcome,
  JournalReading,
  Lease,
  LeaseOutcome,
  RecordReading,
  StackChange,
  Store,
} from "../../engine/ports/store.ts";
import type { StoreDoctor } from "../../engine/ports/store-doctor.ts";
import type { JournalEntry } from "../../engine/state/journal.ts";
import type { Claim } from "../../engine/state/snapshot.ts";
import { emptyState, type StackState } from "../../engine/state/stack-state.ts";
import type { StoreBackups } from "../rows/backup/store-backups.ts";
import { demandedClaim } from "../rows/batch/text-rows.ts";
import type { Waiting } from "../rows/batch/waiting.ts";
import { batchesInParts } from "../rows/journal-batches.ts";
import { journalDamageInParts } from "../rows/journal-chain.ts";
import { RowDamage } from "../rows/row-damage.ts";
import {
  briefOf,
  isHeldUnder,
  leased,
  leaseOf,
  newStackHead,
  progressOf,
  reachOf,
  readFrom,
  released,
  renewed,
  type StackHead,
} from "../rows/stack-head.ts";
import { entriesInParts } from "../rows/stored-documents.ts";
import { writeWaiting } from "./append-waiting.ts";
import { PostgresBackups } from "./backup/postgres-backups.ts";
import { inTurnsAwake } from "./connection/awake.ts";
import { ChangeFeed } from "./connection/change-feed.ts";
import { Connection } from "./connection/connection.ts";
import { Lanes } from "./connection/lanes.ts";
import { changeText, channel } from "./connection/notices.ts";
import { type Patience, unhurried, patience as usualPatience } from "./connection/patience.ts";
import type { Queries } from "./connection/session.ts";
import { damaged } from "./connection/store-faults.ts";
import { PostgresDoctor } from "./doctor/postgres-doctor.ts";
import { PostgresDocumentStore } from "./documents/postgres-document-store.ts";
import { sealedTable } from "./documents/sealed-table.ts";
import { giveName, lockHeads } from "./give-name.ts";
import { pruneJournal } from "./prune-journal.ts";
import {
  lockHead,
  lockHeadToWrite,
  lockOrMakeHead,
  readHead,
  readHeadAndRecord,
  readLineages,
  readStackNames,
  writeHead,
} from "./rows/head-rows.ts";
import { journalSum, partDamage, readJournalRows, readRowsAfter, readRunRows, runDamage } from "./rows/journal-rows.ts";
import { claimRowOf } from "./rows/known-rows.ts";
import { planTable } from "./rows/plan-table.ts";
import { readState, readStateRows, stateInParts } from "./rows/state-rows.ts";

export interface PostgresOptions {
  /**
   * `postgres://user:password@host:port/database?sslmode=verify-full`; what it leaves out comes from `PG...` variables.
   */
  readonly address: string;
  readonly ids: Ids;
  /** Connections at most; one of them listens while anybody watches. */
  readonly sessions?: number;
  /** How long it is waited for. */
  readonly patience?: Patience;
  /** For long work; left out, it is done in one go. */
  readonly turns?: Turns | undefined;
}

/**
 * The shared store: one PostgreSQL database for any number of processes, opened at first use. What a process asks of
 * one stack takes effect in the order of its calls; appends that wait together share a transaction. Whatever it gives
 * out agrees with checksums of every row and with tallies of every stack; what does not is Fault("store-damaged")
 * (decision 0013).
 */
export class PostgresStore implements Store {
  readonly #connection: Connection;
  readonly #feed: ChangeFeed;
  readonly #ids: Ids;
  readonly #address: string;
  readonly #patience: Patience;
  readonly #turns: Turns | undefined;
  /** What its doctors read through. */
  readonly #examined: PostgresStore[] = [];
  readonly #lanes = new Lanes();
  /** How far each stack had come when all that is recorded of it was last seen to be whole. */
  readonly #proved = new Map<string, string>();
  readonly #waiting = new Map<string, Waiting[]>();
  /** The side table of sealed values. */
  readonly sealed: SealedRows;
  /** The service's own documents. */
  readonly documentStore: PostgresDocumentStore;
  readonly putPlan: Store["putPlan"];
  readonly getPlan: Store["getPlan"];
  readonly listPlans: Store["listPlans"];
  readonly planRows: Store["planRows"];
  readonly removePlans: Store["removePlans"];

  constructor({ address, ids, sessions = 8, patience = usualPatience, turns }: PostgresOptions) {
    this.#ids = ids;
    this.#turns = turns;
    this.#address = address;
    this.#patience = patience;
    this.#connection = new Connection(address, sessions, patience);
    this.#feed = new ChangeFeed(this.#connection, patience.pollMs);
    this.sealed = sealedTable(this.#connection);
    this.documentStore = new PostgresDocumentStore(this.#connection, this.#feed);
    const plans = planTable(this.#connection);
    this.putPlan = plans.putPlan;
    this.getPlan = plans.getPlan;
    this.listPlans = plans.listPlans;
    this.planRows = plans.planRows;
    this.removePlans = plans.removePlans;
  }

  readonly readStack = async (stack: string): Promise<StackState> => {
    const { head, rows } = await this.#connection.reading(async (queries) => {
      const found = await readHead(queries, stack);
      return { head: found, rows: found === undefined ? [] : await readStateRows(queries, found) };
    });
    if (head === undefined) return emptyState("");
    const state = await this.#worked(stateInParts(head, rows));
    if (!("lineage" in state)) throw refused(stack, state);
    return state;
  };

  readonly readBrief: Store["readBrief"] = async (stack) => briefOf(await this.#head(stack));

  readonly readRecord = async (stack: string, address: string): Promise<RecordReading> => {
    const { head, record } = await readHeadAndRecord(this.#connection, stack, address);
    const progress = progressOf(head);
    if (record !== undefined || head === undefined) return { ...progress, record: record ?? null };
    // One that is not there is told from one that is lost, by a look at all of them for each state of the stack.
    const text = JSON.stringify(progress);
    if (this.#proved.get(stack) === text) return { ...progress, record: null };
    const { lineage, serial, records } = await this.readStack(stack);
    this.#proved.set(stack, JSON.stringify({ lineage, serial }));
    return { lineage, serial, record: records.get(address) ?? null };
  };

  readonly acquire: Store["acquire"] = (stack, holder, now, lengthMs, isDead, silent = null) =>
    this.#writing(stack, async (queries): Promise<LeaseOutcome> => {
      const before = await lockOrMakeHead(queries, stack);
      const lineage = () => this.#ids.unique();
      const { outcome, head } = leased(before, { holder, now, lengthMs, isDead, silent, lineage });
      if (head !== before) await writeHead(queries, head);
      return outcome;
    });

  readonly renew = (stack: string, epoch: number, until: number): Promise<boolean> =>
    this.#held(stack, epoch, (head) => renewed(head, until));

  readonly release = async (stack: string, epoch: number): Promise<void> => {
    await this.#held(stack, epoch, released);
  };

  readonly lease = async (stack: string): Promise<Lease | null> => {
    const head = await this.#head(stack);
    return head === undefined ? null : leaseOf(head);
  };

  readonly requestCancel = (stack: string, epoch: number): Promise<boolean> =>
    this.#held(stack, epoch, (head) => ({ ...head, cancelEpoch: epoch }));

  readonly isCancelRequested = async (stack: string, epoch: number): Promise<boolean> =>
    (await this.#head(stack))?.cancelEpoch === epoch;

  readonly append = (stack: string, epoch: number, entries: readonly JournalEntry[]): Promise<AppendOutcome> =>
    new Promise((resolve, reject) => {
      const each = { epoch, entries, resolve, reject };
      const waiting = this.#waiting.get(stack);
      if (waiting !== undefined) {
        waiting.push(each);
        return;
      }
      this.#waiting.set(stack, [each]);
      void this.#lanes.run(stack, () => this.#flush(stack));
    });

  /** Appends what waits for a stack when its turn has come. */
  async #flush(stack: string): Promise<void> {
    const batch = this.#waiting.get(stack) ?? [];
    this.#waiting.delete(stack);
    await writeWaiting(this.#connection, stack, batch, this.#turns);
  }

  readonly readJournal = async (stack: string): Promise<readonly JournalEntry[]> => {
    const { head, rows } = await this.#connection.reading(async (queries) => ({
      head: (await readHead(queries, stack)) ?? newStackHead(stack),
      rows: await readJournalRows(queries, stack),
    }));
    const damage = await this.#worked(journalDamageInParts(head, rows, journalSum));
    if (damage.length > 0) throw refused(stack, damage);
    return this.#worked(entriesInParts(rows));
  };

  readonly readRun = async (stack: string, run: string): Promise<readonly JournalEntry[]> => {
    const { head, found, rows } = await this.#connection.reading(async (queries) => {
      const known = await readHead(queries, stack);
      const own = known === undefined ? [] : await readRunRows(queries, stack, run);
      // A run that is unknown: then the whole journal must be there without it.
      const all = own.length > 0 || known === undefined ? own : await readJournalRows(queries, stack);
      return { head: known, found: own, rows: all };
    });
    if (head === undefined) return [];
    const damage = await this.#worked(
      found.length > 0 ? runDamage(head, run, rows) : journalDamageInParts(head, rows, journalSum),
    );
    if (damage.length > 0) throw refused(stack, damage);
    return this.#worked(entriesInParts(rows.filter((row) => row.run === run)));
  };

  readonly progress = async (stack: string): Promise<StackChange> => progressOf(await this.#head(stack));

  readonly readJournalAfter = async (stack: string, serial: number, limit: number): Promise<JournalReading> => {
    const { head, after, rows } = await this.#connection.reading(async (queries) => {
      const known = (await readHead(queries, stack)) ?? newStackHead(stack);
      const from = readFrom(serial, reachOf(known));
      return { head: known, after: from, rows: await readRowsAfter(queries, stack, from, limit) };
    });
    const later = rows.filter((row) => row.serial > after);
    const isToEnd = head.serial < (after < 1 ? 1 : (later[0]?.serial ?? head.serial)) + limit;
    const damage = await this.#worked(partDamage(head, rows, { after, isToEnd }));
    if (damage.length > 0) throw refused(stack, damage);
    const reach = reachOf(head);
    return { ...reach, batches: await this.#worked(batchesInParts(later, { ...reach, after })) };
  };

  readonly listStacks = (): Promise<readonly string[]> => this.#connection.reading(readStackNames);

  readonly lineages = (): Promise<ReadonlyMap<string, string>> => this.#connection.reading(readLineages);

  readonly removeStack = (stack: string, epoch: number): Promise<boolean> =>
    this.#writing(stack, async (queries) => {
      const head = await lockHead(queries, stack);
      if (head === undefined) return true;
      // A stack whose rows are lost looks like one that manages nothing.
      const state = await readState(queries, head);
      if (!("lineage" in state)) throw refused(stack, state);
      const managed = await queries.rows(
        "SELECT 1 FROM plumbline.record WHERE stack = $1 UNION ALL SELECT 1 FROM plumbline.intent " +
          "WHERE stack = $1 LIMIT 1",
        stack,
      );
      if (managed.length > 0 || !isHeldUnder(head, epoch)) return false;
      for (const table of ["journal", "plan", "claim", "outputs", "context"]) {
        await queries.rows(`DELETE FROM plumbline.${table} WHERE stack = $1`, stack);
      }
      // The epoch stays behind and grows, so that no former holder of this stack can write into one made anew.
      const left = { ...newStackHead(stack), epoch: head.epoch + 1 };
      await writeHead(queries, left);
      await queries.rows("SELECT pg_notify($1, $2)", channel, changeText(left));
      return true;
    });

  readonly renameStack = (stack: string, to: string, epoch: number): Promise<boolean> =>
    this.#writing(stack, async (queries) => {
      const { head, former } = await lockHeads(queries, stack, to);
      if (head === undefined || !isHeldUnder(head, epoch) || to === stack || (former?.serial ?? 0) > 0) return false;
      return giveName(queries, head, to, inTurnsAwake(queries, this.#turns));
    });

  readonly prune: Store["prune"] = (stack, epoch, history) =>
    this.#writing(stack, async (queries) => {
      const head = await lockHeadToWrite(queries, stack);
      if (head === undefined || !isHeldUnder(head, epoch)) return "fenced";
      return pruneJournal(queries, head, history, inTurnsAwake(queries, this.#turns));
    });

  /** The server does so by itself. */
  readonly compact = async (): Promise<void> => {};

  readonly claims = (claimKeys: readonly string[]): Promise<readonly Claim[]> =>
    this.#connection.reading(async (queries) => {
      const rows = await queries.rows(
        "SELECT claim_key AS key, stack, uid AS body, address AS handle, sum FROM plumbline.claim " +
          "WHERE claim_key = ANY($1::text[])",
        [...claimKeys],
      );
      const claims = new Map(rows.map((row) => [String(row["key"]), demandedClaim(claimRowOf(row))]));
      return claimKeys.flatMap((claimKey) => claims.get(claimKey) ?? []);
    });

  readonly changes = (stack: string, signal: AbortSignal): AsyncIterable<StackChange> =>
    this.#feed.stackChanges(stack, signal);

  /**
   * Looks after the database, over sessions of its own: it reads all there is and holds no lease, so that it may wait
   * longer.
   */
  doctor(): StoreDoctor {
    const store = this.#unhurried();
    return new PostgresDoctor(store.#connection, store);
  }

  /** Backs the database up and restores it, over sessions of its own as well. */
  backups(): StoreBackups {
    return new PostgresBackups(this.#unhurried().#connection);
  }

  #unhurried(): PostgresStore {
    const patience = unhurried(this.#patience);
    const store = new PostgresStore({ address: this.#address, ids: this.#ids, sessions: 2, patience });
    this.#examined.push(store);
    return store;
  }

  readonly close = async (): Promise<void> => {
    for (const store of this.#examined) await store.close();
    await this.#lanes.idle();
    await this.documentStore.idle();
    await this.#feed.close();
    await this.#connection.close();
  };

  /** In one statement, which needs no transaction: heads are asked for again and again. */
  #head(stack: string): Promise<StackHead | undefined> {
    return readHead({ rows: (sql, ...values) => this.#connection.asking(sql, ...values) }, stack);
  }

  /** Work on rows that were read, in turns. Throws Fault. */
  async #worked<T>(work: InParts<T>): Promise<T> {
    try {
      return await inTurns(work, this.#turns);
    } catch (cause) {
      throw cause instanceof RowDamage ? damaged(cause.message) : cause;
    }
  }

  /** A write transaction when the stack's turn has come. */
  #writing<T>(stack: string, work: (queries: Queries) => Promise<T>): Promise<T> {
    return this.#lanes.run(stack, () => this.#connection.writing(work));
  }

  /** Changes the head of a stack that `epoch` holds; false when it does not. */
  #held(stack: string, epoch: number, change: (head: StackHead) => StackHead): Promise<boolean> {
    return this.#writing(stack, async (queries) => {
      const head = await lockHead(queries, stack);
      if (head === undefined || !isHeldUnder(head, epoch)) return false;
      await writeHead(queries, change(head));
      return true;
    });
  }
}

function refused(stack: string, [first, ...others]: readonly string[]): Error {
  return damaged(`stack \`${stack}\`: ${first}${others.length === 0 ? "" : `, and ${others.length} more`}`);
}
