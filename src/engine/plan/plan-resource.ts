import type { ResourceDefinition } from "../../definitions/schema/definition.ts";
import { validateValue } from "../../definitions/schema/validate-value.ts";
import type { ResourceNode } from "../check/checked-declaration.ts";
import { desiredOf } from "../check/desired.ts";
import type { RecordedOptions, ResourceRecord } from "../state/record.ts";
import { planManaged } from "./plan-managed.ts";
import { planNew } from "./plan-new.ts";
import type { Planning } from "./planning.ts";
import type { Case } from "./resource-case.ts";
/** Decides what happens to a declared resource, and what others may expect to read of it afterwards. */
export function planResource(node: ResourceNode, planning: Planning): void {
  const definition = planning.definition(node.type);
  const { checked: provider, recorded } = planning.provider(node.provider);
  const found = planning.snapshot.found.get(node.address);
  const desired = desiredOf(node, definition, provider, planning.language, planning.bindings, found?.values ?? {});
  const record = planning.snapshot.state.records.get(node.address);
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
  if (record !== undefined && record.type === node.type) planManaged(known, record);
  else planNew(known, record);
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
