import { setImmediate as nextTurn } from "node:timers/promises";
import { stackPathOf } from "../../src/contract/stack-name.ts";
import { localOwner } from "../../src/service/access/local-owner.ts";
import { Mortal } from "../../src/service/background/mortal.fixture.ts";
import { RunDispatcher } from "../../src/service/background/run-dispatcher.ts";
import { attachments, type TestDeployment } from "../../src/service/use-cases/deployment.fixture.ts";
import type { Deployment } from "../../src/service/use-cases/deployment.ts";
import { heldLease, leaseMs } from "../../src/service/use-cases/lease/held-lease.ts";
import { planStack } from "../../src/service/use-cases/plans/make-plans.ts";

/**
 * After the lease, the beginning and the intent are written, and the call is made: each has a point before and after
 * it.
 */
const afterFirstCall = 8;

/**
 * A run of a stack, by its whole name, of two steps whose process was killed after the first call, and was seen to be
 * silent for so long that it counts as gone. `others`: other processes that have seen so, each with its own eyes.
 */
export async function brokenRun(
  stack: string,
  names: readonly [string, string],
  deployment: TestDeployment,
  ...others: readonly Deployment[]
) {
  const { text, ...declared } = attachments(Object.fromEntries(names.map((name) => [name, "one"])));
  const { project = "" } = stackPathOf(stack) ?? {};
  const declaration = { ...declared, text: text.replace("name: test", `name: ${project}`) };
  const { digest } = await planStack({ stack, kind: "apply", declaration, refresh: true }, deployment);
  const mortal = new Mortal(deployment, afterFirstCall);
  const dispatcher = new RunDispatcher({ deployment: mortal.deployment, serves: false });
  const { run } = await dispatcher.start({ stack, plan: digest, parallel: 1 }, localOwner.caller);
  while (!mortal.isStopped) await nextTurn();
  if (mortal.points.at(-1) !== "after google.write") throw new Error(`killed ${mortal.points.at(-1)}`);
  for (let silentMs = 0; silentMs <= leaseMs; silentMs += 1_000) {
    for (const onlooker of [deployment, ...others]) await heldLease(stack, onlooker);
    deployment.advance(1_000);
  }
  return { stack, run };
}
