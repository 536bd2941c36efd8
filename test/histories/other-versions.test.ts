import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { digest } from "../../packages/base/digest.ts";
import type { JsonObject } from "../../packages/base/json/json.ts";
import { newestVersion as newestOfPostgres } from "../../src/stores/postgres/migrations/migrations.ts";
import { Statements } from "../../src/stores/sqlite/connection/statements.ts";
import { newestVersion } from "../../src/stores/sqlite/migrations/migrations.ts";
import { readStoreRow, writeStoreRow } from "../../src/stores/sqlite/rows/store-row.ts";
import { findPostgres, type PostgresServer, startPostgres } from "../contract/postgres-server.ts";
import { plumbProgram } from "../e2e/run-plumb.fixture.ts";
import { openHistory, recordedVersions } from "./open-history.ts";
import { HistoryPlace } from "./place.ts";

const before = fileURLToPath(new URL("before-0.1", import.meta.url));
const programs = findPostgres();
const [latest = ""] = recordedVersions.toReversed();
const commands = ["plan", "up --yes", "state list", "stack list", "serve --port 0", "doctor", "doctor --repair"];

/** Every command refuses what it finds, and says what to do. */
async function expectRefused(place: HistoryPlace, code: string, sentence: string): Promise<void> {
  for (const command of commands) {
    const { exitCode, stderr } = await place.run(command, { name: "all" });
    expect([command, exitCode, stderr]).toEqual([command, 1, expect.stringContaining(`error[${code}]`)]);
    expect(stderr.replaceAll(/\s+/g, " ")).toContain(sentence);
  }
}

describe("what a version from before 0.1.0 left", () => {
  let place: HistoryPlace;
  beforeEach(() => {
    const folder = mkdtempSync(join(tmpdir(), "plumb-before-"));
    cpSync(before, folder, { recursive: true });
    cpSync(join(folder, "plumb.yaml"), join(folder, "all.yaml"));
    place = new HistoryPlace({ folder, program: plumbProgram, database: null, clockOffMs: 0 });
  });
  afterEach(() => rmSync(place.folder, { recursive: true, force: true }));

  test("its store is refused with the way out, and left as it was", async () => {
    const file = join(place.folder, "state", "state.db");
    const bytes = readFileSync(file);
    await expectRefused(
      place,
      "format-too-old",
      "export it with the version that wrote it (`state export`), and take that over with this one",
    );
    expect(readFileSync(file).equals(bytes)).toBe(true);
  });

  test("its export is taken over into a new state directory, and its saved plan is not known there", async () => {
    rmSync(join(place.folder, "state", "state.db"));
    rmSync(join(place.folder, "state", "state.db-mark"));
    await place.done("stack new dev");
    await place.done("state import dev.state.json --force");
    expect(await place.done("plan")).toContain("No changes");
    expect(await place.run("up --plan saved.plan")).toMatchObject({ exitCode: 2 });
    await place.done("destroy --yes");
    expect(await place.writes("gate")).toEqual(["create gate", "delete gate"]);
  });
});

describe("what a version after this one left", () => {
  let place: HistoryPlace;
  afterEach(() => rmSync(place.folder, { recursive: true, force: true }));

  test("its store in a file is refused, and left as it was", async () => {
    ({ place } = openHistory(latest, 0, null));
    const file = join(place.folder, "state", "state.db");
    const database = new DatabaseSync(file);
    const statements = new Statements(database);
    const row = readStoreRow(statements);
    if (row === "damaged") throw new Error("the history is damaged");
    writeStoreRow(statements, { ...row, version: newestVersion + 1 });
    database.exec(`PRAGMA user_version=${newestVersion + 1}`);
    database.close();
    const bytes = readFileSync(file);
    await expectRefused(place, "format-too-new", "the state was written by a newer Plumbline; use that version");
    expect(readFileSync(file).equals(bytes)).toBe(true);
  });

  test("its saved plan is refused", async () => {
    ({ place } = openHistory(latest, 0, null));
    const file = join(place.folder, "waiting.plan");
    writeFileSync(file, readFileSync(file, "utf8").replace('"format": 1', '"format": 3'));
    const { exitCode, stderr } = await place.run("up --plan waiting.plan", { name: "waiting" });
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining("error[format-too-new]")]);
  });

  test("its export is refused", async () => {
    ({ place } = openHistory(latest, 0, null));
    const file = join(place.folder, "undoable.state.json");
    const { digest: _, ...exported } = JSON.parse(readFileSync(file, "utf8")) as JsonObject;
    const newer = { ...exported, format: Number(exported["format"]) + 1 };
    writeFileSync(file, JSON.stringify({ ...newer, digest: digest(newer) }));
    const { exitCode, stderr } = await place.run("state import undoable.state.json", { name: "undoable" });
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining(`format ${newer.format}`)]);
  });

  describe.skipIf(programs === undefined)("in PostgreSQL", () => {
    let server: PostgresServer;
    beforeAll(async () => {
      server = await startPostgres(programs ?? "");
    });
    afterAll(() => server.stop());

    test("its store is refused", async () => {
      ({ place } = openHistory(latest, 0, server));
      const newer = `INSERT INTO plumbline.migration (version) VALUES (${newestOfPostgres + 1})`;
      server.run("psql", "--quiet", "--command", newer);
      await expectRefused(place, "format-too-new", "the state was written by a newer Plumbline; use that version");
    });
  });
});
