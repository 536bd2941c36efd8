import type { WriteStep } from "../plan.ts";
import type { Planning } from "../planning.ts";

/**
 * Warns of each object that an undo makes anew and whose secret the platform makes: it is another one than before,
 * which no undo brings back.
 */
export function warnOfOtherSecrets(planning: Planning): void {
  for (const step of planning.steps) {
    if (step.kind !== "write" || step.blocked !== undefined || !isMadeAnew(step)) continue;
    const { properties } = planning.definition(step.type).outputs;
    const secret = Object.keys(properties).filter((name) => {
      const field = properties[name];
      return field !== undefined && "secret" in field && field.secret === true;
    });
    if (secret.length === 0) continue;
    const detail =
      `the platform makes another ${secret.map((name) => `\`${name}\``).join(", ")} than before: the former secret ` +
      "does not come back, so whoever uses it needs the new one";
    planning.complain("another-secret", detail, { address: step.address });
  }
}

function isMadeAnew({ action, revives }: WriteStep): boolean {
  return action === "create" || (action === "replace" && revives !== true);
}
