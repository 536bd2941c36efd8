import { beyondRoom, type Room, roomBeside, roomOfObjects } from "../../../packages/base/json/content-bounds.ts";
import type { Problem } from "../../../packages/base/problems/problem.ts";
import { type InParts, inOneTurn } from "../../../packages/base/turns.ts";
import type { Catalog } from "../../definitions/schema/definition.ts";
import type { CheckedDeclaration } from "../check/checked-declaration.ts";
import type { KeptOptions } from "../check/kept-options.ts";
import type { ExpressionLanguage } from "../expressions/expression-language.ts";
import type { Snapshot } from "../state/snapshot.ts";
import { outputsWithout } from "../state/stack-outputs.ts";
import type { UndoScope } from "../undo/journal/undo-scope.ts";
import { claimedTwice } from "./claimed-twice.ts";
import { usedDefinitions } from "./document/used-definitions.ts";
import { warnOfReferences } from "./drift/warn-of-references.ts";
import { warnOfOperations } from "./indeterminate.ts";
import { optionChanges } from "./option-changes.ts";
import { orderedSteps } from "./ordered-steps.ts";
import { engineFlags, type Plan, type PlanContent, planFormat, type Step, type UsedDefinition } from "./plan.ts";
import { planRead } from "./plan-read.ts";
import { planResource } from "./plan-resource.ts";
import { type DeclaredIdentity, Planning } from "./planning.ts";
import { refuseRemovals } from "./protection.ts";
import { bindToHolders, holdersIn } from "./removals/bind-to-holders.ts";
import { bindCascadeDeletes } from "./removals/cascade-deletes.ts";
import { checkCascadeDeletes } from "./removals/check-cascade-deletes.ts";
import { type DropsAllowed, refuseDroppingAll } from "./removals/drops-all.ts";
import { adviseOfAliases } from "./removals/kept-by-alias.ts";
import { postponeRemovals } from "./removals/postpone-removals.ts";
import { withRemovalOrder } from "./removals/removal-order.ts";
import { removeUndeclared } from "./removals/removals.ts";
import { removeUnmade } from "./removals/remove-unmade.ts";
import { allSeen, looked, seenObjects } from "./seen-objects.ts";
import { refuseDeletions } from "./selection/refuse-deletions.ts";
import { selectPart } from "./selection/select-part.ts";
import { isPartial, laterSelection, nameables, namedBy, type Selection } from "./selection/selection.ts";
import { warnOfOtherSecrets } from "./undo/other-secrets.ts";
import { refuseUndo, removeUndone } from "./undo/undo-steps.ts";
import { outputsOf } from "./values/derived-outputs.ts";
import { warnOfEarlyReads } from "./values/early-reads.ts";
import { blockWithoutParents } from "./values/missing-parents.ts";

export interface PlanInput {
  readonly kind: Exclude<Plan["kind"], "refresh" | "import">;
  /** Null only for a destroy, which takes no more of it than the providers. */
  readonly checked: CheckedDeclaration | null;
  /** What a declaration keeps, where a destroy has one. */
  readonly keeps?: ReadonlyMap<string, KeptOptions>;
  readonly snapshot: Snapshot;
  readonly catalog: Catalog;
  readonly language: ExpressionLanguage;
  /** 1 for the plan that is approved; later ones decide what it had to defer. */
  readonly round: number;
  /** What went wrong while observing. */
  readonly problems: readonly Problem[];
  /** Of an undo: what it is about. */
  readonly undo?: UndoScope;
  readonly drops?: DropsAllowed;
  readonly selection?: Selection | undefined;
}

/**
 * The object that each declared resource names, by its address; one whose provider is not known yet names none. Pure.
 */
export function declaredIdentities({
  checked,
  snapshot,
  catalog,
  language,
}: Pick<PlanInput, "checked" | "snapshot" | "catalog" | "language">): ReadonlyMap<string, DeclaredIdentity> {
  const planning = new Planning(catalog, snapshot, language, checked);
  inOneTurn(planDeclared(checked, planning));
  return planning.identities;
}

function* planDeclared(checked: CheckedDeclaration | null, planning: Planning): InParts<void> {
  let room: Room | null = roomOfObjects;
  for (const node of checked?.nodes ?? []) {
    if (node.kind === "resource") planResource(node, planning);
    else planRead(node, planning);
    const step = planning.stepAt(node.address);
    planning.affected.note(node, step);
    if (step?.kind === "write") room = roomBeside(step.desired, room);
    if (room === null) return refuseBeyondRoom(planning);
    yield;
  }
}

/** A plan that can't be carried out need not hold what is too large. */
function refuseBeyondRoom(planning: Planning): void {
  const what = "all that is to be written, with what expressions make of it,";
  planning.complain("beyond-bounds", beyondRoom(what, roomOfObjects), { pointer: "/resources" });
  planning.takeBack(0);
}

/** What would be done to make the platforms as declared (or to take all of it away), and why. Pure. */
export function makePlan(input: PlanInput): PlanContent {
  return inOneTurn(planInParts(input));
}

/** The same in parts: between them others may have their turn, and nothing that it reads may change. */
export function* planInParts(input: PlanInput): InParts<PlanContent> {
  const { kind, checked, snapshot, catalog, language, undo, drops = {}, selection = {} } = input;
  const replaced = namedBy(selection.replace ?? [], nameables(checked, snapshot.state)).addresses;
  const planning = new Planning(catalog, snapshot, language, checked, { undo, keeps: input.keeps, replaced });
  if (kind !== "destroy") {
    yield* planDeclared(checked, planning);
    yield;
  }
  const declared = new Set(
    kind !== "destroy" ? checked?.nodes.filter((node) => node.kind === "resource").map((node) => node.address) : [],
  );
  if (undo === undefined) {
    yield* removeUndeclared(declared, kind, planning);
    removeUnmade(planning);
    adviseOfAliases(planning);
  } else removeUndone(undo, planning);
  if (kind !== "destroy") claimedTwice(planning);
  const holders = holdersIn(planning);
  bindToHolders(planning, holders);
  blockWithoutParents(planning, holders);
  yield;
  warnOfOperations(planning);
  warnOfEarlyReads(planning);
  const postponed = postponeRemovals(planning);
  const part = selectPart(selection, kind, input.problems, planning);
  const waiting = postponed.filter(({ address }) => part.isIn(address));
  bindCascadeDeletes(planning);
  refuseRemovals(kind, [...planning.steps, ...waiting], planning);
  checkCascadeDeletes([...planning.steps, ...waiting], planning);
  refuseDroppingAll([...planning.steps, ...waiting], drops, planning);
  refuseDeletions(selection, planning);
  yield;
  if (undo !== undefined) {
    refuseUndo(undo, planning);
    warnOfReferences(undo, planning);
    warnOfOtherSecrets(planning);
  }
  const isRefused = undo !== undefined && planning.problems.some(({ severity }) => severity === "error");
  if (isRefused) return refusedUndo(input, planning);
  const steps = withRemovalOrder(planning);
  yield;
  const changed = optionChanges(planning);
  yield;
  const kept = outputsAfter([...steps, ...waiting], planning);
  const outputs = kind === "destroy" ? { outputs: kept } : yield* outputsOf(planning, part.isIn, kept);
  yield;
  const { recordUpdates, deferred, state } = planning;
  const going = { steps, recordUpdates, deferred, ...outputs };
  const definitions = usedDefinitions(going, { checked, records: state.records }, catalog);
  yield;
  return {
    ...headOf(input, definitions, planning),
    ...(planning.moves.length === 0 ? {} : { moves: planning.moves }),
    steps: orderedSteps(steps),
    unchanged: planning.unchanged,
    recordUpdates,
    ...(changed.length === 0 ? {} : { optionChanges: changed }),
    ...(planning.moved.length === 0 ? {} : { moved: planning.moved }),
    deferred,
    ...part.told,
    ...outputs,
    problems: problemsOf(part, planning),
  };
}

/** The outputs as they are recorded, of which the steps end no object: all that a destroy leaves. */
function outputsAfter(steps: readonly Step[], { state }: Planning): Plan["outputs"] {
  const ends = steps.flatMap((step) => (step.kind === "removal" && step.blocked === undefined ? [step] : []));
  return outputsWithout(ends, state).outputs;
}

function problemsOf({ problems }: Pick<PlanInput, "problems">, planning: Planning): readonly Problem[] {
  return [...problems.filter((each) => !planning.excused.has(each)), ...planning.problems];
}

/** An undo that is refused does nothing, and so plans nothing: half an inverse is none. */
function refusedUndo(input: PlanInput, planning: Planning): PlanContent {
  const { outputs } = input.snapshot.state;
  const nothing = { steps: [], unchanged: [], recordUpdates: [], deferred: [] };
  return { ...headOf(input, [], planning), ...nothing, outputs, problems: problemsOf(input, planning) };
}

function headOf(
  { kind, checked, snapshot, catalog, undo, round, drops, selection = {} }: PlanInput,
  definitions: readonly UsedDefinition[],
  { replaced, deferred }: Planning,
) {
  const isWhole = undo === undefined && !isPartial(selection);
  return {
    format: planFormat,
    kind,
    stack: snapshot.stack,
    round,
    bindings: {
      declaration: kind === "destroy" ? null : (checked?.digest ?? null),
      ...(kind === "destroy" || checked?.stacks === undefined ? {} : { stacks: checked.stacks }),
      lineage: snapshot.state.lineage,
      serial: snapshot.state.serial,
      definitions,
      engineFlags,
      ...(isWhole
        ? seenObjects(snapshot.observations, snapshot.state, catalog)
        : { observed: allSeen(isPartial(selection) ? looked(snapshot.observations) : snapshot.observations) }),
      ...(drops?.dropAllOf === undefined ? {} : { dropAllOf: drops.dropAllOf }),
      ...(Object.keys(selection).length === 0 ? {} : { selection: laterSelection(selection, replaced, deferred) }),
    },
  };
}
