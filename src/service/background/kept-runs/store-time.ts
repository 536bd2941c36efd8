import type { Deployment } from "../../use-cases/deployment.ts";

const collection = "store-time";
const key = "now";

/** How often a process reads it, and moves it on where no other one has. */
const readMs = 600_000;

interface Reading {
  /** Null where another process was faster. */
  readonly revision: number | null;
  readonly at: number;
  /** When it was read, by the steady time of this process. */
  readonly elapsed: number;
}

/**
 * A time that all processes of a store share, in whole milliseconds since the epoch. It begins at the clock of the
 * process that first asks for it. From then on it goes on only by time that a process has seen pass, so that no clock
 * that is set takes it forward. It stands still while no process serves.
 */
export class StoreTime {
  readonly #deployment: Pick<Deployment, "documentStore" | "clock">;
  #reading: Reading | null = null;

  constructor(deployment: Pick<Deployment, "documentStore" | "clock">) {
    this.#deployment = deployment;
  }

  async now(): Promise<number> {
    const { clock } = this.#deployment;
    const known = this.#reading;
    const passed = known === null ? readMs : clock.elapsed() - known.elapsed;
    if (known !== null && passed < readMs) return known.at + Math.floor(passed);
    this.#reading = await this.#read(known);
    return this.#reading.at;
  }

  async #read(before: Reading | null): Promise<Reading> {
    const { documentStore, clock } = this.#deployment;
    const found = await documentStore.get(collection, key);
    const elapsed = clock.elapsed();
    if (found === null) return this.#write(clock.now(), null, elapsed);
    const at = Number(found.document["at"]);
    // Another process has moved it on since, or it is new to this one: what has passed is counted from here.
    if (before === null || found.revision !== before.revision) return { at, revision: found.revision, elapsed };
    return this.#write(at + Math.max(0, Math.floor(elapsed - before.elapsed)), found.revision, elapsed);
  }

  async #write(at: number, revision: number | null, elapsed: number): Promise<Reading> {
    const put = await this.#deployment.documentStore.put(collection, key, { at }, { revision });
    return { at, elapsed, revision: put.kind === "done" ? put.revision : null };
  }
}
