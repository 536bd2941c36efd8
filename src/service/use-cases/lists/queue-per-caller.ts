import { Fault } from "../../../../packages/base/fault.ts";

/**
 * Work that each caller has done one after another, so that what one asks for at once holds up the others by one piece
 * of it.
 */
export class QueuePerCaller {
  /** The end of the last work of each caller that has some. */
  readonly #ends = new Map<string, Promise<unknown>>();

  /** Does the work when the caller's earlier work is over; under an aborted signal it is not begun. */
  async do<T>(caller: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    const before = this.#ends.get(caller) ?? Promise.resolve();
    const done = before.then(() => {
      if (signal?.aborted === true) throw new Fault("cancelled", "who asked has gone");
      return work();
    });
    const end = done.catch(() => undefined);
    this.#ends.set(caller, end);
    try {
      return await done;
    } finally {
      if (this.#ends.get(caller) === end) this.#ends.delete(caller);
    }
  }
}
