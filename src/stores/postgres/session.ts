import type { Pool, PoolClient, PoolConfig } from "pg";
import { serverError } from "./server-error.ts";

/** What a transaction, or a single read, works with. */
export interface Queries {
  /** Runs one statement and gives its rows. Throws ServerError. */
  rows(sql: string, ...values: readonly unknown[]): Promise<readonly Row[]>;
}

/** A row by column; `bigint` comes as a number, for all of ours are below 2^53. */
export type Row = Readonly<Record<string, unknown>>;

/** OID of `int8` in every PostgreSQL. */
const int8 = 20;

/**
 * A pool of sessions. No session waits for ever: not for a lock, a statement or an answer, and the server ends one that
 * holds locks and does nothing, because its process was stopped or cut off. Throws ServerError.
 */
export async function openPool(connectionString: string, sessions: number): Promise<Pool> {
  const { Pool, types } = await import("pg");
  const config: PoolConfig = {
    connectionString,
    max: sessions,
    application_name: "plumbline",
    connectionTimeoutMillis: 10_000,
    lock_timeout: 10_000,
    idle_in_transaction_session_timeout: 5_000,
    statement_timeout: 60_000,
    query_timeout: 70_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    allowExitOnIdle: true,
    types: {
      getTypeParser: (oid: number, format?: "text" | "binary") =>
        oid === int8 ? Number : types.getTypeParser(oid, format === "binary" ? "text" : format),
    },
    // What was promised as durable must be, whatever the database's default is; a stronger setting stays.
    onConnect: async (client) => {
      await client.query(
        "SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off'",
      );
    },
  };
  const pool = new Pool(config);
  // A session that ends while nobody uses it is no failure of anybody's; the driver throws it away.
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));
  return pool;
}

/** Names of prepared statements: a session parses and plans a text once. */
const names = new Map<string, string>();

function nameOf(sql: string): string {
  const known = names.get(sql);
  if (known !== undefined) return known;
  const name = `plumbline_${names.size + 1}`;
  names.set(sql, name);
  return name;
}

/** A session taken from the pool. */
export class Session implements Queries {
  readonly #client: PoolClient;

  constructor(client: PoolClient) {
    this.#client = client;
  }

  /** Throws ServerError. */
  static async take(pool: Pool): Promise<Session> {
    try {
      return new Session(await pool.connect());
    } catch (cause) {
      throw serverError(cause);
    }
  }

  readonly rows: Queries["rows"] = async (sql, ...values) => {
    try {
      const answer = await this.#client.query<Row>({ name: nameOf(sql), text: sql, values: [...values] });
      return answer.rows;
    } catch (cause) {
      throw serverError(cause);
    }
  };

  /** Runs statements without values. Throws ServerError. */
  async run(sql: string): Promise<void> {
    try {
      await this.#client.query(sql);
    } catch (cause) {
      throw serverError(cause);
    }
  }

  /** Hears what is sent on a channel, until the session ends, of which `ended` is told. Throws ServerError. */
  async listen(channel: string, hear: (text: string) => void, ended: () => void): Promise<void> {
    this.#client.on("notification", ({ payload }) => hear(payload ?? ""));
    await this.run(`LISTEN ${channel}`);
    this.#client.once("end", ended);
  }

  /** Gives the session back; `isLost`: it is good for nothing any more. */
  giveBack(isLost: boolean): void {
    this.#client.release(isLost);
  }
}
