import type { Json } from "../../../packages/base/json/json.ts";
import type { Seal } from "../../definitions/schema/secret-values.ts";
import type { SecretMarker } from "../../definitions/schema/value.ts";
import type { Target } from "./driver.ts";
import type { SecretMasker } from "./secret-masker.ts";

/**
 * The secret values of one stack; the rest of the engine holds markers only. Every method throws
 * Fault("secrets-unreadable") when values were sealed under a key that is not there.
 */
export interface Secrets {
  /**
   * Durable when it resolves. Within a stack one value always gives one marker, so that markers can be compared as they
   * are; two stacks give it different ones.
   */
  readonly seal: Seal;
  /**
   * The value behind a marker that this stack sealed; Fault("secrets-unreadable") for any other. `met` is called with
   * each secret that the value was made of.
   */
  open(marker: SecretMarker, met?: (part: Json) => void): Promise<Json>;
  /** The marker of a value that this stack sealed before; null for any other value. */
  known(value: Json): Promise<SecretMarker | null>;
}

/** Where the secret values of all stacks rest, each bound to the history of its stack. */
export interface Vault {
  /** The secrets of the stack of that lineage. */
  of(lineage: string): Secrets;
  /** Finds these values in texts, in whatever form a platform repeats them. */
  masker(values: Iterable<Json>): SecretMasker;
  /** True while no value was ever sealed; nothing is known then, and there is no key. */
  isEmpty(): Promise<boolean>;
  /** Whether the key at hand opens what is sealed now; throws Fault("secrets-unreadable") where it does not. */
  tryKey(): Promise<void>;
}

/** What of an object its own stack keeps secret: JSON pointers below its outputs. */
export interface KeptSecret {
  readonly places: readonly string[];
  /** It is the asking stack's own. */
  readonly isOwn: boolean;
}

/** What one piece of work for one stack seals with. */
export interface SecretsAtWork {
  readonly secrets: Secrets;
  /** Of objects that are looked at, whichever stacks manage them: one answer for each. */
  readonly keptSecret: (targets: readonly Target[]) => Promise<readonly KeptSecret[]>;
  /**
   * What the stack keeps sealed of its objects and outputs, in the clear: for finding it in texts, and for nothing
   * else.
   */
  readonly keptValues: () => Promise<readonly Json[]>;
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
  /** Always written: where it is absent, 0.1.0 looks for values that are bound to no stack. */
  readonly perStack?: true;
  /**
   * Up to which version a rotation was brought to its end: nothing that can be resealed is under an older one. Absent
   * where there was none.
   */
  readonly resealed?: number;
}

/** Whether a rotation of the keys has not come to its end: rows may be under older data keys. */
export function isRotating({ current, resealed = 1 }: WrappedKeys): boolean {
  return resealed < current;
}

/** The side table behind Secrets. A promise that resolves means durable. */
export interface SealedRows {
  readKeys(): Promise<WrappedKeys | null>;
  /** Replaces `before` by `after`; false, and nothing done, when the keys are not `before` any more. */
  replaceKeys(before: WrappedKeys | null, after: WrappedKeys): Promise<boolean>;
  /**
   * Adds a row unless there is one of its id. False, and nothing done, where the data key that it is sealed with is not
   * the newest any more.
   */
  add(row: SealedRow): Promise<boolean>;
  get(id: string): Promise<SealedRow | null>;
  /** Rows under older data keys than that version, ascending by id: those after `after`, at most `limit`. */
  underOlder(version: number, after: string, limit: number): Promise<readonly SealedRow[]>;
  /** Puts a row in the place of the one of its id; false, and nothing done, where that is not `before` any more. */
  replace(before: SealedRow, after: SealedRow): Promise<boolean>;
}
