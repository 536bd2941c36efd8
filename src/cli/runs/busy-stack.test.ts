import { describe, expect, test } from "vitest";
import { problem } from "../../../packages/base/problems/problem.ts";
import { noSteps } from "../../contract/documents/plans/steps.ts";
import type { RunEvent } from "../../contract/documents/runs/run-events.ts";
import {
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

const files = { "plumb.yaml": "name: x\n" };
const plans = "POST /v1/projects/x/stacks/dev/plans";
const refresh = "POST /v1/projects/x/stacks/dev/state:refresh";
const busy = () => failureAnswer(409, "stack-busy", [problem("stack-busy", "process 1 on there holds it")]);
const made = { status: 201, body: samplePlan() };

/** A clock that goes on by a second with each look. */
function ticking() {
  let now = 0;
  return () => {
    now += 1_000;
    return now;
  };
}

function refusedRun(code: "stack-busy" | "stale-plan"): readonly RunEvent[] {
  const problems = [problem(code, "another run")];
  return [
    {
      event: "summary",
      run: "",
      status: "refused",
      ...noSteps,
      failed: 0,
      skipped: 0,
      inFlight: [],
      durationMs: 0,
      outputs: {},
      problems,
    },
  ];
}

/** Gives one answer after the other, and the last one ever after. */
function inTurn<T>(...answers: readonly [T, ...T[]]): () => T {
  let next = 0;
  return () => {
    const answer = answers[Math.min(next, answers.length - 1)] ?? answers[0];
    next += 1;
    return answer;
  };
}

describe("while a run holds the stack", () => {
  test("up is told at once, and asks nothing", async () => {
    const outcome = await runFake("up --yes", { [plans]: busy() }, { files });
    expect(outcome).toMatchObject({ code: 4, requests: [{ line: plans, body: { forRun: true } }] });
  });

  test("--wait plans again until the stack is free", async () => {
    const routes = {
      [plans]: inTurn<ReturnType<typeof busy> | typeof made>(busy(), busy(), made),
      [startRun]: startedRun,
      [runEvents]: () => ndjson(sampleEvents),
    };
    const outcome = await runFake("up --yes --wait 5m", routes, { files, now: ticking() });
    expect(outcome.code).toBe(0);
    expect(outcome.requests.filter(({ line }) => line === plans)).toHaveLength(3);
    expect(outcome.stderr.match(/Waiting/g)).toHaveLength(1);
  });

  test("--wait takes no time that no timer waits for", async () => {
    const outcome = await runFake("up --yes --wait 999999h", {}, { files, now: ticking() });
    expect([outcome.code, outcome.stderr]).toEqual([2, expect.stringContaining("at most 24 hours")]);
  });

  test("--wait comes to an end", async () => {
    const outcome = await runFake("up --yes --wait 5s", { [plans]: busy }, { files, now: ticking() });
    expect(outcome.code).toBe(4);
    expect(outcome.requests.length).toBeGreaterThan(1);
    expect(outcome.requests.length).toBeLessThan(6);
  });

  test.each(["stack-busy", "stale-plan"] as const)("a run that is refused as %s is planned anew", async (code) => {
    const routes = {
      [plans]: made,
      [startRun]: startedRun,
      [runEvents]: inTurn(...([refusedRun(code), sampleEvents] as const)),
    };
    const told = { ...routes, [runEvents]: () => ndjson(routes[runEvents]()) };
    const outcome = await runFake("up --yes --json --wait 5m", told, { files, now: ticking() });
    expect(outcome.code).toBe(0);
    expect(outcome.requests.filter(({ line }) => line === plans)).toHaveLength(2);
    expect(outcome.stdout).not.toContain("refused");
  });

  test("a plan that a person has agreed to is not made anew in its place", async () => {
    const routes = { [plans]: made, [startRun]: startedRun, [runEvents]: () => ndjson(refusedRun("stale-plan")) };
    const outcome = await runFake("up", routes, { files, tty: true, answers: ["y"] });
    expect(outcome.code).toBe(4);
    expect(outcome.requests.filter(({ line }) => line === plans)).toHaveLength(1);
  });

  test("a run that broke off waits as well until it goes on", async () => {
    const row = { run: "3f9a0001", plan: "sha256:abc", status: "broken-off", startedAt: null, endedAt: null };
    const resume = "POST /v1/projects/x/stacks/dev/runs/3f9a0001:resume";
    const events = inTurn(...([refusedRun("stack-busy"), sampleEvents] as const));
    const routes = {
      "GET /v1/projects/x/stacks/dev/runs": { body: { runs: [row] } },
      "GET /v1/projects/x/stacks/dev/plans/sha256:abc": { body: samplePlan() },
      [resume]: startedRun,
      [runEvents]: () => ndjson(events()),
    };
    const outcome = await runFake("runs resume 3f9a --wait 5m", routes, { now: ticking() });
    expect(outcome.code).toBe(0);
    expect(outcome.requests.filter(({ line }) => line === resume)).toHaveLength(2);
    expect(outcome.stderr.match(/Waiting/g)).toHaveLength(1);
  });

  test("a run that is under way is waited for as well until it can be resumed", async () => {
    const row = { run: "3f9a0001", plan: "sha256:abc", status: "running", startedAt: null, endedAt: null };
    const resume = "POST /v1/projects/x/stacks/dev/runs/3f9a0001:resume";
    const problems = [{ code: "run-underway", title: "it is under way", detail: "run 3f9a0001 is running" }];
    const underway = { status: 409, body: { code: "run-underway", title: "refused", detail: "refused", problems } };
    const answers = inTurn<object>(underway, startedRun);
    const routes = {
      "GET /v1/projects/x/stacks/dev/runs": { body: { runs: [row] } },
      "GET /v1/projects/x/stacks/dev/plans/sha256:abc": { body: samplePlan() },
      [resume]: () => answers() as typeof underway,
      [runEvents]: () => ndjson(sampleEvents),
    };
    const outcome = await runFake("runs resume 3f9a --wait 5m", routes, { now: ticking() });
    expect(outcome.code).toBe(0);
    expect(outcome.requests.filter(({ line }) => line === resume)).toHaveLength(2);
    expect(outcome.stderr.match(/Waiting: run 3f9a0001 is running/g)).toHaveLength(1);
    const { code, stderr } = await runFake("runs resume 3f9a", { ...routes, [resume]: underway }, { now: ticking() });
    expect([code, stderr]).toEqual([4, expect.stringContaining("--wait 5m")]);
  });

  test.each(["refresh", "import iam:OAuthClient portal x"])("%s waits as well", async (line) => {
    const post = line === "refresh" ? refresh : "POST /v1/projects/x/stacks/dev/resources:import";
    const outcome = await runFake(`${line} --wait 5s`, { [post]: busy }, { now: ticking() });
    expect(outcome.code).toBe(4);
    expect(outcome.requests.length).toBeGreaterThan(1);
  });
});

test.each(["up --yes", "destroy --yes", "refresh", "import iam:OAuthClient portal x"])(
  "%s says how to wait, unless it has waited",
  async (line) => {
    const routes = { [plans]: busy, [refresh]: busy, "POST /v1/projects/x/stacks/dev/resources:import": busy };
    const hinted = async (wait: string) => {
      const made = line.startsWith("up") ? { files } : {};
      const { code, stdout } = await runFake(`${line}${wait} --json`, routes, { ...made, now: ticking() });
      expect(code).toBe(4);
      return stdout.includes("--wait 5m");
    };
    expect([await hinted(""), await hinted(" --wait 2s")]).toEqual([true, false]);
  },
);

test("a run of a plan by its digest that finds the stack held says how to wait", async () => {
  const routes = {
    [`GET /v1/projects/x/stacks/dev/plans/${sampleDigest}`]: { body: samplePlan() },
    [startRun]: startedRun,
    [runEvents]: () => ndjson(refusedRun("stack-busy")),
  };
  const outcome = await runFake(`up --plan ${sampleDigest}`, routes);
  expect(outcome.code).toBe(4);
  expect(outcome.stderr).toContain("--wait 5m");
});

test.each(["five", "5", "-1s", "5d"])("--wait=%s is a mistake", async (time) => {
  expect(await runFake(`up --yes --wait=${time}`, {}, { files })).toMatchObject({ code: 2, requests: [] });
});
