import type { SealedRow, SealedRows } from "../../../engine/ports/secrets.ts";
import { rowSum } from "../../rows/checksum.ts";
import { readKeys } from "../../rows/stored-documents.ts";
import type { Connection } from "../connection/connection.ts";
import type { Row, Statements } from "../connection/statements.ts";
import { readStoreRow, writeStoreRow } from "../rows/store-row.ts";

/** The wrapped keys as a row tells them; undefined when it disagrees with its checksum or can't be read. */
function wholeKeys(row: Row): { readonly text: string; readonly sum: number } | undefined {
  const text = String(row["body"]);
  const sum = rowSum("sealing_keys", text);
  return sum === row["sum"] && readKeys(text) !== undefined ? { text, sum } : undefined;
}

/** A row with its checksum checked; undefined when they disagree. */
export function wholeSealed(row: Row): SealedRow | undefined {
  const read = { id: String(row["id"]), keyVersion: Number(row["key_version"]), sealed: String(row["body"]) };
  return rowSum("sealed", read.id, read.keyVersion, read.sealed) === row["sum"] ? read : undefined;
}

/** Sealed values and their wrapped keys, beside the records and apart from them. */
export function sealedTable(connection: Connection): SealedRows {
  const keysText = (statements: Statements): string | null => {
    const row = statements.get("SELECT body, sum FROM sealing_keys WHERE one = 1");
    const keys = row === undefined ? null : wholeKeys(row);
    if (keys === undefined) throw connection.damaged("the keys of sealed values disagree with their checksum");
    // New keys made in their place would leave all that was sealed without any, and a store that seems never to have
    // sealed anything keeps nothing secret.
    const made = readStoreRow(statements);
    if (made === "damaged") throw connection.damaged("the row of the store itself disagrees with its checksum");
    if (keys?.sum !== (made.keysSum ?? undefined)) {
      throw connection.damaged(`the keys of sealed values are ${keys === null ? "missing" : "old"}`);
    }
    return keys?.text ?? null;
  };
  const demandedSealed = (row: Row): SealedRow => {
    const read = wholeSealed(row);
    if (read !== undefined) return read;
    throw connection.damaged(`the sealed value ${String(row["id"])} disagrees with its checksum`);
  };
  return {
    readKeys: async () =>
      connection.reading((statements) => {
        const text = keysText(statements);
        return text === null ? null : (readKeys(text) ?? null);
      }),
    replaceKeys: async (before, after) =>
      connection.writing(({ statements }) => {
        if (keysText(statements) !== (before === null ? null : JSON.stringify(before))) return false;
        const text = JSON.stringify(after);
        const sum = rowSum("sealing_keys", text);
        const made = readStoreRow(statements);
        if (made !== "damaged") writeStoreRow(statements, { ...made, keysSum: sum });
        statements.run(
          "INSERT INTO sealing_keys (one, body, sum) VALUES (1, ?, ?) ON CONFLICT DO UPDATE " +
            "SET body = excluded.body, sum = excluded.sum",
          text,
          sum,
        );
        return true;
      }),
    add: async ({ id, keyVersion, sealed }) =>
      connection.writing(({ statements }) => {
        const keys = keysText(statements);
        if (keys !== null && readKeys(keys)?.current !== keyVersion) return false;
        statements.run(
          "INSERT INTO sealed (id, key_version, body, sum) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
          id,
          keyVersion,
          sealed,
          rowSum("sealed", id, keyVersion, sealed),
        );
        return true;
      }),
    get: async (id) =>
      connection.reading((statements) => {
        const row = statements.get("SELECT id, key_version, body, sum FROM sealed WHERE id = ?", id);
        if (row === undefined) return null;
        return demandedSealed(row);
      }),
    underOlder: async (version, after, limit) =>
      connection.reading((statements) => {
        const sql =
          "SELECT id, key_version, body, sum FROM sealed WHERE key_version < ? AND id > ? ORDER BY id LIMIT ?";
        return statements.all(sql, version, after, limit).map(demandedSealed);
      }),
    replace: async (before, { id, keyVersion, sealed }) =>
      connection.writing(({ statements }) => {
        const sql =
          "UPDATE sealed SET key_version = ?, body = ?, sum = ? WHERE id = ? AND key_version = ? AND body = ?";
        const cells = [keyVersion, sealed, rowSum("sealed", id, keyVersion, sealed)];
        return statements.run(sql, ...cells, id, before.keyVersion, before.sealed) === 1;
      }),
  };
}
