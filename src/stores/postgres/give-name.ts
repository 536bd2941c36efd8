import { mappedInParts } from "../../../packages/base/turns.ts";
import { journalColumns, journalRowOf } from "../rows/journal-chain.ts";
import { bytesIn } from "../rows/packed-text.ts";
import { RenamedRows, type StackRow } from "../rows/renamed-rows.ts";
import { RowDamage } from "../rows/row-damage.ts";
import { newStackHead, type StackHead } from "../rows/stack-head.ts";
import type { Awake } from "./connection/awake.ts";
import { changeText, channel } from "./connection/notices.ts";
import type { Queries, Row } from "./connection/session.ts";
import { lockHead, lockOrMakeHead, writeHead } from "./rows/head-rows.ts";
import { journalSum } from "./rows/journal-rows.ts";

/** What the steps of a renaming work with, inside its transaction. */
interface Renaming {
  readonly queries: Queries;
  readonly awake: Awake;
  readonly stack: string;
  readonly to: string;
  readonly renamed: RenamedRows;
}

/** Rows that are read and written at once: less than what the server would compare with a whole table. */
const rowsOfPage = 100;

/**
 * The heads of two stacks under locks, in the order of their names whoever asks: two who give each other's names wait
 * for one another and not both for ever.
 */
export async function lockHeads(
  queries: Queries,
  stack: string,
  to: string,
): Promise<{ readonly head: StackHead | undefined; readonly former: StackHead | undefined }> {
  if (to < stack) {
    const former = await lockHead(queries, to);
    return { head: await lockHead(queries, stack), former };
  }
  const head = await lockHead(queries, stack);
  return { head, former: await lockHead(queries, to) };
}

/**
 * Gives all rows of a stack whose head is locked another name, and its head. False where somebody was first to write to
 * a stack of that name. Throws RowDamage where a row is not as it was written.
 */
export async function giveName(queries: Queries, head: StackHead, to: string, awake: Awake): Promise<boolean> {
  const former = await lockOrMakeHead(queries, to);
  if (former.serial > 0) return false;
  await makeRoom(queries, to);
  const renaming = { queries, awake, stack: head.name, to, renamed: new RenamedRows(head, to, journalSum) };
  await nameKeyed(renaming, "record", "key");
  await nameKeyed(renaming, "intent", "key");
  await nameKeyed(renaming, "plan", "digest");
  await nameSingle(renaming, "outputs");
  await nameSingle(renaming, "context");
  await nameClaims(renaming);
  await nameJournal(renaming);
  // The epoch stays behind and grows, so that no former holder of this stack can write into one made anew.
  const left = { ...newStackHead(head.name), epoch: head.epoch + 1 };
  for (const each of [left, renaming.renamed.head(former)]) {
    await writeHead(queries, each);
    await queries.rows("SELECT pg_notify($1, $2)", channel, changeText(each));
  }
  return true;
}

/**
 * Takes away what a name has that was never written to: plans alone. Anything else there is the rest of a stack that is
 * lost.
 */
async function makeRoom(queries: Queries, to: string): Promise<void> {
  for (const table of ["record", "intent", "outputs", "context", "claim", "journal"]) {
    const rows = await queries.rows(`SELECT 1 FROM plumbline.${table} WHERE stack = $1 LIMIT 1`, to);
    if (rows.length > 0) throw new RowDamage(`stack \`${to}\`: there are rows of it, and its head knows of none`);
  }
  await queries.rows("DELETE FROM plumbline.plan WHERE stack = $1", to);
}

/** Names the rows of a table in which a stack has many, page by page in the order of their keys. */
async function nameKeyed(
  { queries, awake, stack, to, renamed }: Renaming,
  table: "record" | "intent" | "plan",
  key: "key" | "digest",
): Promise<void> {
  const select = `SELECT * FROM plumbline.${table} WHERE stack = $1 AND ${key} > $2 ORDER BY ${key} LIMIT $3`;
  const update = `UPDATE plumbline.${table} r SET stack = $2, sum = n.sum
    FROM unnest($3::text[], $4::bigint[]) AS n (key, sum) WHERE r.stack = $1 AND r.${key} = n.key`;
  for (let after = ""; ; ) {
    const rows = await queries.rows(select, stack, after, rowsOfPage);
    if (rows.length === 0) return;
    const sums = await awake(mappedInParts(rows, (row) => renamed.sum(rowOf(table, row), row["sum"])));
    const keys = rows.map((row) => String(row[key]));
    await queries.rows(update, stack, to, keys, sums);
    after = keys.at(-1) ?? after;
  }
}

function rowOf(table: "record" | "intent" | "plan", row: Row): StackRow {
  const text = (column: string) => String(row[column]);
  switch (table) {
    case "record":
      return { table, key: text("key"), body: text("body") };
    case "intent":
      return { table, key: text("key"), body: text("body"), handle: row["handle"] === null ? null : text("handle") };
    default:
      return {
        table,
        digest: text("digest"),
        kind: text("kind"),
        createdAt: text("created_at"),
        document: bytesIn(row["document"]),
      };
  }
}

/** Names the one row that a stack has in a table. */
async function nameSingle({ queries, stack, to, renamed }: Renaming, table: "outputs" | "context"): Promise<void> {
  const [row] = await queries.rows(`SELECT body, sum FROM plumbline.${table} WHERE stack = $1`, stack);
  if (row === undefined) return;
  const sum = renamed.sum({ table, body: String(row["body"]) }, row["sum"]);
  await queries.rows(`UPDATE plumbline.${table} SET stack = $2, sum = $3 WHERE stack = $1`, stack, to, sum);
}

async function nameClaims({ queries, awake, stack, to, renamed }: Renaming): Promise<void> {
  const rows = await queries.rows("SELECT claim_key, uid, address, sum FROM plumbline.claim WHERE stack = $1", stack);
  const named = await awake(
    mappedInParts(rows, (row) => {
      const claimKey = String(row["claim_key"]);
      const claim: StackRow = { table: "claim", claimKey, uid: String(row["uid"]), address: String(row["address"]) };
      return { claimKey, sum: renamed.sum(claim, row["sum"]) };
    }),
  );
  for (let from = 0; from < named.length; from += rowsOfPage) {
    const page = named.slice(from, from + rowsOfPage);
    await queries.rows(
      `UPDATE plumbline.claim c SET stack = $2, sum = n.sum FROM unnest($3::text[], $4::bigint[]) AS n (claim_key, sum)
        WHERE c.stack = $1 AND c.claim_key = n.claim_key`,
      ...[stack, to],
      page.map(({ claimKey }) => claimKey),
      page.map(({ sum }) => sum),
    );
  }
}

async function nameJournal({ queries, awake, stack, to, renamed }: Renaming): Promise<void> {
  for (let after = Number.MIN_SAFE_INTEGER; ; ) {
    const rows = await queries.rows(
      `SELECT ${journalColumns} FROM plumbline.journal WHERE stack = $1 AND seq > $2 ORDER BY seq LIMIT $3`,
      ...[stack, after, rowsOfPage],
    );
    const named = await awake(mappedInParts(rows, (row) => renamed.entry(journalRowOf(row))));
    const last = named.at(-1);
    if (last === undefined) return;
    await queries.rows(
      `UPDATE plumbline.journal j SET stack = $2, prior = n.prior, sum = n.sum
        FROM unnest($3::bigint[], $4::bigint[], $5::bigint[]) AS n (seq, prior, sum)
        WHERE j.stack = $1 AND j.seq = n.seq`,
      ...[stack, to],
      named.map(({ seq }) => seq),
      named.map(({ prior }) => prior),
      named.map(({ sum }) => sum),
    );
    after = last.seq;
  }
}
