import type { JsonObject } from "../../../packages/base/json/json.ts";
import type { WriteLogEntry } from "../../../packages/local-cloud/runtime/local-storage.ts";
import type { Documents } from "../../../packages/local-cloud/runtime/local-vendor.ts";

/** Who sent the request that is being answered. */
export interface Sender {
  /** Pid of one of our processes; null for somebody else. */
  readonly pid: number | null;
  /** Number of the call; a second delivery has that of the first. */
  readonly call: number;
  readonly isRepetition: boolean;
}

export interface JudgedWrite extends WriteLogEntry {
  readonly sender: Sender;
  readonly atMs: number;
}

/** Between two changes: how many changes of documents, and how many effective writes, came before. */
export interface Moment {
  readonly changes: number;
  readonly writes: number;
}

interface Former {
  readonly atMs: number;
  readonly place: string;
  readonly key: string;
  readonly document: JsonObject | undefined;
}

/** What clouds keep, by vendor and collection. */
export interface Contents {
  contents(vendor: string, collection: string): ReadonlyMap<string, JsonObject>;
}

const stranger: Sender = { pid: null, call: 0, isRepetition: false };

/**
 * What the local clouds keep, in plain maps, with its own past: a read can be answered as of a moment ago. Documents
 * are never changed in place, so they are kept as they come.
 */
export class CloudMemory implements Contents {
  readonly #now: () => number;
  readonly #collections = new Map<string, Map<string, JsonObject>>();
  readonly #past: Former[] = [];
  readonly #writes: JudgedWrite[] = [];
  readonly #counters = new Map<string, number>();
  readonly #documents = new Map<string, Documents>();
  /** Shares of a policy that somebody else has made too, as their ids. */
  readonly sharedWithOthers = new Set<string>();
  /**
   * The same of a write of ours that was delivered twice and answered with the refusal of the second: nobody was told
   * that it took effect.
   */
  readonly refusedTwice = new Set<string>();
  /** Numbers of the calls that were delivered twice and whose sender has heard the refusal of the second delivery. */
  readonly heardRefused = new Set<number>();
  /** Attachments that somebody else has made right before our only creation arrived, as their ids in lower case. */
  readonly copied = new Set<string>();
  /** Secrets of credentials that were ever kept. */
  readonly secrets = new Set<string>();
  /** Answers are as of so many milliseconds ago. */
  lagMs = 0;
  sender: Sender = stranger;
  /** A list of operations was answered as of a moment ago, or refused: an error in one was not shown. */
  hidOperations = false;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** All effective writes, oldest first. */
  get writes(): readonly JudgedWrite[] {
    return this.#writes;
  }

  /** What is there now. */
  contents(vendor: string, collection: string): ReadonlyMap<string, JsonObject> {
    return this.#collection(`${vendor} ${collection}`);
  }

  /** What was there at a moment. */
  asItWas({ changes }: Moment): Contents {
    const contents = (vendor: string, collection: string) => {
      const documents = new Map(this.contents(vendor, collection));
      for (const { place, key, document } of this.#past.slice(changes).reverse()) {
        if (place !== `${vendor} ${collection}`) continue;
        if (document === undefined) documents.delete(key);
        else documents.set(key, document);
      }
      return documents;
    };
    return { contents };
  }

  /** Undoes the part that threw, or whose result is not to be kept. */
  savepoint<T>(work: () => T, keep: (result: T) => boolean): T {
    const [past, writes] = [this.#past.length, this.#writes.length];
    const takeBack = () => {
      for (const { place, key, document } of this.#past.splice(past).reverse()) {
        if (document === undefined) this.#collection(place).delete(key);
        else this.#collection(place).set(key, document);
      }
      this.#writes.length = writes;
    };
    try {
      const result = work();
      if (!keep(result)) takeBack();
      return result;
    } catch (cause) {
      takeBack();
      throw cause;
    }
  }

  documents(vendor: string): Documents {
    const known = this.#documents.get(vendor);
    if (known !== undefined) return known;
    const place = (collection: string) => `${vendor} ${collection}`;
    const made: Documents = {
      get: (collection, key) => this.#seen(place(collection), key),
      put: (collection, key, document) => this.#change(place(collection), key, document),
      delete: (collection, key) => this.#change(place(collection), key, undefined),
      scan: (collection, prefix, after) => this.#list(place(collection), prefix, after),
      list: (collection, prefix = "") => this.#list(place(collection), prefix, ""),
    };
    this.#documents.set(vendor, made);
    return made;
  }

  /** What a document was at a moment, found by its key or, case aside, by the id that it holds. */
  asOf(place: string, id: string, moment: Moment): JsonObject | undefined {
    const [vendor = "", collection = ""] = place.split(" ");
    for (const [key, document] of this.asItWas(moment).contents(vendor, collection))
      if (key === id || String(document["id"]).toLowerCase() === id.toLowerCase()) return document;
    return undefined;
  }

  get now(): Moment {
    return { changes: this.#past.length, writes: this.#writes.length };
  }

  /** The last moment of a millisecond. */
  momentAt(atMs: number): Moment {
    const countOf = (all: readonly { readonly atMs: number }[]) => {
      const next = all.findIndex((each) => each.atMs > atMs);
      return next === -1 ? all.length : next;
    };
    return { changes: countOf(this.#past), writes: countOf(this.#writes) };
  }

  count(name: string, step: number): number {
    const value = (this.#counters.get(name) ?? 0) + step;
    this.#counters.set(name, value);
    return value;
  }

  log(entry: Omit<WriteLogEntry, "seq">): void {
    this.#writes.push({ ...entry, seq: this.#writes.length + 1, sender: this.sender, atMs: this.#now() });
  }

  #collection(place: string): Map<string, JsonObject> {
    const known = this.#collections.get(place);
    if (known !== undefined) return known;
    const made = new Map<string, JsonObject>();
    this.#collections.set(place, made);
    return made;
  }

  #change(place: string, key: string, document: JsonObject | undefined): void {
    const documents = this.#collection(place);
    this.#past.push({ atMs: this.#now(), place, key, document: documents.get(key) });
    if (document === undefined) documents.delete(key);
    else documents.set(key, document);
    if (typeof document?.["clientSecret"] === "string") this.secrets.add(document["clientSecret"]);
  }

  #seen(place: string, key: string): JsonObject | undefined {
    if (this.lagMs > 0) {
      const moment = this.#now() - this.lagMs;
      const first = this.#past.find((each) => each.place === place && each.key === key && each.atMs > moment);
      if (first !== undefined) return first.document;
    }
    return this.#collection(place).get(key);
  }

  #list(place: string, prefix: string, after: string): { readonly key: string; readonly document: JsonObject }[] {
    const keys = new Set(this.#collection(place).keys());
    if (this.lagMs > 0) for (const each of this.#past) if (each.place === place) keys.add(each.key);
    return [...keys]
      .filter((key) => key.startsWith(prefix) && key > after)
      .sort()
      .flatMap((key) => {
        const document = this.#seen(place, key);
        return document === undefined ? [] : [{ key, document }];
      });
  }
}
