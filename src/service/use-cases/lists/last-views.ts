/** As many as are kept. */
const most = 4;

/**
 * What was shown last, as it was shown. A view may be as large as a stack, and many may ask for the same one, or for
 * one page of it after the other: each answer that is still being sent holds its view, so all get one and the same.
 */
export class LastViews<T> {
  readonly #views = new Map<string, T>();

  /** `key`: of what is shown and of the state that it is shown of; equal keys mean equal views. */
  async of(key: string, show: () => Promise<T>): Promise<T> {
    const view = this.#views.get(key) ?? (await show());
    this.#note(key, view);
    return view;
  }

  /** The view of that key, where it is one of the last. */
  find(key: string): T | undefined {
    const view = this.#views.get(key);
    if (view !== undefined) this.#note(key, view);
    return view;
  }

  #note(key: string, view: T): void {
    this.#views.delete(key);
    this.#views.set(key, view);
    for (const oldest of this.#views.keys()) {
      if (this.#views.size <= most) break;
      this.#views.delete(oldest);
    }
  }
}
