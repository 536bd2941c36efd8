import type { ResourceDefinition } from "../../../definitions/schema/definition.ts";
import { idKey } from "../../../definitions/schema/identity/same-object.ts";
import { holderOf } from "../../../definitions/schema/lies-in.ts";
import type { ResourceRecord } from "../../state/records/record.ts";
import { objectKey } from "../../state/snapshot.ts";
import type { Step } from "../plan.ts";
import type { Planning } from "../planning.ts";
import { onDestroyOf, placeOf, refusalOf } from "../protection.ts";
import { removedBy } from "./removed-objects.ts";

/** A step that ends the object of a resource with which others go. */
interface Ending {
  readonly address: string;
  readonly harm: string;
  readonly id: string;
}

/**
 * Asks of each object that would go with another one (`deletedWith`), or that lies in it, whether it may, whatever ends
 * that one: a removal, a replacement or a write. What is kept refuses the plan; what stays declared and is not kept is
 * told, since the plan does not make it again. To be asked when all steps are decided, those included that wait for a
 * later round.
 */
export function checkCascadeDeletes(steps: readonly Step[], planning: Planning): void {
  const endings = new Map(steps.flatMap((step) => endingsOf(step).map((ending) => [ending.address, ending] as const)));
  if (endings.size === 0) return;
  const around = endingAround(steps, planning);
  const removals = new Map(
    steps.flatMap((step) => {
      const record = step.kind === "removal" ? planning.recorded.of(step) : undefined;
      return record === undefined || step.kind !== "removal" ? [] : [[record, step] as const];
    }),
  );
  for (const record of planning.state.records.values()) {
    const ending = endingOver(record, endings, planning) ?? around(record);
    const removal = removals.get(record);
    if (ending === undefined) continue;
    // What goes by a step of its own was asked there.
    const goes =
      removal === undefined ? endings.has(record.address) || isAnew(record, planning) : removal.how !== "forget";
    if (!goes) ask(record, ending, removal === undefined, planning);
  }
}

/**
 * What the steps of a plan end under the addresses by which others go with it; what an earlier run has replaced was
 * asked then.
 */
function endingsOf(step: Step): readonly Ending[] {
  const { address } = step;
  if (step.kind === "removal") {
    if (step.how !== "delete" || (step.superseded && step.by === undefined)) return [];
    const harm = step.by === undefined ? "deleting" : step.by === "move" ? "moving" : "replacing";
    return [{ address, harm, id: step.identity.id }];
  }
  const removed = removedBy(step);
  return removed === null ? [] : [{ address, harm: "changing", id: removed.id }];
}

/** Tells what ends the object that a record's own lies in, by which of its steps that goes. */
function endingAround(steps: readonly Step[], { catalog }: Planning): (record: ResourceRecord) => Ending | undefined {
  const keyOf = (definition: ResourceDefinition, cloudId: string, id: string) =>
    `${definition.type} ${objectKey(cloudId, idKey(definition, id))}`;
  const endings = new Map<string, Ending>();
  for (const step of steps)
    for (const ending of endingsOf(step)) {
      const definition = catalog.resources[step.type];
      if (definition === undefined || !("provider" in step)) continue;
      endings.set(keyOf(definition, step.provider.cloudId, ending.id), ending);
    }
  return ({ type, provider, identity }) => {
    const definition = catalog.resources[type];
    const holder = definition === undefined ? undefined : holderOf(definition, identity.variables, catalog);
    return holder === undefined ? undefined : endings.get(keyOf(holder.definition, provider.cloudId, holder.id));
  };
}

/** What ends the object of a record along the chain of those that it goes with. */
function endingOver(
  record: ResourceRecord,
  endings: ReadonlyMap<string, Ending>,
  planning: Planning,
): Ending | undefined {
  const chain = new Set<string>([record.address]);
  for (let name = goesWith(record, planning); name !== undefined; ) {
    // Records of different times may name one another in a circle: then none takes another along.
    if (chain.has(name)) return undefined;
    const ending = endings.get(name);
    if (ending !== undefined) return ending;
    chain.add(name);
    const holder = planning.state.records.get(name);
    name = holder === undefined ? undefined : goesWith(holder, planning);
  }
  return undefined;
}

/**
 * What is recorded counts until a run has lifted it, what is declared counts at once; what an undo declares is of
 * before its run.
 */
function goesWith({ address, options }: ResourceRecord, planning: Planning): string | undefined {
  const declared = planning.undo === null ? planning.resourceAt(address)?.options.deletedWith : undefined;
  return options.deletedWith ?? declared;
}

/** Its object was gone before. */
function isAnew({ address }: ResourceRecord, planning: Planning): boolean {
  const step = planning.stepAt(address);
  return step?.kind === "write" && step.prior === null;
}

function ask(record: ResourceRecord, { address: holder, harm, id }: Ending, stays: boolean, planning: Planning): void {
  const { address } = record;
  const place = placeOf(address, planning);
  const refusal = stays ? refusalOf(record, `${harm} \`${holder}\` would take it along`, planning) : null;
  if (refusal !== null) return planning.complain("protected", refusal, place);
  // What its platform can't delete stays anyway.
  if (planning.definition(record.type).onDestroy === "retain") return;
  if (onDestroyOf(record, planning) === "retain") {
    const detail = `\`${address}\` is to be kept when it is deleted, and ${harm} \`${holder}\` would take it along`;
    return planning.complain("would-be-lost", detail, place);
  }
  if (!stays) return;
  const told =
    `\`${address}\` goes with \`${holder}\`, of which this plan ends \`${id}\`, and is not made again in this ` +
    "run; run `plumb up` once more afterwards";
  planning.complain("goes-along", told, place);
}
