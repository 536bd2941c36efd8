import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createDatabase } from "../../src/stores/sqlite/migrations/create-database.ts";
import { SqliteStore } from "../../src/stores/sqlite/sqlite-store.ts";
import { countingIds } from "../contract/journal-samples.ts";
import { startPlumb } from "../e2e/run-plumb.fixture.ts";

let dir = "";
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "plumbline-creators-"));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

test("processes that make the store at once make one, and lose nothing", { timeout: 180_000 }, async () => {
  const names = ["one", "two", "three", "four"];
  const runs = await Promise.all(names.map((name) => startPlumb(["stack", "new", `test/${name}`], dir).ended));
  for (const run of runs) expect(run).toMatchObject({ exitCode: 0, stderr: "" });
  const listed = await startPlumb(["stack", "list", "--json"], dir).ended;
  expect((JSON.parse(listed.stdout) as { name: string }[]).map(({ name }) => name)).toEqual([...names].sort());
  expect(await startPlumb(["doctor"], dir).ended).toMatchObject({ exitCode: 0 });
  expect(readdirSync(join(dir, ".plumb")).filter((name) => name.includes(".new-"))).toEqual([]);
});

test("who comes second takes the database that is there, whole from the first moment", async () => {
  const path = join(dir, "state.db");
  const ids = countingIds();
  let second: SqliteStore | undefined;
  createDatabase(path, "first", () => {
    // While the first is still making its own, the second is done.
    second = new SqliteStore(path, ids);
  });
  await second?.acquire("dev", { host: "h", pid: 1, since: "2026" }, 0, 1000, () => false);
  const first = new SqliteStore(path, ids);
  expect(await first.lease("dev")).toMatchObject({ epoch: 1 });
  await first.close();
  await second?.close();
  expect(readdirSync(dir).filter((name) => name.includes(".new-"))).toEqual([]);
});

test("what a killed creator left behind is in nobody's way", async () => {
  const path = join(dir, "state.db");
  expect(() =>
    createDatabase(path, "killed", () => {
      throw new Error("killed");
    }),
  ).toThrow("killed");
  expect(readdirSync(dir)).toEqual([]);
  const store = new SqliteStore(path, countingIds());
  expect(await store.listStacks()).toEqual([]);
  await store.close();
});
