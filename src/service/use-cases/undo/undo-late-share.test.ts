import { expect, test } from "vitest";
import type { RunSummary } from "../../../contract/documents/runs/run-events.ts";
import { declared, plan, run, type TestDeployment, testDeployment } from "../deployment.fixture.ts";
import { listRuns } from "../runs/runs-of-stack.ts";
import { member, ours, seenIn, undone } from "./undo-world.fixture.ts";

// A call that arrives after its process has died, between the two looks of the next plan: the first one, which asks
// what became of it, shows nothing, and the second one shows the grant.

/** A Plumbline whose process dies at each write while `dies`; `reads`: looks until the late call arrives. */
function lateWorld() {
  const late = { dies: true, reads: Number.POSITIVE_INFINITY };
  const world: TestDeployment = testDeployment({
    around: (driver) => ({
      ...driver,
      read: async (target, signal) => {
        late.reads -= 1;
        if (late.reads === 0) await seenIn(world).grantOnly("res-one", ours, "roles/compute.viewer");
        return driver.read(target, signal);
      },
      write: async (change, signal) => {
        if (late.dies) throw new Error("the process died");
        return driver.write(change, signal);
      },
    }),
  });
  return { world, late };
}

async function broken(world: TestDeployment): Promise<Pick<RunSummary, "run">> {
  const digest = await plan(world, declared({ it: member("res-one") }));
  await expect(run(world, digest)).rejects.toThrow("the process died");
  return { run: (await listRuns("dev", world))[0]?.run ?? "" };
}

test("the undo of a run that died before it granted a share, which an earlier call has granted, takes it away", async () => {
  const { world, late } = lateWorld();
  await broken(world);
  late.reads = 2;
  const second = await broken(world);
  expect(late.reads).toBe(0);
  late.dies = false;
  await undone(world, second);
  expect(await seenIn(world).grants("res-one")).toEqual([]);
});
