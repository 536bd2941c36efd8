/** What header fields are made of: their names in any case. */
export type HeaderFields = Readonly<Record<string, string>> | Iterable<readonly [string, string]>;

/**
 * The platform's Headers (Fetch standard, section 5.1) without the platform's HTTP client behind them, which takes longer to
 * load than most commands take to end. Fields of one name are joined by a comma; names and values are taken as they are:
 * code that sends them over a network makes real ones of them first, which look.
 */
export class LightHeaders implements Headers {
  readonly #fields = new Map<string, string>();

  constructor(fields: HeaderFields = {}) {
    const entries = Symbol.iterator in fields ? fields : Object.entries(fields);
    for (const [name, value] of entries as Iterable<readonly [string, string]>) this.append(name, value);
  }

  append(name: string, value: string): void {
    const key = name.toLowerCase();
    const present = this.#fields.get(key);
    this.#fields.set(key, present === undefined ? value : `${present}, ${value}`);
  }

  delete(name: string): void {
    this.#fields.delete(name.toLowerCase());
  }

  get(name: string): string | null {
    return this.#fields.get(name.toLowerCase()) ?? null;
  }

  has(name: string): boolean {
    return this.#fields.has(name.toLowerCase());
  }

  set(name: string, value: string): void {
    this.#fields.set(name.toLowerCase(), value);
  }

  getSetCookie(): string[] {
    const cookie = this.get("set-cookie");
    return cookie === null ? [] : [cookie];
  }

  forEach(call: (value: string, name: string, headers: Headers) => void, self?: unknown): void {
    for (const [name, value] of this) call.call(self, value, name, this);
  }

  keys(): IterableIterator<string> {
    return this.#sorted()
      .map(([name]) => name)
      .values();
  }

  values(): IterableIterator<string> {
    return this.#sorted()
      .map(([, value]) => value)
      .values();
  }

  entries(): IterableIterator<[string, string]> {
    return this.#sorted().values();
  }

  [Symbol.iterator](): IterableIterator<[string, string]> {
    return this.entries();
  }

  /** The standard's order. */
  #sorted(): [string, string][] {
    return [...this.#fields].sort(([a], [b]) => (a < b ? -1 : 1));
  }
}
