import { randomUUID } from "node:crypto";
import { Fault } from "../../packages/base/fault.ts";
import { canonicalJson } from "../../packages/base/json/canonical-json.ts";
import { isRotating, type SealedRows, type WrappedKeys } from "../engine/ports/secrets.ts";
import { decrypt, encrypt, freshKey } from "./cipher.ts";
import type { KeyPlace, WrappingKey } from "./key-file.ts";

/** The keys in the clear. Never leaves this room. */
export interface OpenKeys {
  readonly wrapped: WrappedKeys;
  readonly fingerprint: Buffer;
  readonly data: ReadonlyMap<number, Buffer>;
}

/**
 * The store's own keys, which the key file's key wraps. The fingerprint key never changes, so that equal values of a
 * stack stay equal whatever is rotated. Keys are made at the first seal.
 */
export class EnvelopeKeys {
  readonly #rows: SealedRows;
  readonly #place: KeyPlace;
  #keys: OpenKeys | undefined;

  constructor(rows: SealedRows, place: KeyPlace) {
    this.#rows = rows;
    this.#place = place;
  }

  /** The keys, made where there are none yet. */
  async made(): Promise<OpenKeys> {
    return this.#keys ?? (await this.#load()) ?? (await this.#make());
  }

  /** The keys; null where nothing was sealed yet. */
  async found(): Promise<OpenKeys | null> {
    return this.#keys ?? (await this.#load());
  }

  /**
   * The keys with the data key of that version, which another process may have made since; null where nothing was
   * sealed.
   */
  async with(version: number): Promise<OpenKeys | null> {
    const keys = await this.found();
    return keys?.data.has(version) === false ? this.#load() : keys;
  }

  /** The keys as they are now, whatever this process knows; made where there are none yet. */
  async newest(): Promise<OpenKeys> {
    return (await this.#load()) ?? (await this.#make());
  }

  /** Opens the keys as they are now; does nothing where nothing was sealed. Throws where the key file opens none. */
  async tried(): Promise<void> {
    await this.#load();
  }

  /**
   * Takes a new key for the key file, and a new data key for what is sealed from now on, unless a rotation is to be
   * ended first (`wasUnfinished`). Fingerprints stay. Broken off anywhere, both the old and the new key are there and
   * the right one is found. Null where nothing was ever sealed.
   */
  async beginRotation(): Promise<{ readonly keys: OpenKeys; readonly wasUnfinished: boolean } | null> {
    const keys = await this.#load();
    if (keys === null) return null;
    if (isRotating(keys.wrapped)) return { keys, wasUnfinished: true };
    const current = keys.wrapped.current + 1;
    const data = new Map([...keys.data, [current, freshKey()]]);
    // One that a broken-off rotation has left, or that was laid there for this one.
    const waiting = this.#place.read().find(({ key }) => unwrap(key, keys.wrapped) === null);
    const next = waiting ?? this.#place.prepare();
    const wrapped = wrap(next.key, { ...keys.wrapped, current }, keys.fingerprint, data);
    const after = { ...wrapped, resealed: keys.wrapped.current };
    if (!(await this.#rows.replaceKeys(keys.wrapped, after))) throw rotatedMeanwhile();
    next.promote();
    this.#keys = { wrapped: after, fingerprint: keys.fingerprint, data };
    return { keys: this.#keys, wasUnfinished: false };
  }

  /** Notes that nothing is left to reseal; `forget`: the older data keys go. */
  async endRotation({ wrapped }: OpenKeys, forget: boolean): Promise<void> {
    const { current, data } = wrapped;
    const newest = Object.entries(data).filter(([version]) => !forget || Number(version) === current);
    const after = { ...wrapped, data: Object.fromEntries(newest), resealed: current };
    if (!(await this.#rows.replaceKeys(wrapped, after))) throw rotatedMeanwhile();
    this.#keys = undefined;
  }

  /** The store's keys, null when it has none yet. */
  async #load(): Promise<OpenKeys | null> {
    const wrapped = await this.#rows.readKeys();
    if (wrapped === null) return null;
    this.#keys = opened(wrapped, this.#place);
    return this.#keys;
  }

  async #make(): Promise<OpenKeys> {
    const key = this.#place.make();
    const [fingerprint, data] = [freshKey(), new Map([[1, freshKey()]])];
    const wrapped = wrap(key, { storeId: randomUUID(), current: 1 }, fingerprint, data);
    if (await this.#rows.replaceKeys(null, wrapped)) {
      this.#keys = { wrapped, fingerprint, data };
      return this.#keys;
    }
    const made = await this.#load();
    if (made === null) throw unreadable("its keys are gone");
    return made;
  }
}

/** Throws Fault("secrets-unreadable") where the key file is missing, holds no key, or holds another store's. */
export function refuseOtherKey(wrapped: WrappedKeys, place: KeyPlace): void {
  matching(wrapped, place);
}

/** The keys, and the key file's key that opened them is in its place from now on. */
function opened(wrapped: WrappedKeys, place: KeyPlace): OpenKeys {
  const { wrapping, keys } = matching(wrapped, place);
  wrapping.promote();
  return keys;
}

function matching(wrapped: WrappedKeys, place: KeyPlace): { readonly wrapping: WrappingKey; readonly keys: OpenKeys } {
  const candidates = place.read();
  if (candidates.length === 0)
    throw new Fault(
      "secrets-unreadable",
      `the key file is missing: ${place.name}; sealed values can't be opened without it; ${wayOut}`,
    );
  for (const wrapping of candidates) {
    const keys = unwrap(wrapping.key, wrapped);
    if (keys !== null) return { wrapping, keys };
  }
  throw unreadable(`the key in ${place.name} is not this store's; ${wayOut}`);
}

/** The key is kept apart from the store, so that a restore brings none. */
const wayOut = "put its own back; what was restored from a backup needs the key file of the time of the backup";

function rotatedMeanwhile(): Fault {
  return new Fault("store-busy", "another process has rotated the keys meanwhile; run it again");
}

export function unreadable(why: string): Fault {
  return new Fault("secrets-unreadable", `sealed values can't be opened: ${why}`);
}

/** The data key of a version. */
export function dataKey({ data }: OpenKeys, version: number): Buffer {
  const key = data.get(version);
  if (key === undefined) throw unreadable(`data key ${version} is missing`);
  return key;
}

/** What a ciphertext is bound to, so that it can't be moved to another place. */
export function associated(storeId: string, ...parts: readonly (string | number)[]): string {
  return canonicalJson([storeId, ...parts]);
}

/** What a value of a stack is bound to. */
export function boundToStack(storeId: string, lineage: string, id: string, version: number): string {
  return associated(storeId, lineage, id, version);
}

function wrap(
  key: Buffer,
  { storeId, current }: Pick<WrappedKeys, "storeId" | "current">,
  fingerprint: Buffer,
  data: ReadonlyMap<number, Buffer>,
): WrappedKeys {
  const versions = [...data].map(
    ([version, each]) => [String(version), encrypt(key, each, associated(storeId, "data", version))] as const,
  );
  return {
    storeId,
    current,
    fingerprint: encrypt(key, fingerprint, associated(storeId, "fingerprint", 0)),
    data: Object.fromEntries(versions),
    perStack: true,
  };
}

/** The keys under a wrapping key; null when it is not theirs. */
function unwrap(key: Buffer, wrapped: WrappedKeys): OpenKeys | null {
  const { storeId } = wrapped;
  const fingerprint = decrypt(key, wrapped.fingerprint, associated(storeId, "fingerprint", 0));
  if (fingerprint === null) return null;
  const data = new Map<number, Buffer>();
  for (const [text, sealed] of Object.entries(wrapped.data)) {
    const version = Number(text);
    const opened = decrypt(key, sealed, associated(storeId, "data", version));
    if (opened === null) return null;
    data.set(version, opened);
  }
  return { wrapped, fingerprint, data };
}
