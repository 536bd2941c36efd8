import type { DatabaseSync, SQLInputValue, StatementSync } from "node:sqlite";

export type Row = Readonly<Record<string, unknown>>;

/** Prepared statements of one connection, made on first use and kept. Throws what SQLite throws. */
export class Statements {
  readonly #database: DatabaseSync;
  readonly #prepared = new Map<string, StatementSync>();

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  get(sql: string, ...values: readonly SQLInputValue[]): Row | undefined {
    return this.#prepare(sql).get(...values);
  }

  all(sql: string, ...values: readonly SQLInputValue[]): readonly Row[] {
    return this.#prepare(sql).all(...values);
  }

  /** Gives the number of rows that changed. */
  run(sql: string, ...values: readonly SQLInputValue[]): number {
    return Number(this.#prepare(sql).run(...values).changes);
  }

  #prepare(sql: string): StatementSync {
    const known = this.#prepared.get(sql);
    if (known !== undefined) return known;
    const statement = this.#database.prepare(sql);
    this.#prepared.set(sql, statement);
    return statement;
  }
}
