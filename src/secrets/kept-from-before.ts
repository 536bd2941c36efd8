import { createHmac } from "node:crypto";
import { canonicalJson } from "../../packages/base/json/canonical-json.ts";
import type { HistoryOfMarkers, SealedRow, SealedRows } from "../engine/ports/secrets.ts";
import { decrypt, encrypt } from "./cipher.ts";
import { associated, dataKey, type EnvelopeKeys, type OpenKeys, unreadable } from "./envelope-keys.ts";

/** Stacks whose ids are kept in memory at most. */
const mostStacks = 200;

/**
 * Which values that earlier versions sealed, bound to no stack, belong to which stack: those whose markers its own
 * history holds. It is found out once for each stack of such a store, when the stack first needs a secret, and kept as
 * a sealed row, so that what comes into the history later adds nothing.
 */
export class KeptFromBefore {
  readonly #rows: SealedRows;
  readonly #keys: EnvelopeKeys;
  readonly #known = new Map<string, Promise<ReadonlySet<string>>>();

  constructor(rows: SealedRows, keys: EnvelopeKeys) {
    this.#rows = rows;
    this.#keys = keys;
  }

  /** Whether a value that is bound to no stack is this stack's. */
  async has(id: string, lineage: string, history: HistoryOfMarkers, keys: OpenKeys): Promise<boolean> {
    if (keys.wrapped.perStack === true) return false;
    const known = this.#known.get(lineage) ?? this.#find(lineage, history, keys);
    this.#known.delete(lineage);
    this.#known.set(lineage, known);
    const [oldest] = this.#known.keys();
    if (this.#known.size > mostStacks && oldest !== undefined) this.#known.delete(oldest);
    try {
      return (await known).has(id);
    } catch (cause) {
      this.#known.delete(lineage);
      throw cause;
    }
  }

  async #find(lineage: string, history: HistoryOfMarkers, keys: OpenKeys): Promise<ReadonlySet<string>> {
    const rowId = rowIdOf(lineage, keys);
    const kept = await this.#rows.get(rowId);
    if (kept !== null) return this.#idsIn(kept, lineage);
    const text = JSON.stringify([...new Set(await history())].sort());
    for (let newest = keys; ; newest = await this.#keys.newest()) {
      const { storeId, current } = newest.wrapped;
      const sealed = encrypt(dataKey(newest, current), Buffer.from(text), boundList(storeId, lineage, current));
      if (await this.#rows.add({ id: rowId, keyVersion: current, sealed })) break;
    }
    // Another process may have been quicker; what it found counts.
    const row = await this.#rows.get(rowId);
    if (row === null) throw unreadable("what was just written is not there");
    return this.#idsIn(row, lineage);
  }

  async #idsIn({ keyVersion, sealed }: SealedRow, lineage: string): Promise<ReadonlySet<string>> {
    const keys = await this.#keys.with(keyVersion);
    if (keys === null) throw unreadable("its keys are gone");
    const plain = decrypt(dataKey(keys, keyVersion), sealed, boundList(keys.wrapped.storeId, lineage, keyVersion));
    if (plain === null) throw unreadable("the list of what a stack had sealed was altered");
    return new Set(JSON.parse(plain.toString("utf8")) as readonly string[]);
  }
}

function rowIdOf(lineage: string, keys: OpenKeys): string {
  return createHmac("sha256", keys.fingerprint)
    .update(`kept from before ${canonicalJson(lineage)}`)
    .digest("hex")
    .slice(0, 32);
}

/** What the list of a stack is bound to. */
export function boundList(storeId: string, lineage: string, version: number): string {
  return associated(storeId, "kept from before", lineage, version, 0);
}
