import { isJsonObject, type Json, jsonEqual, ownMember } from "../../../../packages/base/json/json.ts";
import { samePlain } from "../../../../packages/base/json/plain.ts";
import { pointer } from "../../../../packages/base/json/pointer.ts";
import type { Problem } from "../../../../packages/base/problems/problem.ts";
import { reportedProblems } from "../../../../packages/base/problems/reported-problems.ts";
import { type InParts, mappedInParts } from "../../../../packages/base/turns.ts";
import type { PlanView } from "../../../contract/documents/plans/plan.ts";
import { noSteps, type StepView, type Summary } from "../../../contract/documents/plans/steps.ts";
import type { Catalog } from "../../../definitions/schema/definition.ts";
import { driftRank } from "../../../definitions/schema/drift/drift-rank.ts";
import { outputSchema } from "../../../definitions/schema/field-schema.ts";
import { withReasons } from "../../../engine/check/desired.ts";
import { creationFields } from "../../../engine/plan/drift/differences.ts";
import type { FieldChange, Plan, Step } from "../../../engine/plan/plan.ts";
import { removesAll } from "../../../engine/plan/removals/removed-objects.ts";
import { keptFormerObjects } from "../../../engine/plan/selection/kept-former-objects.ts";
import { sentInputs } from "../../../engine/plan/values/sent-inputs.ts";
import { lastChangeOf } from "../../../engine/state/drift/last-change.ts";
import { isMadeAnew, madeAnew } from "../../../engine/state/drift/made-anew.ts";
import { withMoves } from "../../../engine/state/moves.ts";
import { awaitsDeclaration } from "../../../engine/state/records/record.ts";
import type { StackState } from "../../../engine/state/stack-state.ts";
import type { StrikeSecrets } from "../secrets/strike-secrets.ts";
import { driftRow } from "./view/drift-row.ts";
import { withDifference, withPlainDifference } from "./view/field-difference.ts";
import { rankOf } from "./view/field-rank.ts";
import { runEstimate } from "./view/run-estimate.ts";
import { stepRights } from "./view/step-rights.ts";

/** A plan as people and programs read it; in parts. `strike`: takes secrets out of what the platforms hold. */
export function* planView(
  plan: Plan,
  state: StackState,
  problems: readonly Problem[],
  catalog: Catalog,
  strike: StrikeSecrets,
): InParts<PlanView> {
  const told = (each: readonly Problem[]) => each.map((one) => ({ ...one, detail: strike(one.detail) }));
  const warnings = warningsByAddress(told(plan.problems));
  const keepsOld = keptFormerObjects(plan);
  const changing = yield* mappedInParts(plan.steps, (step) => {
    const view = stepView(step, warnings, keepsOld(step));
    const fields = view.fields.map((field) => ({
      ...withDifference(struck(field, strike, plan.kind), view.type, catalog),
      ...rankOf(field, step, catalog),
    }));
    const rights = stepRights(step, state, catalog);
    return [{ ...view, fields, ...(rights === undefined ? {} : { rights }) }, ...removedAlong(step)];
  });
  const updates = new Map(plan.recordUpdates.map(({ address, options }) => [address, options]));
  const ignoredAt = (address: string): Pick<StepView, "ignores"> => {
    const paths = (updates.get(address) ?? state.records.get(address)?.options)?.ignoreChanges ?? [];
    return paths.length === 0 ? {} : { ignores: { paths } };
  };
  const same = yield* mappedInParts(
    plan.unchanged,
    ({ address, type, id }): StepView => ({
      needs: [],
      name: address,
      type,
      action: "same",
      id,
      fields: [],
      warnings: warnings.get(address) ?? [],
      ...ignoredAt(address),
    }),
  );
  const steps = [...changing.flat(), ...same];
  return {
    digest: plan.digest,
    stack: plan.stack,
    kind: plan.kind,
    summary: planSummary(plan),
    steps: steps.sort((a, b) =>
      a.name < b.name ? -1 : a.name > b.name ? 1 : Number(a.superseded === true) - Number(b.superseded === true),
    ),
    outputs: outputChanges(plan, state),
    deferred: plan.deferred.map(({ address, why }) => ({ name: address, why })),
    ...(plan.kind === "apply" && state.serial === 0 && hasWork(plan) ? { makesStack: true } : {}),
    ...(removesAll(plan, state) ? { removesAll: true } : {}),
    ...(notesContext(plan, state) ? { notesContext: true } : {}),
    ...(state.restored === undefined ? {} : { restored: true }),
    ...partView(plan),
    problems: reportedProblems(told(problems), "plan"),
    estimate: runEstimate(plan),
    drift: movedValues(plan, catalog, strike),
    options: optionsOf(plan),
    records: recordsToUpdate(plan, state),
    imports: [],
    inFlight: [],
  };
}

/** What a partial plan takes in and leaves out. */
function partView({ included = [], left = [], notObserved = [], outside }: Plan) {
  const named = <Row extends { readonly address: string }>(rows: readonly Row[]) =>
    rows.map(({ address: name, ...rest }) => ({ name, ...rest }));
  return {
    included: named(included),
    left: named(left),
    notObserved: named(notObserved),
    ...(outside === undefined ? {} : { outside }),
  };
}

/** Whether there is anything to carry out: a run without it leaves no trace, not even of a stack. */
function hasWork({ steps, deferred, outputs }: Plan): boolean {
  return steps.length + deferred.length + Object.keys(outputs).length > 0;
}

/** What a plan comes to, without its steps being written out. */
export function planSummary(plan: Plan): Summary {
  return { ...countsOf(plan.steps, keptFormerObjects(plan)), same: plan.unchanged.length };
}

/**
 * Counts of objects that are changed, by what becomes of each. A former object goes with the replacement that is
 * counted for it; any other that is removed counts as a removal, whatever step it goes by. What is put back as it was
 * is changed and not deleted; where a wish keeps it, it counts as forgotten as well. `keepsOld`: of a replacement that
 * only makes an object, since the old one stays (decision 0134).
 */
export function countsOf(steps: readonly Step[], keepsOld: (step: Step) => boolean): Summary {
  const summary: Record<keyof Summary, number> = { ...noSteps };
  for (const step of steps) {
    if (isBlocked(step)) continue;
    if (isPutBack(step)) summary.update += 1;
    if (isPutBack(step) && step.action === "delete") continue;
    if (isObjectOfItsOwn(step)) summary[keepsOld(step) ? "create" : step.action] += 1;
    summary.delete += removedAlong(step).length;
  }
  return summary;
}

/** The run refuses it without a call. */
function isBlocked(step: Step): boolean {
  return (step.kind === "write" || step.kind === "removal") && step.blocked !== undefined;
}

/** The object stays: it is changed once more, and let go of. */
export function isPutBack(step: Step): boolean {
  return step.kind === "removal" && step.how === "restore";
}

function isObjectOfItsOwn(step: Step): boolean {
  if (step.kind !== "removal" || !step.superseded) return true;
  return step.by !== "replace" && step.how === "delete";
}

/** The object that a write itself takes away: a removal without a step of its own. */
export function removedAlong(step: Step): readonly StepView[] {
  if (step.kind !== "write" || step.removes === undefined || isBlocked(step)) return [];
  const { address, type, removes } = step;
  return [
    {
      ...{ needs: [], name: address, type, action: "delete", id: removes.id, fields: [], warnings: [] },
      ...{ superseded: true, goneWith: address },
    },
  ];
}

/** `keepsOld`: whether a replacement only makes an object. */
function stepView(step: Step, warnings: ReadonlyMap<string, readonly string[]>, keepsOld: boolean): StepView {
  const id = idOf(step);
  return {
    step: step.id,
    needs: step.needs,
    name: step.address,
    type: step.type,
    action: step.action,
    ...(id === null ? {} : { id }),
    fields: fieldsOf(step),
    warnings: step.kind === "removal" && step.superseded ? [] : (warnings.get(step.address) ?? []),
    ...(step.kind === "removal" && step.superseded ? { superseded: true } : {}),
    ...(step.kind === "write" && step.order !== undefined ? { order: step.order } : {}),
    ...(keepsOld ? { keepsOld } : {}),
    ...(step.kind === "read" && step.result !== null ? { done: true } : {}),
    ...("movedFrom" in step && step.movedFrom !== undefined ? { movedFrom: step.movedFrom } : {}),
    ...(step.kind === "write" && step.revives === true ? { undeletes: true } : {}),
    ...(step.kind === "removal" && step.goneWith !== undefined ? { goneWith: step.goneWith } : {}),
    ...(isPutBack(step) ? { putBack: true } : {}),
    ...(isBlocked(step) ? { blocked: true } : {}),
  };
}

/** What stood there may be another hand's, as what an undo puts back. */
function struck<F extends StepView["fields"][number]>(field: F, strike: StrikeSecrets, kind: Plan["kind"]): F {
  return {
    ...field,
    ...(field.old === undefined ? {} : { old: strike(field.old) }),
    ...(field.new === undefined || kind !== "undo" ? {} : { new: strike(field.new) }),
  };
}

/** What is made where nothing stood has all that is sent as its fields; a replacement has what differs, if anything. */
function fieldsOf(step: Step): StepView["fields"] {
  const isNew = step.kind === "write" && step.action === "create";
  if (!isNew || step.fields.length > 0) return step.fields.map(shown);
  return creationFields(withReasons(sentInputs(step), step.waiting ?? {}));
}

function idOf(step: Step): string | null {
  if (step.kind === "read") return step.result?.id ?? null;
  return step.identity?.id ?? null;
}

function shown(field: FieldChange): StepView["fields"][number] {
  return {
    path: field.path,
    ...(field.old === undefined ? {} : { old: field.old }),
    ...(field.new === undefined ? {} : { new: field.new }),
    reason: field.reason,
    replace: field.replace,
  };
}

function warningsByAddress(problems: readonly Problem[]): ReadonlyMap<string, readonly string[]> {
  const warnings = new Map<string, string[]>();
  for (const { severity, address, detail } of problems) {
    if (severity !== "warning" || address === undefined) continue;
    const known = warnings.get(address);
    if (known === undefined) warnings.set(address, [detail]);
    else known.push(detail);
  }
  return warnings;
}

function outputChanges(plan: Plan, { outputs: before }: StackState): PlanView["outputs"] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(plan.outputs)])].sort();
  return names.flatMap((name) => {
    const [old, next] = [ownMember(before, name), ownMember(plan.outputs, name)];
    if (jsonEqual(old, next)) return [];
    return withPlainDifference({
      name,
      ...(old === undefined ? {} : { old }),
      ...(next === undefined ? {} : { new: withoutUnknowns(next, pointer("", name), plan.waiting ?? {}) }),
    });
  });
}

/** What moved on the platform and no step puts back: what it means, and who changed it when, as the platform tells. */
function movedValues(
  { moved = [], steps, recordUpdates }: Plan,
  catalog: Catalog,
  strike: StrikeSecrets,
): PlanView["drift"] {
  if (moved.length === 0) return [];
  const seen = new Map(recordUpdates.map(({ address, outputs }) => [address, outputs]));
  for (const step of steps) if ("prior" in step && step.prior !== null) seen.set(step.address, step.prior.outputs);
  const byAddress = Map.groupBy(moved, ({ address }) => address);
  return moved.map(({ address: name, ...rest }) => {
    const [definition, outputs] = [catalog.resources[rest.type], seen.get(name)];
    if (definition === undefined || outputs === undefined) return driftRow({ name, ...rest }, catalog, strike);
    const rank = driftRank(outputSchema(definition), rest, outputs);
    const detail = isMadeAnew(definition, byAddress.get(name) ?? []) ? { detail: madeAnew } : {};
    return driftRow({ name, ...rest, ...detail, rank, ...lastChangeOf(definition, outputs) }, catalog, strike);
  });
}

/** Options that change, beside whatever else is done to their resources. */
function optionsOf({ optionChanges = [] }: Plan): PlanView["options"] {
  return optionChanges.map(({ address: name, ...rest }) => withPlainDifference({ name, ...rest }));
}

/**
 * Names whose options or dependencies were declared anew, of what moved, and of what the platform has renamed; outputs
 * that are only volatile are worth no run.
 */
function recordsToUpdate(plan: Plan, state: StackState): PlanView["records"] {
  const { records } = withMoves(state, plan.moves ?? []);
  const moved = new Set((plan.moved ?? []).map(({ address }) => address));
  return plan.recordUpdates.flatMap(({ address, options, dependsOn, identity }) => {
    if (moved.has(address) || identity !== undefined) return [address];
    const record = records.get(address);
    const same =
      record !== undefined &&
      !awaitsDeclaration(record) &&
      samePlain(record.options, options) &&
      jsonEqual(record.dependsOn, dependsOn);
    return same ? [] : [address];
  });
}

/** A stack that manages nothing has nothing to be noted anew. */
function notesContext({ bindings: { context } }: Plan, state: StackState): boolean {
  return context !== undefined && state.records.size > 0 && !samePlain(context, state.context);
}

/** A value known after apply is shown as not known, and why, not as the expression that will fill it. */
function withoutUnknowns(value: Json, at: string, waiting: Readonly<Record<string, string>>): Json {
  if (Array.isArray(value)) return value.map((item: Json, index) => withoutUnknowns(item, pointer(at, index), waiting));
  if (!isJsonObject(value)) return value;
  if (typeof value["$expr"] === "string") return { $unknown: waiting[at] ?? "" };
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [key, withoutUnknowns(member, pointer(at, key), waiting)]),
  );
}
