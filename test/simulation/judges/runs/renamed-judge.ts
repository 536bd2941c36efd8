import type { ResourceRecord } from "../../../../src/engine/state/records/record.ts";
import { roleOf } from "../../declared/names.ts";
import { slotsOf } from "../../declared/slots.ts";
import type { Operation, Scenario } from "../../scenario.ts";
import type { CloudMemory } from "../../world/cloud-memory.ts";
import type { Violation } from "../journal-judge.ts";

/** A step as a plan shows it. */
interface ShownStep {
  readonly name: string;
  readonly action: string;
}

/**
 * What a platform has renamed is the same object: a plan of what is recorded, and stands under another name by now,
 * does not make it anew. To be asked of plans that nothing disturbed; `records`: those that the plan was made with.
 */
export function judgeRenamed(
  act: Operation["act"],
  said: readonly unknown[],
  { blueprints }: Scenario,
  records: ReadonlyMap<string, ResourceRecord>,
  storage: CloudMemory,
): readonly Violation[] {
  const [view] = said;
  if ((act.kind !== "plan" && act.kind !== "up") || !isView(view)) return [];
  const making = new Set(view.steps.flatMap(({ name, action }) => (action === "same" ? [] : [`${name} ${action}`])));
  return slotsOf(blueprints, act.want).flatMap((each): readonly Violation[] => {
    if (each?.blueprint.kind !== "assignment") return [];
    const { scope, roleDefinitionId } = roleOf(each.slot, each.form.moved);
    const record = records.values().find(({ address, status }) => address === each.name && status === "current");
    const isSame = record?.inputs["scope"] === scope && record.inputs["roleDefinitionId"] === roleDefinitionId;
    if (!isSame || !stands(scope, roleDefinitionId, storage)) return [];
    return ["create", "replace"]
      .filter((action) => making.has(`${each.name} ${action}`))
      .map((action) => ({
        rule: "renamed",
        detail:
          `the plan would ${action} ${each.name}, recorded as ${record.identity.id}, ` +
          "and its role has its assignment",
      }));
  });
}

function stands(scope: string, roleDefinitionId: string, storage: CloudMemory): boolean {
  const role = roleDefinitionId.slice(roleDefinitionId.lastIndexOf("/") + 1).toLowerCase();
  const prefix = `${encodeURIComponent(scope.replace(/^\//, "").toLowerCase())}|${role}|`;
  return [...storage.contents("arm", "assignment")].some(
    ([key, { deleted }]) => key.startsWith(prefix) && deleted !== true,
  );
}

function isView(said: unknown): said is { readonly steps: readonly ShownStep[] } {
  return typeof said === "object" && said !== null && "steps" in said && Array.isArray(said.steps);
}
