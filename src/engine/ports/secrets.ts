import type { Json } from "../../base/json.ts";
import type { SecretMarker } from "../../definitions/schema/value.ts";

/**
 * Where secret values rest; the rest of the engine holds markers only. Every method throws Fault("secrets-unreadable")
 * when values were sealed under a key that is not there.
 */
export interface Secrets {
  /** Durable when it resolves. One value always gives one marker, so that markers can be compared as they are. */
  seal(value: Json): Promise<SecretMarker>;
  /** The value behind a marker. */
  open(marker: SecretMarker): Promise<Json>;
  /** The marker of a value that was sealed before; null for any other value. */
  known(value: Json): Promise<SecretMarker | null>;
}

/** A sealed value as it is stored: nothing in it tells the value. */
export interface SealedRow {
  readonly id: string;
  /** Version of the data key that it is sealed with. */
  readonly keyVersion: number;
  /** Nonce, authentication tag and ciphertext, base64. */
  readonly sealed: string;
}

/** The keys of a store, each sealed under the key file's key. */
export interface WrappedKeys {
  /** Names the store in what is sealed; never changes. */
  readonly storeId: string;
  /** Version of the data key for new values. */
  readonly current: number;
  readonly fingerprint: string;
  readonly data: { readonly [version: string]: string };
}

/** The side table behind Secrets. A promise that resolves means durable. */
export interface SealedRows {
  readKeys(): Promise<WrappedKeys | null>;
  /** Replaces `before` by `after`; false, and nothing done, when the keys are not `before` any more. */
  replaceKeys(before: WrappedKeys | null, after: WrappedKeys): Promise<boolean>;
  /** Adds a row unless there is one of its id. */
  add(row: SealedRow): Promise<void>;
  get(id: string): Promise<SealedRow | null>;
}
