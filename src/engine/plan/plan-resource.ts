import type { ResourceDefinition } from "../../definitions/schema/definition.ts";
import { validateValue } from "../../definitions/schema/validate-value.ts";
import type { ResourceNode } from "../check/checked-declaration.ts";
import { desiredOf } from "../check/desired.ts";
import type { RecordedOptions, ResourceRecord } from "../state/record.ts";
import { withIgnoredInputs } from "./ignored-inputs.ts";
import { planManaged } from "./plan-managed.ts";
import { planNew } from "./plan-new.ts";
import type { Planning } from "./planning.ts";
import type { Case } from "./resource-case.ts";
/** Decides what happens to a declared resource, and what others may expect to read of it afterwards. */
export function planResource(declared: ResourceNode, planning: Planning): void {
  const definition = planning.definition(declared.type);
  const { checked: provider, recorded } = planning.provider(declared.provider);
  const record = planning.snapshot.state.records.get(declared.address);
  const node =
    record?.type === declared.type
      ? withIgnoredInputs(
          declared,
          definition,
          record,
          planning.observed(record.provider.cloudId, definition, record.identity.id),
        )
      : declared;
  const found = planning.snapshot.found.get(node.address);
  const desired = desiredOf(node, definition, provider, planning.language, planning.bindings, found?.values ?? {});
  const known: Case = {
    node,
    definition,
    provider: recorded,
    desired,
    planning,
    options: optionsOf(node, definition, record),
  };
  for (const { pointer, detail } of desired.errors) {
    planning.complain("expression-failed", detail, {
      address: node.address,
      pointer: `/resources/${node.address}/properties${pointer}`,
    });
  }
  for (const each of validateValue(definition.inputs, desired.inputs)) {
    planning.complain(each.code, each.detail, {
      address: node.address,
      pointer: `/resources/${node.address}/properties${each.pointer}`,
      hint: each.hint,
    });
  }
  const begun = planning.steps.length;
  if (record !== undefined && record.type === node.type) planManaged(known, record);
  else planNew(known, record);
  followPostponed(node, begun, planning);
}

/** What leans on something that waits for the next round would be written with values of yesterday, so it waits too. */
function followPostponed({ address, edges }: ResourceNode, begun: number, planning: Planning): void {
  const awaited = edges.find((edge) => planning.postponed.has(edge));
  if (awaited === undefined || planning.steps.length === begun) return;
  const actions = planning.steps.splice(begun).map((step) => step.action);
  planning.postpone(address, `known after ${awaited} is planned`, [...new Set(actions)]);
}

function optionsOf(
  node: ResourceNode,
  definition: ResourceDefinition,
  record: ResourceRecord | undefined,
): RecordedOptions {
  const imported = record?.imported ?? node.options.import !== undefined;
  const byDefault = imported && definition.existence === "standing" ? "retain" : definition.onDestroy;
  return { protect: node.options.protect, onDestroy: node.options.onDestroy ?? byDefault };
}
