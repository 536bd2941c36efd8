import type { DatabaseSync } from "node:sqlite";
import { inOneTurn } from "../../../../packages/base/turns.ts";
import type { Claim } from "../../../engine/state/snapshot.ts";
import { rowSum, tallied } from "../../rows/checksum.ts";
import { newRegister } from "../../rows/document-rows.ts";
import { StagedDocuments } from "../../rows/staged-documents.ts";
import { Statements } from "../connection/statements.ts";
import { writeStagedDocuments } from "../documents/document-batch.ts";
import type { RebuiltDocuments } from "../documents/rebuild-documents.ts";
import { migrate } from "../migrations/migrate.ts";
import { newestVersion } from "../migrations/migrations.ts";
import { writeHead } from "../rows/head-rows.ts";
import { readKnownRows } from "../rows/known-rows.ts";
import type { SqliteHead } from "../rows/stack-head.ts";
import { writeStoreRow } from "../rows/store-row.ts";
import { newBatch, writeBatch } from "../write-batch.ts";
import type { Rebuilt, RebuiltEntry } from "./rebuild.ts";
import type { Salvage } from "./salvage.ts";

/** Fills an empty database with what was recovered. Gives what can't be kept beside the rest, one sentence each. */
export function writeRebuilt(
  database: DatabaseSync,
  id: string,
  rebuilt: Rebuilt,
  salvage: Salvage,
): readonly string[] {
  migrate(database);
  database.exec("BEGIN");
  const statements = new Statements(database);
  const lost: string[] = [];
  const heads = new Map(rebuilt.heads.map((head) => [head.name, head]));
  const overridden = rebuilt.entries.flatMap((each) => writeEntry(statements, heads, each));
  for (const { claimKey, stack, uid, address } of overridden) {
    if (rebuilt.claims.get(stack)?.get(uid) !== claimKey) continue;
    lost.push(
      `The claim of \`${address}\` of stack \`${stack}\` on an object that another declaration claims too: ` +
        "remove one of the two.",
    );
  }
  for (const { stack, plan, packed } of salvage.plans.values()) {
    const cells = [stack, plan.digest, plan.kind, plan.createdAt, packed];
    statements.run(
      "INSERT INTO plan (stack, digest, kind, created_at, document, sum) VALUES (?, ?, ?, ?, ?, ?)",
      ...cells,
      rowSum("plan", ...cells),
    );
    const head = heads.get(stack);
    if (head !== undefined) heads.set(stack, { ...head, planSum: tallied(head.planSum, rowSum("plan", ...cells), 0) });
  }
  for (const head of heads.values()) writeHead(statements, head);
  const keysSum = salvage.keys === null ? null : rowSum("sealing_keys", salvage.keys);
  // Without their keys they are of no use, and new keys could not be made.
  for (const row of salvage.keys === null ? [] : salvage.sealed.values()) {
    const cells = [row.id, row.keyVersion, row.sealed];
    statements.run(
      "INSERT INTO sealed (id, key_version, body, sum) VALUES (?, ?, ?, ?)",
      ...cells,
      rowSum("sealed", ...cells),
    );
  }
  if (salvage.keys !== null) {
    statements.run("INSERT INTO sealing_keys (one, body, sum) VALUES (1, ?, ?)", salvage.keys, keysSum);
  }
  writeStagedDocuments(statements, stagedDocuments(rebuilt.register));
  writeStoreRow(statements, { version: newestVersion, id, commits: 0, stacks: rebuilt.heads.length, keysSum });
  database.exec("COMMIT");
  return lost;
}

/** Writes an entry and what it leaves. It takes the claims that stand against it from whoever holds them: these. */
function writeEntry(
  statements: Statements,
  heads: Map<string, SqliteHead>,
  { stack, epoch, serial, entry }: RebuiltEntry,
): readonly Claim[] {
  const head = heads.get(stack);
  if (head === undefined) return [];
  const known = inOneTurn(readKnownRows(statements, stack, [entry]));
  const batch = newBatch(statements, { ...head, epoch, serial: serial - 1 }, known);
  const taken: Claim[] = [];
  inOneTurn(batch.replayInParts([entry], (claim) => taken.push(claim)));
  const written = inOneTurn(writeBatch(statements, batch));
  heads.set(stack, { ...written, epoch: head.epoch, serial: head.serial, brief: head.brief });
  // The entry that gave it up is lost, or both have it; which of the two shows in the end. Its tally is its holder's.
  for (const claim of taken) {
    if (claim.stack === stack) continue;
    const sum = known.claims.get(claim.claimKey)?.sum ?? 0;
    tallyClaim(heads, stack, sum, 0);
    tallyClaim(heads, claim.stack, 0, sum);
  }
  return taken;
}

function tallyClaim(heads: Map<string, SqliteHead>, stack: string, came: number, went: number): void {
  const head = heads.get(stack);
  if (head !== undefined) heads.set(stack, { ...head, claimSum: tallied(head.claimSum, came, went) });
}

function stagedDocuments({ revision, documents, logs }: RebuiltDocuments): StagedDocuments {
  const register = { ...newRegister, revision };
  const empty = { documents: new Map(), collections: new Map(), logs: new Map(), ends: new Map() };
  const staged = new StagedDocuments({ register, ...empty });
  for (const row of documents) staged.keep(row);
  for (const [log, bodies] of logs) staged.append({ log, bodies, expectedLength: 0 });
  return staged;
}
