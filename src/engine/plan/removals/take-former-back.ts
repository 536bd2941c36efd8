import { echoIdentity } from "../../../definitions/schema/comparison/echo.ts";
import { isSameObject } from "../../../definitions/schema/identity/same-object.ts";
import { findUnknown } from "../../../definitions/schema/value.ts";
import { type PhysicalIdentity, type ResourceRecord, recordKey } from "../../state/records/record.ts";
import { isIndeterminate } from "../indeterminate.ts";
import { pushWrite } from "../push-write.ts";
import { type Case, differences, type Present } from "../resource-case.ts";
import { priorOf } from "../values/prior-of.ts";
import { removalStep } from "./plan-removal.ts";
import { takeBackStep } from "./take-back-step.ts";

/**
 * Whether a resource goes back to the object that it had, which was replaced and waits for its deletion: that one is
 * its object again, and gets what is declared otherwise by now; the one that was made in its place goes
 * (decision 0148). False, and nothing is planned, where the former object can't be had back: then it goes first
 * (`awaitsFormerObject`).
 */
export function takesFormerObjectBack(known: Case, made: ResourceRecord, target: PhysicalIdentity): boolean {
  const { node, definition, provider, planning, inverse } = known;
  const former = planning.state.superseded.find(
    ({ uid, type, identity }) => uid === made.uid && type === node.type && isSameObject(definition, target, identity),
  );
  if (inverse !== undefined || definition.existence !== "created" || former?.tainted !== undefined) return false;
  if (former === undefined || former.provider.cloudId !== provider.cloudId) return false;
  if (planning.replaced.has(node.address) || isIndeterminate(planning, made.uid)) return false;
  const there = planning.observed(provider.cloudId, definition, former.identity.id);
  if (there.kind !== "present" || there.deleted) return false;
  const fields = differences(known, there, former, target);
  if (fields.some((field) => field.replace || findUnknown(field.new) !== undefined)) return false;
  planning.takenBack.add(recordKey(former));
  const [back, prior] = [{ ...former, identity: target }, priorOf(former, there)];
  if (fields.length === 0) adopt(known, back, made, there);
  else
    pushWrite(known, {
      action: "update",
      fields,
      identity: target,
      record: back,
      supersedes: true,
      seen: there,
      prior,
    });
  planning.push(removalStep(made, { superseded: true, needs: [node.address] }, planning));
  return true;
}

/** Notes that the former object, which is as declared, is the resource's again. */
function adopt(
  { node, definition, provider, desired, planning, options }: Case,
  former: ResourceRecord,
  made: ResourceRecord,
  there: Present,
): void {
  const { address, apiVersion } = node;
  const outputs = echoIdentity(definition, there.outputs, desired.inputs);
  const dependsOn = planning.managedBelow(node.edges);
  const declared = { address, apiVersion, provider, options, dependsOn, inputs: desired.inputs, outputs };
  const { readied: _, ...record } = { ...former, ...declared };
  const [prior, needs] = [priorOf(former, there), planning.stepsAt(node.edges)];
  planning.setSeen(address, outputs);
  planning.push(takeBackStep({ former: record, made, prior, needs }, planning));
}
