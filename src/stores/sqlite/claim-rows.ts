import { replayRows } from "../../engine/state/replay.ts";
import type { Claim } from "../../engine/state/snapshot.ts";
import { journalDamage } from "../rows/journal-chain.ts";
import { entriesOf } from "../rows/stored-documents.ts";
import type { Connection } from "./connection.ts";
import { readJournalRows, sumOf } from "./journal-rows.ts";
import { findHeads } from "./lost-heads.ts";
import { newHead, type SqliteHead } from "./stack-head.ts";
import { readClaimRows, readStateRows, wholeClaim } from "./state-rows.ts";
import type { Statements } from "./statements.ts";

/**
 * Claims by their keys. One that is not there is told from one that is lost, by a look at the claims of all stacks whenever others
 * may have written. Where those of a stack are not all there, or its head can't tell, its journal says what it claims: one damaged
 * stack keeps no other one from anything.
 */
export class ClaimRows {
  readonly #connection: Connection;
  /** The version of the database at which the claims of all stacks were last seen to be there. */
  #provedAt: string | undefined;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Those that are held. Throws Fault where nothing proves whether one is. */
  find(statements: Statements, claimKeys: readonly string[]): readonly Claim[] {
    let byJournals: ReadonlyMap<string, Claim> | undefined;
    return claimKeys.flatMap((claimKey) => {
      const row = statements.get("SELECT stack, uid, address, sum FROM claim WHERE claim_key = ?", claimKey);
      const claim = row === undefined ? null : wholeClaim(claimKey, row);
      if (claim !== null) return [claim];
      byJournals ??= this.#toldByJournals(statements);
      const told = byJournals.get(claimKey);
      if (told !== undefined) return [told];
      if (row === undefined) return [];
      throw this.#connection.damaged(`the claim ${claimKey} disagrees with its checksum`);
    });
  }

  /** The claims of stacks whose rows can't tell them all. What we ourselves write to claims that are all there leaves them so. */
  #toldByJournals(statements: Statements): ReadonlyMap<string, Claim> {
    const version = this.#connection.version();
    if (version === this.#provedAt) return new Map();
    const { whole, lost, isAnyLost } = findHeads(statements);
    if (isAnyLost) throw this.#connection.damaged("heads of stacks are missing, so that nothing tells what they claim");
    const inDoubt = whole.filter((head) => {
      const { tally, damage } = readClaimRows(statements, head.name);
      return damage.length > 0 || tally !== head.claimSum;
    });
    const claims = [
      ...inDoubt.flatMap((head) => this.#claimsOf(statements, head.name, head)),
      ...lost.flatMap((stack) => this.#claimsOf(statements, stack)),
    ];
    if (inDoubt.length + lost.length === 0) this.#provedAt = version;
    return new Map(claims.map((claim) => [claim.claimKey, claim]));
  }

  /** The claims of a stack that its journal comes to. Without a head the rows of its state must tell the same. */
  #claimsOf(statements: Statements, stack: string, head?: SqliteHead): readonly Claim[] {
    const rows = readJournalRows(statements, stack);
    const newest = rows.at(-1);
    const end = head ?? { ...newHead(stack), journalSeq: newest?.seq ?? 0, journalSum: newest?.sum ?? 0 };
    if (journalDamage(end, rows, sumOf).length > 0) throw this.#unproved(stack);
    const replayed = replayRows(entriesOf(rows));
    if (head === undefined) {
      const { records, intents, damage } = readStateRows(statements, stack);
      const isSame = damage.length === 0 && hasKeys(replayed.records, records) && hasKeys(replayed.intents, intents);
      if (!isSame) throw this.#unproved(stack);
    }
    return [...replayed.claims].map(([claimKey, { uid, address }]) => ({ claimKey, stack, uid, address }));
  }

  #unproved(stack: string) {
    return this.#connection.damaged(`stack \`${stack}\`: nothing tells what it claims`);
  }
}

function hasKeys(replayed: ReadonlyMap<string, unknown>, rows: readonly { readonly key: string }[]): boolean {
  return rows.length === replayed.size && rows.every(({ key }) => replayed.has(key));
}
