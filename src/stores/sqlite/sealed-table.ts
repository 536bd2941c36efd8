import type { StatementSync } from "node:sqlite";
import type { SealedRows, WrappedKeys } from "../../engine/ports/secrets.ts";

/** What the table needs of the store that it lies in. */
export interface TableAccess {
  statement(sql: string): StatementSync;
  /** Runs the work in one write transaction. */
  writing<T>(work: () => T): T;
}

/** Sealed values and their wrapped keys, beside the records and apart from them. */
export function sealedTable({ statement, writing }: TableAccess): SealedRows {
  const keysText = () => statement("SELECT body FROM sealing_keys WHERE one = 1").get()?.["body"];
  return {
    readKeys: async () => {
      const text = keysText();
      return typeof text === "string" ? (JSON.parse(text) as WrappedKeys) : null;
    },
    replaceKeys: async (before, after) =>
      writing(() => {
        if ((keysText() ?? null) !== (before === null ? null : JSON.stringify(before))) return false;
        statement(
          "INSERT INTO sealing_keys (one, body) VALUES (1, ?) ON CONFLICT DO UPDATE SET body = excluded.body",
        ).run(JSON.stringify(after));
        return true;
      }),
    add: async ({ id, keyVersion, sealed }) =>
      writing(() => {
        statement("INSERT INTO sealed (id, key_version, body) VALUES (?, ?, ?) ON CONFLICT DO NOTHING").run(
          id,
          keyVersion,
          sealed,
        );
      }),
    get: async (id) => {
      const row = statement("SELECT key_version, body FROM sealed WHERE id = ?").get(id);
      if (row === undefined) return null;
      return { id, keyVersion: Number(row["key_version"]), sealed: String(row["body"]) };
    },
  };
}
