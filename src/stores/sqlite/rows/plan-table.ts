import type { InParts } from "../../../../packages/base/turns.ts";
import type { PlanRows, Store, StoredPlan } from "../../../engine/ports/store.ts";
import { rowSum, tallied } from "../../rows/checksum.ts";
import { bytesIn, packed } from "../../rows/packed-text.ts";
import { readPacked } from "../../rows/stored-documents.ts";
import type { Connection, Writing } from "../connection/connection.ts";
import type { Row, Statements } from "../connection/statements.ts";
import { readHead, writeHead } from "./head-rows.ts";
import { lostHead } from "./lost-heads.ts";
import { newHead, type SqliteHead } from "./stack-head.ts";

const newestRows = "SELECT digest, kind, created_at FROM plan INDEXED BY plan_made WHERE stack = ?";

/** A row of the table with its checksum checked: the plan, or undefined when they disagree or it can't be read. */
export function wholePlan(row: Row): StoredPlan | undefined {
  const stack = String(row["stack"]);
  const digest = String(row["digest"]);
  const kind = String(row["kind"]);
  const createdAt = String(row["created_at"]);
  const document = bytesIn(row["document"]);
  if (rowSum("plan", stack, digest, kind, createdAt, document) !== row["sum"]) return undefined;
  const read = readPacked(document);
  return read === undefined ? undefined : { digest, kind, createdAt, document: read };
}

/** Deletes plans of a stack, as far as they are there; gives its tally of plans after it. */
export function deletePlans(statements: Statements, { name, planSum }: SqliteHead, digests: readonly string[]): number {
  let tally = planSum;
  for (const digest of digests) {
    const gone = statements.get("DELETE FROM plan WHERE stack = ? AND digest = ? RETURNING sum", name, digest);
    if (gone !== undefined) tally = tallied(tally, 0, Number(gone["sum"]));
  }
  return tally;
}

type PlanMethod = "putPlan" | "getPlan" | "listPlans" | "planRows" | "removePlans";

/** Stored plans, by stack and digest. The head of a stack keeps their tally. */
export class PlanTable implements Pick<Store, PlanMethod> {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  readonly putPlan: Store["putPlan"] = async (stack, plan, lineage = "") =>
    this.#connection.writing((writing) => {
      if (lineage !== "" && this.#headOf(writing.statements, stack)?.lineage !== lineage) return;
      this.#put(writing, stack, plan);
    });

  readonly getPlan: Store["getPlan"] = async (stack, digest) =>
    this.#connection.readingInParts((statements) => this.#planNamed(statements, stack, digest));

  readonly listPlans: Store["listPlans"] = async (stack) =>
    this.#connection.readingInParts((statements) => this.#plansOf(statements, stack));

  readonly planRows: Store["planRows"] = async (stack, range) =>
    this.#connection.readingInParts((statements) => this.#rowsOf(statements, stack, range));

  readonly removePlans: Store["removePlans"] = async (stack, digests) =>
    this.#connection.writing(({ statements }) => {
      const head = this.#headOf(statements, stack);
      if (head === undefined) return;
      writeHead(statements, { ...head, planSum: deletePlans(statements, head, digests) });
    });

  #put({ statements, countStack }: Writing, stack: string, { digest, kind, createdAt, document }: StoredPlan): void {
    const known = statements.get("SELECT * FROM plan WHERE stack = ? AND digest = ?", stack, digest);
    // Its document goes on under the new checksum: it must be the one that was written.
    if (known !== undefined) this.#planOf(known);
    const bytes = known === undefined ? packed(JSON.stringify(document)) : bytesIn(known["document"]);
    const sum = rowSum("plan", stack, digest, kind, createdAt, bytes);
    statements.run(
      `INSERT INTO plan (stack, digest, kind, created_at, document, sum) VALUES (?, ?, ?, ?, ?, ?)
        ON CONFLICT DO UPDATE SET kind = excluded.kind, created_at = excluded.created_at, sum = excluded.sum`,
      ...[stack, digest, kind, createdAt, bytes, sum],
    );
    const head = this.#headOf(statements, stack);
    if (head === undefined) countStack();
    const before = head ?? newHead(stack);
    writeHead(statements, { ...before, planSum: tallied(before.planSum, sum, Number(known?.["sum"] ?? 0)) });
  }

  *#planNamed(statements: Statements, stack: string, digest: string): InParts<StoredPlan | null> {
    const row = statements.get("SELECT * FROM plan WHERE stack = ? AND digest = ?", stack, digest);
    if (row !== undefined) return this.#planOf(row);
    // One that is not there is told from one that is lost.
    this.#provenTotal(statements, stack);
    yield;
    return null;
  }

  /** Each plan is a part: one may have as much text as a whole stack. */
  *#plansOf(statements: Statements, stack: string): InParts<readonly StoredPlan[]> {
    const digests = statements.all("SELECT digest FROM plan WHERE stack = ? ORDER BY created_at DESC, digest", stack);
    const plans: StoredPlan[] = [];
    for (const { digest } of digests) {
      yield;
      const row = statements.get("SELECT * FROM plan WHERE stack = ? AND digest = ?", stack, String(digest));
      if (row !== undefined) plans.push(this.#planOf(row));
    }
    this.#provenTotal(statements, stack);
    return plans;
  }

  *#rowsOf(
    statements: Statements,
    stack: string,
    { after = null, limit }: Parameters<Store["planRows"]>[1],
  ): InParts<PlanRows> {
    const total = this.#provenTotal(statements, stack);
    yield;
    const rows =
      after === null
        ? statements.all(`${newestRows} ORDER BY created_at DESC, digest LIMIT ?`, stack, limit)
        : statements.all(
            `${newestRows} AND created_at <= ? AND (created_at < ? OR digest > ?)
              ORDER BY created_at DESC, digest LIMIT ?`,
            ...[stack, after.createdAt, after.createdAt, after.digest, limit],
          );
    return {
      total,
      rows: rows.map((row) => ({
        digest: String(row["digest"]),
        kind: String(row["kind"]),
        createdAt: String(row["created_at"]),
      })),
    };
  }

  /** How many plans there are, by the index alone; throws where one is lost. */
  #provenTotal(statements: Statements, stack: string): number {
    const sums = statements.all("SELECT sum FROM plan INDEXED BY plan_made WHERE stack = ?", stack);
    const tally = sums.reduce((before, { sum }) => tallied(before, Number(sum), 0), 0);
    if (tally === (this.#headOf(statements, stack)?.planSum ?? 0)) return sums.length;
    throw this.#connection.damaged(`stack \`${stack}\`: saved plans are missing, old or too many`);
  }

  #planOf(row: Row): StoredPlan {
    const plan = wholePlan(row);
    if (plan !== undefined) return plan;
    throw this.#connection.damaged(`the plan ${String(row["digest"])} of stack \`${String(row["stack"])}\``);
  }

  #headOf(statements: Statements, stack: string): SqliteHead | undefined {
    const head = readHead(statements, stack);
    if (head === "damaged") throw this.#connection.damaged(`the head of stack \`${stack}\``);
    const lost = head === undefined ? lostHead(statements, stack) : undefined;
    if (lost !== undefined) throw this.#connection.damaged(lost);
    return head;
  }
}
