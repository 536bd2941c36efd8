import { existsSync, readFileSync, truncateSync, writeFileSync } from "node:fs";
import { DatabaseSync, type SQLInputValue } from "node:sqlite";
import fc from "fast-check";
import { schemaNames } from "../../src/stores/sqlite/migrations/migrations.ts";
import { fileIn } from "./stored-world.ts";

/** Something that happens to a store behind its back. Fractions say where, so that they fit whatever is there. */
export type Damage =
  | { readonly kind: "flip"; readonly file: string; readonly at: number; readonly mask: number }
  | { readonly kind: "cut"; readonly file: string; readonly at: number }
  | {
      readonly kind: "cell";
      readonly table: string;
      readonly row: number;
      readonly column: number;
      readonly change: "cut" | "flip" | "huge" | "more" | "null";
      readonly at: number;
    }
  | { readonly kind: "row-gone"; readonly table: string; readonly row: number };

const fraction = fc.double({ min: 0, max: 0.999_999, noNaN: true });
const file = fc.constantFrom("", "", "", "-wal", "-mark");
const table = fc.constantFrom(
  ...schemaNames.filter((name) => !["claim_at", "document_that_expires", "plan_made"].includes(name)),
);

export const someDamage: fc.Arbitrary<Damage> = fc.oneof(
  fc.record({ kind: fc.constant("flip"), file, at: fraction, mask: fc.integer({ min: 1, max: 255 }) }),
  fc.record({ kind: fc.constant("cut"), file, at: fraction }),
  fc.record({
    kind: fc.constant("cell"),
    table,
    row: fraction,
    column: fraction,
    change: fc.constantFrom("cut", "flip", "huge", "more", "null"),
    at: fraction,
  }),
  fc.record({ kind: fc.constant("row-gone"), table, row: fraction }),
);

/** Does it to the store in `dir`. What can't be done to it, a row of an empty table say, is left out. */
export function damage(dir: string, done: Damage): void {
  if (done.kind === "cell" || done.kind === "row-gone") return damageRow(dir, done);
  const path = `${fileIn(dir)}${done.file}`;
  if (!existsSync(path)) return;
  const bytes = readFileSync(path);
  const at = Math.floor(done.at * bytes.length);
  if (done.kind === "cut") truncateSync(path, at);
  else if (bytes.length > 0) {
    bytes[at] = (bytes[at] ?? 0) ^ done.mask;
    writeFileSync(path, bytes);
  }
}

function damageRow(dir: string, done: Extract<Damage, { kind: "cell" | "row-gone" }>): void {
  const database = new DatabaseSync(fileIn(dir));
  try {
    const rows = database.prepare(`SELECT * FROM ${done.table}`).all();
    const row = rows[Math.floor(done.row * rows.length)];
    if (row === undefined) return;
    const cells = Object.entries(row);
    const where = cells.map(([name]) => `${name} IS ?`).join(" AND ");
    const values = cells.map(([, cell]): SQLInputValue => cell);
    if (done.kind === "row-gone") {
      database.prepare(`DELETE FROM ${done.table} WHERE ${where}`).run(...values);
      return;
    }
    const [name, cell] = cells[Math.floor(done.column * cells.length)] ?? ["", null];
    database.prepare(`UPDATE ${done.table} SET ${name} = ? WHERE ${where}`).run(changed(cell, done), ...values);
  } catch {
    // An earlier damage keeps SQLite from reading it, or its own rules forbid this one.
  } finally {
    database.close();
  }
}

function changed(cell: SQLInputValue, { change, at }: Extract<Damage, { kind: "cell" }>): SQLInputValue {
  if (change === "null") return null;
  if (typeof cell === "string") {
    const place = Math.floor(at * cell.length);
    if (change === "cut") return cell.slice(0, place);
    return `${cell.slice(0, place)}${change === "flip" ? "~" : '"'}${cell.slice(place + (change === "flip" ? 1 : 0))}`;
  }
  if (change === "huge") return 2n ** 62n;
  return typeof cell === "number" ? cell + 1 : 1;
}
