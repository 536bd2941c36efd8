import { expect, test } from "vitest";
import { declared, done, plan, run, testDeployment } from "../deployment.fixture.ts";

const setting = {
  type: "settings:RestrictWorkspaceAdmins",
  properties: { restrictWorkspaceAdmins: { status: "RESTRICT_TOKENS_AND_JOB_RUN_AS" } },
};

test("a plan with a host that does not say what it is can't be run, and when to try again is said", async () => {
  const world = testDeployment();
  const fault = { kind: "status", status: 429, retryAfterSeconds: 40 };
  await world.wire("POST", "_local/faults", [{ match: { path: ".well-known/databricks-config" }, fault }]);
  const unverified = await plan(world, declared({ setting }));
  expect(await run(world, unverified)).toMatchObject({
    status: "refused",
    problems: [
      {
        code: "platform-unavailable",
        detail: expect.stringMatching(/^`workspace`: .* 40 s$/),
        pointer: "/providers/workspace",
      },
    ],
  });
  expect(await world.writes()).toEqual([]);
  await world.wire("DELETE", "_local/faults");
  expect(done(await run(world, await plan(world, declared({ setting }))))).toMatchObject({ create: 1 });
});
