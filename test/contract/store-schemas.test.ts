import { readFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { expectedSchema, migrate } from "../../src/stores/sqlite/migrations/migrate.ts";
import { schemaNames } from "../../src/stores/sqlite/migrations/migrations.ts";

/** Columns by table, each with its type and whether it may be null. */
type Columns = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** What one store has and the other does without, with the reason. */
const sqliteOnly: Readonly<Record<string, string>> = {
  store: "a file may be cut, copied back or exchanged: its row counts the commits",
  run: "the place of a run in the journal, which PostgreSQL finds by an index",
  "stack.plan_sum": "a file may lose pages: saved plans are tallied",
  "stack.run_sum": "so are the places of runs",
};
const postgresOnly: Readonly<Record<string, string>> = {
  migration: "the version, which a file has in its header",
};

const postgresTypes: Readonly<Record<string, string>> = {
  text: "TEXT",
  bytea: "BLOB",
  bigint: "INTEGER",
  integer: "INTEGER",
  "timestamp with time zone": "TIME",
};

test("the tables of SQLite are those that were reviewed, and all of their names are looked for", async () => {
  const schema = [...expectedSchema()].sort(([a], [b]) => (a < b ? -1 : 1));
  const text = schema.map(([, sql]) => `${sql.replaceAll(/^ {2}/gm, "")};\n`).join("\n");
  await expect(text).toMatchFileSnapshot("../../src/stores/sqlite/schema.sql");
  expect(schema.map(([name]) => name)).toEqual(schemaNames);
});

test("both databases have the same tables and columns, but for what only one of them needs", () => {
  const [sqlite, postgres] = [sqliteColumns(), postgresColumns()];
  expect(difference(sqlite, postgres)).toEqual(Object.keys(sqliteOnly).sort());
  expect(difference(postgres, sqlite)).toEqual(Object.keys(postgresOnly).sort());
  for (const [table, columns] of Object.entries(sqlite)) {
    for (const [column, type] of Object.entries(columns)) {
      const other = postgres[table]?.[column];
      if (other !== undefined) expect(`${table}.${column} ${other}`).toBe(`${table}.${column} ${type}`);
    }
  }
});

function difference(one: Columns, other: Columns): readonly string[] {
  const missing = Object.entries(one).flatMap(([table, columns]) => {
    const others = other[table];
    if (others === undefined) return [table];
    return Object.keys(columns).flatMap((column) => (others[column] === undefined ? [`${table}.${column}`] : []));
  });
  return missing.sort();
}

function sqliteColumns(): Columns {
  const database = new DatabaseSync(":memory:");
  migrate(database);
  const tables = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all();
  const columns = tables.map(({ name }): [string, Record<string, string>] => {
    const rows = database
      .prepare('SELECT name, type, "notnull" OR pk > 0 AS needed FROM pragma_table_info(?)')
      .all(String(name));
    return [
      String(name),
      Object.fromEntries(rows.map((row) => [String(row["name"]), typeOf(String(row["type"]), row["needed"] === 1)])),
    ];
  });
  database.close();
  return Object.fromEntries(columns);
}

/** Out of `schema.sql`, which is what `pg_dump` wrote of a real database (postgres-store.test.ts). */
function postgresColumns(): Columns {
  const dump = readFileSync(new URL("../../src/stores/postgres/schema.sql", import.meta.url), "utf8");
  const tables = [...dump.matchAll(/CREATE TABLE plumbline\.(\w+) \(\n([^;]*)\n\);/g)];
  return Object.fromEntries(
    tables.map(([, name = "", body = ""]) => {
      const columns = [...body.matchAll(/^ {4}(?!CONSTRAINT)(\w+) (timestamp with time zone|\w+)([^\n]*)$/gm)];
      return [
        name,
        Object.fromEntries(
          columns.map(([, column = "", type = "", rest = ""]) => [
            column,
            typeOf(postgresTypes[type] ?? type, rest.includes("NOT NULL")),
          ]),
        ),
      ];
    }),
  );
}

function typeOf(type: string, isNeeded: boolean): string {
  return isNeeded ? `${type}, never null` : type;
}
