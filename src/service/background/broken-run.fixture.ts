import { attachments, planAt } from "../use-cases/deployment.fixture.ts";
import { runPlan } from "../use-cases/runs/run-events.fixture.ts";
import { Gate, type ServiceWorld } from "./background.fixture.ts";
import { Mortal } from "./mortal.fixture.ts";

/**
 * A run of a stack whose process was killed at its first call, and has been silent since for longer than a lease lasts.
 */
export async function brokenRun(world: ServiceWorld, run: string, stack = "dev"): Promise<void> {
  const gate = new Gate();
  const mortal = new Mortal(gate.around(world.deployment(1)));
  const digest = await planAt(stack, world.deployment(1), attachments({ a: "one" }));
  const request = { stack, plan: digest, parallel: 1, run };
  void Array.fromAsync(runPlan(request, mortal.deployment, new AbortController().signal));
  await world.until(() => gate.arrived.length === 1);
  mortal.isStopped = true;
  await world.pass(10_000);
}
