import { beforeEach, describe, expect, test } from "vitest";
import type { PlanView } from "../../src/contract/documents/plans/plan.ts";
import { attachments } from "../../src/service/use-cases/deployment.fixture.ts";
import { ApiWorld } from "./api-world.ts";

// The steps of plans and of runs are lists of their own: a page costs what a page holds, however large the plan.

interface Entry {
  readonly name: string;
  readonly type: string | null;
  readonly action?: string;
  readonly operation?: string | null;
  readonly outcome?: string;
  readonly needs: readonly string[];
}

let world: ApiWorld;
let plan: PlanView;
let run: string;
beforeEach(async () => {
  world = ApiWorld.alone();
  const first = await world.plan("dev", attachments({ keep: "as it is", web: "one", "web-old": "one" }));
  await world.follow("dev", await world.start("dev", first.digest));
  plan = await world.plan("dev", attachments({ keep: "as it is", web: "two", a: "one", b: "one" }));
  run = await world.start("dev", plan.digest);
  await world.follow("dev", run);
});

const planSteps = (query = "") => pageOf(`/v1/projects/test/stacks/dev/plans/${plan.digest}/steps${query}`);
const runSteps = (query = "") => pageOf(`/v1/projects/test/stacks/dev/runs/${run}/steps${query}`);

async function pageOf(path: string) {
  const { status, body, text } = await world.call("GET", path);
  expect(status, text).toBe(200);
  return body as { readonly steps: readonly Entry[]; readonly nextCursor?: string };
}

/** All entries of a list, page by page. */
async function all(ask: (query: string) => ReturnType<typeof pageOf>, query: string, limit: number) {
  const entries: Entry[] = [];
  for (let cursor = ""; ; ) {
    const page = await ask(`?limit=${limit}&${query}${cursor}`);
    expect(page.steps.length).toBeLessThanOrEqual(limit);
    entries.push(...page.steps);
    if (page.nextCursor === undefined) return entries;
    cursor = `&cursor=${page.nextCursor}`;
  }
}

const names = (entries: readonly Entry[]) => entries.map(({ name }) => name);

describe("the steps of a plan", () => {
  test("are those of the plan, page by page, in its order", async () => {
    expect(names(plan.steps)).toEqual(["a", "b", "keep", "web", "web-old"]);
    for (const limit of [1, 2, 5]) expect(await all(planSteps, "", limit)).toEqual(plan.steps);
  });

  test("are found by what is done, by type, and by how their names begin", async () => {
    const found = async (filter: string) => names(await all(planSteps, `filter=${encodeURIComponent(filter)}`, 1));
    expect(await found('action="create"')).toEqual(["a", "b"]);
    expect(await found('action="delete" AND name:"web"')).toEqual(["web-old"]);
    expect(await found('type="connectors:EndpointAttachment" AND name:"web"')).toEqual(["web", "web-old"]);
    expect(await found('type="iam:OAuthClient"')).toEqual([]);
  });

  test("stay where they are once the plan is carried out, and belong to their plan", async () => {
    const { nextCursor = "" } = await planSteps("?limit=2");
    await world.up("dev");
    expect(names((await planSteps(`?limit=2&cursor=${nextCursor}`)).steps)).toEqual(["keep", "web"]);
    const other = await world.plan("dev", attachments({ other: "one" }));
    const asked = `/v1/projects/test/stacks/dev/plans/${other.digest}/steps?limit=2&cursor=${nextCursor}`;
    expect(await world.call("GET", asked)).toMatchObject({ status: 400, body: { code: "bad-request" } });
    const unknown = `/v1/projects/test/stacks/dev/plans/sha256:${"0".repeat(64)}/steps`;
    expect(await world.call("GET", unknown)).toMatchObject({ status: 404, body: { code: "plan-unknown" } });
  });

  test("are left out of the plan where its view is the summary", async () => {
    const path = `/v1/projects/test/stacks/dev/plans/${plan.digest}`;
    const full = await world.call("GET", path);
    expect(await world.call("GET", `${path}?view=full`)).toMatchObject({ status: 200, body: full.body });
    const summary = await world.call("GET", `${path}?view=summary`);
    const { steps, ...rest } = full.body as PlanView;
    expect(steps).toHaveLength(5);
    expect([summary.status, summary.body]).toEqual([200, rest]);
    const etag = summary.headers.get("etag") ?? "";
    expect((await world.call("GET", `${path}?view=summary`, { headers: { "if-none-match": etag } })).status).toBe(304);
    expect((await world.call("GET", path, { headers: { "if-none-match": etag } })).status).toBe(200);
    expect((await world.call("GET", `${path}?view=steps`)).status).toBe(400);
  });
});

describe("the steps of a run", () => {
  test("are what it did, page by page, in the order in which it began", async () => {
    const whole = await all(runSteps, "", 100);
    expect(names(whole).toSorted()).toEqual(["a", "b", "web", "web-old"]);
    expect(whole).toContainEqual(
      expect.objectContaining({ name: "web", step: "web", operation: "update", outcome: "done", needs: [] }),
    );
    for (const limit of [1, 2, 4]) expect(await all(runSteps, "", limit)).toEqual(whole);
  });

  test("are found by what came of them, by type and by name", async () => {
    const found = async (filter: string) => names(await all(runSteps, `filter=${encodeURIComponent(filter)}`, 1));
    expect((await found('outcome="done"')).toSorted()).toEqual(["a", "b", "web", "web-old"]);
    expect(await found('outcome="failed"')).toEqual([]);
    expect((await found('outcome="done" AND name:"web"')).toSorted()).toEqual(["web", "web-old"]);
    const strange = await world.call("GET", `/v1/projects/test/stacks/dev/runs/${run}/steps?filter=action="create"`);
    expect(strange).toMatchObject({ status: 400, body: { code: "bad-request" } });
  });

  test("are counted by the run itself, which does not carry them", async () => {
    const { body } = await world.call("GET", `/v1/projects/test/stacks/dev/runs/${run}`);
    expect(body).toMatchObject({ run, changes: 4, stepCounts: { done: 4, failed: 0, open: 0 }, inFlight: [] });
    expect(body).not.toHaveProperty("steps");
  });

  test("are those of no unknown run", async () => {
    const unknown = await world.call("GET", "/v1/projects/test/stacks/dev/runs/none/steps");
    expect(unknown).toMatchObject({ status: 404, body: { code: "run-unknown" } });
  });
});
