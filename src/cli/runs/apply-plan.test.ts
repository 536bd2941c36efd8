import { describe, expect, test } from "vitest";
import { Fault } from "../../../packages/base/fault.ts";
import { problem } from "../../../packages/base/problems/problem.ts";
import { noSteps } from "../../contract/documents/plans/steps.ts";
import type { RunEvent } from "../../contract/documents/runs/run-events.ts";
import {
  cancelSample,
  emptyPlan,
  failureAnswer,
  ndjson,
  runEvents,
  runFake,
  sampleDigest,
  sampleEvents,
  samplePlan,
  startedRun,
  startRun,
} from "../cli-context.fixture.ts";
import { planFileText } from "./whole-plan.ts";

const files = { "plumb.yaml": "name: x\n" };
const plans = "POST /v1/projects/x/stacks/dev/plans";
const saved = `GET /v1/projects/x/stacks/dev/plans/${sampleDigest}`;
const routes = {
  [plans]: { status: 201, body: samplePlan() },
  [startRun]: startedRun,
  [cancelSample]: startedRun,
  [runEvents]: () => ndjson(sampleEvents),
};

const lines = (text: string): readonly Record<string, unknown>[] =>
  text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Record<string, unknown>);

/** The sample run with another step outcome and ending. */
function failedRun(code: "denied" | "expression-failed"): readonly RunEvent[] {
  const [started, begun, , summary] = sampleEvents;
  if (started === undefined || begun === undefined || summary?.event !== "summary") throw new Error("no sample");
  const step = { event: "step", name: "portal", type: "iam:OAuthClient", action: "create" } as const;
  const failure = problem(code, "So it said.", { address: "portal" });
  return [
    started,
    begun,
    { ...step, phase: "failed", problem: failure },
    { ...step, name: "next", phase: "skipped", problem: problem("expression-failed", "portal failed") },
    { ...summary, ...noSteps, status: "failed", failed: 1, skipped: 1, problems: [failure] },
  ];
}

describe("up", () => {
  test("asks on a terminal, then runs the plan by its digest", async () => {
    const outcome = await runFake("up --parallel 4 --no-color", routes, { files, tty: true, answers: ["y"] });
    expect(outcome.code).toBe(0);
    expect(outcome.questions).toEqual(["Apply these changes? [y/N] "]);
    expect(outcome.requests[1]).toEqual({ line: startRun, body: { plan: sampleDigest, parallel: 4 } });
  });

  test("`d` shows the whole of a plan that was folded, then asks again", async () => {
    const [step] = samplePlan().steps;
    if (step === undefined) throw new Error("no sample");
    const steps = Array.from({ length: 30 }, (_, place) => ({ ...step, name: `portal${place}` }));
    const many = { ...routes, [plans]: { body: samplePlan({ steps }) } };
    const outcome = await runFake("up --no-color", many, { files, tty: true, answers: ["d", "y"] });
    const question = "Apply these changes? [y/N, d for details] ";
    expect([outcome.code, outcome.questions]).toEqual([0, [question, question]]);
    expect(outcome.stdout.split("\nPlan:")).toHaveLength(3);
    expect(outcome.stdout.match(/portal29/g)).toHaveLength(1);
  });

  test("a declined question changes nothing", async () => {
    const outcome = await runFake("up", routes, { files, tty: true, answers: [""] });
    expect(outcome.code).toBe(130);
    expect(outcome.requests).toHaveLength(1);
    expect(outcome.stdout).toContain("Nothing was changed.");
  });

  test("without a terminal it needs --yes", async () => {
    const outcome = await runFake("up", routes, { files });
    expect(outcome.code).toBe(2);
    expect(outcome.stderr).toContain("--yes");
    expect(outcome.requests).toHaveLength(1);
  });

  test("prints plan, steps, summary and outputs", async () => {
    const { stdout, stderr } = await runFake("up --yes", routes, { files });
    expect(stderr).toBe("");
    expect(stdout).toMatchInlineSnapshot(`
      "Plan 0123456789ab for stack x/dev

      + portal  iam:OAuthClient
          oauthClientId: "web-portal"

      Plan: 1 to create, 0 to change, 0 to delete.

      + portal  created      120 ms  iam:OAuthClient

      Done in 400 ms: 1 created.

      Outputs:
        clientId: "abc-é"
        count:    2
      "
    `);
  });

  test.each([1, 2, 3, 7, 64])("--json gives one event a line, however the stream is cut (%i bytes)", async (size) => {
    const outcome = await runFake(
      "up --yes --json",
      { ...routes, [runEvents]: () => ndjson(sampleEvents, size) },
      { files },
    );
    expect(lines(outcome.stdout)).toEqual(sampleEvents);
    expect(outcome.stderr).toContain("Done in 400 ms: 1 created.");
  });

  test("an empty plan is not run", async () => {
    const empty = {
      [plans]: { body: emptyPlan },
      "GET /v1/projects/x/stacks/dev/outputs": { body: { outputs: { a: 1 } } },
    };
    const plain = await runFake("up", empty, { files });
    expect(plain.code).toBe(0);
    expect(plain.stdout).toContain("No changes. The platform is as declared.");
    const json = await runFake("up --json", empty, { files });
    expect(lines(json.stdout)).toMatchObject([{ event: "summary", status: "done", same: 6, outputs: { a: 1 } }]);
  });

  test("a plan that changes only outputs is run", async () => {
    const body = samplePlan({ steps: [], summary: noSteps, outputs: [{ name: "a", old: 1, new: 2 }] });
    const outcome = await runFake("up --yes", { ...routes, [plans]: { body } }, { files });
    expect(outcome.requests.map(({ line }) => line)).toEqual([plans, startRun, runEvents]);
    expect(outcome.stdout).toContain("~ a: 1 -> 2");
  });

  test.each([
    ["protected", 4],
    ["unknown-reference", 2],
  ] as const)("a plan blocked by %s exits %i before any call", async (code, exit) => {
    const blocked = { ...routes, [plans]: { body: samplePlan({ problems: [problem(code, "So it is.")] }) } };
    const outcome = await runFake("up --yes --json", blocked, { files });
    expect(outcome.code).toBe(exit);
    expect(outcome.requests).toHaveLength(1);
    expect(lines(outcome.stdout)).toMatchObject([{ event: "summary", status: "refused", problems: [{ code }] }]);
  });

  test("what is wrong stands before the line that sums up", async () => {
    const failure = problem("stale-plan", "The world has moved.");
    const [started, , , summary] = sampleEvents;
    const ended = [started, { ...summary, ...noSteps, status: "failed", problems: [failure] }] as object[];
    const run = await runFake("up --yes", { ...routes, [runEvents]: () => ndjson(ended) }, { files });
    expect(run.screen.indexOf("error[stale-plan]")).toBeGreaterThan(0);
    expect(run.screen.indexOf("error[stale-plan]")).toBeLessThan(run.screen.indexOf("Failed after 400 ms"));
    const blocked = { status: 201, body: samplePlan({ problems: [problem("protected", "It stays.")] }) };
    for (const command of ["plan", "up --yes"]) {
      const { screen } = await runFake(command, { ...routes, [plans]: blocked }, { files });
      expect(screen.indexOf("error[protected]"), command).toBeGreaterThan(screen.indexOf("+ portal"));
      expect(screen.indexOf("error[protected]"), command).toBeLessThan(screen.indexOf("Plan: 1 to create"));
    }
  });

  test("a failed step exits 1, a refusal by the platform alone 4", async () => {
    const failed = await runFake(
      "up --yes",
      { ...routes, [runEvents]: () => ndjson(failedRun("expression-failed")) },
      { files },
    );
    expect(failed.code).toBe(1);
    expect(failed.stdout).toContain("error[expression-failed]");
    expect(failed.stdout).toContain("Failed after 400 ms: 1 failed, 1 skipped.");
    expect(failed.stdout).toContain("What failed:\n  ! portal");
    expect(failed.stderr).toBe("");
    const denied = await runFake("up --yes", { ...routes, [runEvents]: () => ndjson(failedRun("denied")) }, { files });
    expect(denied.code).toBe(4);
  });

  test("a stale plan exits 4 and ends with the summary event", async () => {
    const stale = failureAnswer(409, "stale-plan", [problem("stale-plan", "portal moved")]);
    const outcome = await runFake("up --yes --json", { ...routes, [startRun]: stale }, { files });
    expect(outcome.code).toBe(4);
    expect(lines(outcome.stdout)).toMatchObject([
      { event: "error", code: "stale-plan" },
      { event: "summary", status: "refused", create: 0 },
    ]);
  });

  test("a stream that breaks off is a failure that tells what was done", async () => {
    const broken = { ...routes, [runEvents]: () => ndjson(sampleEvents.slice(0, 3)) };
    const outcome = await runFake("up --yes --json", broken, { files });
    expect(outcome.code).toBe(1);
    expect(outcome.stderr).toContain("error[run-interrupted]");
    expect(lines(outcome.stdout).at(-1)).toMatchObject({ event: "summary", run: "r1", status: "failed", create: 1 });
  });

  test("cancel: the run's own summary is waited for", async () => {
    const stop = new AbortController();
    const cancelled = sampleEvents.map((event) =>
      event.event === "summary" ? { ...event, status: "cancelled" } : event,
    );
    const route = (request: Request) => {
      stop.abort();
      // What is under way is shown to its end.
      expect(request.signal.aborted).toBe(false);
      return ndjson(cancelled);
    };
    const outcome = await runFake("up --yes", { ...routes, [runEvents]: route }, { files, signal: stop.signal });
    expect(outcome.code).toBe(130);
    expect(outcome.stdout).toContain("Cancelled after 400 ms: 1 created.");
  });

  test("cancel during the last step that leaves nothing undone is done", async () => {
    const stop = new AbortController();
    const route = () => {
      stop.abort();
      return ndjson(sampleEvents);
    };
    const outcome = await runFake("up --yes", { ...routes, [runEvents]: route }, { files, signal: stop.signal });
    expect(outcome.code).toBe(0);
    expect(outcome.stdout).toContain("Done in 400 ms: 1 created.");
  });

  test("a run that stops for approval exits 4 and says that the rest was done", async () => {
    const needed = problem("approval-needed", "`backend` turned out to need replace", { address: "backend" });
    const events = sampleEvents.map((event) =>
      event.event === "summary" ? { ...event, status: "stopped", problems: [needed] } : event,
    );
    const stopped = { ...routes, [runEvents]: () => ndjson(events) };
    const outcome = await runFake("up --yes", stopped, { files });
    expect(outcome.code).toBe(4);
    expect(outcome.stdout).toContain(
      "Stopped after 400 ms: 1 created. All that was approved is done; what is left needs your approval.",
    );
    expect(outcome.stderr).toContain("error[approval-needed]");
    expect(outcome.stderr).toContain("`backend` turned out to need replace");
    const json = await runFake("up --yes --json", stopped, { files });
    expect(lines(json.stdout).at(-1)).toMatchObject({ event: "summary", status: "stopped", create: 1 });
  });

  test("a skipped step's reason is said once", async () => {
    const events = failedRun("denied").map((event) =>
      event.event === "summary"
        ? { ...event, problems: [...event.problems, problem("expression-failed", "portal failed")] }
        : event,
    );
    const outcome = await runFake("up --yes", { ...routes, [runEvents]: () => ndjson(events) }, { files });
    expect(`${outcome.stdout}${outcome.stderr}`.match(/portal failed/g)).toHaveLength(1);
  });

  test("cancel: a stream that the abort tears exits 130", async () => {
    const stop = new AbortController();
    const route = () => {
      stop.abort();
      return new Response(new ReadableStream({ pull: (controller) => controller.error(stop.signal.reason) }));
    };
    const outcome = await runFake("up --yes", { ...routes, [runEvents]: route }, { files, signal: stop.signal });
    expect(outcome.code).toBe(130);
  });

  test("cancel at the question exits 130", async () => {
    const stop = new AbortController();
    const route = () => {
      queueMicrotask(() => stop.abort());
      return { body: samplePlan() };
    };
    const outcome = await runFake("up", { [plans]: route }, { files, signal: stop.signal, tty: true, answers: ["n"] });
    expect(outcome.code).toBe(130);
  });

  test("a fault while the application is built is shown and exits 1", async () => {
    const route = () => Promise.reject(new Fault("store-busy", "Another process writes."));
    const outcome = await runFake("up --yes", { [plans]: route }, { files });
    expect(outcome.code).toBe(1);
    expect(outcome.stderr).toContain("error[store-busy]");
  });
});

describe("up of a plan that deletes everything", () => {
  const emptying = samplePlan({ removesAll: true });
  const given = { ...routes, [plans]: { status: 201, body: emptying }, [saved]: { body: emptying } };
  const started = { plan: sampleDigest, allowEmpty: true };
  const last = (outcome: Awaited<ReturnType<typeof runFake>>) => outcome.requests.find(({ line }) => line === startRun);

  test("asks for the stack's name on a terminal, also for a saved plan", async () => {
    for (const line of ["up", `up --plan ${sampleDigest}`]) {
      const confirmed = await runFake(line, given, { files, tty: true, answers: ["x/dev"] });
      expect(confirmed).toMatchObject({ code: 0, questions: [expect.stringContaining("stack x/dev")] });
      expect(last(confirmed)?.body).toEqual(started);
      const declined = await runFake(line, given, { files, tty: true, answers: ["y"] });
      expect([declined.code, last(declined)]).toEqual([130, undefined]);
    }
  });

  test("is refused where nobody is asked, unless --allow-empty says that it is meant", async () => {
    for (const line of ["up --yes", `up --plan ${sampleDigest}`]) {
      const refused = await runFake(line, given, { files });
      expect([refused.code, last(refused)]).toEqual([4, undefined]);
      expect(refused.stderr).toContain("deletes-all");
      const allowed = await runFake(`${line} --allow-empty`, given, { files });
      expect(allowed.code).toBe(0);
      expect(last(allowed)?.body).toEqual(started);
    }
    expect((await runFake("up --yes", given, { files, tty: true })).code).toBe(4);
  });
});

test.each([
  ["is blocked", { problems: [problem("denied", "It may not.", { address: "portal" })] }, "up --yes", 4],
  ["was made in the read-only mode", { readOnly: true }, "up --yes", 4],
  ["is not approved, where there is no terminal to ask on", {}, "up", 2],
] as const)("no stack is told to be made by a plan that %s", async (_, parts, line, code) => {
  const body = samplePlan({ makesStack: true, ...parts });
  const outcome = await runFake(line, { ...routes, [plans]: { status: 201, body } }, { files });
  expect(outcome.code).toBe(code);
  expect(outcome.requests.some((each) => each.line === startRun)).toBe(false);
  expect(outcome.stdout).not.toContain("this makes it");
});

test("a stack that is made is told; other config alone is noted without a question", async () => {
  const made = { ...routes, [plans]: { status: 201, body: samplePlan({ makesStack: true }) } };
  const outcome = await runFake("up --yes", made, { files });
  expect(outcome.stdout).toContain("There is no stack x/dev yet: this makes it.");
  expect(outcome.requests[0]?.body).toMatchObject({ newStack: true });
  const noted = { ...routes, [plans]: { status: 201, body: { ...emptyPlan, notesContext: true } } };
  const quiet = await runFake("up", noted, { files });
  expect(quiet.requests.some(({ line }) => line === startRun)).toBe(true);
});

describe("up --plan", () => {
  const reviewed = { ...routes, [saved]: { body: samplePlan() } };

  test("runs the plan of a file without asking", async () => {
    const outcome = await runFake("up --plan p.json", reviewed, {
      files: { ...files, "p.json": planFileText(samplePlan()) },
    });
    expect(outcome.code).toBe(0);
    expect(outcome.requests.map(({ line }) => line)).toEqual([saved, startRun, runEvents]);
  });

  test.each([
    ["{", "JSON"],
    ["{}", "not a plan file"],
    ['{"format":1,"stack":"dev","digest":"../x"}', " digest"],
  ])("a file with %s is a mistake", async (text, said) => {
    const outcome = await runFake("up --plan p.json", reviewed, { files: { "p.json": text } });
    expect(outcome.code).toBe(2);
    expect(outcome.stderr).toContain(said);
  });

  test("a file of a newer format is refused, and left to the version that wrote it", async () => {
    const outcome = await runFake("up --plan p.json", reviewed, { files: { "p.json": '{"format":3}' } });
    expect(outcome.code).toBe(1);
    expect(outcome.stderr).toContain("error[format-too-new]");
    expect(outcome.requests).toEqual([]);
  });

  test("a file that says anything else than the plan it names is refused", async () => {
    const altered = planFileText(samplePlan()).replace('"action": "create"', '"action": "delete"');
    expect(altered).not.toBe(planFileText(samplePlan()));
    const outcome = await runFake("up --plan p.json", reviewed, { files: { "p.json": altered } });
    expect(outcome.code).toBe(4);
    expect(outcome.stderr).toContain("error[stale-plan]");
    expect(outcome.requests.map(({ line }) => line)).toEqual([saved]);
  });

  test("another stack than the plan's is a mistake", async () => {
    const given = { files: { ...files, "p.json": planFileText(samplePlan()) } };
    const outcome = await runFake("up --plan p.json -s prod", reviewed, given);
    expect(outcome.code).toBe(2);
    expect(outcome.requests).toEqual([]);
  });

  test("a name that is neither file nor digest is a mistake", async () => {
    expect((await runFake("up --plan nope", reviewed)).code).toBe(2);
  });
});

describe("destroy", () => {
  test("works without a declaration", async () => {
    const body = samplePlan({
      kind: "destroy",
      summary: { ...noSteps, delete: 1 },
      steps: [
        {
          ...{ needs: [], name: "portal", type: "iam:OAuthClient", action: "delete", id: "projects/p" },
          ...{ fields: [], warnings: [] },
        },
      ],
    });
    const outcome = await runFake("destroy --yes -s x/dev", { ...routes, [plans]: { body } }, { files: {} });
    expect(outcome.code).toBe(0);
    expect(outcome.requests[0]?.body).toEqual({ kind: "destroy", refresh: true, forRun: true });
    expect(outcome.stdout).toContain("- portal  iam:OAuthClient\n    projects/p\n");
  });

  test("a declaration named and missing is a mistake", async () => {
    expect((await runFake("destroy --yes -f other.yaml", routes)).code).toBe(2);
  });
});

test("a plan of the read-only mode is shown and refused, and nobody is asked", async () => {
  const routes = { "POST /v1/projects/x/stacks/dev/plans": { body: samplePlan({ readOnly: true }) } };
  const { code, stdout, stderr, questions, requests } = await runFake("up", routes, {
    files: { "plumb.yaml": "name: x\n" },
    tty: true,
  });
  expect(code).toBe(4);
  expect(stdout).toContain("for stack x/dev (read only)");
  expect(stderr).toContain("read-only");
  expect(questions).toEqual([]);
  expect(requests.map(({ line }) => line)).not.toContain(startRun);
});
