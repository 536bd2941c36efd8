import { createHmac } from "node:crypto";
import { Fault } from "../../packages/base/fault.ts";
import { canonicalJson } from "../../packages/base/json/canonical-json.ts";
import { type Json, jsonEqual } from "../../packages/base/json/json.ts";
import type { Seal } from "../definitions/schema/secret-values.ts";
import { isWithheld, type SecretMarker } from "../definitions/schema/value.ts";
import type { SealedRow, SealedRows, Secrets } from "../engine/ports/secrets.ts";
import { decrypt, encrypt } from "./cipher.ts";
import { boundToStack, dataKey, type EnvelopeKeys, type OpenKeys, unreadable } from "./envelope-keys.ts";

export interface StackSecretsInput {
  /** Names the history of the stack; another one for a stack that was removed and made anew. */
  readonly lineage: string;
  readonly rows: SealedRows;
  readonly keys: EnvelopeKeys;
}

/**
 * The values of one stack. Its lineage is in the fingerprint of each and in what each ciphertext is bound to: no other
 * stack learns whether the values are equal, and none opens what this one sealed.
 */
export class StackSecrets implements Secrets {
  readonly #input: StackSecretsInput;

  constructor(input: StackSecretsInput) {
    this.#input = input;
  }

  readonly seal: Seal = async (value, parts = []) => {
    const keys = await this.#input.keys.made();
    const marker = markerOf(boundFingerprint(value, this.#input.lineage, keys));
    const { id } = marker.$secret;
    // Before the text itself: no crash leaves a text whose parts are not known.
    if (parts.length > 0) await this.#keepParts(id, parts, keys);
    await this.#keep(id, value, keys);
    return marker;
  };

  async #keep(id: string, value: Json, keys: OpenKeys): Promise<void> {
    const { lineage, rows } = this.#input;
    if ((await rows.get(id)) !== null) return;
    for (let newest = keys; ; newest = await this.#input.keys.newest()) {
      const { storeId, current } = newest.wrapped;
      const bound = boundToStack(storeId, lineage, id, current);
      const sealed = encrypt(dataKey(newest, current), Buffer.from(canonicalJson(value)), bound);
      // Another process may have rotated the keys.
      if (await rows.add({ id, keyVersion: current, sealed })) return;
    }
  }

  /**
   * One text may be made of other parts later: what is not among those kept of it gets a row of its own. A row that
   * another process takes meanwhile stays that one's, so it is looked again.
   */
  async #keepParts(id: string, parts: readonly Json[], keys: OpenKeys): Promise<void> {
    for (;;) {
      const kept = await this.#partsOf(id, keys);
      const fresh = parts.filter((part) => !kept.parts.some((each) => jsonEqual(each, part)));
      if (fresh.length === 0) return;
      await this.#keep(partsId(id, kept.rows, keys), fresh, keys);
    }
  }

  async #partsOf(id: string, keys: OpenKeys): Promise<{ readonly parts: readonly Json[]; readonly rows: number }> {
    const parts: Json[] = [];
    for (let rows = 0; ; rows += 1) {
      const row = await this.#input.rows.get(partsId(id, rows, keys));
      if (row === null) return { parts, rows };
      const plain = await this.#plainOf(row);
      if (plain !== null) parts.push(...(JSON.parse(plain.toString("utf8")) as Json[]));
    }
  }

  async open(marker: SecretMarker, met?: (part: Json) => void): Promise<Json> {
    const value = await this.#open(marker);
    const keys = met === undefined ? null : await this.#input.keys.found();
    if (met !== undefined && keys !== null)
      for (const part of (await this.#partsOf(marker.$secret.id, keys)).parts) met(part);
    return value;
  }

  async #open(marker: SecretMarker): Promise<Json> {
    const { id } = marker.$secret;
    if (isWithheld(marker))
      throw new Fault("secrets-unreadable", "the value is the secret of another stack, which is not given away");
    const row = await this.#input.rows.get(id);
    if (row === null)
      throw new Fault("secrets-unreadable", `this store has no sealed value ${id}; it was sealed by another one`);
    const plain = await this.#plainOf(row);
    if (plain === null) throw unreadable(`value ${id} was altered, or sealed for another stack or under another key`);
    return JSON.parse(plain.toString("utf8")) as Json;
  }

  async known(value: Json): Promise<SecretMarker | null> {
    const keys = await this.#input.keys.found();
    if (keys === null) return null;
    const marker = markerOf(boundFingerprint(value, this.#input.lineage, keys));
    return (await this.#input.rows.get(marker.$secret.id)) === null ? null : marker;
  }

  async #plainOf({ id, keyVersion, sealed }: SealedRow): Promise<Buffer | null> {
    const keys = await this.#input.keys.with(keyVersion);
    if (keys === null) throw unreadable("its keys are gone");
    const key = dataKey(keys, keyVersion);
    const { storeId } = keys.wrapped;
    return decrypt(key, sealed, boundToStack(storeId, this.#input.lineage, id, keyVersion));
  }
}

/** Over the lineage and the value; no value's canonical text begins like this. */
function boundFingerprint(value: Json, lineage: string, keys: OpenKeys): string {
  return createHmac("sha256", keys.fingerprint)
    .update(`of a stack ${canonicalJson([lineage, value])}`)
    .digest("hex");
}

/** A row with secrets that a sealed text was made of; the first of a text is row 0. */
function partsId(id: string, row: number, keys: OpenKeys): string {
  return createHmac("sha256", keys.fingerprint).update(`parts of ${id} ${row}`).digest("hex").slice(0, 32);
}

function markerOf(fingerprint: string): SecretMarker {
  return { $secret: { id: fingerprint.slice(0, 32), fingerprint } };
}
