import { describe, expect, test } from "vitest";
import { problem } from "../../../../packages/base/problems/problem.ts";
import {
  failureAnswer,
  ndjson,
  runEvents,
  runFake,
  sampleEvents,
  samplePlan,
  startedRun,
} from "../../cli-context.fixture.ts";
import type { ShownRun, ShownSteps } from "../../runs/run-rows.ts";

const row: ShownRun = {
  run: "3f9a0001",
  plan: "sha256:abc",
  startedAt: "2026-01-01T00:00:00.000Z",
  endedAt: null,
  status: "broken off",
  changes: 1,
  startedBy: { principal: "local:owner", name: "owner" },
};
/** The same as the service tells it. */
const served = { ...row, startedAt: null, createdAt: row.startedAt, status: "broken-off", stack: "x/dev" };
const list = "GET /v1/projects/x/stacks/dev/runs";
const runs = { [list]: { body: { runs: [served, { ...served, run: "3f9b0002" }] } } };

const view: ShownRun & ShownSteps = {
  ...row,
  steps: [
    {
      needs: [],
      name: "portal",
      type: "iam:OAuthClient",
      operation: "create",
      id: "projects/p/locations/global/oauthClients/web",
      at: "2026-01-01T00:00:00.010Z",
      outcome: "open",
      detail: "",
    },
  ],
  inFlight: [
    {
      run: row.run,
      name: "portal",
      type: "iam:OAuthClient",
      operation: "create",
      id: "projects/p/locations/global/oauthClients/web",
      fields: ["oauthClientId"],
      at: "2026-01-01T00:00:00.010Z",
      isConfirmed: false,
    },
  ],
};

const steps = "GET /v1/projects/x/stacks/dev/runs/3f9a0001/steps";

describe("runs show", () => {
  test("shows each call and how to go on", async () => {
    const shown = {
      ...runs,
      "GET /v1/projects/x/stacks/dev/runs/3f9a0001": { body: { ...served, inFlight: view.inFlight } },
      [steps]: { body: { steps: view.steps } },
    };
    const { code, stdout } = await runFake("runs show 3f9a", shown);
    expect(code).toBe(0);
    expect(stdout).toMatch(/begun 2026-01-01 00:00:00 \+00:00, broken off\n/);
    expect(stdout).toMatch(/portal +create +in flight +2026-01-01 00:00:00 \+00:00 +- +projects\/p/);
    expect(stdout).toContain("plumb runs resume 3f9a0001");
    expect(stdout).toContain("Which values it changed: `plumb runs show 3f9a0001 --full`.");
    const json = await runFake("runs show 3f9a --json", shown);
    expect(JSON.parse(json.stdout)).toEqual(view);
    const narrow = (await runFake("runs show 3f9a", shown, { tty: true, columns: 60 })).stdout.split("\n");
    expect(narrow).toContain("    NOTE  ID");
    expect(narrow).not.toContain("    ID");
  });

  test("does not ask which values a run changed that changed none", async () => {
    const [row] = view.steps;
    const unchanged = [
      { ...row, operation: null, at: null, outcome: "done" },
      { ...row, outcome: "failed" },
    ];
    const shown = {
      ...runs,
      "GET /v1/projects/x/stacks/dev/runs/3f9a0001": { body: { ...served, inFlight: [] } },
      [steps]: { body: { steps: unchanged } },
    };
    const { code, stdout } = await runFake("runs show 3f9a", shown);
    expect([code, stdout]).toEqual([0, expect.not.stringContaining("Which values it changed")]);
  });

  test("shows with --full every value that its plan changes", async () => {
    const long = "x".repeat(200);
    const [step] = samplePlan().steps;
    if (step === undefined) throw new Error("no sample");
    const fields = [{ path: "/displayName", old: `a${long}`, new: `b${long}`, reason: "declared", replace: false }];
    const plan = { ...samplePlan(), steps: [{ ...step, action: "update", fields }] };
    const shown = {
      ...runs,
      "GET /v1/projects/x/stacks/dev/runs/3f9a0001": { body: { ...served, inFlight: [] } },
      ...{ [steps]: { body: { steps: view.steps } }, "GET /v1/projects/x/stacks/dev/plans/sha256:abc": { body: plan } },
    };
    const { code, stdout } = await runFake("runs show 3f9a --full", shown, { tty: true, columns: 60 });
    expect(code).toBe(0);
    expect(stdout.match(new RegExp(`[ab]${long}`, "g"))).toHaveLength(2);
    expect(stdout).not.toContain("Which values it changed");
    const gone = { ...shown, "GET /v1/projects/x/stacks/dev/plans/sha256:abc": failureAnswer(404, "plan-unknown") };
    const without = await runFake("runs show 3f9a --full", gone);
    expect([without.code === 0, without.stderr]).toEqual([false, expect.stringContaining("plan-unknown")]);
  });

  test("tells with --full what a run that was cancelled has left of its plan", async () => {
    const [step] = samplePlan().steps;
    if (step === undefined) throw new Error("no sample");
    const names = ["portal", "r10", "r9"];
    const plan = { ...samplePlan(), steps: names.map((name) => ({ ...step, name, action: "create" })) };
    const done = { ...view.steps[0], outcome: "done" };
    const shown = (status: string) => ({
      ...runs,
      "GET /v1/projects/x/stacks/dev/runs/3f9a0001": { body: { ...served, status, inFlight: [] } },
      ...{ [steps]: { body: { steps: [done] } }, "GET /v1/projects/x/stacks/dev/plans/sha256:abc": { body: plan } },
    });
    const cancelled = await runFake("runs show 3f9a --full", shown("cancelled"));
    expect(cancelled.stdout).toContain("2 of 3 steps, r9, r10.");
    const whole = await runFake("runs show 3f9a --full", shown("done"));
    expect(whole.stdout).not.toContain("of 3 steps");
  });

  test("tells of old objects", async () => {
    const done = { ...view.steps[0], outcome: "done" };
    const rows = [
      { ...done, name: "ops", operation: "update", removed: "r roles/viewer user:ada" },
      { ...done, name: "portal", operation: "delete", superseded: true },
    ];
    const shown = {
      ...runs,
      "GET /v1/projects/x/stacks/dev/runs/3f9a0001": { body: { ...served, inFlight: [] } },
      [steps]: { body: { steps: rows } },
    };
    const { stdout } = await runFake("runs show 3f9a", shown);
    expect(stdout).toMatch(/ops +update +done +\S+ \S+ \S+ +the old object r roles\/viewer user:ada is deleted +/);
    expect(stdout).toMatch(/portal +delete +done +\S+ \S+ \S+ +the old object +projects/);
  });

  test("shows the calls of all pages, and none where one is refused", async () => {
    const pages = ["a", "b"].map((name) => ({ ...view.steps[0], name }));
    const shown = { ...runs, "GET /v1/projects/x/stacks/dev/runs/3f9a0001": { body: { ...served, inFlight: [] } } };
    const paged = {
      [steps]: { body: { steps: pages.slice(0, 1), nextCursor: "c1" } },
      [`${steps}?cursor=c1`]: { body: { steps: pages.slice(1) } },
    };
    const { stdout } = await runFake("runs show 3f9a --json", { ...shown, ...paged });
    expect(JSON.parse(stdout).steps).toEqual(pages);
    const refused = await runFake("runs show 3f9a", { ...shown, [steps]: failureAnswer(503, "store-busy") });
    expect([refused.code === 0, refused.stdout]).toEqual([false, ""]);
  });

  describe("of a run that others had to approve", () => {
    const by = (name: string, verdict: string, at: string, comment: string | null) => {
      return { by: `user:https://id.acme.example|${name}`, name, at, comment, verdict };
    };
    const startedBy = { principal: "user:https://id.acme.example|ann", name: "ann" };
    const asked = { ...served, inFlight: [], startedBy, approvalsNeeded: 2 };
    const answers = [
      by("ben", "approved", "2026-01-01T00:01:00.000Z", "looks fine"),
      by("cem", "approved", "2026-01-01T00:02:00.000Z", null),
    ];
    const shownAs = (body: object) => ({
      ...runs,
      "GET /v1/projects/x/stacks/dev/runs/3f9a0001": { body },
      [steps]: { body: { steps: [] } },
    });

    test("tells for whom it is, who approved it, when, and with what words", async () => {
      const routes = shownAs({ ...asked, approvals: answers });
      const { stdout } = await runFake("runs show 3f9a", routes);
      expect(stdout).toContain(
        "  begun 2026-01-01 00:00:00 +00:00 by ann, broken off\n" +
          "  approved by ben at 2026-01-01 00:01:00 +00:00: looks fine\n" +
          "  approved by cem at 2026-01-01 00:02:00 +00:00\n",
      );
      expect(stdout).not.toContain("waits for");
      const json = JSON.parse((await runFake("runs show 3f9a --json", routes)).stdout);
      expect(json).toMatchObject({ startedBy, approvalsNeeded: 2, approvals: answers });
    });

    test("leaves the words of who approved as they are, also where they name a command", async () => {
      const comment = "looked at it with `plumb plan`";
      const routes = shownAs({ ...asked, approvals: [by("ben", "approved", "2026-01-01T00:01:00.000Z", comment)] });
      const { stdout } = await runFake("runs show 3f9a -s x/dev", routes);
      expect(stdout).toContain(`: ${comment}\n`);
    });

    test("tells how many approvals are still missing, and of a rejection", async () => {
      const waiting = shownAs({ ...asked, status: "awaiting-approval", approvals: answers.slice(0, 1) });
      const { stdout: told } = await runFake("runs show 3f9a", waiting);
      expect(told).toMatch(/ 1 approval more.*`plumb plan --show abc/);
      const rejected = [by("ben", "rejected", "2026-01-01T00:01:00.000Z", "not on a Friday")];
      const { stdout } = await runFake(
        "runs show 3f9a",
        shownAs({ ...asked, status: "rejected", approvals: rejected }),
      );
      expect(stdout).toContain("  rejected by ben at 2026-01-01 00:01:00 +00:00: not on a Friday\n");
      expect(stdout).not.toContain("waits for");
    });
  });

  test("says why a run was refused, as its events tell it", async () => {
    const problems = [problem("deletes-all", "all 3 objects of stack x/dev would be deleted")];
    const summary = { ...sampleEvents.at(-1), event: "summary", status: "refused", problems };
    const events = "GET /v1/projects/x/stacks/dev/runs/3f9a0001/events";
    const refused = { ...served, status: "refused", endedAt: row.startedAt, inFlight: [] };
    const shown = {
      ...{ ...runs, [list]: { body: { runs: [refused] } } },
      "GET /v1/projects/x/stacks/dev/runs/3f9a0001": { body: refused },
      ...{ [steps]: { body: { steps: [] } }, [events]: () => ndjson([summary] as typeof sampleEvents) },
    };
    const { code, stdout } = await runFake("runs show 3f9a", shown);
    expect(code).toBe(0);
    expect(stdout).toContain("error[deletes-all]");
    expect(stdout).toContain("all 3 objects of stack x/dev would be deleted");
    expect(JSON.parse((await runFake("runs show 3f9a --json", shown)).stdout)).toMatchObject({ problems });
    const untold = await runFake("runs show 3f9a", { ...shown, [events]: failureAnswer(410, "gone") });
    expect(untold.code).toBe(0);
  });

  test("says why a run has failed of which no step did", async () => {
    const problems = [problem("run-abandoned", "the disk is full")];
    const summary = { ...sampleEvents.at(-1), event: "summary", status: "failed", problems };
    const failed = { ...served, status: "failed", endedAt: row.startedAt, inFlight: [] };
    const { stdout } = await runFake("runs show 3f9a", {
      ...{ ...runs, [list]: { body: { runs: [failed] } }, [steps]: { body: { steps: [] } } },
      "GET /v1/projects/x/stacks/dev/runs/3f9a0001": { body: failed },
      "GET /v1/projects/x/stacks/dev/runs/3f9a0001/events": () => ndjson([summary] as typeof sampleEvents),
    });
    expect(stdout).toContain("the disk is full");
  });

  test("shows an edit of the state, which the list of runs has too", async () => {
    const edit = { edit: "e5c0ffee0001", at: row.startedAt, afterRun: row.run, changes: 1, detail: "renamed a to b" };
    const routes = {
      ...runs,
      "GET /v1/projects/x/stacks/dev/edits": { body: { edits: [edit] } },
      "GET /v1/projects/x/stacks/dev/runs/e5c0": failureAnswer(404, "unknown-run"),
    };
    const { code, stdout } = await runFake("runs show e5c0", routes);
    expect([code, stdout]).toEqual([
      0,
      "Edit e5c0ffee0001\n  made 2026-01-01 00:00:00 +00:00, 1 record changed\n  renamed a to b\n",
    ]);
    const json = JSON.parse((await runFake("runs show e5c0 --json", routes)).stdout);
    expect(json).toMatchObject({ run: edit.edit, plan: null, status: "edited", detail: edit.detail, steps: [] });
  });

  test.each([
    ["3f9", /2 runs of stack x\/dev begin with "3f9"; give more digits/],
    ["77", /Stack x\/dev has no run "77"/],
  ])("%s names no run: a mistake", async (reference, says) => {
    const noEdits = {
      "GET /v1/projects/x/stacks/dev/edits": { body: { edits: [] } },
      [`GET /v1/projects/x/stacks/dev/runs/${reference}`]: failureAnswer(404, "unknown-run"),
    };
    const { code, stderr } = await runFake(`runs show ${reference}`, { ...runs, ...noEdits });
    expect(code).toBe(2);
    expect(stderr).toMatch(says);
  });
});

describe("runs resume", () => {
  const resume = "POST /v1/projects/x/stacks/dev/runs/3f9a0001:resume";

  test("follows the run with the plan that was approved", async () => {
    const outcome = await runFake("runs resume 3f9a --parallel 4", {
      ...runs,
      "GET /v1/projects/x/stacks/dev/plans/sha256:abc": { body: samplePlan() },
      [resume]: startedRun,
      [runEvents]: () => ndjson(sampleEvents),
    });
    expect(outcome.code).toBe(0);
    expect(outcome.requests.at(-2)).toEqual({ line: resume, body: { parallel: 4 } });
    // No plan is shown, so nothing stands before what the run tells.
    expect(outcome.stdout).toMatch(/^\S/);
    expect(outcome.requests.at(-1)).toEqual({ line: runEvents, body: undefined });
  });
});

describe("runs cancel", () => {
  const path = "POST /v1/projects/x/stacks/dev/runs/3f9a0001:cancel";

  const shown = "GET /v1/projects/x/stacks/dev/runs/3f9a0001";

  test("says what is in flight, and waits for the end of the run", async () => {
    const looks = ["running", "cancelled"].map((status) => ({ ...served, status, inFlight: [] }));
    const outcome = await runFake("runs cancel 3f9a", {
      ...runs,
      [path]: { body: { run: row.run, status: "running", inFlight: view.inFlight } },
      [shown]: () => Response.json(looks.shift()),
    });
    expect(outcome.code).toBe(0);
    expect(outcome.stdout).toMatch(/1 call is in flight[\s\S]*create +portal[\s\S]*Run 3f9a0001 is over\.\n$/);
    expect(looks).toEqual([]);
  });

  test("settles a run whose process dies meanwhile, and says what may exist", async () => {
    const answers = ["running", "cancelled"];
    const outcome = await runFake("runs cancel 3f9a --json", {
      ...runs,
      [path]: () => Response.json({ run: row.run, status: answers.shift(), inFlight: view.inFlight }),
      [shown]: { body: { ...served, inFlight: [] } },
    });
    expect(JSON.parse(outcome.stdout)).toEqual({ run: row.run, status: "cancelled", inFlight: view.inFlight });
  });

  test("a run that is not under way is over at once", async () => {
    const outcome = await runFake("runs cancel 3f9a", {
      ...runs,
      [path]: { body: { run: row.run, status: "cancelled", inFlight: [] } },
    });
    expect(outcome).toMatchObject({ code: 0, stdout: "Run 3f9a0001 is over.\n" });
  });

  test("a refusal is told with its code", async () => {
    const refused = failureAnswer(409, "run-over");
    const outcome = await runFake("runs cancel 3f9a", { ...runs, [path]: refused });
    expect(outcome.code).not.toBe(0);
  });
});

describe("runs approve and reject", () => {
  const waiting = { ...served, status: "awaiting-approval", approvalsNeeded: 2, approvals: [{ verdict: "approved" }] };

  test.each([
    ["approve", waiting, "Run 3f9a0001 waits for 1 more approval.\n"],
    ["approve", { ...waiting, status: "queued" }, "Run 3f9a0001 has all approvals that it needs.\n"],
    ["reject", { ...waiting, status: "rejected" }, "Run 3f9a0001 is rejected.\n"],
  ])("%s tells how the run stands", async (verb, body, says) => {
    const path = `POST /v1/projects/x/stacks/dev/runs/3f9a0001:${verb}`;
    const outcome = await runFake(`runs ${verb} 3f9a --comment fine`, { ...runs, [path]: { body } });
    expect(outcome).toMatchObject({ code: 0, stdout: says });
    expect(outcome.requests.at(-1)).toEqual({ line: path, body: { comment: "fine" } });
  });

  test("one's own run is not for oneself to approve", async () => {
    const refused = failureAnswer(409, "approval-refused", [problem("approval-refused", "You started it.")]);
    const answers = { ...runs, "POST /v1/projects/x/stacks/dev/runs/3f9a0001:approve": refused };
    expect((await runFake("runs approve 3f9a", answers)).code).toBe(4);
  });
});
