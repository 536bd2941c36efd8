import type { SealedRow, SealedRows } from "../engine/ports/secrets.ts";
import { decrypt, encrypt } from "./cipher.ts";
import { boundToStack, dataKey, type EnvelopeKeys, type OpenKeys } from "./envelope-keys.ts";

export interface RotationRequest {
  /** The lineages that the stacks of the store were begun with, asked for once the new key is in use. */
  readonly lineages: () => Promise<Iterable<string>>;
  /** Forgets the former data keys, with which texts in files of the users' own may be sealed. */
  readonly forget: boolean;
}

/** What a rotation has done. */
export interface Rotation {
  /** Version of the data key from now on. */
  readonly version: number;
  /** It went on with one that was broken off. */
  readonly wasUnfinished: boolean;
  readonly resealed: number;
  /** Values that no stack of the store opens; they stay as they are. */
  readonly strange: number;
  /** Former data keys that are kept for texts in files. */
  readonly former: number;
}

/** Rows that are read at once. */
const rowsAtOnce = 200;

/** See `SealedSecrets.rotate`. */
export async function rotateKeys(
  rows: SealedRows,
  envelope: EnvelopeKeys,
  { lineages, forget }: RotationRequest,
): Promise<Rotation | null> {
  const begun = await envelope.beginRotation();
  if (begun === null) return null;
  const { keys, wasUnfinished } = begun;
  const { current } = keys.wrapped;
  const known = [...(await lineages())];
  let [resealed, strange] = [0, 0];
  for (let after = ""; ; ) {
    const page = await rows.underOlder(current, after, rowsAtOnce);
    for (const row of page) {
      const next = resealedRow(row, keys, known);
      if (next === null) strange += 1;
      // What another process was quicker with is resealed too.
      else if (await rows.replace(row, next)) resealed += 1;
    }
    const last = page.at(-1);
    if (last === undefined) break;
    after = last.id;
  }
  await envelope.endRotation(keys, forget);
  return { version: current, wasUnfinished, resealed, strange, former: forget ? 0 : keys.data.size - 1 };
}

/** A row under the newest data key, bound to what it was bound to; null where that is not known. */
function resealedRow(
  { id, keyVersion, sealed }: SealedRow,
  keys: OpenKeys,
  lineages: readonly string[],
): SealedRow | null {
  const { storeId, current } = keys.wrapped;
  const key = keys.data.get(keyVersion);
  if (key === undefined) return null;
  for (const lineage of lineages) {
    const plain = decrypt(key, sealed, boundToStack(storeId, lineage, id, keyVersion));
    if (plain === null) continue;
    const bound = boundToStack(storeId, lineage, id, current);
    return { id, keyVersion: current, sealed: encrypt(dataKey(keys, current), plain, bound) };
  }
  return null;
}
