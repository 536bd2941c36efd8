/** Instances that are kept although nothing uses them at the moment. */
const mostIdle = 64;

/**
 * What was made under a key, and is made again only when it is gone. What is in use is always found: it lasts as long
 * as it is held. Of the rest the last used are kept, so that names that callers make up do not fill the memory.
 */
export class InstanceCache<T extends object> {
  readonly #recent = new Map<string, T>();
  readonly #alive = new Map<string, WeakRef<T>>();
  readonly #gone = new FinalizationRegistry<string>((key) => {
    if (this.#alive.get(key)?.deref() === undefined) this.#alive.delete(key);
  });

  /** How many are known, in use or not. */
  get size(): number {
    return this.#alive.size;
  }

  get(key: string, make: () => T): T {
    const found = this.#recent.get(key) ?? this.#alive.get(key)?.deref() ?? this.#added(key, make());
    this.#recent.delete(key);
    this.#recent.set(key, found);
    const [oldest] = this.#recent.keys();
    if (this.#recent.size > mostIdle && oldest !== undefined) this.#recent.delete(oldest);
    return found;
  }

  #added(key: string, made: T): T {
    this.#alive.set(key, new WeakRef(made));
    this.#gone.register(made, key);
    return made;
  }
}
