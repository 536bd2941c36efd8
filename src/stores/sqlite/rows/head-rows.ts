import type { Statements } from "../connection/statements.ts";
import { headCells, headColumns, headOf, type SqliteHead } from "./stack-head.ts";

const columns = headColumns.join(", ");
const upsert = `INSERT INTO stack (${columns}) VALUES (${headColumns.map(() => "?").join(", ")})
  ON CONFLICT DO UPDATE SET ${headColumns
    .slice(1)
    .map((name) => `${name} = excluded.${name}`)
    .join(", ")}`;

/** The head of a stack: undefined when it has none, `damaged` when it does not agree with its checksum. */
export function readHead(statements: Statements, stack: string): SqliteHead | "damaged" | undefined {
  const row = statements.get(`SELECT ${columns} FROM stack WHERE name = ?`, stack);
  return row === undefined ? undefined : headOf(row);
}

/** The heads of all stacks, by name. */
export function readHeads(statements: Statements): readonly (SqliteHead | "damaged")[] {
  return statements.all(`SELECT ${columns} FROM stack ORDER BY name`).map(headOf);
}

export function writeHead(statements: Statements, head: SqliteHead): void {
  statements.run(upsert, ...headCells(head));
}
