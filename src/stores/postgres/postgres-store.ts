import type { Ids } from "../../base/ids.ts";
import type { SealedRows } from "../../engine/ports/secrets.ts";
import type { AppendOutcome, Lease, LeaseOutcome, Store } from "../../engine/ports/store.ts";
import type { JournalEntry } from "../../engine/state/journal.ts";
import type { Claim } from "../../engine/state/snapshot.ts";
import { emptyState, type StackState } from "../../engine/state/stack-state.ts";
import { type Waiting, writeWaiting } from "./append-waiting.ts";
import { ChangeFeed } from "./change-feed.ts";
import { Connection } from "./connection.ts";
import { lockHead, lockOrMakeHead, readHead, readHeads, writeHead } from "./head-rows.ts";
import { journalDamage, readJournalRows, readRunRows, runDamage } from "./journal-rows.ts";
import { wholeClaim } from "./known-rows.ts";
import { Lanes } from "./lanes.ts";
import { planTable } from "./plan-table.ts";
import { sealedTable } from "./sealed-table.ts";
import type { Queries } from "./session.ts";
import { changeText, channel, type StackChange } from "./stack-change.ts";
import { holderOf, newHead, prolonged, type StackHead } from "./stack-head.ts";
import { readState } from "./state-rows.ts";
import { damaged } from "./store-faults.ts";

export interface PostgresOptions {
  /** `postgres://user:password@host:port/database?sslmode=verify-full`; what it leaves out comes from `PG...` variables. */
  readonly address: string;
  readonly ids: Ids;
  /** Connections at most; one of them listens while anybody watches. */
  readonly sessions?: number;
}

/**
 * The shared store: one PostgreSQL database for any number of processes, opened at first use. What a process asks of one
 * stack takes effect in the order of its calls; appends that wait together share a transaction. Whatever it gives out agrees
 * with checksums of every row and with tallies of every stack; what does not is Fault("store-damaged").
 */
export class PostgresStore implements Store {
  readonly #connection: Connection;
  readonly #feed: ChangeFeed;
  readonly #ids: Ids;
  readonly #lanes = new Lanes();
  readonly #waiting = new Map<string, Waiting[]>();
  /** The side table of sealed values. */
  readonly sealed: SealedRows;
  readonly putPlan: Store["putPlan"];
  readonly getPlan: Store["getPlan"];
  readonly listPlans: Store["listPlans"];

  constructor({ address, ids, sessions = 8 }: PostgresOptions) {
    this.#ids = ids;
    this.#connection = new Connection(address, sessions);
    this.#feed = new ChangeFeed(this.#connection);
    this.sealed = sealedTable(this.#connection);
    const plans = planTable(this.#connection);
    this.putPlan = plans.putPlan;
    this.getPlan = plans.getPlan;
    this.listPlans = plans.listPlans;
  }

  readonly readStack = (stack: string): Promise<StackState> =>
    this.#connection.reading(async (queries) => {
      const head = await readHead(queries, stack);
      if (head === undefined) return emptyState("");
      const state = await readState(queries, head);
      if (!("lineage" in state)) throw refused(stack, state);
      return state;
    });

  readonly acquire: Store["acquire"] = (stack, holder, now, ttlMs, isDead) =>
    this.#writing(stack, async (queries): Promise<LeaseOutcome> => {
      const head = await lockOrMakeHead(queries, stack);
      const lineage = head.lineage === "" ? this.#ids.unique() : head.lineage;
      const current = holderOf(head);
      if (current !== null && head.leaseUntil !== null && head.leaseUntil > now && !isDead(current)) {
        // More than a whole lease from now can't be: clocks were set. A holder that lives renews it meanwhile.
        const leaseUntil = Math.min(head.leaseUntil, now + ttlMs);
        if (leaseUntil !== head.leaseUntil) await writeHead(queries, { ...head, leaseUntil });
        return { kind: "busy", holder: current, expiresAt: new Date(leaseUntil).toISOString() };
      }
      const epoch = head.epoch + 1;
      const held = { holder: JSON.stringify(holder), leaseUntil: now + ttlMs, leaseMs: ttlMs };
      await writeHead(queries, { ...head, ...held, lineage, epoch });
      return { kind: "held", epoch };
    });

  readonly renew = (stack: string, epoch: number, until: number): Promise<boolean> =>
    this.#held(stack, epoch, (head) => ({ ...head, leaseUntil: prolonged(head, until) }));

  readonly release = async (stack: string, epoch: number): Promise<void> => {
    await this.#held(stack, epoch, (head) => ({ ...head, holder: null, leaseUntil: null, leaseMs: null }));
  };

  readonly lease = (stack: string): Promise<Lease | null> =>
    this.#connection.reading(async (queries) => {
      const head = await readHead(queries, stack);
      const holder = head === undefined ? null : holderOf(head);
      if (head === undefined || holder === null || head.leaseUntil === null) return null;
      return { holder, epoch: head.epoch, until: head.leaseUntil };
    });

  readonly requestCancel = (stack: string, epoch: number): Promise<boolean> =>
    this.#held(stack, epoch, (head) => ({ ...head, cancelEpoch: epoch }));

  readonly isCancelRequested = (stack: string, epoch: number): Promise<boolean> =>
    this.#connection.reading(async (queries) => (await readHead(queries, stack))?.cancelEpoch === epoch);

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
    await writeWaiting(this.#connection, stack, batch);
  }

  readonly readJournal = (stack: string): Promise<readonly JournalEntry[]> =>
    this.#connection.reading(async (queries) => {
      const head = (await readHead(queries, stack)) ?? newHead(stack);
      const rows = await readJournalRows(queries, stack);
      const damage = journalDamage(head, rows);
      if (damage.length > 0) throw refused(stack, damage);
      return rows.map(({ entry }) => JSON.parse(entry) as JournalEntry);
    });

  readonly readRun = (stack: string, run: string): Promise<readonly JournalEntry[]> =>
    this.#connection.reading(async (queries) => {
      const head = await readHead(queries, stack);
      if (head === undefined) return [];
      const found = await readRunRows(queries, stack, run);
      // A run that nobody knows: then the whole journal must be there without it.
      const rows = found.length > 0 ? found : await readJournalRows(queries, stack);
      const damage = found.length > 0 ? runDamage(head, run, rows) : journalDamage(head, rows);
      if (damage.length > 0) throw refused(stack, damage);
      return rows.filter((row) => row.run === run).map(({ entry }) => JSON.parse(entry) as JournalEntry);
    });

  readonly listStacks = (): Promise<readonly string[]> =>
    this.#connection.reading(async (queries) => {
      const heads = await readHeads(queries);
      return heads.filter(({ serial }) => serial > 0).map(({ name }) => name);
    });

  readonly removeStack = (stack: string, now: number): Promise<boolean> =>
    this.#writing(stack, async (queries) => {
      const head = await lockHead(queries, stack);
      if (head === undefined) return true;
      const managed = await queries.rows(
        "SELECT 1 FROM plumbline.record WHERE stack = $1 UNION ALL SELECT 1 FROM plumbline.intent WHERE stack = $1 LIMIT 1",
        stack,
      );
      if (managed.length > 0 || (head.leaseUntil !== null && head.leaseUntil > now)) return false;
      for (const table of ["journal", "plan", "claim", "outputs"]) {
        await queries.rows(`DELETE FROM plumbline.${table} WHERE stack = $1`, stack);
      }
      // The epoch stays behind and grows, so that nobody who held this stack can write into one made anew.
      const left = { ...newHead(stack), epoch: head.epoch + 1 };
      await writeHead(queries, left);
      await queries.rows("SELECT pg_notify($1, $2)", channel, changeText(left));
      return true;
    });

  readonly claims = (claimKeys: readonly string[]): Promise<readonly Claim[]> =>
    this.#connection.reading(async (queries) => {
      const rows = await queries.rows(
        "SELECT claim_key AS key, stack, uid AS body, address AS handle, sum FROM plumbline.claim WHERE claim_key = ANY($1::text[])",
        [...claimKeys],
      );
      const claims = new Map(rows.map(wholeClaim).map(({ sum: _, ...claim }) => [claim.claimKey, claim]));
      return claimKeys.flatMap((claimKey) => claims.get(claimKey) ?? []);
    });

  /** See ChangeFeed.changes. */
  readonly changes = (stack: string, signal: AbortSignal): AsyncIterable<StackChange> =>
    this.#feed.changes(stack, signal);

  readonly close = async (): Promise<void> => {
    await this.#lanes.idle();
    await this.#feed.close();
    await this.#connection.close();
  };

  /** A write transaction when the stack's turn has come. */
  #writing<T>(stack: string, work: (queries: Queries) => Promise<T>): Promise<T> {
    return this.#lanes.run(stack, () => this.#connection.writing(work));
  }

  /** Changes the head of a stack that `epoch` holds; false when it does not. */
  #held(stack: string, epoch: number, change: (head: StackHead) => StackHead): Promise<boolean> {
    return this.#writing(stack, async (queries) => {
      const head = await lockHead(queries, stack);
      if (head === undefined || head.epoch !== epoch || head.holder === null) return false;
      await writeHead(queries, change(head));
      return true;
    });
  }
}

function refused(stack: string, [first, ...others]: readonly string[]): Error {
  return damaged(`stack \`${stack}\`: ${first}${others.length === 0 ? "" : `, and ${others.length} more`}`);
}
