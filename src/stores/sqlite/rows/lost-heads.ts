import { journalColumns, journalRowOf } from "../../rows/journal-chain.ts";
import type { Statements } from "../connection/statements.ts";
import { readHeads } from "./head-rows.ts";
import { sumOf } from "./journal-rows.ts";
import type { SqliteHead } from "./stack-head.ts";
import { readStoreRow } from "./store-row.ts";

/** The stacks of a store, by whether their heads can be believed. */
export interface HeadsFound {
  readonly whole: readonly SqliteHead[];
  /** Stacks whose head is missing or damaged, by name: their journals tell of them. */
  readonly lost: readonly string[];
  /** Whether a head is lost of which no journal tells whose it was, so that it may be any stack's. */
  readonly isAnyLost: boolean;
}

/** Looks at all heads of the store, and in the journals for those that are lost. */
export function findHeads(statements: Statements): HeadsFound {
  const store = readStoreRow(statements);
  const whole = readHeads(statements).filter((head) => head !== "damaged");
  const missing = store === "damaged" ? undefined : store.stacks - whole.length;
  if (missing === 0) return { whole, lost: [], isAnyLost: false };
  const known = new Set(whole.map(({ name }) => name));
  const lost = statements
    .all("SELECT DISTINCT stack FROM journal ORDER BY stack")
    .map((row) => String(row["stack"]))
    .filter((stack) => !known.has(stack) && hasWholeEntry(statements, stack));
  return { whole, lost, isAnyLost: lost.length !== missing };
}

/** Why a stack that has no head can't be taken for a new one: it is lost, or may be. Undefined where it is new. */
export function lostHead(statements: Statements, stack: string): string | undefined {
  const { lost, isAnyLost } = findHeads(statements);
  if (lost.includes(stack)) return `stack \`${stack}\`: its head is missing`;
  return isAnyLost ? "heads of stacks are missing" : undefined;
}

/** A row whose stack was changed is no trace of a stack. */
function hasWholeEntry(statements: Statements, stack: string): boolean {
  const rows = statements.all(`SELECT ${journalColumns} FROM journal WHERE stack = ?`, stack).map(journalRowOf);
  return rows.some((row) => sumOf(row) === row.sum);
}
