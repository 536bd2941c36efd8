import { describe, expect, test } from "vitest";
import { failureAnswer, runFake, samplePlan } from "../cli-context.fixture.ts";
import { planFileText } from "../runs/whole-plan.ts";

const listOf = (project: string, stack = "dev") => `GET /v1/projects/${project}/stacks/${stack}/resources`;
const empty = { body: { resources: [] } };
const here = { "plumb.yaml": "name: portal\n" };

describe("the project of a stack", () => {
  test.each([
    ["the declaration's", "state list", here, "portal/dev"],
    ["the declaration's, of another stack", "state list -s prod", here, "portal/prod"],
    ["the one that -s names, whatever lies here", "state list -s billing/dev", here, "billing/dev"],
    ["the one that -s names, where nothing lies here", "state list -s billing/dev", {}, "billing/dev"],
    ["that of the file that -f names", "state list -f b.yaml", { ...here, "b.yaml": "name: billing\n" }, "billing/dev"],
    ["that of a program", "state list", { "plumb.py": 'plumb.project("billing")\n' }, "billing/dev"],
  ] as const)("is %s", async (_, line, files, stack) => {
    const [project = "", name = ""] = stack.split("/");
    const { code, stdout } = await runFake(line, { [listOf(project, name)]: empty }, { files: { ...files } });
    expect({ code, stdout }).toEqual({ code: 0, stdout: `Stack ${stack} manages nothing.\n` });
  });

  test.each(["", "/", "/dev", "portal/", "portal/dev/x", "//"])("-s %j is a mistake", async (name) => {
    const { code, stderr, requests } = await runFake(["state", "list", "-s", name], {}, { files: here });
    expect({ code, requests }).toEqual({ code: 2, requests: [] });
    expect(stderr).toContain("-s takes STACK or PROJECT/STACK");
  });

  test.each([
    ["without a declaration", "state list", {}, "There is no file plumb.yaml here"],
    ["with a program that computes it", "state list", { "plumb.ts": "project(name);\n" }, "`project(NAME)`"],
    ["to make a stack", "stack new dev", {}, "There is no file plumb.yaml here"],
    ["to remove one", "stack rm dev", {}, "There is no file plumb.yaml here"],
    ["to move one", "stack mv dev portal/dev", {}, "There is no file plumb.yaml here"],
    ["to limit a token", "token create ci --only dev", {}, "There is no file plumb.yaml here"],
  ] as const)("is asked for %s, and how to say it", async (_, line, files, why) => {
    const { code, stderr, requests } = await runFake(line, {}, { files: { ...files } });
    const said = stderr.replaceAll(/\s+/g, " ");
    expect({ code, requests }).toEqual({ code: 2, requests: [] });
    expect(said).toContain("The project of stack dev is not known.");
    expect(said).toContain(why);
    expect(said).toContain("`-s PROJECT/dev`");
  });

  test("is read whole where the text does not tell it at sight", async () => {
    const files = { "plumb.json": '{ "name": "portal" }' };
    const routes = { "POST /v1/declarations:describe": { body: { project: "portal" } }, [listOf("portal")]: empty };
    expect((await runFake("state list -f plumb.json", routes, { files })).code).toBe(0);
  });

  test("is not guessed where the declaration is wrong: all that is wrong with it is told", async () => {
    const wrong = { code: "invalid-name", severity: "error", summary: "no name", detail: "it is not" };
    const routes = {
      "POST /v1/declarations:describe": { body: { project: "" } },
      "POST /v1/declarations:check": { body: { problems: [wrong] } },
    };
    const { code, stderr } = await runFake("state list", routes, { files: { "plumb.yaml": "name: Not One\n" } });
    expect(code).toBe(2);
    expect(stderr).toContain("error[invalid-name]");
  });

  test("is not guessed where whoever should read the declaration fails: that failure is told", async () => {
    const routes = { "POST /v1/declarations:describe": failureAnswer(403, "not-permitted") };
    const { code, stderr } = await runFake("state list", routes, { files: { "plumb.yaml": "name: Not One\n" } });
    expect(code).toBe(4);
    expect(stderr).toContain("not-permitted");
  });
});

test("stack mv moves within the project, or to another one", async () => {
  const moved = (stack: string) => ({ body: { stack, project: "", name: "", resources: 0, serial: 1, problems: [] } });
  const move = (from: string) => `POST /v1/projects/portal/stacks/${from}:move`;
  const within = await runFake("stack mv dev staging", { [move("dev")]: moved("portal/staging") }, { files: here });
  expect(within).toMatchObject({ code: 0, stdout: "Stack portal/dev is portal/staging now.\n" });
  expect(within.requests[0]?.body).toEqual({ to: "portal/staging" });
  const routes = { [move("dev")]: moved("billing/dev") };
  const away = await runFake("stack mv portal/dev billing/dev", routes, { files: {} });
  expect(away).toMatchObject({ code: 0, stdout: "Stack portal/dev is billing/dev now.\n" });
});

test("stack mv to the name that the stack has says so", async () => {
  const routes = { "POST /v1/projects/portal/stacks/dev:move": { body: { stack: "portal/dev" } } };
  const files = { ...here, "plumb.dev.yaml": "config: {}\n" };
  const { code, stdout, stderr } = await runFake("stack mv dev dev", routes, { files });
  expect({ code, stdout, stderr }).toEqual({
    ...{ code: 0, stdout: "Stack portal/dev has that name already.\n", stderr: "" },
  });
});

describe("the config file of a stack that gets another name", () => {
  const kept = "config:\n  region: europe-west1\n";
  const said = async (line: string, to: string, files: Readonly<Record<string, string>>) => {
    const routes = { "POST /v1/projects/portal/stacks/dev:move": { body: { stack: to } } };
    const outcome = await runFake(line, routes, { files });
    expect(outcome).toMatchObject({ code: 0, stdout: `Stack portal/dev is ${to} now.\n` });
    expect(outcome.files).toEqual(new Map(Object.entries(files)));
    return outcome.stderr;
  };
  const beside = { ...here, "plumb.dev.yaml": kept };

  test("is to be renamed", async () => {
    expect(await said("stack mv dev staging", "portal/staging", beside)).toBe(
      "plumb.dev.yaml keeps the config of the stack: rename it to plumb.staging.yaml, or portal/staging is " +
        "planned without it.\n",
    );
    const elsewhere = { "sub/b.yaml": here["plumb.yaml"], "sub/plumb.dev.yaml": kept };
    expect(await said("stack mv dev staging -f sub/b.yaml", "portal/staging", elsewhere)).toContain(
      "rename it to sub/plumb.staging.yaml",
    );
  });

  test("is to be taken into the one that is there", async () => {
    const files = { ...beside, "plumb.staging.yaml": kept };
    expect(await said("stack mv dev staging", "portal/staging", files)).toBe(
      "plumb.dev.yaml has kept the config of the stack, and portal/staging takes that of plumb.staging.yaml from " +
        "now on: take over into it what is still to hold, and remove plumb.dev.yaml.\n",
    );
  });

  test("is to go where the other project's declaration is", async () => {
    expect(await said("stack mv dev billing/dev", "billing/dev", beside)).toBe(
      "plumb.dev.yaml keeps the config of the stack, and stays here: move it to plumb.dev.yaml beside the " +
        "declaration of project billing, or billing/dev is planned without it.\n",
    );
  });

  test.each([
    ["there is none", here],
    ["it is of another project, whose declaration lies here", { ...beside, "plumb.yaml": "name: billing\n" }],
    ["no declaration tells whose it is", { "plumb.dev.yaml": kept }],
  ] as const)("is not spoken of where %s", async (_, files) => {
    expect(await said("stack mv portal/dev portal/staging", "portal/staging", files)).toBe("");
  });
});

describe("a saved plan", () => {
  const saved = planFileText(samplePlan({ stack: "portal/dev" }));

  test.each([
    ["-s dev", here],
    ["-s portal/dev", here],
    ["-s dev", {}],
    ["-s portal/dev", {}],
    ["", { "plumb.yaml": "name: billing\n" }],
  ])("is of the stack that %j means beside %j", async (option, files) => {
    const line = ["up", "--plan", "p.json", ...(option === "" ? [] : option.split(" "))];
    const routes = { [`GET /v1/projects/portal/stacks/dev/plans/${samplePlan().digest}`]: failureAnswer(404, "gone") };
    const { requests } = await runFake(line, routes, { files: { ...files, "p.json": saved } });
    expect(requests).toHaveLength(1);
  });

  test.each([
    ["-s prod", here],
    ["-s billing/dev", here],
    ["-s dev", { "plumb.yaml": "name: billing\n" }],
  ])("is not of the one that %j means beside %j", async (option, files) => {
    const line = ["up", "--plan", "p.json", ...option.split(" ")];
    const { code, stderr, requests } = await runFake(line, {}, { files: { ...files, "p.json": saved } });
    expect({ code, requests }).toEqual({ code: 2, requests: [] });
    expect(stderr).toContain("p.json is a plan of stack portal/dev, not of");
  });
});
