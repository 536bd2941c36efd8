import { canonicalJson } from "../../packages/base/json/canonical-json.ts";
import type { SealedTexts } from "../engine/ports/sealed-texts.ts";
import type { SealedRows, Secrets, Vault } from "../engine/ports/secrets.ts";
import { decrypt, encrypt } from "./cipher.ts";
import { associated, dataKey, EnvelopeKeys } from "./envelope-keys.ts";
import type { KeyPlace } from "./key-file.ts";
import { maskerOf } from "./known-secrets.ts";
import { type Rotation, type RotationRequest, rotateKeys } from "./rotate-keys.ts";
import { StackSecrets } from "./stack-secrets.ts";

/**
 * The values and texts of a store, sealed (AES-256-GCM) under data keys, each bound to its stack or place
 * (decision 0044). It is no store: it asks one for its rows (decision 0114).
 */
export class SealedSecrets implements Vault, SealedTexts {
  readonly #rows: SealedRows;
  readonly #keys: EnvelopeKeys;

  constructor(rows: SealedRows, place: KeyPlace) {
    this.#rows = rows;
    this.#keys = new EnvelopeKeys(rows, place);
  }

  readonly of = (lineage: string): Secrets => new StackSecrets({ lineage, rows: this.#rows, keys: this.#keys });

  readonly masker = maskerOf;

  readonly isEmpty = async (): Promise<boolean> => (await this.#keys.found()) === null;

  readonly tryKey = (): Promise<void> => this.#keys.tried();

  readonly sealText = async (text: string, place: readonly string[]): Promise<string> => {
    // It is kept elsewhere, where nothing tells that its key is out of use by now.
    const keys = await this.#keys.newest();
    const { storeId, current } = keys.wrapped;
    const bound = associated(storeId, placeName(place), current);
    return `${current}.${encrypt(dataKey(keys, current), Buffer.from(text), bound)}`;
  };

  readonly openText = async (sealed: string, place: readonly string[]): Promise<string | null> => {
    const [, version, body = ""] = /^([1-9][0-9]{0,8})\.([A-Za-z0-9+/=]+)$/.exec(sealed) ?? [];
    if (version === undefined) return null;
    const keys = await this.#keys.with(Number(version));
    const key = keys?.data.get(Number(version));
    if (keys === null || key === undefined) return null;
    const plain = decrypt(key, body, associated(keys.wrapped.storeId, placeName(place), Number(version)));
    return plain === null ? null : plain.toString("utf8");
  };

  /**
   * Gives the key file another key and seals all rows anew under another data key, or ends a rotation that was broken
   * off. Null where nothing was ever sealed. After a crash all opens, and the next call ends it (decision 0126).
   */
  rotate(request: RotationRequest): Promise<Rotation | null> {
    return rotateKeys(this.#rows, this.#keys, request);
  }
}

/** The place of a text, so that it is no value's and no other place's. */
function placeName(place: readonly string[]): string {
  return canonicalJson(["text", ...place]);
}
