import { isJsonObject, type Json } from "../../../../packages/base/json/json.ts";
import { isSecret } from "../../../definitions/schema/value.ts";
import type { StackState } from "../../../engine/state/stack-state.ts";
import type { Deployment } from "../deployment.ts";
import { secretsOf } from "../stacks/at-stack.ts";
import { keptValues } from "./kept-values.ts";

/** The value with a mask wherever a text in it tells a secret. */
export type StrikeSecrets = <T extends Json | undefined>(value: T) => T;

const nothingKept: StrikeSecrets = (value) => value;

/**
 * Strikes a stack's own secrets out of what its platforms hold: another hand may have written one where nothing is
 * secret, in a description say. For showing alone: plans and records keep what was seen. `more`: where else markers
 * stand whose values are struck, such as a plan that is not carried out.
 */
export async function strikeSecrets(
  stack: string,
  deployment: Deployment,
  stateOf: () => Promise<StackState>,
  more: readonly unknown[] = [],
): Promise<StrikeSecrets> {
  const { vault } = deployment;
  const kept = await keptValues(stack, stateOf, secretsOf(stack, deployment), deployment, more);
  if (kept.length === 0) return nothingKept;
  const masker = vault.masker(kept);
  const struck = (value: Json): Json => {
    if (typeof value === "string") return masker.masked(value);
    if (Array.isArray(value)) return value.map(struck);
    if (!isJsonObject(value) || isSecret(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, struck(member)]));
  };
  return (value) => (value === undefined ? value : (struck(value) as typeof value));
}
