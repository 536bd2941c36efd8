import { DatabaseSync } from "node:sqlite";
import type { StoreFault } from "../scenario.ts";

/** Result codes of SQLite for a failed write and for a failed fsync. */
const [ioWrite, ioSync] = [778, 1034];

/**
 * What befalls the connections to databases: the n-th write transaction fails when it is committed, before it is
 * durable or after. It stands around the functions of `node:sqlite` themselves; the store is the product's own.
 */
export class ConnectionFaults {
  struck = 0;
  #faults: ReadonlyMap<number, StoreFault>;
  #commits = 0;
  readonly #writing = new WeakSet<DatabaseSync>();

  constructor(faults: readonly StoreFault[]) {
    this.#faults = new Map(faults.map((fault) => [fault.append, fault]));
  }

  calm(): void {
    this.#faults = new Map();
  }

  /** To be told of each text that a connection is to carry out, and how to do that. */
  around(database: DatabaseSync, sql: string, carryOut: () => void): void {
    if (sql === "BEGIN IMMEDIATE") this.#writing.add(database);
    const isOver = (sql === "COMMIT" || sql === "ROLLBACK") && this.#writing.delete(database);
    if (sql !== "COMMIT" || !isOver) return carryOut();
    this.#commits += 1;
    const fault = this.#faults.get(this.#commits);
    if (fault === undefined) return carryOut();
    this.struck += 1;
    if (fault.kind === "unheard") carryOut();
    throw ioError(fault.kind === "unheard" ? ioSync : ioWrite);
  }
}

let current: ConnectionFaults | null = null;

/** Has all connections of this thread fail so from now on; null: none of them. */
export function strikeConnections(faults: ConnectionFaults | null): void {
  wrap();
  current = faults;
}

let isWrapped = false;

function wrap(): void {
  if (isWrapped) return;
  isWrapped = true;
  const { exec } = DatabaseSync.prototype;
  DatabaseSync.prototype.exec = function (this: DatabaseSync, sql: string): void {
    // No power fails here, so nothing waits for the disk.
    const carryOut = () => exec.call(this, sql.replace("synchronous=FULL", "synchronous=OFF"));
    if (current === null) carryOut();
    else current.around(this, sql, carryOut);
  };
}

function ioError(errcode: number): Error {
  return Object.assign(new Error("disk I/O error"), { code: "ERR_SQLITE_ERROR", errcode, errstr: "disk I/O error" });
}
