import { join } from "node:path";
import { Client } from "pg";
import type { Ids } from "../../../packages/base/ids.ts";
import type { DocumentStore } from "../../../src/engine/ports/document-store.ts";
import type { Store } from "../../../src/engine/ports/store.ts";
import { patience, unhurried } from "../../../src/stores/postgres/connection/patience.ts";
import { PostgresStore } from "../../../src/stores/postgres/postgres-store.ts";
import type { PostgresServer } from "../../contract/postgres-server.ts";
import type { MemoryEvent } from "../../memory-store/memory-store.ts";
import type { Cut } from "../encounters.ts";
import type { StoreFault } from "../scenario.ts";
import { type CutWay, cutWay } from "./cut-way.ts";
import { type KeptStore, readLater, type WholeStore } from "./kept-store.ts";
import type { VirtualTime } from "./virtual-time.ts";

/** The server of this thread, with a way to it on which connections are cut. */
interface Place {
  readonly server: PostgresServer;
  readonly admin: Client;
  readonly way: CutWay;
}

/** A slow machine is not taken for a silent server: what is cut is cut at once. */
const patient = { ...unhurried(patience), connectMs: 60_000, idleInTransactionMs: 60_000 };

let place: Place | null = null;
let cuts: Cuts | null = null;

/** From now on scenarios over PostgreSQL are played over this server. Gives what ends that. */
export async function playOver(server: PostgresServer): Promise<() => Promise<void>> {
  const folder = new URL(server.address.replace("@/", "@h/")).searchParams.get("host") ?? "";
  const way = await cutWay(join(folder, ".s.PGSQL.5432"), cutOfConnection);
  const admin = new Client({ connectionString: server.address });
  await admin.connect();
  place = { server, admin, way };
  return async () => {
    place = null;
    await admin.end();
    way.close();
  };
}

/** Takes away what the scenario before has left. */
export async function emptyDatabase(): Promise<void> {
  await placed().admin.query("SET client_min_messages = warning; DROP SCHEMA IF EXISTS plumbline CASCADE");
}

function placed(): Place {
  if (place === null) throw new Error("no PostgreSQL server was started for this thread");
  return place;
}

/** The statements of all connections, and the commits of what writes, counted, and where the connections are cut. */
class Cuts {
  readonly #faults: readonly StoreFault[];
  readonly #meet: (cut: Cut) => void;
  #statements = 0;
  #commits = 0;

  constructor(faults: readonly StoreFault[], meet: (cut: Cut) => void) {
    this.#faults = faults;
    this.#meet = meet;
  }

  befalling(isCommit: boolean): StoreFault["kind"] | undefined {
    this.#statements += 1;
    if (isCommit) this.#commits += 1;
    const kind = this.#faults.find(({ at = "commit", append }) =>
      at === "commit" ? isCommit && append === this.#commits : append === this.#statements,
    )?.kind;
    if (kind !== undefined) this.#meet(`${isCommit ? "commit" : "statement"} ${kind}`);
    return kind;
  }
}

/** Tells of each statement of a connection where it is cut. */
function cutOfConnection(): (statement: string) => StoreFault["kind"] | undefined {
  let isWriting = false;
  return (statement) => {
    // What sets up a session comes whenever the pool needs another one.
    if (statement.startsWith("SELECT set_config(")) return undefined;
    if (statement.startsWith("BEGIN")) isWriting = !statement.includes("READ ONLY");
    return cuts?.befalling(isWriting && statement === "COMMIT");
  };
}

/**
 * The product's store in PostgreSQL, over connections of each process's own, which are cut as told. Its calls are made
 * outside of simulated time, one after the other (decision 0117).
 */
export class KeptInPostgres implements KeptStore {
  readonly judged: WholeStore;
  readonly events: MemoryEvent[] = [];
  /** How many calls of the store have failed. */
  struck = 0;
  readonly #ids: Ids;
  readonly #time: VirtualTime;
  readonly #opened = new Map<number, PostgresStore>();
  readonly #own: PostgresStore;

  constructor(ids: Ids, time: VirtualTime, faults: readonly StoreFault[], meet: (cut: Cut) => void) {
    this.#ids = ids;
    this.#time = time;
    this.#own = this.#open(placed().server.address);
    this.judged = this.#outside(this.#own);
    cuts = new Cuts(faults, meet);
  }

  storeOf(pid: number): WholeStore {
    const { server, way } = placed();
    const near = `postgres://plumb:${server.password}@127.0.0.1:${way.port}/postgres?sslmode=disable`;
    const known = this.#opened.get(pid) ?? this.#open(near);
    this.#opened.set(pid, known);
    return this.#outside(known);
  }

  catchUp(stack: string): Promise<void> {
    return readLater(stack, this.judged, this.events);
  }

  calm(): void {
    cuts = null;
  }

  async close(): Promise<void> {
    cuts = null;
    for (const store of [...this.#opened.values(), this.#own]) await store.close();
  }

  #open(address: string): PostgresStore {
    return new PostgresStore({ address, ids: this.#ids, sessions: 2, patience: patient });
  }

  #outside(store: PostgresStore): WholeStore {
    return { ...this.#called<Store>(store), documentStore: this.#called<DocumentStore>(store.documentStore) };
  }

  /** A port whose calls are made outside of simulated time. */
  #called<Port extends object>(port: Port): Port {
    type Method = (...given: unknown[]) => Promise<unknown>;
    const called = (method: Method): Method => {
      return (...given) => this.#time.outside(() => this.#noted(() => method.apply(port, given)));
    };
    const members = Object.entries(port).map(([name, member]) => {
      return [name, typeof member === "function" ? called(member as Method) : member];
    });
    return Object.fromEntries(members) as Port;
  }

  async #noted(call: () => Promise<unknown>): Promise<unknown> {
    try {
      return await call();
    } catch (cause) {
      this.struck += 1;
      throw cause;
    }
  }
}
