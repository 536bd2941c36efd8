import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { findPostgres, type PostgresServer, startPostgres } from "../contract/postgres-server.ts";
import { plumbProgram } from "../e2e/run-plumb.fixture.ts";
import { advice, type OpenedHistory, openHistory, recordedVersions } from "./open-history.ts";
import { HistoryPlace, type HistoryStack } from "./place.ts";
import { plannedSteps } from "./recorded.ts";

const minuteMs = 60_000;
const yearMs = 365 * 24 * 60 * minuteMs;
const programs = findPostgres();

const subjects = recordedVersions.flatMap((version) => [
  { version, store: "a file", isPossible: true },
  { version, store: "PostgreSQL", isPossible: programs !== undefined },
]);

describe.each(subjects)("what $version left in $store", ({ version, store, isPossible }) => {
  describe.skipIf(!isPossible)("today's program", () => {
    let server: PostgresServer | null = null;
    let { place, recorded } = {} as OpenedHistory;

    beforeAll(async () => {
      if (store === "PostgreSQL") server = await startPostgres(programs ?? "");
    });
    beforeEach(({ onTestFailed }) => {
      onTestFailed(() => void process.stderr.write(advice));
      open(10 * minuteMs);
    });
    afterEach(() => rmSync(place.folder, { recursive: true, force: true }));
    afterAll(() => server?.stop());

    function open(laterMs: number): void {
      ({ place, recorded } = openHistory(version, laterMs, server));
    }

    async function expectSettled(stack: HistoryStack): Promise<void> {
      expect(await plannedSteps(place, stack)).toEqual([]);
    }

    async function expectEmpty(stack: HistoryStack): Promise<void> {
      expect(await place.json("state list", stack)).toEqual([]);
    }

    test("finds it whole, plans what was planned, and opens its secrets", async () => {
      expect(await place.json("doctor")).toMatchObject({ status: "whole", damage: [], lost: [] });
      const plans = Object.entries(recorded.plans);
      for (const [name, steps] of plans) expect(await plannedSteps(place, { name })).toEqual(steps);
      expect(await place.json("outputs --reveal", { name: "all" })).toEqual(recorded.outputs);
      expect(await place.done("config get team", { name: "all" })).toContain("edge");
    });

    test("puts drift back, keeps what is protected or retained, and destroys the rest", async () => {
      const stack = { name: "all" };
      await place.done("up --yes", stack);
      await expectSettled(stack);
      expect(await place.run("destroy --yes", stack)).toMatchObject({ exitCode: 4 });
      const file = join(place.folder, "all.yaml");
      writeFileSync(file, readFileSync(file, "utf8").replace("protect: true", "protect: false"));
      await place.done("up --yes", stack);
      await place.done("destroy --yes", stack);
      await expectEmpty(stack);
      const deleted = (await place.writes("")).filter((write) => write.startsWith("delete "));
      expect(deleted).toEqual(expect.arrayContaining(["delete front", "delete legacy", "delete portal"]));
      expect(deleted).not.toContain("delete kept");
    });

    test("deletes the object that was replaced", async () => {
      await place.done("up --yes", { name: "superseded" });
      await expectSettled({ name: "superseded" });
      expect(await place.writes("gate-")).toEqual(["create gate-one", "create gate-two", "delete gate-one"]);
    });

    test("ends what was killed: before a call was sent, after it was carried out, and between two of one deletion", async () => {
      await Promise.all([
        place.done(`runs resume ${recorded.runs.interrupted} --wait 1m`, { name: "interrupted" }),
        place.done("up --yes --wait 1m", { name: "unsent" }),
        place.done("destroy --yes --wait 1m", { name: "leaving" }),
      ]);
      for (const name of ["interrupted", "unsent"]) await expectMadeOnce(name);
      await expectEmpty({ name: "leaving" });
      const deleted = (await place.writes("leaving")).filter((write) => write.startsWith("delete "));
      expect(deleted).toEqual(["delete leaving-secret", "delete leaving"]);
    });

    async function expectMadeOnce(name: string): Promise<void> {
      await expectSettled({ name });
      const made = ["first", "second", "third"].map((each) => `create ${name}-${each}`);
      expect(await place.writes(name)).toEqual(made);
    }

    test("knows the runs of a renamed stack, and destroys it", async () => {
      const runs = await place.json<readonly { readonly run: string }[]>("runs list", { name: "moved" });
      expect(runs.map(({ run }) => run)).toContain(recorded.runs.moved);
      await place.done("destroy --yes", { name: "moved" });
      await expectEmpty({ name: "moved" });
    });

    test.each(["by its file", "by its digest"])("applies the saved plan %s", async (way) => {
      const stack = { name: "waiting" };
      const plan = way === "by its file" ? "waiting.plan" : recorded.waitingPlan;
      const { exitCode, stderr } = await place.run(`up --plan ${plan}`, stack);
      if (exitCode !== 0) {
        // A definition that it uses has changed since, which is told; a new plan takes its place.
        expect([exitCode, stderr]).toEqual([4, expect.stringContaining("the definition of")]);
        await place.done("up --yes", stack);
      }
      await expectSettled(stack);
    });

    test("undoes a run", async () => {
      await place.done(`undo ${recorded.runs.undoable} --yes`, { name: "undoable" });
      await expectSettled({ name: "undoable", file: "undoable-before" });
    });

    test("goes on years later", async () => {
      rmSync(place.folder, { recursive: true, force: true });
      open(3 * yearMs);
      await place.done("up --yes --wait 1m", { name: "interrupted" });
      await expectMadeOnce("interrupted");
      await place.done("destroy --yes", { name: "interrupted" });
      await expectEmpty({ name: "interrupted" });
    });
  });
});

test.each(recordedVersions)("an export of %s is taken into a new state directory", async (version) => {
  const { place, recorded } = openHistory(version, minuteMs, null);
  const folder = mkdtempSync(join(tmpdir(), "plumb-imported-"));
  try {
    mkdirSync(join(folder, "state"), { mode: 0o700 });
    for (const name of ["undoable.yaml", "undoable.state.json", "state/cloud.db"])
      copyFileSync(join(place.folder, name), join(folder, name));
    const clockOffMs = Date.parse(recorded.at) + minuteMs - Date.now();
    const fresh = new HistoryPlace({ folder, program: plumbProgram, database: null, clockOffMs });
    const stack = { name: "undoable" };
    await fresh.done("stack new undoable", stack);
    await fresh.done("state import undoable.state.json --force", stack);
    expect(await plannedSteps(fresh, stack)).toEqual([]);
    await fresh.done("destroy --yes", stack);
    expect(await fresh.json("state list", stack)).toEqual([]);
  } finally {
    for (const each of [folder, place.folder]) rmSync(each, { recursive: true, force: true });
  }
});
