import { accessSync, constants, statSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { Fault } from "../../../../packages/base/fault.ts";
import type { Ids } from "../../../../packages/base/ids.ts";
import { type InParts, inOneTurn, type Turns } from "../../../../packages/base/turns.ts";
import { createDatabase } from "../migrations/create-database.ts";
import { migrate, refuseOtherVersions, rollBack, versionOf } from "../migrations/migrate.ts";
import { newestVersion, schemaNames } from "../migrations/migrations.ts";
import { readStoreRow, type StoreRow, writeStoreRow } from "../rows/store-row.ts";
import { compactFile } from "./compact-file.ts";
import { type FoundMark, HighWaterMark, markPath, readMark } from "./high-water-mark.ts";
import { busyTimeoutMs, LockPatience } from "./lock-patience.ts";
import { longRead, shortWork } from "./long-reads.ts";
import { longWrite } from "./long-writes.ts";
import { keepDatabasePrivate } from "./private-file.ts";
import { Statements } from "./statements.ts";
import { damaged, endsConnection, storeFault } from "./store-faults.ts";

/** An open database. */
interface Opened {
  readonly database: DatabaseSync;
  readonly statements: Statements;
}

/** What a write transaction works with. */
export interface Writing {
  readonly statements: Statements;
  /** Counts a stack that gets its row. */
  countStack(): void;
}

/**
 * The connection to one database file: opens it, or makes it, checks that it is whole, and runs transactions. After a
 * failure of the medium the connection is given up and the next call opens the file anew, so that nothing is ever read
 * from a cache of which it is unknown whether the disk agrees. Throws Fault.
 */
export class Connection {
  readonly #path: string;
  readonly #ids: Ids;
  readonly #mark: HighWaterMark | undefined;
  readonly #patience = new LockPatience();
  readonly #turns: Turns | undefined;
  /** Settles when the long transaction that was asked for last is over. */
  #lastLong: Promise<void> = Promise.resolve();
  #opened: Opened | undefined;
  #openings = 0;
  #isClosed = false;

  /**
   * Opens or makes the database at `path` (a file, or `:memory:`). `turns`: for long work; left out, it is done in one
   * go.
   */
  constructor(path: string, ids: Ids, turns?: Turns) {
    this.#path = path;
    this.#ids = ids;
    this.#turns = turns;
    this.#mark = path === ":memory:" ? undefined : new HighWaterMark(path);
    this.#guard(() => this.#open());
  }

  /** One read; cheaper than a transaction for it. */
  looking<T>(work: (statements: Statements) => T): Promise<T> {
    return this.#patience.whenFree(() => this.#guard(() => work(this.#open().statements)));
  }

  /** Another text whenever others may have written since. */
  version(): string {
    return this.#guard(() => {
      const version = this.#open().statements.get("PRAGMA data_version")?.["data_version"];
      return `${this.#openings} ${String(version)}`;
    });
  }

  /** Several reads as of one moment, whatever other processes commit meanwhile. */
  reading<T>(work: (statements: Statements) => T): Promise<T> {
    return this.#patience.whenFree(() => this.readingNow(work));
  }

  /**
   * Reads as of one moment that may be long: others have their turn between their parts. What comes of a short one is
   * there at once; a long one is begun anew beside this connection, so that its work must change nothing before its
   * end.
   */
  async readingInParts<T>(work: (statements: Statements) => InParts<T>): Promise<T> {
    const turns = this.#turns;
    if (turns === undefined || this.isInMemory) return this.reading((statements) => inOneTurn(work(statements)));
    const short = await this.reading((statements) => shortWork(work(statements)));
    if (short !== null) return short.value;
    return this.#patience.patiently(() => this.#readingLong(work, turns));
  }

  async #readingLong<T>(work: (statements: Statements) => InParts<T>, turns: Turns): Promise<T> {
    try {
      return await longRead(this.#path, work, turns);
    } catch (cause) {
      if (endsConnection(cause)) this.#giveUp();
      throw storeFault(this.#path, cause);
    }
  }

  /** The same at once, or Fault("store-busy"). */
  readingNow<T>(work: (statements: Statements) => T): T {
    return this.#guard(() => {
      const opened = this.#open();
      return transaction(opened, "BEGIN", () => work(opened.statements));
    });
  }

  /**
   * One write transaction: durable when this resolves. When it fails, that is unknown unless the fault says so. While
   * another process keeps the database locked it waits, without keeping this process from anything, and those asked for
   * later wait behind it; the work may be begun more than once, and is carried out once.
   */
  writing<T>(work: (writing: Writing) => T): Promise<T> {
    return this.#patience.inOrder(() => this.#writingNow(work));
  }

  /**
   * Asks the file system alone: a lock would keep others waiting, and another process that holds it now is no reason.
   * Throws Fault.
   */
  tryWrite(): void {
    this.#guard(() => {
      this.#open();
      if (!this.isInMemory) accessSync(this.#path, constants.W_OK);
    });
  }

  /** No other process can open it. */
  get isInMemory(): boolean {
    return this.#path === ":memory:";
  }

  /** True while something waits to be written because another process keeps everybody from writing. */
  get isLockedOut(): boolean {
    return this.#patience.isWaiting;
  }

  /** Comes back when nothing waits to be written. */
  async settled(): Promise<void> {
    await this.#lastLong;
    await this.#patience.settled();
  }

  /**
   * One write transaction that may be long: others have their turn between its parts, and what else is to be written
   * waits until it is done. Of several long ones each waits for the one before it, and what is short comes between
   * them. All of it is there or nothing, and nothing is seen of it before its end.
   */
  writingInParts<T>(work: (writing: Writing) => InParts<T>): Promise<T> {
    const turns = this.#turns;
    if (turns === undefined || this.isInMemory) return this.writing((writing) => inOneTurn(work(writing)));
    const done = this.#lastLong.then(() => this.#patience.inTurn(() => this.#writingLong(work, turns)));
    this.#lastLong = done.then(
      () => {},
      () => {},
    );
    return done;
  }

  async #writingLong<T>(work: (writing: Writing) => InParts<T>, turns: Turns): Promise<T> {
    let came = 0;
    const countStack = () => {
      came += 1;
    };
    // What is wrong with the file is found before anything is written to it.
    this.#guard(() => this.#open());
    try {
      return await longWrite(this.#path, turns, {
        work: (statements) => work({ statements, countStack }),
        end: (statements) => this.#countCommit(statements, came),
        committed: (row) => this.#mark?.write({ storeId: row.id, commits: row.commits }),
      });
    } catch (cause) {
      if (endsConnection(cause)) this.#giveUp();
      throw storeFault(this.#path, cause);
    }
  }

  #writingNow<T>(work: (writing: Writing) => T): T {
    return this.#guard(() => {
      const opened = this.#open();
      const { statements } = opened;
      let row: StoreRow | undefined;
      const result = transaction(opened, "BEGIN IMMEDIATE", () => {
        let came = 0;
        const made = work({
          statements,
          countStack: () => {
            came += 1;
          },
        });
        row = this.#countCommit(statements, came);
        return made;
      });
      if (row !== undefined) this.#mark?.write({ storeId: row.id, commits: row.commits });
      return result;
    });
  }

  /** Writes the row of the store for a transaction that is about to be committed. */
  #countCommit(statements: Statements, stacks: number): StoreRow {
    const before = this.#storeRow(statements);
    const row = { ...before, commits: before.commits + 1, stacks: before.stacks + stacks };
    writeStoreRow(statements, row);
    return row;
  }

  /** Gives room that is free in the file back to the file system. Throws Fault. */
  async compact(): Promise<void> {
    if (this.isInMemory) return;
    await this.#patience.inOrder(() =>
      this.#guard(() => {
        this.#open();
        compactFile(this.#path);
      }),
    );
  }

  /** The fault for rows that disagree. */
  damaged(what: string): Fault {
    return damaged(this.#path, what);
  }

  /** Lets go of the file until the next call. */
  letGo(): void {
    this.#giveUp();
  }

  close(): void {
    this.#isClosed = true;
    this.#giveUp();
  }

  #storeRow(statements: Statements): StoreRow {
    const row = readStoreRow(statements);
    if (row === "damaged") throw this.damaged("the row of the store itself disagrees with its checksum");
    return row;
  }

  #open(): Opened {
    if (this.#opened !== undefined) return this.#opened;
    if (this.#isClosed) throw new Fault("store-failed", "the store is closed");
    // The mark comes first: it is never ahead of a database that is read after it.
    const mark = this.#path === ":memory:" ? ({ kind: "none" } as const) : this.#found();
    if (this.#mark !== undefined) keepDatabasePrivate(this.#path);
    if (this.#mark !== undefined && (sizeOf(`${this.#path}-wal`) ?? 0) > 0) this.#verifyLogged(mark);
    const database = new DatabaseSync(this.#path);
    try {
      // Whoever opens a store for the first time has nothing else to do yet.
      const patience = this.#openings === 0 ? 10_000 : busyTimeoutMs;
      database.exec(`PRAGMA busy_timeout=${patience}; PRAGMA synchronous=FULL;`);
      if (this.isInMemory) fill(database, "");
      refuseOtherVersions(database, this.#path);
      migrate(database);
      const statements = new Statements(database);
      this.#opened = { database, statements };
      this.#openings += 1;
      this.#verify(mark);
      database.exec(`PRAGMA busy_timeout=${busyTimeoutMs}`);
      return this.#opened;
    } catch (cause) {
      this.#opened = undefined;
      if (database.isOpen) database.close();
      throw cause;
    }
  }

  /** Makes the file when there never was one. */
  #found(): FoundMark {
    const mark = readMark(this.#path);
    if (mark.kind === "unreadable") throw this.damaged(`the note ${markPath(this.#path)} of how far it came`);
    const size = sizeOf(this.#path);
    if (size === 0) throw this.damaged("the file is empty");
    if (size !== undefined) return mark;
    if (mark.kind === "found" || (sizeOf(`${this.#path}-wal`) ?? 0) > 0) {
      throw this.damaged("the file is gone, though what belongs to it is there");
    }
    const id = this.#ids.unique();
    createDatabase(this.#path, id, (database) => fill(database, id));
    return mark;
  }

  #verify(found: FoundMark): void {
    const opened = this.#opened;
    if (opened === undefined) return;
    const { statements } = opened;
    const row = this.readingNow(() => {
      const names = statements
        .all("SELECT name FROM sqlite_schema WHERE name NOT LIKE 'sqlite_%' ORDER BY name")
        .map(({ name }) => name);
      if (JSON.stringify(names) !== JSON.stringify(schemaNames)) throw this.damaged("its tables are not all there");
      return this.#storeRow(statements);
    });
    this.#compare(row, found);
  }

  /**
   * Looks whether the log that was left behind is whole, through a connection that changes nothing: the last one to
   * close that may write carries the log over up to its first bad frame and deletes the rest.
   */
  #verifyLogged(found: FoundMark): void {
    const database = new DatabaseSync(this.#path, { readOnly: true });
    try {
      database.exec(`PRAGMA busy_timeout=${this.#openings === 0 ? 10_000 : busyTimeoutMs}`);
      if (versionOf(database) !== newestVersion) return;
      this.#compare(this.#storeRow(new Statements(database)), found);
    } finally {
      database.close();
    }
  }

  /** The store must be the one of its mark, and have come as far at least. */
  #compare(row: StoreRow, found: FoundMark): void {
    if (found.kind !== "found") return;
    if (row.id !== found.mark.storeId) {
      throw this.damaged("the file is another store's than the one that was used here");
    }
    const lost = found.mark.commits - row.commits;
    if (lost > 0) {
      throw this.damaged(lost === 1 ? "its newest write is not in it" : `its newest ${lost} writes are not in it`);
    }
  }

  #guard<T>(work: () => T): T {
    try {
      return work();
    } catch (cause) {
      if (endsConnection(cause)) this.#giveUp();
      throw storeFault(this.#path, cause);
    }
  }

  #giveUp(): void {
    const database = this.#opened?.database;
    this.#opened = undefined;
    this.#mark?.close();
    if (database?.isOpen === true) database.close();
  }
}

/** Makes the tables of an empty database. */
function fill(database: DatabaseSync, id: string): void {
  migrate(database);
  writeStoreRow(new Statements(database), { version: newestVersion, id, commits: 0, stacks: 0, keysSum: null });
}

function transaction<T>({ database }: Opened, begin: string, work: () => T): T {
  database.exec(begin);
  try {
    const result = work();
    database.exec("COMMIT");
    return result;
  } catch (cause) {
    rollBack(database);
    throw cause;
  }
}

function sizeOf(path: string): number | undefined {
  return statSync(path, { throwIfNoEntry: false })?.size;
}
