import { createHmac, randomUUID } from "node:crypto";
import { canonicalJson } from "../../base/canonical-json.ts";
import { Fault } from "../../base/fault.ts";
import type { Json } from "../../base/json.ts";
import type { SecretMarker } from "../../definitions/schema/value.ts";
import type { SealedTexts } from "../../engine/ports/sealed-texts.ts";
import type { SealedRow, SealedRows, Secrets, WrappedKeys } from "../../engine/ports/secrets.ts";
import { decrypt, encrypt, freshKey } from "./cipher.ts";
import type { KeyPlace } from "./key-file.ts";

/** The keys in the clear. Never leaves this file. */
interface OpenKeys {
  readonly wrapped: WrappedKeys;
  readonly fingerprint: Buffer;
  readonly data: ReadonlyMap<number, Buffer>;
}

/**
 * Envelope encryption: the key file's key wraps the store's own keys, and a data key seals the values (AES-256-GCM). The
 * fingerprint key never changes, so that equal values stay equal whatever is rotated. Keys are made at the first seal.
 */
export class SealedSecrets implements Secrets, SealedTexts {
  readonly #rows: SealedRows;
  readonly #place: KeyPlace;
  #keys: OpenKeys | undefined;

  constructor(rows: SealedRows, place: KeyPlace) {
    this.#rows = rows;
    this.#place = place;
  }

  readonly seal = async (value: Json): Promise<SecretMarker> => {
    const keys = this.#keys ?? (await this.#load()) ?? (await this.#make());
    const marker = markerOf(value, keys);
    const { id } = marker.$secret;
    if ((await this.#rows.get(id)) !== null) return marker;
    const { storeId, current } = keys.wrapped;
    const key = keys.data.get(current);
    if (key === undefined) throw this.#unreadable(`data key ${current} is missing`);
    const sealed = encrypt(key, Buffer.from(canonicalJson(value)), associated(storeId, id, current));
    await this.#rows.add({ id, keyVersion: current, sealed });
    return marker;
  };

  readonly open = async ({ $secret: { id } }: SecretMarker): Promise<Json> => {
    const row = await this.#rows.get(id);
    if (row === null)
      throw new Fault("secrets-unreadable", `this store has no sealed value ${id}; it was sealed by another one`);
    const plain = await this.#plainOf(row);
    if (plain === null) throw this.#unreadable(`value ${id} was altered, or sealed under another key`);
    return JSON.parse(plain.toString("utf8")) as Json;
  };

  readonly sealText = async (text: string, place: readonly string[]): Promise<string> => {
    const keys = this.#keys ?? (await this.#load()) ?? (await this.#make());
    const { storeId, current } = keys.wrapped;
    const key = keys.data.get(current);
    if (key === undefined) throw this.#unreadable(`data key ${current} is missing`);
    return `${current}.${encrypt(key, Buffer.from(text), associated(storeId, placeName(place), current))}`;
  };

  readonly openText = async (sealed: string, place: readonly string[]): Promise<string | null> => {
    const [, version, body = ""] = /^([1-9][0-9]{0,8})\.([A-Za-z0-9+/=]+)$/.exec(sealed) ?? [];
    if (version === undefined) return null;
    let keys = this.#keys ?? (await this.#load());
    // Another process may have rotated since.
    if (keys?.data.has(Number(version)) === false) keys = await this.#load();
    const key = keys?.data.get(Number(version));
    if (keys === null || key === undefined) return null;
    const plain = decrypt(key, body, associated(keys.wrapped.storeId, placeName(place), Number(version)));
    return plain === null ? null : plain.toString("utf8");
  };

  readonly known = async (value: Json): Promise<SecretMarker | null> => {
    const keys = this.#keys ?? (await this.#load());
    if (keys === null) return null;
    const marker = markerOf(value, keys);
    return (await this.#rows.get(marker.$secret.id)) === null ? null : marker;
  };

  /**
   * Takes a new key file's key, and a new data key for what is sealed from now on. No value is sealed anew, and fingerprints
   * stay. Broken off anywhere, both the old and the new key are there and the right one is found.
   */
  async rotate(): Promise<void> {
    const keys = (await this.#load()) ?? (await this.#make());
    const { storeId, current } = keys.wrapped;
    const version = current + 1;
    const data = new Map([...keys.data, [version, freshKey()]]);
    const next = this.#place.prepare();
    const after = wrap(next.key, storeId, version, keys.fingerprint, data);
    if (!(await this.#rows.replaceKeys(keys.wrapped, after))) {
      next.discard();
      throw new Fault("store-busy", "another process has rotated the keys meanwhile");
    }
    next.promote();
    this.#keys = { wrapped: after, fingerprint: keys.fingerprint, data };
  }

  async #plainOf(row: SealedRow): Promise<Buffer | null> {
    let keys = this.#keys ?? (await this.#load());
    // Another process may have rotated since.
    if (keys?.data.has(row.keyVersion) === false) keys = await this.#load();
    const key = keys?.data.get(row.keyVersion);
    if (keys === null || key === undefined) throw this.#unreadable(`data key ${row.keyVersion} is missing`);
    return decrypt(key, row.sealed, associated(keys.wrapped.storeId, row.id, row.keyVersion));
  }

  /** The store's keys, null when it has none yet. */
  async #load(): Promise<OpenKeys | null> {
    const wrapped = await this.#rows.readKeys();
    if (wrapped === null) return null;
    const candidates = this.#place.read();
    if (candidates.length === 0)
      throw new Fault(
        "secrets-unreadable",
        `the key file is missing: ${this.#place.name}; sealed values can't be opened without it`,
      );
    for (const { key, promote } of candidates) {
      const opened = unwrap(key, wrapped);
      if (opened === null) continue;
      promote();
      this.#keys = opened;
      return opened;
    }
    throw this.#unreadable(`the key in ${this.#place.name} is not this store's`);
  }

  async #make(): Promise<OpenKeys> {
    const key = this.#place.make();
    const [fingerprint, data] = [freshKey(), new Map([[1, freshKey()]])];
    const wrapped = wrap(key, randomUUID(), 1, fingerprint, data);
    if (await this.#rows.replaceKeys(null, wrapped)) {
      this.#keys = { wrapped, fingerprint, data };
      return this.#keys;
    }
    const made = await this.#load();
    if (made === null) throw this.#unreadable("its keys are gone");
    return made;
  }

  #unreadable(why: string): Fault {
    return new Fault("secrets-unreadable", `sealed values can't be opened: ${why}`);
  }
}

function markerOf(value: Json, keys: OpenKeys): SecretMarker {
  const fingerprint = createHmac("sha256", keys.fingerprint).update(canonicalJson(value)).digest("hex");
  return { $secret: { id: fingerprint.slice(0, 32), fingerprint } };
}

function wrap(
  key: Buffer,
  storeId: string,
  current: number,
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

/** The place of a text, so that it is no value's and no other place's. */
function placeName(place: readonly string[]): string {
  return canonicalJson(["text", ...place]);
}

/** What a ciphertext is bound to, so that it can't be moved to another place. */
function associated(storeId: string, id: string, version: number): string {
  return canonicalJson([storeId, id, version]);
}
