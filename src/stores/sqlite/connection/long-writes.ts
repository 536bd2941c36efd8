import { DatabaseSync } from "node:sqlite";
import { type InParts, inTurns, type Turns } from "../../../../packages/base/turns.ts";
import { busyTimeoutMs } from "./lock-patience.ts";
import { Statements } from "./statements.ts";
import { isSqliteError } from "./store-faults.ts";

/** A long transaction: its work in parts, what ends it, and who is told that it is durable. */
interface LongWrite<T, E> {
  readonly work: (statements: Statements) => InParts<T>;
  /** Done last, in the same transaction. */
  readonly end: (statements: Statements) => E;
  readonly committed: (ended: E) => void;
}

/**
 * A write transaction in turns, through a connection of its own: this process goes on to read what was there before it,
 * and other connections wait for the lock. A process that ends in the middle leaves what was there before. Throws what
 * SQLite throws and what the work throws; then nothing was written.
 */
export async function longWrite<T, E>(
  path: string,
  turns: Turns,
  { work, end, committed }: LongWrite<T, E>,
): Promise<T> {
  const database = new DatabaseSync(path);
  try {
    // Carrying the log over into the file is as long as the commit: it has a turn of its own.
    database.exec(`PRAGMA busy_timeout=${busyTimeoutMs}; PRAGMA synchronous=FULL; PRAGMA wal_autocheckpoint=0`);
    database.exec("BEGIN IMMEDIATE");
    const statements = new Statements(database);
    const made = await inTurns(work(statements), turns);
    const ended = end(statements);
    await turns.next();
    database.exec("COMMIT");
    committed(ended);
    await turns.next();
    carryOver(database);
    return made;
  } finally {
    // What was not committed is undone by that.
    if (database.isOpen) database.close();
  }
}

/**
 * Carries the log over into the file. What is committed is durable without it: where it can't be done now, a later
 * commit does it.
 */
function carryOver(database: DatabaseSync): void {
  try {
    database.exec("PRAGMA wal_checkpoint(PASSIVE)");
  } catch (cause) {
    if (!isSqliteError(cause)) throw cause;
  }
}
