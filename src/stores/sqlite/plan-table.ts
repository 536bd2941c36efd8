import type { InParts } from "../../base/turns.ts";
import type { Store, StoredPlan } from "../../engine/ports/store.ts";
import { rowSum, tallied } from "../rows/checksum.ts";
import { readObject } from "../rows/stored-documents.ts";
import type { Connection } from "./connection.ts";
import { lostHead } from "./lost-heads.ts";
import { newHead, readHead, type SqliteHead, writeHead } from "./stack-head.ts";
import type { Row, Statements } from "./statements.ts";

/** A row of the table with its checksum checked: the plan, or undefined when they disagree or it can't be read. */
export function wholePlan(row: Row): StoredPlan | undefined {
  const stack = String(row["stack"]);
  const digest = String(row["digest"]);
  const kind = String(row["kind"]);
  const createdAt = String(row["created_at"]);
  const document = String(row["document"]);
  if (rowSum("plan", stack, digest, kind, createdAt, document) !== row["sum"]) return undefined;
  const read = readObject(document);
  return read === undefined ? undefined : { digest, kind, createdAt, document: read };
}

/** Stored plans, by stack and digest. The head of a stack keeps their tally. */
export function planTable(connection: Connection): Pick<Store, "putPlan" | "getPlan" | "listPlans"> {
  const planOf = (row: Row): StoredPlan => {
    const plan = wholePlan(row);
    if (plan !== undefined) return plan;
    throw connection.damaged(`the plan ${String(row["digest"])} of stack \`${String(row["stack"])}\``);
  };
  const headOf = (statements: Statements, stack: string): SqliteHead | undefined => {
    const head = readHead(statements, stack);
    if (head === "damaged") throw connection.damaged(`the head of stack \`${stack}\``);
    const lost = head === undefined ? lostHead(statements, stack) : undefined;
    if (lost !== undefined) throw connection.damaged(lost);
    return head;
  };
  /** Each plan is a part: one may have as much text as a whole stack. */
  function* plansOf(statements: Statements, stack: string): InParts<readonly StoredPlan[]> {
    const digests = statements.all("SELECT digest FROM plan WHERE stack = ? ORDER BY created_at DESC, digest", stack);
    const plans: StoredPlan[] = [];
    let tally = 0;
    for (const { digest } of digests) {
      yield;
      const row = statements.get("SELECT * FROM plan WHERE stack = ? AND digest = ?", stack, String(digest));
      if (row === undefined) continue;
      plans.push(planOf(row));
      tally = tallied(tally, Number(row["sum"]), 0);
    }
    if (tally !== (headOf(statements, stack)?.planSum ?? 0)) {
      throw connection.damaged(`stack \`${stack}\`: saved plans are missing, old or too many`);
    }
    return plans;
  }
  function* planNamed(statements: Statements, stack: string, digest: string): InParts<StoredPlan | null> {
    const row = statements.get("SELECT * FROM plan WHERE stack = ? AND digest = ?", stack, digest);
    if (row !== undefined) return planOf(row);
    // One that is not there is told from one that is lost.
    return (yield* plansOf(statements, stack)).find((plan) => plan.digest === digest) ?? null;
  }
  return {
    putPlan: async (stack, { digest, kind, createdAt, document }, lineage = "") =>
      connection.writing(({ statements, countStack }) => {
        if (lineage !== "" && headOf(statements, stack)?.lineage !== lineage) return;
        const known = statements.get("SELECT * FROM plan WHERE stack = ? AND digest = ?", stack, digest);
        // Its text goes on under the new checksum: it must be the one that was written.
        if (known !== undefined) planOf(known);
        const text = known === undefined ? JSON.stringify(document) : String(known["document"]);
        const sum = rowSum("plan", stack, digest, kind, createdAt, text);
        statements.run(
          "INSERT INTO plan (stack, digest, kind, created_at, document, sum) VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET kind = excluded.kind, created_at = excluded.created_at, sum = excluded.sum",
          stack,
          digest,
          kind,
          createdAt,
          text,
          sum,
        );
        const head = headOf(statements, stack);
        if (head === undefined) countStack();
        const { planSum } = head ?? newHead(stack);
        writeHead(statements, {
          ...(head ?? newHead(stack)),
          planSum: tallied(planSum, sum, Number(known?.["sum"] ?? 0)),
        });
      }),
    getPlan: async (stack, digest) => connection.readingInParts((statements) => planNamed(statements, stack, digest)),
    listPlans: async (stack) => connection.readingInParts((statements) => plansOf(statements, stack)),
  };
}
