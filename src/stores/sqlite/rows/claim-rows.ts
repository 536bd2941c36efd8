import type { InParts } from "../../../../packages/base/turns.ts";
import { replayRows } from "../../../engine/state/replay.ts";
import type { Claim } from "../../../engine/state/snapshot.ts";
import { wholeClaim } from "../../rows/batch/text-rows.ts";
import { journalDamageInParts } from "../../rows/journal-chain.ts";
import { entriesInParts } from "../../rows/stored-documents.ts";
import type { Connection } from "../connection/connection.ts";
import type { Statements } from "../connection/statements.ts";
import { journalRowsInParts, sumOf } from "./journal-rows.ts";
import { readClaim } from "./known-rows.ts";
import { findHeads } from "./lost-heads.ts";
import { newHead, type SqliteHead } from "./stack-head.ts";
import { claimRowsInParts, stateRowsInParts } from "./state-rows.ts";

/**
 * Claims by their keys. One that is not there is told from one that is lost, by a look at the claims of all stacks
 * whenever others may have written. Where those of a stack are not all there, or its head can't tell, its journal says
 * what it claims: one damaged stack keeps no other one from anything (decision 0051).
 */
export class ClaimRows {
  readonly #connection: Connection;
  /** The version of the database at which the claims of all stacks were last seen to be there. */
  #provedAt: string | undefined;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Those that are held; in parts. Throws Fault where nothing proves whether one is. */
  *find(statements: Statements, claimKeys: readonly string[]): InParts<readonly Claim[]> {
    const claims: Claim[] = [];
    let byJournals: ReadonlyMap<string, Claim> | undefined;
    for (const claimKey of claimKeys) {
      const row = readClaim(statements, claimKey);
      const whole = row === undefined ? undefined : wholeClaim(row);
      if (whole === undefined) byJournals ??= yield* this.#toldByJournals(statements);
      const claim = whole ?? byJournals?.get(claimKey);
      if (claim !== undefined) claims.push(claim);
      else if (row !== undefined) throw this.#connection.damaged(`the claim ${claimKey} disagrees with its checksum`);
      yield;
    }
    return claims;
  }

  /**
   * The claims of stacks whose rows can't tell them all. What we ourselves write to claims that are all there leaves
   * them so.
   */
  *#toldByJournals(statements: Statements): InParts<ReadonlyMap<string, Claim>> {
    const version = this.#connection.version();
    if (version === this.#provedAt) return new Map();
    const { whole, lost, isAnyLost } = findHeads(statements);
    if (isAnyLost) throw this.#connection.damaged("heads of stacks are missing, so that nothing tells what they claim");
    const claims: Claim[] = [];
    let areAllThere = lost.length === 0;
    for (const head of whole) {
      const { tally, damage } = yield* claimRowsInParts(statements, head.name);
      if (damage.length === 0 && tally === head.claimSum) continue;
      areAllThere = false;
      claims.push(...(yield* this.#claimsOf(statements, head.name, head)));
    }
    for (const stack of lost) claims.push(...(yield* this.#claimsOf(statements, stack)));
    if (areAllThere) this.#provedAt = version;
    return new Map(claims.map((claim) => [claim.claimKey, claim]));
  }

  /** The claims of a stack that its journal comes to. Without a head the rows of its state must tell the same. */
  *#claimsOf(statements: Statements, stack: string, head?: SqliteHead): InParts<readonly Claim[]> {
    const rows = yield* journalRowsInParts(statements, stack);
    const newest = rows.at(-1);
    const end = head ?? { ...newHead(stack), journalSeq: newest?.seq ?? 0, journalSum: newest?.sum ?? 0 };
    const damage = yield* journalDamageInParts(end, rows, sumOf);
    if (damage.length > 0) throw this.#unproved(stack);
    const replayed = replayRows(yield* entriesInParts(rows));
    if (head === undefined) {
      const state = yield* stateRowsInParts(statements, stack);
      const isSame =
        state.damage.length === 0 &&
        hasKeys(replayed.records, state.records) &&
        hasKeys(replayed.intents, state.intents);
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
