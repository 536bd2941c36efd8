/** Work that is done one piece after the other. */
export class InTurn {
  #last: Promise<unknown> = Promise.resolve();

  /** Does the work once all that was given before has ended, well or not. */
  next<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#last.then(work, work);
    this.#last = done.catch(() => {});
    return done;
  }
}
