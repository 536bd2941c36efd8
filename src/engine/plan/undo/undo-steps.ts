import { type JsonObject, jsonEqual } from "../../../../packages/base/json/json.ts";
import { pointerSegments } from "../../../../packages/base/json/pointer.ts";
import { echoIdentity } from "../../../definitions/schema/comparison/echo.ts";
import { declarableInputs } from "../../../definitions/schema/declarable.ts";
import { isSameObject } from "../../../definitions/schema/identity/same-object.ts";
import { withValues } from "../../../definitions/schema/place-values.ts";
import { escapedOutputs } from "../../../definitions/schema/value.ts";
import { wholeOutputs } from "../../../definitions/schema/whole-value.ts";
import { withStoodBefore } from "../../state/records/readied.ts";
import { lastingOf, recordKey } from "../../state/records/record.ts";
import { unreadableCode } from "../../state/snapshot.ts";
import type { HalfReplaced, UndoneObject, UndoScope } from "../../undo/journal/undo-scope.ts";
import { strictnessAdvice } from "../advice.ts";
import { putBackFields } from "../drift/differences.ts";
import { markDrifted } from "../drift/mark-drifted.ts";
import type { RemovalStep, Step } from "../plan.ts";
import type { Planning } from "../planning.ts";
import { type RemovalReason, removalStep } from "../removals/plan-removal.ts";
import { refuseWhatStays } from "../removals/restored-grants.ts";
import { takeBackStep } from "../removals/take-back-step.ts";
import { bringBack } from "./bring-back.ts";
import { refuseUnrecorded } from "./refuse-unrecorded.ts";

/** Ends what the undone run has made or taken over, and nothing else. */
export function removeUndone(scope: UndoScope, planning: Planning): void {
  for (const object of scope.removals) {
    // What is put back under its name takes it away itself.
    if (scope.inverses.has(object.record.address)) continue;
    planning.push(undoneStep(object, { superseded: false, needs: [] }, planning));
  }
  for (const object of scope.halfReplaced) putBackFormerObject(object, planning);
  for (const record of scope.leftStanding)
    planning.push(removalStep(record, { superseded: true, needs: [] }, planning));
  numberAsWaiting(planning);
  bringBack(scope, planning);
}

/**
 * What is made again, while a record of it waits for its deletion and no step ends that, gets the number of that
 * record: under another one the deletion would take the new object away.
 */
function numberAsWaiting(planning: Planning): void {
  const ended = new Set(planning.steps.flatMap((step) => (step.kind === "removal" ? [recordKey(step)] : [])));
  const waiting = planning.state.superseded.filter((record) => !ended.has(recordKey(record)));
  if (waiting.length === 0) return;
  for (const [place, step] of planning.steps.entries()) {
    if (step.kind !== "write" || step.identity === null) continue;
    const { uid, identity, type } = step;
    const same = waiting.find(
      (each) => each.uid === uid && isSameObject(planning.definition(type), each.identity, identity),
    );
    if (same !== undefined) planning.steps[place] = { ...step, generation: same.generation };
  }
}

/** The step that ends what the undone run has made or taken over, whatever its options or its name's come to. */
export function undoneStep(
  { record, how, values }: UndoneObject,
  reason: RemovalReason,
  planning: Planning,
): RemovalStep {
  const onDestroy = how === "delete" ? "delete" : "retain";
  const step = removalStep(record, { ...reason, onDestroy }, planning);
  const definition = planning.definition(record.type);
  if (how !== "restore") return step;
  if (step.prior === null) {
    const detail =
      `\`${record.identity.id}\` is gone from the platform, so that what the run changed of ` +
      `\`${record.address}\` can't be put back; forget it with \`plumb state rm ${record.address}\``;
    planning.complain("gone-since", detail, { address: record.address });
    return step;
  }
  const seen = declarableInputs(definition, echoIdentity(definition, step.prior.outputs, record.inputs));
  const restore = withValues(seen, values);
  const cleared = values.flatMap(({ path, value }) => (value === null ? [pointerSegments(path)[0] ?? ""] : []));
  const wanted: JsonObject = { ...Object.fromEntries(cleared.map((name) => [name, null])), ...restore };
  const fields = putBackFields(definition, seen, wanted);
  planning.problems.push(...strictnessAdvice(record.address, definition, step.prior.outputs, restore));
  const action = record.imported ? "retain" : "delete";
  return {
    ...{ ...step, action, how: fields.length > 0 ? "restore" : "forget", restore },
    fields: markDrifted(fields, definition, step.prior.outputs, record),
  };
}

/** The object that a replacement has left standing is current again, and the one that was made in its place goes. */
export function putBackFormerObject({ former, made, keepsMade }: HalfReplaced, planning: Planning): void {
  const { address, type, apiVersion, uid, provider, identity } = former;
  const observed = planning.observed(provider.cloudId, planning.definition(type), identity.id);
  if (observed.kind === "unreadable") {
    const code = unreadableCode(observed.reason);
    planning.complain(code, `\`${identity.id}\` can't be read: ${observed.detail}`, { address });
    return;
  }
  if (observed.kind !== "present" || observed.deleted) {
    const detail =
      `\`${identity.id}\`, which the run has replaced, is gone from the platform, so that ` +
      `\`${made.identity.id}\` is all there is; declare what you want and run \`plumb up\``;
    planning.complain("gone-since", detail, { address });
    return;
  }
  const definition = planning.definition(type);
  const inputs = withStoodBefore(former, former.inputs, observed.outputs);
  const written = Object.keys(former.readied ?? {}).filter((name) => !jsonEqual(inputs[name], former.inputs[name]));
  const put = Object.fromEntries(written.map((name) => [name, inputs[name] ?? null]));
  planning.setOutputs(address, escapedOutputs(wholeOutputs(definition, { ...former.outputs, ...put })));
  const { outputs, version } = observed;
  const prior = { identity, generation: former.generation, outputs, version };
  if (written.length === 0) planning.push(takeBackStep({ former, made, prior, needs: [] }, planning));
  else
    planning.push({
      ...{ id: address, address, type, apiVersion, uid, provider, identity, prior, needs: [] },
      ...{ ...lastingOf(former), kind: "write", action: "update", condition: null },
      ...{ desired: inputs, write: written, former: "superseded" },
      fields: putBackFields(definition, declarableInputs(definition, observed.outputs), { ...former.inputs, ...put }),
    });
  if (keepsMade !== true) planning.push(removalStep(made, { superseded: true, needs: [address] }, planning));
}

/** Refuses to take an object from under what a later run has made to lean on it, and to go on in rounds. */
export function refuseUndo(scope: UndoScope, planning: Planning): void {
  const { dependents, problems } = scope;
  planning.problems.push(...problems);
  refuseWhatStays(scope, planning);
  refuseUnrecorded(scope, planning);
  const replaced = new Set(planning.steps.flatMap((step) => (isAnother(step) ? [step.address] : [])));
  for (const { on, address, by } of dependents) {
    if (!replaced.has(on)) continue;
    const detail =
      `\`${address}\` leans on \`${on}\`, which the undo would replace, and ${by} has made or changed it since; ` +
      "undo that first";
    planning.complain("stands-on-it", detail, { address: on });
  }
  for (const { address, why } of planning.deferred) {
    const detail =
      `\`${address}\` can't be put back yet: ${why}; ` +
      "run `plumb up` first, which finishes what earlier runs have left";
    planning.complain("stands-on-it", detail, { address });
  }
}

/** Whether a step puts another object in the place of the one that stands at its address. */
function isAnother(step: Step): boolean {
  if (step.kind === "record") return step.also !== undefined;
  if (step.kind !== "write") return false;
  return step.action === "replace" || step.former === "superseded" || step.removes !== undefined;
}
