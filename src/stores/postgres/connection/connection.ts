import { Fault } from "../../../../packages/base/fault.ts";
import { RowDamage } from "../../rows/row-damage.ts";
import { migrate } from "../migrations/migrate.ts";
import type { Patience } from "./patience.ts";
import { isOutrun, isReadOnly, ServerError, serverError } from "./server-error.ts";
import { openPool, type Queries, type Row, type Session, type Sessions } from "./session.ts";
import { damaged, type Phase, storeFault } from "./store-faults.ts";

/** Thrown by the work of a transaction that found out that another one was first: it is undone and done again. */
export class Outrun extends Error {}

/** How often a transaction is tried that others outrun, and a session that may be old; more than a pool has. */
const attempts = 10;

/** How often a transaction is tried whose session ends in the middle of it. */
const attemptsWhenLost = 3;

/**
 * The way to one database: opens it at first use, brings its tables to the newest version, and runs transactions. A
 * transaction that certainly did not happen is done again by itself; one of unknown end is Fault. Throws Fault.
 */
export class Connection {
  readonly #address: string;
  readonly #sessions: number;
  readonly #patience: Patience;
  #pool: Promise<Sessions> | undefined;
  #isClosed = false;

  constructor(address: string, sessions: number, patience: Patience) {
    this.#address = address;
    this.#sessions = sessions;
    this.#patience = patience;
  }

  /** The rows of one statement that only reads, which is as of one moment by itself. */
  async asking(sql: string, ...values: readonly unknown[]): Promise<readonly Row[]> {
    let rows: readonly Row[] = [];
    const session = await this.session(async (each) => {
      rows = await each.rows(sql, ...values);
    });
    session.giveBack(false);
    return rows;
  }

  /** Several reads as of one moment. */
  reading<T>(work: (queries: Queries) => Promise<T>): Promise<T> {
    const begin = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY";
    return this.#transaction(`${begin}; SET LOCAL statement_timeout = ${this.#patience.readMs}`, work);
  }

  /** One write transaction: durable when this resolves. Its locks make it see what others committed before. */
  writing<T>(work: (queries: Queries) => Promise<T>): Promise<T> {
    return this.#transaction("BEGIN ISOLATION LEVEL READ COMMITTED", work);
  }

  /** A session of its own that was prepared for something, to be given back by the caller. */
  async session(prepare: (session: Session) => Promise<void>): Promise<Session> {
    const pool = await this.#open();
    for (let attempt = 1; ; attempt += 1) {
      let session: Session | undefined;
      try {
        session = await pool.take();
        await prepare(session);
        return session;
      } catch (cause) {
        session?.giveBack(true);
        this.#note(cause, pool);
        // One that the pool has kept may have ended meanwhile; a new one that can't be had is another matter.
        const mayBeOld = session !== undefined && cause instanceof ServerError && cause.isLost && !isSilent(cause);
        if (attempt === attempts || !mayBeOld) throw faultOf(cause, "connecting");
      }
    }
  }

  /** One connection has fallen silent while nothing was asked over it. */
  async noteSilence(): Promise<void> {
    (await this.#pool)?.dropIdle();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const pool = await this.#pool?.catch(() => undefined);
    this.#pool = undefined;
    await pool?.end();
  }

  async #transaction<T>(begin: string, work: (queries: Queries) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      const session = await this.session((each) => each.run(begin));
      let phase: Phase = "working";
      try {
        const made = await work(session);
        phase = "committing";
        await session.run("COMMIT");
        session.giveBack(false);
        return made;
      } catch (cause) {
        await undo(session, cause);
        this.#note(cause, await this.#pool);
        if (!isRepeatable(cause, phase, attempt)) throw faultOf(cause, phase);
      }
    }
  }

  /**
   * What has fallen silent on one connection has on those that are idle just now: each would cost the same wait. So it
   * is with one that can't write.
   */
  #note(cause: unknown, pool: Sessions | undefined): void {
    if (isSilent(cause) || isReadOnly(cause)) pool?.dropIdle();
  }

  #open(): Promise<Sessions> {
    if (this.#isClosed) throw new Fault("store-failed", "the store is closed");
    this.#pool ??= this.#connect().catch((cause: unknown) => {
      // The next call tries anew.
      this.#pool = undefined;
      throw cause;
    });
    return this.#pool;
  }

  async #connect(): Promise<Sessions> {
    let pool: Sessions | undefined;
    try {
      pool = await openPool(this.#address, this.#sessions, this.#patience);
      const session = await pool.take();
      try {
        await migrate(session);
        session.giveBack(false);
      } catch (cause) {
        session.giveBack(true);
        throw cause;
      }
      return pool;
    } catch (cause) {
      await pool?.end();
      throw faultOf(cause instanceof Fault ? cause : serverError(cause), "connecting");
    }
  }
}

/** Undoes what a failed transaction did and gives its session back; a lost session has undone it by itself. */
async function undo(session: Session, cause: unknown): Promise<void> {
  let isLost = cause instanceof ServerError && cause.isLost;
  if (!isLost) {
    try {
      await session.run("ROLLBACK");
    } catch {
      isLost = true;
    }
  }
  session.giveBack(isLost);
}

/** True when it certainly did not happen and may happen now. */
function isRepeatable(cause: unknown, phase: Phase, attempt: number): boolean {
  if (cause instanceof Outrun || (cause instanceof ServerError && isOutrun(cause))) return attempt < attempts;
  if (!(cause instanceof ServerError) || isSilent(cause)) return false;
  return cause.isLost && phase === "working" && attempt < attemptsWhenLost;
}

/** True when the server did not answer: it will not do so the next time either, and a lease passes meanwhile. */
function isSilent(cause: unknown): boolean {
  return cause instanceof ServerError && cause.silentMs !== null;
}

function faultOf(cause: unknown, phase: Phase): unknown {
  if (cause instanceof RowDamage) return damaged(cause.message);
  if (cause instanceof Outrun) return storeFault(new ServerError("40001", false), phase);
  return cause instanceof ServerError ? storeFault(cause, phase) : cause;
}
