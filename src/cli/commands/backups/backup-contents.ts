import type { BackupReport } from "../../connection/store-care.ts";
import { localTime } from "../../rendering/local-time.ts";
import { clean, counted, wrap } from "../../rendering/text.ts";
import type { Terminal } from "../../terminal.ts";

const stores = { sqlite: "a state directory", postgres: "a PostgreSQL database" } as const;

/** What a backup holds, and what is needed beside it, one line each. */
export function contentsOf(
  { counts, key, madeAt, madeBy, store }: BackupReport,
  { width }: Terminal,
): readonly string[] {
  const told = [`made at ${localTime(madeAt)} by plumb ${clean(madeBy)}, of ${stores[store]}`, ...countsOf(counts)];
  return [...told.map((line) => `  - ${line}`), ...(key === null ? [] : wrap(keySentence(key), width))];
}

/** How much is in a store, or in a backup of one. */
export function countsOf(counts: BackupReport["counts"]): readonly string[] {
  const { stacks, records, journalEntries, openIntents, plans, sealedValues } = counts;
  return [
    `${counted(records, "record")} in ${counted(stacks, "stack")}`,
    `${journalEntries} ${journalEntries === 1 ? "entry" : "entries"} in the journal`,
    `${counted(openIntents, "call")} of unfinished runs`,
    `${counted(plans, "saved plan")}, ${counted(sealedValues, "sealed value")}`,
  ];
}

function keySentence({ file, opens }: NonNullable<BackupReport["key"]>): string {
  return opens
    ? `The key in ${file} opens its sealed values, and is not in the backup. Keep a copy of it in another place.`
    : `The key in ${file} does not open its sealed values, or is not there. ` +
        "Put the key file of the time of the backup there, or give the secrets again.";
}
