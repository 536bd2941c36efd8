import { expect, test } from "vitest";
import { problem } from "../../../../packages/base/problems/problem.ts";
import { failureAnswer, runFake } from "../../cli-context.fixture.ts";

const settings = { approvals: 0, driftEveryMs: 60_000, webhooks: [{ id: "a", url: "https://a.example", topics: [] }] };
const path = "/v1/projects/x/stacks/dev/settings";
const line = "stack approvals x/dev";

test("sets how many approve, and leaves drift checks and webhooks as they are", async () => {
  const put: unknown[] = [];
  const routes = {
    [`GET ${path}`]: async () => Response.json(settings, { headers: { etag: '"s7"' } }),
    [`PUT ${path}`]: async (request: Request) => {
      put.push([request.headers.get("if-match"), await request.json()]);
      return { body: { ...settings, approvals: 2 } };
    },
  };
  const { code, stdout } = await runFake(`${line} 2 --server http://h`, routes);
  expect([code, stdout]).toEqual([0, "A run of x/dev needs 2 approvals by others.\n"]);
  expect(put).toEqual([['"s7"', { ...settings, approvals: 2 }]]);
  const shown = await runFake(`${line} --server http://h`, routes);
  expect([shown.stdout, put.length]).toEqual(["A run of x/dev needs 0 approvals by others.\n", 1]);
});

test("says so where the service knows that no one can approve", async () => {
  const problems = [problem("no-approver", "no provider here", { pointer: "/approvals" })];
  const routes = {
    [`GET ${path}`]: async () => Response.json(settings, { headers: { etag: '"s7"' } }),
    [`PUT ${path}`]: async () => ({ body: { ...settings, approvals: 1, problems } }),
  };
  const { code, stdout, stderr } = await runFake(`${line} 1 --server http://h`, routes);
  expect([code, stdout]).toEqual([0, "A run of x/dev needs 1 approval by others.\n"]);
  expect(stderr).toContain("warning[no-approver]");
  expect(stderr).toContain("no provider here");
});

test("what another has changed meanwhile stays, and is told", async () => {
  const routes = {
    [`GET ${path}`]: async () => Response.json(settings, { headers: { etag: '"s7"' } }),
    [`PUT ${path}`]: failureAnswer(412, "changed-meanwhile"),
  };
  const { code, stdout, stderr } = await runFake(`${line} 2 --server http://h`, routes);
  expect([code, stdout]).toEqual([4, ""]);
  expect(stderr).toContain("Another one has changed the settings of x/dev just now, and they stay as they are.");
  expect(stderr).toContain("`plumb stack approvals x/dev --server http://h`");
});

test.each([
  [`${line} 1`, "--server URL"],
  [`${line} many --server http://h`, "COUNT takes a whole number from 0 to 20"],
])("%s is refused", async (asked, why) => {
  const { code, stderr } = await runFake(asked, {});
  expect([code, stderr]).toEqual([2, expect.stringContaining(why)]);
});
