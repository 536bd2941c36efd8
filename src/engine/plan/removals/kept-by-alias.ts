import { autoNames } from "../../../definitions/schema/comparison/defaults.ts";
import type { ResourceDefinition } from "../../../definitions/schema/definition.ts";
import { differingVariables } from "../../../definitions/schema/identity/same-object.ts";
import type { RemovalStep, WriteStep } from "../plan.ts";
import type { Planning } from "../planning.ts";

/**
 * Says of an object that goes, while another of its type is made in the same place under a name of our own choosing,
 * that `aliases` would keep it: under a name that was given a renaming is recognised by itself. No step depends on it.
 */
export function adviseOfAliases(planning: Planning): void {
  const removals = planning.steps.filter((step) => step.kind === "removal").filter(isEnded);
  if (removals.length === 0) return;
  for (const step of planning.steps) {
    if (step.kind !== "write" || step.action !== "create" || step.identity === null) continue;
    const chosen = chosenNames(step, planning);
    if (chosen.size === 0) continue;
    const definition = planning.definition(step.type);
    const same = removals.filter((removal) => liesBeside(step, removal, chosen, definition));
    const [former] = same.map(({ address }) => address);
    if (former === undefined) continue;
    const names = same.map(({ address }) => `\`${address}\``).join(" or ");
    const detail =
      `\`${step.address}\` is made in the place where ${names} goes: if it is that one under another name, ` +
      `\`aliases: [${former}]\` on \`${step.address}\` keeps the object`;
    planning.complain("alias-would-keep", detail, { address: step.address });
  }
}

/** Nothing else is made of its name. */
function isEnded({ superseded, by, how }: RemovalStep): boolean {
  return !superseded && by === undefined && how !== "restore";
}

/** The parts of its identity that nothing gives but a name of our own choosing. */
function chosenNames({ address, type }: WriteStep, planning: Planning): ReadonlySet<string> {
  const definition = planning.definition(type);
  const fields = new Set(autoNames(definition, planning.resourceAt(address)?.inputs ?? {}).map(({ field }) => field));
  const variables = Object.entries(definition.identity.variables);
  return new Set(
    variables.flatMap(([name, sources]) =>
      sources.some((source) => "input" in source && fields.has(source.input)) ? [name] : [],
    ),
  );
}

/** Whether both lie in the same place, and differ in what was chosen at most. */
function liesBeside(
  { type, provider, identity }: WriteStep,
  removal: RemovalStep,
  chosen: ReadonlySet<string>,
  definition: ResourceDefinition,
): boolean {
  if (type !== removal.type || identity === null || provider.cloudId !== removal.provider.cloudId) return false;
  return differingVariables(definition, identity, removal.identity).every((name) => chosen.has(name));
}
