import type { SealedRow, SealedRows, WrappedKeys } from "../../src/engine/ports/secrets.ts";

/** The side table of sealed values over a plain map. Each call takes effect at once, in the order of the calls. */
export interface MemorySealedRows extends SealedRows {
  /** By id. */
  readonly rows: Map<string, SealedRow>;
  /** The same as it is now; what is written to either stays its own. */
  copy(): MemorySealedRows;
}

export function memorySealedRows(
  keys: WrappedKeys | null = null,
  rows: Map<string, SealedRow> = new Map(),
): MemorySealedRows {
  let newest = keys;
  return {
    rows,
    copy: () => memorySealedRows(newest, new Map(rows)),
    readKeys: async () => newest,
    replaceKeys: async (before, after) => {
      if (JSON.stringify(newest) !== JSON.stringify(before)) return false;
      newest = after;
      return true;
    },
    add: async (row) => {
      if (rows.has(row.id)) return true;
      if (newest !== null && newest.current !== row.keyVersion) return false;
      rows.set(row.id, row);
      return true;
    },
    get: async (id) => rows.get(id) ?? null,
    underOlder: async (version, after, limit) =>
      [...rows.values()]
        .filter(({ id, keyVersion }) => keyVersion < version && id > after)
        .sort((a, b) => (a.id < b.id ? -1 : 1))
        .slice(0, limit),
    replace: async (before, after) => {
      const { keyVersion, sealed } = rows.get(after.id) ?? {};
      if (keyVersion !== before.keyVersion || sealed !== before.sealed) return false;
      rows.set(after.id, after);
      return true;
    },
  };
}
