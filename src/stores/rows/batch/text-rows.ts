import type { ResourceRecord } from "../../../engine/state/records/record.ts";
import type { Claim } from "../../../engine/state/snapshot.ts";
import { rowSum } from "../checksum.ts";
import type { DocumentWriter } from "../document-writer.ts";
import { RowDamage } from "../row-damage.ts";
import { readRecord } from "../stored-documents.ts";
import type { ClaimRow, Documents } from "./known-rows.ts";
import type { JournalRows, RowForm } from "./row-form.ts";

/** Documents as JSON. */
export type Texts = Readonly<Record<keyof Documents, string>>;

/** The rows of a stack as databases keep them; `write` gives the text of a document. */
export function textForm(stack: string, journal: JournalRows, write: DocumentWriter): RowForm<Texts> {
  return {
    record: (key, record) => {
      const body = write(record);
      return { body, sum: rowSum("record", stack, key, body) };
    },
    intent: (key, intent) => {
      const body = write(intent);
      return { body, handle: null, sum: rowSum("intent", stack, key, body, null) };
    },
    withHandle: (key, { body, handle, sum }, url) => {
      if (rowSum("intent", stack, key, body, handle) !== sum)
        throw new RowDamage(`the intent ${key} of stack \`${stack}\` disagrees with its checksum`);
      return { body, handle: url, sum: rowSum("intent", stack, key, body, url) };
    },
    outputs: (outputs) => {
      const body = JSON.stringify(outputs);
      return { body, sum: rowSum("outputs", stack, body) };
    },
    context: (context) => {
      const body = JSON.stringify(context);
      return { body, sum: rowSum("context", stack, body) };
    },
    claim: (claim) => ({ ...claim, sum: claimSum(claim) }),
    claimIn: demandedClaim,
    journal,
  };
}

/** The claim in a row; undefined where it disagrees with its checksum. */
export function wholeClaim({ sum, ...claim }: ClaimRow): Claim | undefined {
  return claimSum(claim) === sum ? claim : undefined;
}

/** The same, or RowDamage. */
export function demandedClaim(row: ClaimRow): Claim {
  const claim = wholeClaim(row);
  if (claim === undefined) throw new RowDamage(`the claim ${row.claimKey} disagrees with its checksum`);
  return claim;
}

function claimSum({ claimKey, stack, uid, address }: Claim): number {
  return rowSum("claim", claimKey, stack, uid, address);
}

/** The record in a row; undefined where it disagrees with its checksum or can't be read. */
export function wholeRecord(stack: string, key: string, body: string, sum: number): ResourceRecord | undefined {
  return rowSum("record", stack, key, body) === sum ? readRecord(body) : undefined;
}
