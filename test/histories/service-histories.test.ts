import { rmSync } from "node:fs";
import process from "node:process";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { findPostgres, type PostgresServer, startPostgres } from "../contract/postgres-server.ts";
import { advice, type OpenedHistory, openHistory, recordedVersions } from "./open-history.ts";
import { ServedHistory } from "./served.ts";
import {
  brokenRun,
  firstAuditEntry,
  madePlan,
  madeRun,
  readPapers,
  startWaitingRun,
  waitingRun,
} from "./service-story.ts";

const programs = findPostgres();

const subjects = recordedVersions.flatMap((version) => [
  { version, store: "a file", isPossible: true },
  { version, store: "PostgreSQL", isPossible: programs !== undefined },
]);

describe.each(subjects)("what a service of $version left in $store", ({ version, store, isPossible }) => {
  describe.skipIf(!isPossible)("today's service", () => {
    let server: PostgresServer | null = null;
    let { place, recorded } = {} as OpenedHistory;

    beforeAll(async () => {
      if (store === "PostgreSQL") server = await startPostgres(programs ?? "");
    });
    beforeEach(({ onTestFailed }) => {
      onTestFailed(() => void process.stderr.write(advice));
      ({ place, recorded } = openHistory(version, 10 * 60_000, server));
    });
    afterEach(() => rmSync(place.folder, { recursive: true, force: true }));
    afterAll(() => server?.stop());

    test("knows its tokens, roles, settings and audit log, and what was asked under a key", async () => {
      await ServedHistory.during(place, async (service) => {
        const { tokens, papers, firstAuditEntry: first, runs } = recorded.service;
        expect(await readPapers(service)).toMatchObject(papers);
        expect(await service.ask(tokens.ci, "GET", "whoami")).toMatchObject({ status: 200 });
        expect(await service.ask(tokens.robot, "GET", "projects/quay/stacks/dev")).toMatchObject({ status: 200 });
        expect(await service.ask(tokens.revoked, "GET", "whoami")).toMatchObject({ status: 401 });
        const plan = await service.ask(service.admin, "POST", madePlan.path, madePlan);
        expect(plan).toMatchObject({ status: 201, isReplayed: true });
        const run = madeRun(String(plan.body["digest"]));
        const replayed = { status: 202, isReplayed: true, body: { run: runs.made } };
        expect(await service.ask(service.admin, "POST", run.path, run)).toMatchObject(replayed);
        expect(await firstAuditEntry(service)).toMatchObject(first);
      });
      expect(await place.run("audit verify")).toMatchObject({ exitCode: 0 });
    });

    test("takes over the run that was broken off, and begins the one that waits once it is approved", async () => {
      await ServedHistory.during(place, async (service) => {
        const { waiting, broken } = recorded.service.runs;
        await service.untilRun(brokenRun(broken), "done");
        const bo = await service.tokenOf("bo");
        const approve = async (run: string) => {
          await service.done(bo, "POST", `${waitingRun(run)}:approve`);
          return service.untilRun(waitingRun(run), "done", "refused");
        };
        if ((await approve(waiting)) === "done") return;
        // A definition that the plan uses has changed since, which is told; a new plan takes its place.
        expect(await place.done(`runs show ${waiting} -s quay/dev`)).toContain("the definition of");
        expect(await approve(await startWaitingRun(service, recorded.service.tokens.ci))).toBe("done");
      });
      expect(await place.writes("broken-")).toEqual([0, 1, 2].map((index) => `create broken-${index}`));
      const made = ["create", "update"].flatMap((action) => [0, 1, 2].map((index) => `${action} made-${index}`));
      expect((await place.writes("made-")).toSorted()).toEqual(made);
    });
  });
});
