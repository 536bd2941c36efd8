import { beforeEach, describe, expect, test } from "vitest";
import type { RunSummary } from "../../../contract/documents/runs/run-events.ts";
import { attachments, plan, type TestDeployment, testDeployment, up } from "../deployment.fixture.ts";
import { runPlan } from "../runs/run-events.fixture.ts";
import { showPlan } from "./kept-plans.ts";
import { planStack } from "./make-plans.ts";

let world: TestDeployment;
beforeEach(async () => {
  world = testDeployment();
  await up(world, attachments({ a: "one", b: "two" }));
});

async function summaryOf(digest: string, allowEmpty = false): Promise<RunSummary> {
  let last: RunSummary | undefined;
  const request = { stack: "dev", plan: digest, parallel: 4, allowEmpty };
  for await (const event of runPlan(request, world, new AbortController().signal))
    if (event.event === "summary") last = event;
  if (last === undefined) throw new Error("no summary");
  return last;
}

const refused = { status: "refused", problems: [{ code: "deletes-all" }] };
const created = ["create a", "create b"];

describe("a plan of kind apply that deletes everything", () => {
  test("is refused when it is carried out, and says so before", async () => {
    const digest = await plan(world, attachments({}));
    expect(await showPlan("dev", digest, world)).toMatchObject({ removesAll: true, summary: { delete: 2 } });
    expect(await summaryOf(digest)).toMatchObject(refused);
    expect((await world.writes()).toSorted()).toEqual(created);
  });

  test("is refused also where it makes others instead", async () => {
    expect(await summaryOf(await plan(world, attachments({ c: "three" })))).toMatchObject(refused);
    expect((await world.writes()).toSorted()).toEqual(created);
  });

  test("is carried out where it is said to be meant", async () => {
    expect(await summaryOf(await plan(world, attachments({})), true)).toMatchObject({ status: "done", delete: 2 });
  });

  test("is none while one object stays, or is replaced", async () => {
    expect(await summaryOf(await plan(world, attachments({ a: "one" })))).toMatchObject({ status: "done", delete: 1 });
    const replaced = attachments({ a: "one" });
    const text = replaced.text.replaceAll("endpointAttachmentId: a", "endpointAttachmentId: z");
    expect(await summaryOf(await plan(world, { ...replaced, text }))).toMatchObject({ status: "done", replace: 1 });
  });
});

test("a destroy is not concerned", async () => {
  const request = { stack: "dev", kind: "destroy", declaration: null, refresh: true } as const;
  expect(await summaryOf((await planStack(request, world)).digest)).toMatchObject({ status: "done", delete: 2 });
});
