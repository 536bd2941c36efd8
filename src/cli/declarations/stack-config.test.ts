import { describe, expect, test } from "vitest";
import { problem } from "../../../packages/base/problems/problem.ts";
import { failureAnswer, runFake } from "../cli-context.fixture.ts";

const sealed = { "plumb.yaml": "name: x\n", "plumb.dev.yaml": "config:\n  password: { $sealed: abc }\n" };
const open = "POST /v1/projects/x/stacks/dev/config:open";

describe("sealed values that can't be opened", () => {
  test.each([
    ["unauthenticated", 401, 4],
    ["forbidden", 403, 4],
    ["unavailable", 503, 1],
  ] as const)("%s is told as such: the file is not at fault", async (code, status, exit) => {
    for (const line of ["plan --json", "check --json", "config get password --reveal --json"]) {
      const outcome = await runFake(line, { [open]: failureAnswer(status, code) }, { files: sealed });
      expect([line, outcome.code, JSON.parse(outcome.stdout)]).toMatchObject([line, exit, { code, status }]);
    }
    const up = await runFake("up --yes --json", { [open]: failureAnswer(status, code) }, { files: sealed });
    expect([up.code, JSON.parse(up.stdout.split("\n")[0] ?? "")]).toMatchObject([exit, { event: "error", code }]);
  });

  test("one that another store sealed is the file's mistake", async () => {
    const strange = failureAnswer(422, "invalid-config", [problem("invalid-config", "can't be opened")]);
    const outcome = await runFake("plan --json", { [open]: strange }, { files: sealed });
    expect([outcome.code, JSON.parse(outcome.stdout)]).toMatchObject([2, { problems: [{ code: "invalid-config" }] }]);
  });
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
