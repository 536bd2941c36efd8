import { type InParts, inOneTurn, mappedInParts } from "../../../../packages/base/turns.ts";
import { noContext } from "../../../engine/state/stack-context.ts";
import { assembleState, type OpenIntent, type StackState } from "../../../engine/state/stack-state.ts";
import { rowSum, tallied } from "../../rows/checksum.ts";
import { restoredIn, type StackHead } from "../../rows/stack-head.ts";
import { demanded, readContext, readIntent, readObject, readRecord } from "../../rows/stored-documents.ts";
import type { Queries, Row } from "../connection/session.ts";

const sql = `
  SELECT 'record' AS kind, key, body, NULL AS handle, sum FROM plumbline.record WHERE stack = $1
  UNION ALL SELECT 'intent', key, body, handle, sum FROM plumbline.intent WHERE stack = $1
  UNION ALL SELECT 'outputs', '', body, NULL, sum FROM plumbline.outputs WHERE stack = $1
  UNION ALL SELECT 'context', '', body, NULL, sum FROM plumbline.context WHERE stack = $1
  UNION ALL SELECT 'claim', claim_key, uid, address, sum FROM plumbline.claim WHERE stack = $1
  UNION ALL SELECT 'journal', '', NULL, NULL, sum FROM plumbline.journal WHERE stack = $1 AND seq = $2
`;

/** The rows of what is believed of a stack. */
export function readStateRows(queries: Queries, head: StackHead): Promise<readonly Row[]> {
  return queries.rows(sql, head.name, head.journalSeq);
}

/**
 * Reads what is believed of a stack; a list of what is wrong with its rows, one sentence part each, when they don't
 * agree.
 */
export async function readState(queries: Queries, head: StackHead): Promise<StackState | readonly string[]> {
  return inOneTurn(stateInParts(head, await readStateRows(queries, head)));
}

/** The same of rows that were read, in parts. Throws RowDamage. */
export function* stateInParts(head: StackHead, rows: readonly Row[]): InParts<StackState | readonly string[]> {
  const damage: string[] = [];
  const tallies = new Map<unknown, number>();
  for (const row of rows) {
    yield;
    if (sumOf(head.name, row) !== row["sum"])
      damage.push(`the ${String(row["kind"])} ${String(row["key"])} disagrees with its checksum`);
    const table = stateKinds.has(row["kind"]) ? "state" : row["kind"];
    tallies.set(table, tallied(tallies.get(table) ?? 0, Number(row["sum"]), 0));
  }
  const tally = (table: string) => tallies.get(table) ?? 0;
  if (damage.length === 0 && tally("state") !== head.stateSum)
    damage.push("records, intents or outputs are missing, old or too many");
  if (damage.length === 0 && tally("claim") !== head.claimSum) damage.push("claims are missing, old or too many");
  if (head.journalSeq > 0 && tally("journal") !== head.journalSum) damage.push("the journal lacks its newest entries");
  if (damage.length > 0) return damage;
  const of = (kind: string) =>
    rows.filter((row) => row["kind"] === kind).sort((a, b) => (String(a["key"]) < String(b["key"]) ? -1 : 1));
  const [outputs] = of("outputs").map((row) => parsed(row, readObject));
  const [context] = of("context").map((row) => parsed(row, readContext));
  const intents = of("intent");
  const records = of("record");
  return assembleState(
    {
      ...{ lineage: head.lineage, serial: head.serial, outputs: outputs ?? {}, context: context ?? noContext },
      ...restoredIn(head),
    },
    yield* mappedInParts(records, (row) => parsed(row, readRecord)),
    yield* mappedInParts(
      intents,
      (row): OpenIntent => ({
        intent: parsed(row, readIntent),
        operationName: textOf(row, "handle"),
      }),
    ),
  );
}

/** Kinds of rows that the tally of a state is over. */
const stateKinds: ReadonlySet<unknown> = new Set(["record", "intent", "outputs", "context"]);

function parsed<T>(row: Row, read: (text: string) => T | undefined): T {
  return demanded(read(String(row["body"])), `the ${String(row["kind"])} ${String(row["key"])}`);
}

/** The checksum that a row should carry; the journal's is only compared with the head's. */
function sumOf(stack: string, row: Row): unknown {
  const [key, body] = [String(row["key"]), textOf(row, "body")];
  switch (row["kind"]) {
    case "record":
      return rowSum("record", stack, key, body);
    case "intent":
      return rowSum("intent", stack, key, body, textOf(row, "handle"));
    case "outputs":
      return rowSum("outputs", stack, body);
    case "context":
      return rowSum("context", stack, body);
    case "claim":
      return rowSum("claim", key, stack, body, textOf(row, "handle"));
    default:
      return row["sum"];
  }
}

function textOf(row: Row, column: string): string | null {
  return row[column] === null ? null : String(row[column]);
}
