import { type Json, type JsonObject, jsonEqual } from "../../../packages/base/json/json.ts";
import { type Problem, problem } from "../../../packages/base/problems/problem.ts";
import { idKey } from "../../definitions/schema/identity/same-object.ts";
import type { Intent } from "../state/journal.ts";
import { leftWords } from "../state/records/may-be-left.ts";
import type { ResourceRecord } from "../state/records/record.ts";
import { notProvablyOurs } from "../state/records/unowned.ts";
import type { Indeterminate, OpenIntent } from "../state/stack-state.ts";
import type { Planning } from "./planning.ts";

/** What an earlier run of ours meant to make at an address, under an id, and could not note the end of. */
export function indeterminateMaking(
  planning: Planning,
  address: string,
  type: string,
  id: string,
): Indeterminate | undefined {
  return makings(planning, type, id).find(({ intent }) => intent.address === address);
}

/**
 * What a run is making under an id right now, whatever it calls it: one at work, or one whose operation outlives it.
 */
export function makingNow(planning: Planning, type: string, id: string): Indeterminate | undefined {
  return makings(planning, type, id).find(({ why }) => why === "pending");
}

/** What runs of ours meant to make under an id, and whose end was not noted. */
function makings(planning: Planning, type: string, id: string): readonly Indeterminate[] {
  const definition = planning.definition(type);
  return planning.snapshot.indeterminate.filter(
    ({ intent }) =>
      intent.record !== null && intent.type === type && idKey(definition, intent.identity.id) === idKey(definition, id),
  );
}

/** Whether the end of the last call about an object is not known. */
export function isIndeterminate({ snapshot }: Planning, uid: string): boolean {
  return snapshot.indeterminate.some(({ intent }) => intent.uid === uid);
}

/** Why a step can't be made: what there is may be somebody else's. Advice tells of it; only this branch stops. */
export function stopAsUnowned(planning: Planning, address: string, type: string, id: string): Problem {
  const reason = notProvablyOurs(address, type, id);
  planning.complain("branch-stops", reason.detail, { address });
  return reason;
}

/** Says of an object that is to be made what a failed creation may have left of it, which no look shows yet. */
export function warnOfRemains(planning: Planning, address: string, { intent }: Indeterminate): void {
  if (intent.failedWith !== undefined) planning.complain("may-be-left", leftWords(intent), { address });
}

/** Why a step can't be made: the platform does not say what became of the last call. */
export function notSettled(planning: Planning, address: string, id: string, why: string): Problem {
  const detail = `\`${id}\` can't be read: ${why}`;
  planning.complain("branch-stops", detail, { address });
  return problem("unsettled", detail, { address });
}

/**
 * Why what is seen of an object can't be taken for standing: an operation that deletes it, or that makes of an input
 * which is seen as wanted something else, goes on, or may. `written`: the inputs that are written in any case.
 */
export function beingChanged(
  planning: Planning,
  record: ResourceRecord,
  wanted: JsonObject,
  written: ReadonlySet<string>,
): Problem | undefined {
  const key = planning.claimKeyOf(record);
  const going = planning.snapshot.indeterminate.find(
    ({ intent, why, operationName, isOperationUnknown = false }) =>
      (why === "pending" || isOperationUnknown) &&
      intent.uid === record.uid &&
      intent.claimKey === key &&
      // No step waits for an operation whose name is not known.
      ((isOperationUnknown && operationName === null) || leadsElsewhere(intent, wanted, written)),
  );
  if (going === undefined) return undefined;
  const { address, identity } = record;
  const { operation, run } = going.intent;
  const [done, over] = operation === "delete" ? ["deleted", "it is gone"] : [endOf(operation), "that is over"];
  const detail =
    going.why === "pending"
      ? `\`${identity.id}\` is being ${done} by run ${run}, which the platform has not ended yet; ` +
        `plan again when ${over}`
      : `\`${identity.id}\` may be being ${done} by run ${run}: ${going.detail.replace(/\.$/, "")}; ` +
        "plan again when that can be asked";
  planning.complain("branch-stops", detail, { address });
  return problem("unsettled", detail, { address });
}

function endOf(operation: Intent["operation"]): string {
  return operation === "create" ? "made" : "changed";
}

function leadsElsewhere({ operation, request }: Intent, wanted: JsonObject, written: ReadonlySet<string>): boolean {
  if (operation !== "update") return operation === "delete";
  return request.fields.some(
    (name) => !written.has(name) && !jsonEqual(request.inputs[name] ?? null, wanted[name] ?? null),
  );
}

/**
 * What an object may have otherwise than a look shows, by each call of ours whose end is not known and that no look
 * shows: the inputs that the call was to set.
 */
export function unseenChanges({ snapshot, state }: Planning, { uid, identity }: ResourceRecord): readonly JsonObject[] {
  const isIt = ({ intent }: OpenIntent) => intent.uid === uid && intent.identity.id === identity.id;
  if (!snapshot.indeterminate.some((each) => each.why === "not-seen" && isIt(each))) return [];
  return state.openIntents
    .filter(isIt)
    .flatMap(({ intent: { operation, request } }) =>
      operation === "update" || operation === "create"
        ? [Object.fromEntries(request.fields.map((name): [string, Json] => [name, request.inputs[name] ?? null]))]
        : [],
    );
}

/** Says of objects that this plan leaves alone that an operation of a broken-off run may still change them. */
export function warnOfOperations({ snapshot, steps, problems }: Planning): void {
  if (snapshot.indeterminate.length === 0) return;
  const touched = new Set(steps.flatMap((step) => ("uid" in step ? [step.uid] : [])));
  for (const { intent, why } of snapshot.indeterminate) {
    if (why !== "pending" || touched.has(intent.uid)) continue;
    const { address, identity, run } = intent;
    const detail = `an operation of run ${run} still goes on at \`${identity.id}\`; plan again when it is over`;
    problems.push(problem("still-at-work", detail, { address }));
  }
}
