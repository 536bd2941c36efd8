import type { BodyRow, ClaimRow, IntentRow, KnownRows } from "../rows/batch/known-rows.ts";
import { TextBatch } from "../rows/batch/text-batch.ts";
import type { Texts } from "../rows/batch/text-rows.ts";
import type { JournalRow } from "../rows/journal-chain.ts";
import type { StackHead } from "../rows/stack-head.ts";
import { Outrun } from "./connection/connection.ts";
import { changeText, channel } from "./connection/notices.ts";
import type { Queries } from "./connection/session.ts";
import { journalSum } from "./rows/journal-rows.ts";
import { headEnd } from "./rows/stack-head.ts";

/** What is to be written to a stack whose head is locked. Each stack counts the rows of its journal for itself. */
export function newBatch(head: StackHead, known: KnownRows<Texts>): TextBatch<StackHead> {
  return new TextBatch(head, known, { last: head.journalSeq, sumOf: journalSum });
}

/**
 * The rows of a batch, or of a slice of one: the parts see the tables as they were, and touch rows of their own each.
 */
const rowsSql = `
  entries AS (
    INSERT INTO plumbline.journal (stack, epoch, seq, serial, run, prior, sum, entry)
    SELECT $1, $2, * FROM unnest($3::bigint[], $4::bigint[], $5::text[], $6::bigint[], $7::bigint[], $8::bytea[])
  ), records AS (
    INSERT INTO plumbline.record (stack, key, body, sum)
    SELECT $1, * FROM unnest($9::text[], $10::text[], $11::bigint[])
    ON CONFLICT (stack, key) DO UPDATE SET body = excluded.body, sum = excluded.sum
  ), records_gone AS (
    DELETE FROM plumbline.record r USING unnest($12::text[]) AS g (key) WHERE r.stack = $1 AND r.key = g.key
  ), intents AS (
    INSERT INTO plumbline.intent (stack, key, body, handle, sum)
    SELECT $1, * FROM unnest($13::text[], $14::text[], $15::text[], $16::bigint[])
    ON CONFLICT (stack, key) DO UPDATE SET body = excluded.body, handle = excluded.handle, sum = excluded.sum
  ), intents_gone AS (
    DELETE FROM plumbline.intent i USING unnest($17::text[]) AS g (key) WHERE i.stack = $1 AND i.key = g.key
  ), outputs AS (
    INSERT INTO plumbline.outputs (stack, body, sum)
    SELECT $1, * FROM unnest($18::text[], $19::bigint[])
    ON CONFLICT (stack) DO UPDATE SET body = excluded.body, sum = excluded.sum
  ), context AS (
    INSERT INTO plumbline.context (stack, body, sum)
    SELECT $1, * FROM unnest($20::text[], $21::bigint[])
    ON CONFLICT (stack) DO UPDATE SET body = excluded.body, sum = excluded.sum
  ), claims AS (
    INSERT INTO plumbline.claim (stack, claim_key, uid, address, sum)
    SELECT $1, * FROM unnest($22::text[], $23::text[], $24::text[], $25::bigint[])
    ON CONFLICT (claim_key) DO NOTHING RETURNING 1
  ), claims_kept AS (
    UPDATE plumbline.claim c SET uid = n.uid, address = n.address, sum = n.sum
    FROM unnest($26::text[], $27::text[], $28::text[], $29::bigint[]) AS n (claim_key, uid, address, sum)
    WHERE c.claim_key = n.claim_key AND c.stack = $1
  ), claims_gone AS (
    DELETE FROM plumbline.claim WHERE stack = $1 AND claim_key = ANY($30::text[])
  )`;

const sliceSql = `WITH ${rowsSql} SELECT (SELECT count(*) FROM claims) AS claimed`;

/** The last slice, which is the only one of a short batch: one statement. */
const lastSql = `
  WITH head AS (
    UPDATE plumbline.stack SET serial = $31, state_sum = $32, claim_sum = $33, journal_seq = $34, journal_sum = $35,
      sum = $36, brief = $37
    WHERE name = $1
  ), ${rowsSql}
  SELECT (SELECT count(*) FROM claims) AS claimed, pg_notify('${channel}', $38)
`;

/** Rows of the journal, of which each has many records, and of each other table that are written at once. */
const [entriesOfSlice, rowsOfSlice] = [2, 200];

/**
 * Writes what was staged: by one statement, or by several where it is much. A claim that another stack took since we
 * looked is left out, which shows by the count. Throws Outrun when that has happened.
 */
export async function writeBatch(queries: Queries, batch: TextBatch<StackHead>): Promise<void> {
  const head = batch.head();
  const { journal } = batch;
  const [records, intents, claims] = [batch.records.written(), batch.intents.written(), batch.claims.written()];
  const [outputs, context] = [batch.outputs.written(), batch.context.written()];
  const came = claims.filter(({ isNew }) => isNew);
  const kept = claims.filter(({ isNew }) => !isNew);
  const gone = [batch.records.removed(), batch.intents.removed(), batch.claims.removed()] as const;
  const tables = [records, intents, came, kept, ...gone];
  const slices = Math.max(
    1,
    ...tables.map(({ length }) => Math.ceil(length / rowsOfSlice)),
    journal.length > rowsOfSlice || tables.some(({ length }) => length > rowsOfSlice)
      ? Math.ceil(journal.length / entriesOfSlice)
      : 1,
  );
  for (let number = 0; number < slices; number += 1) {
    const part = <T>(of: readonly T[]) => sliceOf(of, number, slices);
    const claimed = part(came);
    const cells = [
      ...[head.name, head.epoch],
      ...journalCells(part(journal)),
      ...bodyCells(part(records)),
      part(gone[0]),
      ...intentCells(part(intents)),
      part(gone[1]),
      ...bodyCells(part(outputs)).slice(1),
      ...bodyCells(part(context)).slice(1),
      ...claimCells(claimed),
      ...claimCells(part(kept)),
      part(gone[2]),
    ];
    const { serial, stateSum, claimSum, journalSeq, journalSum } = head;
    const { sum, brief } = headEnd(head);
    const ends = [serial, stateSum, claimSum, journalSeq, journalSum, sum, brief, changeText(head)];
    const isLast = number === slices - 1;
    const [answer] = isLast ? await queries.rows(lastSql, ...cells, ...ends) : await queries.rows(sliceSql, ...cells);
    if (answer?.["claimed"] !== claimed.length) throw new Outrun();
  }
}

/** One of so many parts of a list, all of them about as long. */
function sliceOf<T>(list: readonly T[], number: number, slices: number): readonly T[] {
  if (slices === 1) return list;
  const at = (of: number) => Math.round((of * list.length) / slices);
  return list.slice(at(number), at(number + 1));
}

type Written<R> = readonly { readonly key: string; readonly row: R }[];

function journalCells(rows: readonly JournalRow[]): readonly unknown[] {
  return [
    rows.map(({ seq }) => seq),
    rows.map(({ serial }) => serial),
    rows.map(({ run }) => run),
    rows.map(({ prior }) => prior),
    rows.map(({ sum }) => sum),
    rows.map(({ entry }) => entry),
  ];
}

function bodyCells(rows: Written<BodyRow<string>>): readonly unknown[] {
  return [rows.map(({ key }) => key), rows.map(({ row }) => row.body), rows.map(({ row }) => row.sum)];
}

function intentCells(rows: Written<IntentRow<string>>): readonly unknown[] {
  return [
    rows.map(({ key }) => key),
    rows.map(({ row }) => row.body),
    rows.map(({ row }) => row.handle),
    rows.map(({ row }) => row.sum),
  ];
}

function claimCells(rows: Written<ClaimRow>): readonly unknown[] {
  return [
    rows.map(({ key }) => key),
    rows.map(({ row }) => row.uid),
    rows.map(({ row }) => row.address),
    rows.map(({ row }) => row.sum),
  ];
}
