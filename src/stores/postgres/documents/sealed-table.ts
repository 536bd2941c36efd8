import type { SealedRow, SealedRows } from "../../../engine/ports/secrets.ts";
import { rowSum } from "../../rows/checksum.ts";
import { demanded, readKeys } from "../../rows/stored-documents.ts";
import type { Connection } from "../connection/connection.ts";
import type { Queries, Row } from "../connection/session.ts";
import { damaged } from "../connection/store-faults.ts";

/** Sealed values and their wrapped keys, beside the records and apart from them. */
export function sealedTable(connection: Connection): SealedRows {
  return {
    readKeys: () =>
      connection.reading(async (queries) => {
        const text = await keysText(queries);
        return text === null ? null : demanded(readKeys(text), "the keys of sealed values");
      }),
    replaceKeys: (before, after) =>
      connection.writing(async (queries) => {
        const expected = before === null ? null : JSON.stringify(before);
        if ((await keysText(queries)) !== expected) return false;
        const text = JSON.stringify(after);
        const sum = rowSum("sealing_keys", text);
        // Whoever was first since we looked has changed the text, or made the row.
        const rows =
          expected === null
            ? await queries.rows(
                "INSERT INTO plumbline.sealing_keys (one, body, sum) VALUES (1, $1, $2) ON CONFLICT DO NOTHING " +
                  "RETURNING 1",
                text,
                sum,
              )
            : await queries.rows(
                "UPDATE plumbline.sealing_keys SET body = $1, sum = $2 WHERE body = $3 RETURNING 1",
                text,
                sum,
                expected,
              );
        return rows.length === 1;
      }),
    add: ({ id, keyVersion, sealed }) =>
      connection.writing(async (queries) => {
        // A rotation waits for this row, or this one for the rotation.
        const keys = await keysText(queries, " FOR SHARE");
        if (keys !== null && readKeys(keys)?.current !== keyVersion) return false;
        await queries.rows(
          "INSERT INTO plumbline.sealed (id, key_version, body, sum) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING",
          id,
          keyVersion,
          sealed,
          rowSum("sealed", id, keyVersion, sealed),
        );
        return true;
      }),
    get: (id) =>
      connection.reading(async (queries) => {
        const [row] = await queries.rows("SELECT id, key_version, body, sum FROM plumbline.sealed WHERE id = $1", id);
        return row === undefined ? null : wholeSealed(row);
      }),
    underOlder: (version, after, limit) =>
      connection.reading(async (queries) => {
        const sql =
          "SELECT id, key_version, body, sum FROM plumbline.sealed " +
          "WHERE key_version < $1 AND id > $2 ORDER BY id LIMIT $3";
        return (await queries.rows(sql, version, after, limit)).map(wholeSealed);
      }),
    replace: (before, { id, keyVersion, sealed }) =>
      connection.writing(async (queries) => {
        const rows = await queries.rows(
          "UPDATE plumbline.sealed SET key_version = $1, body = $2, sum = $3 " +
            "WHERE id = $4 AND key_version = $5 AND body = $6 RETURNING 1",
          ...[keyVersion, sealed, rowSum("sealed", id, keyVersion, sealed), id, before.keyVersion, before.sealed],
        );
        return rows.length === 1;
      }),
  };
}

async function keysText(queries: Queries, lock: "" | " FOR SHARE" = ""): Promise<string | null> {
  const [row] = await queries.rows(`SELECT body, sum FROM plumbline.sealing_keys WHERE one = 1${lock}`);
  if (row === undefined) {
    // New keys made in their place would leave all that was sealed without any.
    const sealed = await queries.rows("SELECT 1 FROM plumbline.sealed LIMIT 1");
    if (sealed.length > 0) throw damaged("the keys of sealed values are missing");
    return null;
  }
  const text = String(row["body"]);
  if (rowSum("sealing_keys", text) !== row["sum"]) {
    throw damaged("the keys of sealed values disagree with their checksum");
  }
  return text;
}

function wholeSealed(row: Row): SealedRow {
  const read = { id: String(row["id"]), keyVersion: Number(row["key_version"]), sealed: String(row["body"]) };
  if (rowSum("sealed", read.id, read.keyVersion, read.sealed) !== row["sum"]) {
    throw damaged(`the sealed value ${read.id} disagrees with its checksum`);
  }
  return read;
}
