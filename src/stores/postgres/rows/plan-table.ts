import type { Store, StoredPlan } from "../../../engine/ports/store.ts";
import { rowSum } from "../../rows/checksum.ts";
import { bytesIn, packed } from "../../rows/packed-text.ts";
import { demanded, readPacked } from "../../rows/stored-documents.ts";
import type { Connection } from "../connection/connection.ts";
import type { Row } from "../connection/session.ts";
import { damaged } from "../connection/store-faults.ts";

const columns = "stack, digest, kind, created_at, document, sum";

type PlanMethod = "putPlan" | "getPlan" | "listPlans" | "planRows" | "removePlans";

/** Stored plans, by stack and digest. */
export function planTable(connection: Connection): Pick<Store, PlanMethod> {
  return {
    putPlan: (stack, { digest, kind, createdAt, document }, lineage = "") =>
      connection.writing(async (queries) => {
        // Locked, so that a removal that is under way is waited for.
        const standing =
          lineage === ""
            ? []
            : await queries.rows("SELECT lineage FROM plumbline.stack WHERE name = $1 FOR SHARE", stack);
        if (lineage !== "" && standing[0]?.["lineage"] !== lineage) return;
        const fresh = packed(JSON.stringify(document));
        const made = await queries.rows(
          `INSERT INTO plumbline.plan (${columns}) VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING RETURNING 1`,
          ...[stack, digest, kind, createdAt, fresh],
          rowSum("plan", stack, digest, kind, createdAt, fresh),
        );
        if (made.length > 0) return;
        // The document that was there first stays. Locked, for the checksum has to go with what is written here.
        const [row] = await queries.rows(
          `SELECT ${columns} FROM plumbline.plan WHERE stack = $1 AND digest = $2 FOR UPDATE`,
          stack,
          digest,
        );
        // Removed meanwhile, with its stack.
        if (row === undefined) return;
        // Its document goes on under the new checksum: it must be the one that was written.
        wholePlan(row);
        await queries.rows(
          "UPDATE plumbline.plan SET kind = $3, created_at = $4, sum = $5 WHERE stack = $1 AND digest = $2",
          stack,
          digest,
          kind,
          createdAt,
          rowSum("plan", stack, digest, kind, createdAt, bytesIn(row["document"])),
        );
      }),
    getPlan: (stack, digest) =>
      connection.reading(async (queries) => {
        const [row] = await queries.rows(
          `SELECT ${columns} FROM plumbline.plan WHERE stack = $1 AND digest = $2`,
          stack,
          digest,
        );
        return row === undefined ? null : wholePlan(row);
      }),
    planRows: (stack, { after = null, limit }) =>
      connection.reading(async (queries) => {
        const [count] = await queries.rows("SELECT count(*) AS total FROM plumbline.plan WHERE stack = $1", stack);
        const rows = await queries.rows(
          `SELECT digest, kind, created_at FROM plumbline.plan
           WHERE stack = $1 AND ($2::text IS NULL OR created_at < $2 OR (created_at = $2 AND digest > $3))
           ORDER BY created_at DESC, digest LIMIT $4`,
          ...[stack, after?.createdAt ?? null, after?.digest ?? "", limit],
        );
        return {
          total: Number(count?.["total"]),
          rows: rows.map((row) => ({
            digest: String(row["digest"]),
            kind: String(row["kind"]),
            createdAt: String(row["created_at"]),
          })),
        };
      }),
    removePlans: (stack, digests) =>
      connection.writing(async (queries) => {
        await queries.rows("DELETE FROM plumbline.plan WHERE stack = $1 AND digest = ANY($2::text[])", stack, digests);
      }),
    listPlans: (stack) =>
      connection.reading(async (queries) => {
        const rows = await queries.rows(
          `SELECT ${columns} FROM plumbline.plan WHERE stack = $1 ORDER BY created_at DESC, digest`,
          stack,
        );
        return rows.map(wholePlan);
      }),
  };
}

function wholePlan(row: Row): StoredPlan {
  const [stack, digest, kind] = [String(row["stack"]), String(row["digest"]), String(row["kind"])];
  const [createdAt, document] = [String(row["created_at"]), bytesIn(row["document"])];
  if (rowSum("plan", stack, digest, kind, createdAt, document) !== row["sum"]) {
    throw damaged(`the plan ${digest} of stack \`${stack}\` disagrees with its checksum`);
  }
  return {
    digest,
    kind,
    createdAt,
    document: demanded(readPacked(document), `the plan ${digest} of stack \`${stack}\``),
  };
}
