import type { SealedRow, SealedRows } from "../../engine/ports/secrets.ts";
import { rowSum } from "../rows/checksum.ts";
import { readKeys } from "../rows/stored-documents.ts";
import type { Connection } from "./connection.ts";
import type { Row, Statements } from "./statements.ts";

/** The text of the wrapped keys; undefined when the row disagrees with its checksum or can't be read, null without one. */
function wholeKeys(statements: Statements): string | null | undefined {
  const row = statements.get("SELECT body, sum FROM sealing_keys WHERE one = 1");
  if (row === undefined) return null;
  const body = String(row["body"]);
  return rowSum("sealing_keys", body) === row["sum"] && readKeys(body) !== undefined ? body : undefined;
}

/** A row with its checksum checked; undefined when they disagree. */
export function wholeSealed(row: Row): SealedRow | undefined {
  const read = { id: String(row["id"]), keyVersion: Number(row["key_version"]), sealed: String(row["body"]) };
  return rowSum("sealed", read.id, read.keyVersion, read.sealed) === row["sum"] ? read : undefined;
}

/** Sealed values and their wrapped keys, beside the records and apart from them. */
export function sealedTable(connection: Connection): SealedRows {
  const keysText = (statements: Statements): string | null => {
    const text = wholeKeys(statements);
    if (text === undefined) throw connection.damaged("the keys of sealed values disagree with their checksum");
    // New keys made in their place would leave all that was sealed without any.
    if (text === null && statements.get("SELECT 1 FROM sealed LIMIT 1") !== undefined) {
      throw connection.damaged("the keys of sealed values are missing");
    }
    return text;
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
        statements.run(
          "INSERT INTO sealing_keys (one, body, sum) VALUES (1, ?, ?) ON CONFLICT DO UPDATE SET body = excluded.body, sum = excluded.sum",
          text,
          rowSum("sealing_keys", text),
        );
        return true;
      }),
    add: async ({ id, keyVersion, sealed }) =>
      connection.writing(({ statements }) => {
        statements.run(
          "INSERT INTO sealed (id, key_version, body, sum) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
          id,
          keyVersion,
          sealed,
          rowSum("sealed", id, keyVersion, sealed),
        );
      }),
    get: async (id) =>
      connection.reading((statements) => {
        const row = statements.get("SELECT id, key_version, body, sum FROM sealed WHERE id = ?", id);
        if (row === undefined) return null;
        const read = wholeSealed(row);
        if (read === undefined) throw connection.damaged(`the sealed value ${id} disagrees with its checksum`);
        return read;
      }),
  };
}
