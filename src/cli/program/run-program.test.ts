import { resolve } from "node:path";
import { expect, test } from "vitest";
import { Fault } from "../../../packages/base/fault.ts";
import type { Json, JsonObject } from "../../../packages/base/json/json.ts";
import { ok } from "../../../packages/base/result.ts";
import { failureAnswer, runFake, samplePlan } from "../cli-context.fixture.ts";
import type { CliContext } from "../cli-context.ts";

/** A program that asks, and ends with what `end` makes of the answers. */
function programThat(
  questions: readonly JsonObject[],
  end: (answers: readonly Json[]) => JsonObject,
  starts: JsonObject[] = [],
): CliContext["startProgram"] {
  return async () => {
    const inbox: Json[] = [];
    let wake = (): void => {};
    let isKilled = false;
    const code = Promise.withResolvers<number | null>();
    const next = async (): Promise<Json | undefined> => {
      while (inbox.length === 0 && !isKilled)
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      return inbox.shift();
    };
    async function* lines() {
      starts.push((await next()) as JsonObject);
      const answers: Json[] = [];
      for (const question of questions) {
        yield JSON.stringify(question);
        const answer = await next();
        if (answer === undefined) break;
        answers.push(answer);
      }
      if (isKilled) return;
      code.resolve(0);
      yield JSON.stringify(end(answers));
    }
    return ok({
      send: (line) => {
        inbox.push(JSON.parse(line) as Json);
        wake();
      },
      lines: lines(),
      ended: code.promise,
      kill: () => {
        isKilled = true;
        code.resolve(null);
        wake();
      },
    });
  };
}

const result = (used: readonly string[], name = "portal"): JsonObject => ({
  declaration: { name, outputs: { said: 1 } },
  config: {},
  used,
  spans: { files: [], at: {} },
});
const files = { "plumb.ts": 'project("x");\n' };
const state = {
  body: {
    records: [
      { address: "a", outputs: { id: "1" } },
      { address: "b", outputs: { id: "2" } },
    ],
  },
};

test("what a plan would change is not believed: the program runs again without it", async () => {
  const known: Json[] = [];
  const startProgram = programThat([{ id: 1, ask: "known" }], ([answer]) => {
    known.push((answer as JsonObject)["result"] ?? null);
    return result(known.length === 1 ? ["a", "b"] : ["b"], `round-${known.length}`);
  });
  const answers = [["a"], []].map((doubted) => ({ body: samplePlan({ round: { doubted, beyond: [] } }) }));
  const { requests, code } = await runFake(
    "plan",
    {
      "GET /v1/projects/x/stacks/dev/state": state,
      "POST /v1/projects/x/stacks/dev/plans": () => answers.shift() ?? { body: samplePlan() },
    },
    { files, startProgram },
  );
  expect(code).toBe(0);
  expect(known).toEqual([{ a: { id: "1" }, b: { id: "2" } }, { b: { id: "2" } }]);
  const planned = requests.filter(({ line }) => line.startsWith("POST"));
  expect(planned.map(({ body }) => (body as JsonObject)["round"])).toEqual([
    { used: ["a", "b"] },
    { used: ["b"] },
    undefined,
  ]);
  expect(
    planned.map(({ body }) => JSON.parse(String(((body as JsonObject)["declaration"] as JsonObject)["text"]))),
  ).toMatchObject([{ name: "round-1" }, { name: "round-2" }, { name: "round-2" }]);
});

test("refusals are answered to the program, and it is told what was given", async () => {
  const starts: JsonObject[] = [];
  const startProgram = programThat(
    [
      {
        id: 7,
        ask: "lookup",
        function: "migrate:x@1",
        arguments: { a: 1 },
        provider: "azure",
        context: { name: "p", config: { env: {} } },
      },
    ],
    (answers) => ({ failed: { type: "Error", message: JSON.stringify(answers), frames: [] } }),
    starts,
  );
  const { requests, stderr, code } = await runFake(
    ["check", "-s", "prod", "--config", "env=x", "--config", "other=y"],
    {
      "GET /v1/projects/x/stacks/prod": {
        body: { stack: "x/prod", project: "x", name: "prod", resources: 0, serial: 1, problems: [] },
      },
      "POST /v1/functions/migrate:x@1:call": failureAnswer(404, "unknown-function"),
    },
    { files, startProgram },
  );
  expect(code).toBe(2);
  expect(starts).toMatchObject([{ protocol: 1, stack: "prod", config: { env: "x", other: "y" } }]);
  expect(requests.find(({ line }) => line.startsWith("POST"))?.body).toMatchObject({
    arguments: { a: 1 },
    provider: "azure",
    declaration: { config: { env: "x" } },
  });
  expect(stderr.replace(/\s+/g, " ")).toContain('{"id":7,"error":{"code":"unknown-function"');
});

test("outputs are those of a stack of the same project by its short name, and of any by its whole one", async () => {
  const questions = ["network", "platform/network"].map((stack, index) => ({ id: index + 1, ask: "outputs", stack }));
  const startProgram = programThat(questions, (answers) => ({
    failed: { type: "Error", message: JSON.stringify(answers), frames: [] },
  }));
  const { stderr } = await runFake(
    "check",
    {
      "GET /v1/projects/x/stacks/network/outputs": { body: { outputs: { of: "ours" } } },
      "GET /v1/projects/platform/stacks/network/outputs": { body: { outputs: { of: "theirs" } } },
    },
    { files, startProgram },
  );
  expect(stderr.replace(/\s+/g, " ")).toContain('{"id":1,"result":{"of":"ours"}},{"id":2,"result":{"of":"theirs"}}');
});

test("a world that fails ends the program, which would wait for ever", async () => {
  const startProgram = programThat([{ id: 1, ask: "known" }], () => result([]));
  const { code, stderr } = await runFake(
    "plan",
    {
      "GET /v1/projects/x/stacks/dev/state": () => {
        throw new Fault("store-failed", "the disk is gone");
      },
    },
    { files, startProgram },
  );
  expect([code, stderr]).toEqual([1, expect.stringContaining("error[store-failed]")]);
});

test("a line that is none of the protocol's is no declaration", async () => {
  const { code, stderr } = await runFake("check", {}, { files, startProgram: programThat([], () => ({ hello: 1 })) });
  expect([code, stderr]).toEqual([2, expect.stringContaining(" done")]);
});

test.each([{}, { providers: { google: { kind: "google" } } }])(
  "nothing is planned of a program that declares %j alone; to be read it is good enough",
  async (more) => {
    const nothing = () => ({ ...result([]), declaration: { name: "x", ...more } });
    const startProgram = programThat([], nothing);
    for (const line of ["plan", "up --yes"]) {
      const { code, stderr, requests } = await runFake(line, {}, { files, startProgram });
      expect({ code, requests }).toEqual({ code: 2, requests: [] });
      expect(stderr).toContain("error[program-failed]");
    }
    const { code } = await runFake(
      "check",
      { "POST /v1/declarations:check": { body: { problems: [] } } },
      { files, startProgram },
    );
    expect(code).toBe(0);
  },
);

test("what is to blame in a call is told at its own place", async () => {
  const text = 'new Gate("b", {\n  id: "b",\n}, {\n  protec: true,\n});\n';
  const file = resolve("plumb.ts");
  const failed = {
    type: "ProgramError",
    message: "no such option",
    word: "protec",
    frames: [{ file, line: 1, column: 1 }],
  };
  const startProgram = programThat([], () => ({ failed }));
  const { stderr } = await runFake("check", {}, { files: { "plumb.ts": text, [file]: text }, startProgram });
  expect(stderr).toContain("plumb.ts:4:3: error[program-failed]");
});
