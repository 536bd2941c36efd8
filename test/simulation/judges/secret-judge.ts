import { canary } from "../declared/names.ts";
import type { Scenario } from "../scenario.ts";
import type { CloudMemory } from "../world/cloud-memory.ts";

/** Whether something tells a secret in the clear: one of the configuration, or one that a platform has made up. */
export function tellsSecret(told: unknown, { blueprints }: Scenario, { secrets }: CloudMemory): boolean {
  const all = [...secrets, ...(blueprints.some(({ isSecret }) => isSecret) ? [canary] : [])];
  if (all.length === 0) return false;
  const text = JSON.stringify(told);
  return all.some((secret) => text.includes(secret));
}
