import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Ids } from "../../../packages/base/ids.ts";
import type { DocumentStore } from "../../../src/engine/ports/document-store.ts";
import type { Store } from "../../../src/engine/ports/store.ts";
import { SqliteStore } from "../../../src/stores/sqlite/sqlite-store.ts";
import type { MemoryEvent, MemoryStore } from "../../memory-store/memory-store.ts";
import type { StoreFault } from "../scenario.ts";
import { ConnectionFaults, strikeConnections } from "./connection-faults.ts";

/** A store with the service's papers beside it. */
export type WholeStore = Store & { readonly documentStore: DocumentStore };

/** What is durable in a world, as its processes and its judges reach it. */
export interface KeptStore {
  /** As a judge reads it: nothing fails for it. */
  readonly judged: WholeStore;
  /** As a process reaches it. */
  storeOf(pid: number): WholeStore;
  /** How many faults have struck beneath the store. */
  readonly struck: number;
  /** All that is durable, in its order, as of the last `catchUp`. */
  readonly events: readonly MemoryEvent[];
  catchUp(stack: string): Promise<void>;
  /** Nothing fails from here on. */
  calm(): void;
  close(): Promise<void>;
}

/** Everything in one memory that all processes share. */
export function keptInMemory(memory: MemoryStore): KeptStore {
  return {
    judged: memory,
    storeOf: () => memory,
    struck: 0,
    get events() {
      return memory.events;
    },
    catchUp: async () => {},
    calm: () => {},
    close: async () => {},
  };
}

/** Reads what was appended to a stack since, like another process. */
export async function readLater(stack: string, store: Store, events: MemoryEvent[]): Promise<void> {
  const lineage = (await store.lineages()).get(stack) ?? "";
  const { batches } = await store.readJournalAfter(stack, events.length, 100_000);
  for (const { entries } of batches) events.push({ kind: "appended", stack, lineage, epoch: 0, entries });
}

/** The product's store in a file, to which each process has a connection of its own; commits fail as told. */
export class KeptInFile implements KeptStore {
  readonly judged: SqliteStore;
  readonly events: MemoryEvent[] = [];
  readonly #folder = mkdtempSync(join(tmpdir(), "plumb-simulated-"));
  readonly #ids: Ids;
  readonly #faults: ConnectionFaults;
  readonly #opened = new Map<number, SqliteStore>();

  constructor(ids: Ids, faults: readonly StoreFault[]) {
    this.#ids = ids;
    strikeConnections(null);
    this.judged = this.#open();
    this.#faults = new ConnectionFaults(faults);
    strikeConnections(this.#faults);
  }

  get struck(): number {
    return this.#faults.struck;
  }

  storeOf(pid: number): SqliteStore {
    const known = this.#opened.get(pid) ?? this.#open();
    this.#opened.set(pid, known);
    return known;
  }

  catchUp(stack: string): Promise<void> {
    return readLater(stack, this.judged, this.events);
  }

  calm(): void {
    this.#faults.calm();
  }

  async close(): Promise<void> {
    strikeConnections(null);
    for (const store of [...this.#opened.values(), this.judged]) await store.close();
    rmSync(this.#folder, { recursive: true });
  }

  #open(): SqliteStore {
    return new SqliteStore(join(this.#folder, "state.db"), this.#ids);
  }
}
