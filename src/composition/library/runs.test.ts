import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, expectTypeOf, test } from "vitest";
import { attachments } from "../../service/use-cases/deployment.fixture.ts";
import { planStack } from "../../service/use-cases/plans/make-plans.ts";
import type * as told from "./runs.d.mts";
import { type AdvanceRequest, advanceOnce, openDeployment } from "./runs.ts";

let dir = "";
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "plumb-library-"));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

test("two programs advance one run of a state directory, and both hear how it ended", async () => {
  const [first, second] = [0, 1].map(() => openDeployment({ dir, environment: {} }));
  if (first === undefined || second === undefined) throw new Error("nothing was opened");
  const declaration = attachments({ a: "one", b: "two" });
  const request = { stack: "test/dev", kind: "apply", declaration, refresh: true } as const;
  const { digest: plan } = await planStack(request, first.deployment);
  const asked = { project: "test", stack: "dev", plan, run: "r1", parallel: 2, patience: 10_000 };
  const end = { kind: "ended", summary: { run: "r1", status: "done", create: 2 } };
  expect(await advanceOnce(first.deployment, asked)).toMatchObject(end);
  expect(await advanceOnce(second.deployment, asked)).toMatchObject(end);
  for (const { close } of [first, second]) await close();
});

test("the types that are published are those of the code", () => {
  expectTypeOf<told.AdvanceRequest>().toExtend<AdvanceRequest>();
  expectTypeOf<Awaited<ReturnType<typeof advanceOnce>>>().toExtend<told.Advanced>();
  expectTypeOf<told.DeploymentOptions>().toExtend<NonNullable<Parameters<typeof openDeployment>[0]>>();
  expectTypeOf<ReturnType<typeof openDeployment>["deployment"]>().toExtend<told.Deployment>();
});
