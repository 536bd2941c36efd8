import { expect, test } from "vitest";
import { emptyPlan, runFake, samplePlan } from "../cli-context.fixture.ts";

const plans = "POST /v1/projects/x/stacks/dev/plans";

test("a plan is asked for of the part that the options say", async () => {
  const line =
    "plan --target web --target iam:* --exclude db --replace web --skip-unreadable --no-delete --max-deletions 3";
  const { requests } = await runFake(line, { [plans]: { body: emptyPlan } });
  expect(requests.find(({ body }) => body !== undefined && "kind" in Object(body))?.body).toMatchObject({
    ...{ kind: "apply", target: ["web", "iam:*"], exclude: ["db"], replace: ["web"] },
    ...{ skipUnreadable: true, noDelete: true, maxDeletions: 3 },
  });
});

test.each([
  ["up --plan abc --no-delete", "--plan and --no-delete"],
  ["up --plan abc --target web", "--plan and --target"],
  ["up --plan abc --max-deletions 0 --yes", "--plan and --max-deletions"],
  ["up --plan abc --without-config a", "--plan and --without-config"],
  ["up --plan abc --config size=2", "--plan and --config"],
  ["plan --show abc --exclude web", "--show and --exclude"],
])("%s: a plan that is made already heeds no such option", async (line, said) => {
  const { code, requests, stderr } = await runFake(line, {});
  expect([code, requests]).toEqual([2, []]);
  expect(stderr).toContain(`${said} can't be combined`);
});

test("drift is asked for by a list", async () => {
  const { requests } = await runFake("drift --target web --target db", {
    "GET /v1/projects/x/stacks/dev/drift?target=web%2Cdb": { body: { stack: "x/dev", objects: 0, drift: [] } },
  });
  expect(requests.at(-1)?.line).toContain("target=web%2Cdb");
});

test("--max-deletions takes a whole number", async () => {
  expect(await runFake("plan --max-deletions many", {})).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('takes a whole number from 0 to 999999999, not "many"'),
  });
});

test("what a partial plan takes in and leaves out is told", async () => {
  const plan = {
    ...emptyPlan,
    included: [{ name: "net", neededBy: "web" }],
    left: [{ name: "db", why: "it is excluded" }],
    notObserved: [{ name: "vm", type: "t", why: "the platform is down" }],
    outside: 2,
  };
  const { stdout } = await runFake("plan", { [plans]: { body: plan } });
  expect(stdout).toMatch(/needs it:\n {2}net {2}needed by web\n/);
  expect(stdout).toMatch(/Not observed.*:\n {2}vm {2}the platform is down\n/);
  expect(stdout).toMatch(/Left as it is:\n {2}db {2}it is excluded\n/);
  expect(stdout).toContain("not about 2 other resources.");
});

test("--changed asks of the records what the declaration changes, and plans that", async () => {
  const asked: unknown[] = [];
  const recorded = samplePlan({ deferred: [{ name: "later", why: "w" }] });
  const { code } = await runFake("plan --changed", {
    [plans]: async (request) => {
      asked.push(await request.json());
      return Response.json(asked.length === 1 ? recorded : emptyPlan, { status: 201 });
    },
  });
  expect(code).toBe(0);
  expect(asked).toMatchObject([{ refresh: false }, { refresh: true, target: ["portal", "later"] }]);
  expect(Object.keys(asked[0] as object)).not.toContain("target");
});

test("--changed reads nothing where the declaration changes nothing", async () => {
  const { requests } = await runFake("plan --changed", { [plans]: { body: emptyPlan } });
  expect(requests.filter(({ line }) => line === plans)).toHaveLength(1);
});
