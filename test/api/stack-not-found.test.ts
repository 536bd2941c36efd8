import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { attachments } from "../../src/service/use-cases/deployment.fixture.ts";
import { ApiWorld } from "./api-world.ts";

const declaration = attachments({ a: "one" });

let world: ApiWorld;
beforeEach(async () => {
  world = ApiWorld.alone();
  await world.call("POST", "/v1/projects/test/stacks", { body: { name: "prod" } });
});
afterEach(() => world.witness.testify());

const anything = { "if-match": "*" };
const requests: readonly [string, string, unknown?, Record<string, string>?][] = [
  ["GET", "/v1/projects/test/stacks/prdo"],
  ["DELETE", "/v1/projects/test/stacks/prdo"],
  ["POST", "/v1/projects/test/stacks/prdo:move", { to: "portal/prod" }],
  ["GET", "/v1/projects/test/stacks/prdo/outputs"],
  ["GET", "/v1/projects/test/stacks/prdo/settings"],
  ["PUT", "/v1/projects/test/stacks/prdo/settings", { approvals: 1 }, anything],
  ["GET", "/v1/projects/test/stacks/prdo/drift"],
  ["POST", "/v1/projects/test/stacks/prdo/state:refresh"],
  ["GET", "/v1/projects/test/stacks/prdo/state"],
  ["GET", "/v1/projects/test/stacks/prdo/resources"],
  ["GET", "/v1/projects/test/stacks/prdo/resources/a"],
  ["GET", "/v1/projects/test/stacks/prdo/runs"],
  ["GET", "/v1/projects/test/stacks/prdo/plans"],
  ["POST", "/v1/projects/test/stacks/prdo/plans", { kind: "apply", declaration }],
  ["POST", "/v1/projects/test/stacks/prdo/plans", { kind: "destroy" }],
  ["POST", "/v1/projects/test/stacks/prdo/plans", { kind: "refresh" }],
  ["POST", "/v1/projects/test/stacks/prdo/plans", { kind: "undo", run: "r1" }],
  [
    "POST",
    "/v1/projects/test/stacks/prdo/resources:import",
    { imports: [{ type: "connectors:EndpointAttachment", name: "a", id: "here/a" }], declaration },
  ],
];

describe("a stack that does not exist", () => {
  test.each(requests)("%s %s %j", async (method, path, body, headers = {}) => {
    const answer = await world.call(method, path, { ...(body === undefined ? {} : { body }), headers });
    expect(answer).toMatchObject({ status: 404, body: { code: "stack-not-found" } });
    expect(JSON.stringify(answer.body)).toContain("did you mean `test/prod`?");
  });

  test.each(["prdo", "elsewhere"])("%s: the way on is told, with a near name and without", async (name) => {
    const { body } = await world.call("GET", `/v1/projects/test/stacks/${name}`);
    const [{ hint = "" } = {}] = (body as { readonly problems: readonly { readonly hint?: string }[] }).problems;
    for (const way of ["plumb stack list", "plumb up", `plumb stack new test/${name}`]) expect(hint).toContain(way);
  });

  test("is made by a run of a plan that was to make one", async () => {
    const body = { kind: "apply", declaration, newStack: true };
    const plan = await world.call("POST", "/v1/projects/test/stacks/next/plans", { body });
    expect(plan).toMatchObject({ status: 201, body: { makesStack: true } });
    const { digest } = plan.body as { readonly digest: string };
    const headers = { prefer: "wait=30" };
    expect(
      await world.call("POST", "/v1/projects/test/stacks/next/runs", { body: { plan: digest }, headers }),
    ).toMatchObject({
      status: 202,
      body: { status: "done" },
    });
    expect(await world.call("GET", "/v1/projects/test/stacks/next")).toMatchObject({
      status: 200,
      body: { stack: "test/next", project: "test", name: "next", resources: 1 },
    });
  });
});
