import type { JsonObject } from "../../../../packages/base/json/json.ts";
import { openSecrets } from "../../../definitions/schema/secret-values.ts";
import { isWithheld } from "../../../definitions/schema/value.ts";
import type { Deployment } from "../deployment.ts";
import { inTransfer } from "../transfers/refuse-transferred.ts";
import { secretsOf } from "./at-stack.ts";
import { ListedStacks } from "./listed-stacks.ts";

/** The stack's outputs; secret ones are sealed. A Rejection where it has moved: they are not kept up to date here. */
export async function showOutputs(stack: string, deployment: Deployment): Promise<JsonObject> {
  const { store, listedStacks = new ListedStacks() } = deployment;
  const { outputs, transfer } = await listedStacks.of(stack, store);
  if (transfer !== undefined) throw inTransfer(stack, transfer);
  return outputs;
}

/** Outputs of the stack with its own secrets in the clear. What another stack keeps to itself is not sent. */
export function revealOutputs(stack: string, outputs: JsonObject, deployment: Deployment): Promise<JsonObject> {
  const secrets = secretsOf(stack, deployment);
  return openSecrets(outputs, async (marker) => (isWithheld(marker) ? marker : secrets.open(marker)));
}
