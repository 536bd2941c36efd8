import { describe, expect, test } from "vitest";
import { problem } from "../../../packages/base/problems/problem.ts";
import { failureAnswer, runFake } from "../cli-context.fixture.ts";

const sealed = { "plumb.yaml": "name: x\n", "plumb.dev.yaml": "config:\n  password: { $sealed: abc }\n" };
const open = "POST /v1/projects/x/stacks/dev/config:open";

const down = failureAnswer(503, "unavailable");
test.each([
  ["plan", "POST /v1/projects/x/stacks/dev/plans"],
  ["up --yes", "POST /v1/projects/x/stacks/dev/plans"],
  ["check", "POST /v1/declarations:check"],
  ["get iam:OAuthClient x", "POST /v1/types/iam:OAuthClient/objects:read"],
])("%s sends what is sealed as it is, so that it takes no right to reveal secrets", async (line, asked) => {
  const { requests } = await runFake(line, { [asked]: down }, { files: sealed });
  expect(requests.map((each) => each.line)).toEqual([asked]);
  const told = '"config":{},"sealed":{"password":"abc"},"configFrom":{"password":"file"}';
  expect(JSON.stringify(requests[0]?.body)).toContain(told);
});

test("an option and the environment go before what is sealed", async () => {
  for (const [line, environment] of [
    ["plan --config password=said", {}],
    ["plan", { PLUMB_CONFIG_PASSWORD: "said" }],
  ] as const) {
    const asked = { "POST /v1/projects/x/stacks/dev/plans": down };
    const { requests } = await runFake(line, asked, { files: sealed, environment });
    expect(JSON.stringify(requests[0]?.body)).toContain('"config":{"password":"said"},"configFrom"');
  }
});

describe("a program, which is given its config in the clear", () => {
  const files = { ...sealed, "/here/plumb.py": "", "/here/plumb.dev.yaml": sealed["plumb.dev.yaml"] };
  const line = "plan -f /here/plumb.py --json -s x/dev";

  test.each([
    ["unauthenticated", 401, 4],
    ["unavailable", 503, 1],
  ] as const)("is not run where the service answers %s", async (code, status, exit) => {
    const outcome = await runFake(line, { [open]: failureAnswer(status, code) }, { files });
    expect([outcome.code, JSON.parse(outcome.stdout)]).toMatchObject([exit, { code, status }]);
    expect(outcome.stdout).not.toContain("YAML");
  });

  test("says what else there is to do for who may not reveal secrets", async () => {
    const refused = { [open]: failureAnswer(403, "forbidden") };
    const outcome = await runFake(line, refused, { files });
    expect(outcome.code).toBe(4);
    for (const said of ["role of admin", "PLUMB_CONFIG_PASSWORD", "in YAML"]) expect(outcome.stdout).toContain(said);
  });

  test("one that another store sealed is the file's mistake", async () => {
    const strange = failureAnswer(422, "invalid-config", [problem("invalid-config", "can't be opened")]);
    const outcome = await runFake(line, { [open]: strange }, { files });
    expect([outcome.code, JSON.parse(outcome.stdout)]).toMatchObject([2, { problems: [{ code: "invalid-config" }] }]);
  });
});

test.each([
  ["unauthenticated", 401, 4],
  ["forbidden", 403, 4],
  ["unavailable", 503, 1],
] as const)("config get --reveal tells %s as such", async (code, status, exit) => {
  const outcome = await runFake(
    "config get password --reveal --json",
    { [open]: failureAnswer(status, code) },
    { files: sealed },
  );
  expect([outcome.code, JSON.parse(outcome.stdout)]).toMatchObject([exit, { code, status }]);
});

test.each([
  "config:\n  a: 12\n  b: 1.10\n  c: [x]\n  d: { x: 1 }\n  e: 'true'\n  f: true\n",
  "\ufeffconfig: { a: 12, b: 1.10, c: [x], d: { x: 1 }, e: 'true', f: true }\n",
])("lists, maps, and numbers that are written otherwise are not given as a text: %j", async (text) => {
  const check = "POST /v1/declarations:check";
  const outcome = await runFake(
    "check",
    { [check]: { body: { problems: [] } } },
    { files: { "plumb.yaml": "name: x\n", "plumb.dev.yaml": text } },
  );
  const config = { a: "12", b: 1.1, c: ["x"], d: { x: 1 }, e: "true", f: "true" };
  expect(outcome.requests.map(({ body }) => body)).toMatchObject([{ config }]);
});

test("what the environment gives goes along for each declared key, as a server has another one", async () => {
  const outcome = await runFake(
    "check --config how=said",
    { "POST /v1/declarations:check": { body: { problems: [] } } },
    {
      files: { "plumb.yaml": "name: x\nconfig: { who: { type: string }, log-level: { type: string }, how: {} }\n" },
      environment: {
        PLUMB_CONFIG_WHO: "me",
        PLUMB_CONFIG_LOG_LEVEL: "all",
        PLUMB_CONFIG_HOW: "x",
        PLUMB_CONFIG_Z: "z",
      },
    },
  );
  expect(outcome.requests.map(({ body }) => body)).toMatchObject([
    {
      config: { who: "me", "log-level": "all", how: "said" },
      configFrom: { who: "environment", "log-level": "environment", how: "option" },
    },
  ]);
});
