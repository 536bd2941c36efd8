import { holderAt } from "../../../engine/state/records/one-current.ts";
import type { ResourceRecord } from "../../../engine/state/records/record.ts";
import { rowSum } from "../../rows/checksum.ts";
import { lineagesOf, newStackHead, type StackHead } from "../../rows/stack-head.ts";
import { tooNew } from "../../rows/store-version.ts";
import { demanded, readRecord } from "../../rows/stored-documents.ts";
import type { Connection } from "../connection/connection.ts";
import type { Queries, Row } from "../connection/session.ts";
import { damaged } from "../connection/store-faults.ts";
import { newestVersion } from "../migrations/migrations.ts";
import { headCells, headColumns, headOf } from "./stack-head.ts";

const columns = headColumns.join(", ");
const select = `SELECT ${columns}, (SELECT max(version) FROM plumbline.migration) AS version FROM plumbline.stack`;

/** The head of a stack as it is now; undefined when it has none. */
export async function readHead(queries: Queries, stack: string): Promise<StackHead | undefined> {
  const [row] = await queries.rows(`${select} WHERE name = $1`, stack);
  return row === undefined ? undefined : wholeHead(row);
}

/**
 * By the claim that every record has under its address. The key of a record is its uid, a full stop and its generation.
 */
const selectRecord = `
  SELECT s.*, (SELECT max(version) FROM plumbline.migration) AS version, r.key AS record_key, r.body AS record_body,
    r.sum AS record_sum
  FROM plumbline.stack s LEFT JOIN (plumbline.claim c JOIN plumbline.record r
    ON r.stack = c.stack AND r.key > (c.uid || '.') COLLATE "C" AND r.key < (c.uid || '/') COLLATE "C"
  ) ON c.stack = s.name AND c.address = $2
  WHERE s.name = $1
`;

/** The head of a stack and the current record at an address, as far as there are any. */
export async function readHeadAndRecord(
  connection: Connection,
  stack: string,
  address: string,
): Promise<{ readonly head: StackHead | undefined; readonly record: ResourceRecord | undefined }> {
  const rows = await connection.asking(selectRecord, stack, address);
  const [first] = rows;
  if (first === undefined) return { head: undefined, record: undefined };
  const records = rows.flatMap((row) => {
    if (row["record_key"] === null) return [];
    const [key, body] = [String(row["record_key"]), String(row["record_body"])];
    if (rowSum("record", stack, key, body) !== row["record_sum"]) {
      throw damaged(`stack \`${stack}\`: the record ${key} disagrees with its checksum`);
    }
    return [demanded(readRecord(body), `stack \`${stack}\`: the record ${key}`)];
  });
  const record = holderAt(address, records);
  return { head: wholeHead(first), record };
}

/**
 * Names of all stacks that were written to, sorted. One whose head is damaged is among them: whoever reads it is told.
 * Throws where that may be the name itself, since no journal has it.
 */
export async function readStackNames(queries: Queries): Promise<readonly string[]> {
  const names: string[] = [];
  for (const row of await queries.rows(`${select} ORDER BY name`)) {
    if (Number(row["version"]) > newestVersion) throw tooNew();
    const name = String(row["name"]);
    const head = headOf(row);
    const isKnown = async () =>
      (await queries.rows("SELECT 1 FROM plumbline.journal WHERE stack = $1 LIMIT 1", name)).length > 0;
    if (head === "damaged" && !(await isKnown())) wholeHead(row);
    if (head === "damaged" || head.serial > 0) names.push(name);
  }
  return names;
}

/** The lineages of those whose heads are sound, by name. */
export async function readLineages(queries: Queries): Promise<ReadonlyMap<string, string>> {
  const rows = await queries.rows(select);
  if (rows.some((row) => Number(row["version"]) > newestVersion)) throw tooNew();
  return lineagesOf(rows.map(headOf).filter((head) => head !== "damaged"));
}

/**
 * The head of a stack under a lock that lasts to the end of the transaction: no other writes to the stack meanwhile.
 */
export async function lockHead(queries: Queries, stack: string): Promise<StackHead | undefined> {
  const [row] = await queries.rows(`${select} WHERE name = $1 FOR UPDATE OF stack`, stack);
  return row === undefined ? undefined : wholeHead(row);
}

/**
 * The same of a stack that is about to be written to; where nothing is kept beside its rows, its records are counted.
 */
export async function lockHeadToWrite(queries: Queries, stack: string): Promise<StackHead | undefined> {
  const head = await lockHead(queries, stack);
  if (head === undefined || head.brief !== null) return head;
  const [row] = await queries.rows("SELECT count(*) AS records FROM plumbline.record WHERE stack = $1", stack);
  return { ...head, brief: { records: Number(row?.["records"]) } };
}

/** The same for a stack that may have no head yet: it gets one. */
export async function lockOrMakeHead(queries: Queries, stack: string): Promise<StackHead> {
  const known = await lockHead(queries, stack);
  if (known !== undefined) return known;
  await queries.rows(
    `INSERT INTO plumbline.stack (${columns}) VALUES (${headColumns.map((_, index) => `$${index + 1}`).join(", ")})
      ON CONFLICT DO NOTHING`,
    ...headCells(newStackHead(stack)),
  );
  // Somebody else may have been first, and have written to it.
  return (await lockHead(queries, stack)) ?? newStackHead(stack);
}

const assignments = headColumns.map((column, index) => `${column} = $${index + 1}`).join(", ");

/** Writes the head of a stack that is locked. */
export async function writeHead(queries: Queries, head: StackHead): Promise<void> {
  await queries.rows(`UPDATE plumbline.stack SET ${assignments} WHERE name = $1`, ...headCells(head));
}

function wholeHead(row: Row): StackHead {
  if (Number(row["version"]) > newestVersion) throw tooNew();
  const head = headOf(row);
  if (head === "damaged") throw damaged(`the head of stack \`${String(row["name"])}\` disagrees with its checksum`);
  return head;
}
