import { digest } from "../../../../packages/base/digest.ts";
import type { JsonObject } from "../../../../packages/base/json/json.ts";
import { type Problem, problem } from "../../../../packages/base/problems/problem.ts";
import { err, ok, type Result } from "../../../../packages/base/result.ts";
import { stackPathOf } from "../../../contract/stack-name.ts";
import { openSecrets, secretPlaces, withheldPlace } from "../../../definitions/schema/secret-values.ts";
import type { OtherOutputs, StacksRead } from "../../../engine/check/check-config.ts";
import type { Bindings } from "../../../engine/plan/plan.ts";
import { Rejection } from "../../rejection.ts";
import { checkStackName } from "../../stack-name.ts";
import type { Deployment } from "../deployment.ts";
import { requireStack } from "./require-stack.ts";
import { revealOutputs, showOutputs } from "./show-outputs.ts";

/**
 * The recorded outputs of the stacks of `wanted`, by the config keys that stand for them, and digests of them by stack.
 * The caller must be allowed to read each stack, and to reveal its secrets where it has any: what is secret there is
 * sealed again for the stack that reads it (decision 0116). `opens` false: no secret is opened, and each is empty.
 * Throws Faults of the store.
 */
export async function readStacks(
  wanted: Readonly<Record<string, string>>,
  opens: boolean,
  deployment: Deployment,
): Promise<{ readonly read: StacksRead; readonly digests: Readonly<Record<string, string>> }> {
  const read: Record<string, Result<OtherOutputs, Problem>> = {};
  const digests: Record<string, string> = {};
  for (const [key, stack] of Object.entries(wanted)) {
    const refused = await whyUnread(stack, deployment);
    const sealed = refused === null ? await showOutputs(stack, deployment) : {};
    digests[stack] = digest(sealed);
    read[key] = refused === null ? await opened(stack, sealed, opens, deployment) : err(refused);
  }
  return { read, digests };
}

/** What a plan was made with of other stacks and is no longer so, one sentence a stack. Throws Faults of the store. */
export async function otherOutputs({ stacks = {} }: Bindings, deployment: Deployment): Promise<readonly string[]> {
  const stale: string[] = [];
  for (const [stack, before] of Object.entries(stacks))
    if (digest(await showOutputs(stack, deployment)) !== before)
      stale.push(`the outputs of stack \`${stack}\` changed since the plan`);
  return stale;
}

async function whyUnread(stack: string, deployment: Deployment): Promise<Problem | null> {
  try {
    checkStackName(stack);
    const denied = whyDenied("stack:read", stack, deployment);
    if (denied !== null) return denied;
    await requireStack(stack, deployment);
    await showOutputs(stack, deployment);
    return null;
  } catch (cause) {
    const [first] = cause instanceof Rejection ? cause.problems : [];
    if (first === undefined) throw cause;
    return first.code === "stack-not-found" ? { ...first, hint: howItIsMade(stack) } : first;
  }
}

/** Without a command to copy: it has to be typed in another folder, from where paths lead elsewhere. */
function howItIsMade(name: string): string {
  const { project = name, stack = "" } = stackPathOf(name) ?? {};
  return (
    `run plumb up -s ${stack} where project \`${project}\` is declared, with the same state directory (--dir) or ` +
    "server (--server) as here; `plumb stack list` lists the stacks that are there"
  );
}

async function opened(
  stack: string,
  sealed: JsonObject,
  opens: boolean,
  deployment: Deployment,
): Promise<Result<OtherOutputs, Problem>> {
  // What that stack may not open itself is not there for others.
  const own = Object.entries(sealed).filter(([, value]) => withheldPlace(value) === undefined);
  const secrets = own.flatMap(([name, value]) => (secretPlaces(value).length === 0 ? [] : [name]));
  const outputs = Object.fromEntries(own);
  if (secrets.length === 0) return ok({ outputs, secrets });
  if (!opens) return ok({ outputs: await openSecrets(outputs, async () => ""), secrets });
  const denied = whyDenied("secret:reveal", stack, deployment);
  return denied === null ? ok({ outputs: await revealOutputs(stack, outputs, deployment), secrets }) : err(denied);
}

function whyDenied(action: "stack:read" | "secret:reveal", stack: string, { authority }: Deployment): Problem | null {
  const decision = authority.decide(action, { stack });
  if (decision.kind === "allowed") return null;
  const what = action === "stack:read" ? "read" : "reveal secrets of";
  return problem("not-permitted", `${authority.caller.name} may not ${what} stack \`${stack}\`: ${decision.why}`);
}
