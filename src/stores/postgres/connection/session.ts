import type { Client, ClientConfig, Pool, PoolClient, PoolConfig } from "pg";
import { type Patience, unhurried } from "./patience.ts";
import { type ServerError, serverError, silentFor } from "./server-error.ts";

/** What a transaction, or a single read, works with. */
export interface Queries {
  /** Runs one statement and gives its rows. Throws ServerError. */
  rows(sql: string, ...values: readonly unknown[]): Promise<readonly Row[]>;
}

/** A row by column; `bigint` comes as a number, for all of ours are below 2^53. */
export type Row = Readonly<Record<string, unknown>>;

/** So many heartbeats in a row that were sent and not heard tell that nothing is. */
const mostUnheard = 2;

/** OID of `int8` in every PostgreSQL. */
const int8 = 20;

const durable =
  "SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off'";

/** What sessions are taken from. */
export interface Sessions {
  take(): Promise<Session>;
  /** Ends the connections that are not in use: they went the same way as one that has fallen silent. */
  dropIdle(): void;
  end(): Promise<void>;
}

/**
 * A pool of sessions. No session waits for ever: not for a lock, a statement or an answer, and the server ends one that
 * holds locks and does nothing, because its process was stopped or cut off. Throws ServerError.
 */
export async function openPool(connectionString: string, sessions: number, patience: Patience): Promise<Sessions> {
  const { Client, Pool, types } = await import("pg");
  /** The pool's own limit is for the wait for a free session as well, which takes longer under load. */
  class QuickClient extends Client {
    constructor(config?: string | ClientConfig) {
      super(typeof config === "object" ? { ...config, connectionTimeoutMillis: patience.connectMs } : config);
    }
  }
  const config: PoolConfig = {
    Client: QuickClient,
    connectionString,
    max: sessions,
    application_name: "plumbline",
    connectionTimeoutMillis: patience.queueMs,
    lock_timeout: patience.lockMs,
    idle_in_transaction_session_timeout: patience.idleInTransactionMs,
    statement_timeout: patience.statementMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: 1_000,
    allowExitOnIdle: true,
    types: {
      getTypeParser: (oid: number, format?: "text" | "binary") =>
        oid === int8 ? Number : types.getTypeParser(oid, format === "binary" ? "text" : format),
    },
    // What was promised as durable must be, whatever the database's default is; a stronger setting stays.
    onConnect: async (client) => {
      if (client instanceof Client) await answered(client, patience.silenceMs, () => client.query(durable));
    },
  };
  const pool = new Pool(config);
  const idle = new Set<PoolClient>();
  // A session that ends while it is not in use is no failure; the driver throws it away.
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));
  pool.on("acquire", (client) => idle.delete(client));
  pool.on("release", (_error, client) => idle.add(client));
  pool.on("remove", (client) => idle.delete(client));
  return {
    take: () => Session.take(pool, patience),
    dropIdle: () => {
      for (const client of idle) client.connection.stream.destroy();
    },
    end: () => pool.end(),
  };
}

/**
 * What is asked of a client, as long as something comes from the server. A client that has fallen silent is cut off, so
 * that nothing of it keeps the process; what was asked fails with ServerError.
 */
async function answered<T>(client: Client, silenceMs: number, ask: () => Promise<T>): Promise<T> {
  const { stream } = client.connection;
  let isSilent = false;
  const cutOff = () => {
    isSilent = true;
    stream.destroy();
  };
  let timer = setTimeout(cutOff, silenceMs);
  const heard = () => {
    clearTimeout(timer);
    timer = setTimeout(cutOff, silenceMs);
  };
  stream.on("data", heard);
  try {
    return await ask();
  } catch (cause) {
    throw isSilent ? silentFor(silenceMs) : serverError(cause);
  } finally {
    clearTimeout(timer);
    stream.off("data", heard);
  }
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

/**
 * The driver tells the end of its patience by a message only, and by its own count of time. Other errors have a code.
 */
function isOutOfPatience(cause: unknown): boolean {
  return cause instanceof Error && !("code" in cause) && /\btimeout\b/.test(cause.message);
}

/** A session taken from the pool. */
export class Session implements Queries {
  readonly #client: PoolClient;
  readonly #patience: Patience;

  constructor(client: PoolClient, patience: Patience) {
    this.#client = client;
    this.#patience = patience;
  }

  /** Throws ServerError. */
  static async take(pool: Pool, patience: Patience): Promise<Session> {
    const begun = performance.now();
    try {
      return new Session(await pool.connect(), patience);
    } catch (cause) {
      throw isOutOfPatience(cause) ? silentFor(performance.now() - begun) : serverError(cause);
    }
  }

  /**
   * The same session, from now to the end of the transaction that it is in, for work that holds no lease. Throws
   * ServerError.
   */
  async unhurried(): Promise<Session> {
    const longer = unhurried(this.#patience);
    await this.run(`SET LOCAL statement_timeout = ${longer.statementMs}; SET LOCAL lock_timeout = ${longer.lockMs}`);
    return new Session(this.#client, longer);
  }

  readonly rows: Queries["rows"] = async (sql, ...values) => {
    const asked = { name: nameOf(sql), text: sql, values: [...values] };
    return (await this.#answered(() => this.#client.query<Row>(asked))).rows;
  };

  /** Runs statements without values. Throws ServerError. */
  async run(sql: string): Promise<void> {
    await this.#answered(() => this.#client.query(sql));
  }

  /**
   * Hears what is sent on a channel, until the session ends, of which `ended` is told with the reason. Now and then it
   * sends a heartbeat to itself: nothing else would ever tell that the server is gone, or that what is sent does not
   * arrive. Throws ServerError.
   */
  async listen(channel: string, hear: (text: string) => void, ended: (cause: ServerError) => void): Promise<void> {
    const heartbeats = `${channel}_beat_${crypto.randomUUID().replaceAll("-", "")}`;
    let unheard = 0;
    this.#client.on("notification", ({ channel: heard, payload }) => {
      if (heard === heartbeats) unheard = 0;
      else hear(payload ?? "");
    });
    await this.run(`LISTEN ${channel}; LISTEN ${heartbeats}`);
    let reason = serverError(undefined);
    let isAsking = false;
    const probe = setInterval(() => {
      if (isAsking) return;
      if (unheard >= mostUnheard) return void this.#client.connection.stream.destroy();
      isAsking = true;
      unheard += 1;
      this.run(`NOTIFY ${heartbeats}`).then(
        () => {
          isAsking = false;
        },
        (cause: unknown) => {
          reason = serverError(cause);
        },
      );
    }, this.#patience.probeMs);
    probe.unref();
    this.#client.once("end", () => {
      clearInterval(probe);
      // What was asked last is told first.
      setImmediate(() => ended(reason));
    });
  }

  /** Gives the session back; `isLost`: it is good for nothing any more. */
  giveBack(isLost: boolean): void {
    this.#client.release(isLost);
  }

  #answered<T>(ask: () => Promise<T>): Promise<T> {
    return answered(this.#client, this.#patience.silenceMs, ask);
  }
}
