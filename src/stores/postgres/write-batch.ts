import { Outrun } from "./connection.ts";
import { changeText, channel } from "./notices.ts";
import type { Queries } from "./session.ts";
import { headCells } from "./stack-head.ts";
import type { StagedBatch } from "./staged-batch.ts";

/**
 * A whole batch in one statement: the parts see the tables as they were, and touch rows of their own each. A claim that
 * another stack took since we looked is left out, which the caller sees by the count.
 */
const sql = `
  WITH head AS (
    UPDATE plumbline.stack SET serial = $2, state_sum = $3, claim_sum = $4, journal_seq = $5, journal_sum = $6, sum = $7
    WHERE name = $1
  ), entries AS (
    INSERT INTO plumbline.journal (stack, epoch, seq, serial, run, prior, sum, entry)
    SELECT $1, $8, * FROM unnest($9::bigint[], $10::bigint[], $11::text[], $12::bigint[], $13::bigint[], $14::text[])
  ), records AS (
    INSERT INTO plumbline.record (stack, key, body, sum)
    SELECT $1, * FROM unnest($15::text[], $16::text[], $17::bigint[])
    ON CONFLICT (stack, key) DO UPDATE SET body = excluded.body, sum = excluded.sum
  ), records_gone AS (
    DELETE FROM plumbline.record WHERE stack = $1 AND key = ANY($18::text[])
  ), intents AS (
    INSERT INTO plumbline.intent (stack, key, body, handle, sum)
    SELECT $1, * FROM unnest($19::text[], $20::text[], $21::text[], $22::bigint[])
    ON CONFLICT (stack, key) DO UPDATE SET body = excluded.body, handle = excluded.handle, sum = excluded.sum
  ), intents_gone AS (
    DELETE FROM plumbline.intent WHERE stack = $1 AND key = ANY($23::text[])
  ), outputs AS (
    INSERT INTO plumbline.outputs (stack, body, sum)
    SELECT $1, * FROM unnest($24::text[], $25::bigint[])
    ON CONFLICT (stack) DO UPDATE SET body = excluded.body, sum = excluded.sum
  ), context AS (
    INSERT INTO plumbline.context (stack, body, sum)
    SELECT $1, * FROM unnest($36::text[], $37::bigint[])
    ON CONFLICT (stack) DO UPDATE SET body = excluded.body, sum = excluded.sum
  ), claims AS (
    INSERT INTO plumbline.claim (stack, claim_key, uid, address, sum)
    SELECT $1, * FROM unnest($26::text[], $27::text[], $28::text[], $29::bigint[])
    ON CONFLICT (claim_key) DO NOTHING RETURNING 1
  ), claims_kept AS (
    UPDATE plumbline.claim c SET uid = n.uid, address = n.address, sum = n.sum
    FROM unnest($30::text[], $31::text[], $32::text[], $33::bigint[]) AS n (claim_key, uid, address, sum)
    WHERE c.claim_key = n.claim_key AND c.stack = $1
  ), claims_gone AS (
    DELETE FROM plumbline.claim WHERE stack = $1 AND claim_key = ANY($34::text[])
  )
  SELECT (SELECT count(*) FROM claims) AS claimed, pg_notify('${channel}', $35)
`;

/** Writes what was staged. Throws Outrun when another stack took a claim meanwhile. */
export async function writeBatch(queries: Queries, batch: StagedBatch): Promise<void> {
  const head = batch.head();
  const { journal } = batch;
  const records = batch.records.written();
  const intents = batch.intents.written();
  const outputs = batch.outputs.written();
  const context = batch.context.written();
  const claims = batch.claims.written();
  const came = claims.filter(({ isNew }) => isNew);
  const kept = claims.filter(({ isNew }) => !isNew);
  const claimCells = (of: typeof claims) => [
    of.map(({ key }) => key),
    of.map(({ row }) => row.uid),
    of.map(({ row }) => row.address),
    of.map(({ row }) => row.sum),
  ];
  const [answer] = await queries.rows(
    sql,
    head.name,
    head.serial,
    head.stateSum,
    head.claimSum,
    head.journalSeq,
    head.journalSum,
    headCells(head).at(-1),
    head.epoch,
    journal.map(({ seq }) => seq),
    journal.map(({ serial }) => serial),
    journal.map(({ run }) => run),
    journal.map(({ prior }) => prior),
    journal.map(({ sum }) => sum),
    journal.map(({ entry }) => entry),
    records.map(({ key }) => key),
    records.map(({ row }) => row.body),
    records.map(({ row }) => row.sum),
    batch.records.removed(),
    intents.map(({ key }) => key),
    intents.map(({ row }) => row.body),
    intents.map(({ row }) => row.handle),
    intents.map(({ row }) => row.sum),
    batch.intents.removed(),
    outputs.map(({ row }) => row.body),
    outputs.map(({ row }) => row.sum),
    ...claimCells(came),
    ...claimCells(kept),
    batch.claims.removed(),
    changeText(head),
    context.map(({ row }) => row.body),
    context.map(({ row }) => row.sum),
  );
  if (answer?.["claimed"] !== came.length) throw new Outrun();
}
