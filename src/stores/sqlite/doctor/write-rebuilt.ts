import type { DatabaseSync } from "node:sqlite";
import type { Claim } from "../../../engine/state/snapshot.ts";
import { project } from "../../../engine/state/stack-state.ts";
import { rowSum, tallied } from "../../rows/checksum.ts";
import { newRegister } from "../../rows/document-rows.ts";
import { partsOf } from "../../rows/entry-parts.ts";
import { StagedDocuments } from "../../rows/staged-documents.ts";
import { Statements } from "../connection/statements.ts";
import { writeStagedDocuments } from "../documents/document-batch.ts";
import type { RebuiltDocuments } from "../documents/rebuild-documents.ts";
import { migrate } from "../migrations/migrate.ts";
import { newestVersion } from "../migrations/migrations.ts";
import { appendPart } from "../rows/journal-rows.ts";
import { growSpan } from "../rows/run-spans.ts";
import { type SqliteHead, writeHead } from "../rows/stack-head.ts";
import { ChangingRows, ClaimTaken, type Tallies } from "../rows/state-rows.ts";
import { writeStoreRow } from "../rows/store-row.ts";
import type { Rebuilt } from "./rebuild.ts";
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
  const overridden: Claim[] = [];
  const heads = new Map(rebuilt.heads.map((head) => [head.name, { ...head, records: 0 }]));
  const parts = rebuilt.entries.flatMap((each) => [...partsOf(each.entry)].map((entry) => ({ ...each, entry })));
  for (const { stack, epoch, serial, entry } of parts) {
    const head = heads.get(stack);
    if (head === undefined) continue;
    appendPart(statements, { stack, epoch, serial }, entry, head);
    const { run } = entry;
    head.runSum = growSpan(statements, { stack, run, first: head.journalSeq, last: head.journalSeq }, head.runSum);
    const override = (claim: Claim) => {
      // The entry that gave it up is lost, or both have it; which of the two shows in the end.
      const holder = heads.get(claim.stack);
      if (holder !== undefined) {
        new ChangingRows(statements, claim.stack, holder).removeClaim(claim.claimKey, claim.uid);
      }
      overridden.push(claim);
    };
    project(entry, new OverridingRows(statements, stack, head, override));
  }
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
  for (const head of heads.values()) writeHead(statements, head satisfies SqliteHead);
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

/** Rows that take claims from whoever holds them. */
class OverridingRows extends ChangingRows {
  readonly #override: (claim: Claim) => void;

  /** `override`: lets go of a claim that is taken. */
  constructor(statements: Statements, stack: string, tallies: Tallies, override: (claim: Claim) => void) {
    super(statements, stack, tallies);
    this.#override = override;
  }

  override putClaim(claimKey: string, uid: string, address: string): void {
    try {
      super.putClaim(claimKey, uid, address);
    } catch (cause) {
      if (!(cause instanceof ClaimTaken)) throw cause;
      this.#override(cause.claim);
      super.putClaim(claimKey, uid, address);
    }
  }
}

function stagedDocuments({ revision, documents, logs }: RebuiltDocuments): StagedDocuments {
  const register = { ...newRegister, revision };
  const staged = new StagedDocuments({ register, documents: new Map(), collections: new Map(), logs: new Map() });
  for (const row of documents) staged.keep(row);
  for (const [log, bodies] of logs) staged.append({ log, bodies, expectedLength: 0 });
  return staged;
}
