import { isJsonObject } from "../../base/json.ts";
import type { Problem } from "../../base/problem.ts";
import type { Catalog } from "../../definitions/schema/definition.ts";
import type { CheckedDeclaration } from "../check/checked-declaration.ts";
import type { ExpressionLanguage } from "../expressions/expression-language.ts";
import { claimKey } from "../state/record.ts";
import { claimantOf, type Snapshot } from "../state/snapshot.ts";
import { companionsByHolder, forgetGoneWith, takenAlong } from "./gone-with.ts";
import { engineFlags, type Plan, type PlanContent, planFormat, type Step } from "./plan.ts";
import { planRead } from "./plan-read.ts";
import { removalStep, supersededStepId } from "./plan-removal.ts";
import { planResource } from "./plan-resource.ts";
import { Planning } from "./planning.ts";
import { seenObjects } from "./seen-objects.ts";
import { removeUnmade, tellOfOperations } from "./unsettled.ts";

export interface PlanInput {
  readonly kind: Exclude<Plan["kind"], "refresh" | "import">;
  /** Null only for a destroy without a declaration. */
  readonly checked: CheckedDeclaration | null;
  readonly snapshot: Snapshot;
  readonly catalog: Catalog;
  /** Digest of the catalog, so that a plan made under other definitions is not carried out. */
  readonly definitions: string;
  readonly language: ExpressionLanguage;
  /** 1 for the plan that is approved; later ones decide what it had to defer. */
  readonly round: number;
  /** What went wrong while observing. */
  readonly problems: readonly Problem[];
}

/** What would be done to make the world as declared (or to take all of it away), and why. Pure. */
export function makePlan(input: PlanInput): PlanContent {
  const { kind, checked, snapshot, catalog, language } = input;
  const planning = new Planning(catalog, snapshot, language, checked);
  if (kind !== "destroy") {
    for (const node of checked?.nodes ?? []) {
      if (node.kind === "resource") planResource(node, planning);
      else planRead(node, planning);
    }
    claimedTwice(planning);
  }
  const declared = new Set(
    kind !== "destroy" ? checked?.nodes.filter((node) => node.kind === "resource").map((node) => node.address) : [],
  );
  removeUndeclared(declared, kind, planning);
  removeUnmade(planning);
  tellOfOperations(planning);
  postponeRemovals(planning);
  forgetGoneWith(planning);
  const steps = withRemovalOrder(planning);
  return {
    format: planFormat,
    kind,
    stack: snapshot.stack,
    round: input.round,
    bindings: {
      declaration: checked?.digest ?? null,
      lineage: snapshot.state.lineage,
      serial: snapshot.state.serial,
      definitions: input.definitions,
      engineFlags,
      ...seenObjects(snapshot.observations, snapshot.state, catalog),
    },
    ...(planning.moves.length === 0 ? {} : { moves: planning.moves }),
    steps: [...steps].sort((a, b) => (a.id < b.id ? -1 : 1)),
    unchanged: planning.unchanged,
    recordUpdates: planning.recordUpdates,
    deferred: planning.deferred,
    ...(kind === "destroy" ? { outputs: {} } : outputsOf(checked, planning)),
    problems: [...input.problems, ...planning.problems],
  };
}

/** Outputs as far as they are known; the rest keep their expression for the run to fill, and why they wait is told. */
function outputsOf(checked: CheckedDeclaration | null, planning: Planning): Pick<Plan, "outputs" | "waiting"> {
  const { value, waiting, errors } = planning.language.resolve(checked?.outputs ?? {}, planning.bindings);
  for (const { pointer, detail } of errors)
    planning.complain("expression-failed", detail, { pointer: `/outputs${pointer}` });
  return {
    outputs: isJsonObject(value) ? value : {},
    ...(waiting.length === 0 ? {} : { waiting: Object.fromEntries(waiting.map((each) => [each.pointer, each.why])) }),
  };
}

/** Records that nothing declares any more, and what earlier runs left superseded. */
function removeUndeclared(declared: ReadonlySet<string>, kind: Plan["kind"], planning: Planning): void {
  const { state } = planning;
  for (const record of state.records.values()) {
    if (declared.has(record.address)) continue;
    // Undoing an import lets go of what was there before us.
    const letGo = kind === "undo" && record.imported ? { onDestroy: "retain" as const } : {};
    if (record.options.protect && record.options.onDestroy !== "retain" && letGo.onDestroy === undefined) {
      planning.complain("protected", `\`${record.address}\` is protected and would be deleted`, {
        address: record.address,
      });
    }
    planning.push(removalStep(record, { superseded: false, needs: [], ...letGo }, planning));
  }
  for (const record of state.superseded) planning.push(removalStep(record, { superseded: true, needs: [] }, planning));
}

/** What still leans on an object and waits for the next round keeps it until then. */
function postponeRemovals(planning: Planning): void {
  const { steps, checked, postponed } = planning;
  if (postponed.size === 0) return;
  const edges = new Map(checked?.nodes.map((node) => [node.address, node.edges]));
  const leaners = new Map<string, string>();
  for (const address of postponed) {
    const leansOn = [...(edges.get(address) ?? []), ...(planning.state.records.get(address)?.dependsOn ?? [])];
    for (const on of leansOn) leaners.set(on, address);
  }
  const wanted = neededByWrites(steps);
  // What something postponed waits for does not wait in its turn.
  const isAwaited = (step: Step) =>
    step.kind === "removal" && leaners.has(step.address) && !wanted.has(step.id) && !planning.awaited.has(step.id);
  const awaited = new Set(steps.filter(isAwaited));
  const kept = steps.filter((step) => !awaited.has(step));
  for (const { address } of awaited)
    planning.postpone(address, `its old object is needed until ${leaners.get(address)} is planned`, ["delete"]);
  planning.steps.splice(0, steps.length, ...kept);
}

/** Ids of the steps that have to be done before some write. */
function neededByWrites(steps: readonly Step[]): ReadonlySet<string> {
  return new Set(steps.flatMap((step) => (step.kind === "write" ? step.needs : [])));
}

/** An object goes only after all that leaned on it have gone or have turned to something else. */
function withRemovalOrder(planning: Planning): readonly Step[] {
  const { steps, checked } = planning;
  if (!steps.some((step) => step.kind === "removal")) return steps;
  const ids = new Set(steps.map((step) => step.id));
  const leaning = new Map<string, Set<string>>();
  const lean = (on: string, stepId: string) => {
    const known = leaning.get(on) ?? new Set();
    known.add(stepId);
    leaning.set(on, known);
  };
  const { records, superseded } = planning.state;
  const unmade = planning.snapshot.unsettled.map(({ intent }) => ({
    address: intent.address,
    dependsOn: intent.record?.dependsOn ?? [],
  }));
  for (const { address, dependsOn } of [...records.values(), ...superseded, ...unmade])
    for (const on of dependsOn) if (ids.has(address)) lean(on, address);
  // What a record leaned on is leaned on until its own old object is gone.
  for (const record of [...records.values(), ...superseded])
    for (const on of record.dependsOn) if (ids.has(supersededStepId(record))) lean(on, supersededStepId(record));
  for (const node of checked?.nodes ?? [])
    for (const on of node.edges) if (ids.has(node.address)) lean(on, node.address);
  const wanted = neededByWrites(steps);
  const companions = companionsByHolder(steps);
  return steps.map((step) => {
    if (step.kind !== "removal") return step;
    if (step.goneWith !== undefined) return { ...step, needs: [...new Set([...step.needs, step.goneWith])] };
    // What leans on an object that this one takes along has to be gone before as well.
    const along = takenAlong(companions, step.address);
    const leaners = [step.address, ...along].flatMap((address) => [...(leaning.get(address) ?? [])]);
    const more = wanted.has(step.id) ? [] : leaners.filter((id) => id !== step.id && !along.has(id));
    return { ...step, needs: [...new Set([...step.needs, ...more])] };
  });
}

/** No two declarations, here or in another stack, may follow one physical object. */
function claimedTwice(planning: Planning): void {
  const { snapshot } = planning;
  const holders = new Map<string, string>();
  const others = new Map(snapshot.claims.map((claim) => [claim.claimKey, claim]));
  const said = new Set(planning.problems.flatMap(({ code, address }) => (code === "claimed-twice" ? [address] : [])));
  const leaving = new Set(planning.steps.flatMap((step) => (step.kind === "removal" ? [step.uid] : [])));
  for (const { address, key, uid } of claimsOf(planning)) {
    const place = { address, pointer: `/resources/${address}`, at: "key" as const };
    const first = holders.get(key);
    if (first !== undefined) {
      planning.complain(
        "claimed-twice",
        `\`${first}\` and \`${address}\` both stand for \`${key.slice(key.indexOf(" ") + 1)}\``,
        place,
      );
      continue;
    }
    holders.set(key, address);
    const other = others.get(key);
    if (other === undefined || other.uid === uid) continue;
    // Said already where the place was found taken.
    if (said.has(address)) continue;
    const isHere = other.stack === snapshot.stack;
    // Within the stack a record that this plan removes gives its claim free.
    if (isHere && leaving.has(other.uid)) continue;
    const who = isHere ? `\`${other.address}\` of this stack` : claimantOf(other);
    planning.complain(
      "claimed-twice",
      `\`${key.slice(key.indexOf(" ") + 1)}\` already belongs to ${who}, and \`${address}\` claims it too`,
      place,
    );
  }
}

function claimsOf(
  planning: Planning,
): readonly { readonly address: string; readonly key: string; readonly uid: string }[] {
  const key = (type: string, cloudId: string, claim: string) =>
    claimKey(cloudId, claim, planning.definition(type).identity.ignoreCase === true);
  const written = planning.steps.flatMap((step) =>
    (step.kind === "write" || step.kind === "move") && step.identity !== null
      ? [{ address: step.address, uid: step.uid, key: key(step.type, step.provider.cloudId, step.identity.claim) }]
      : [],
  );
  // Records that are left as they are share no claim among themselves.
  if (written.length === 0) return [];
  const kept = planning.unchanged.flatMap(({ address }) => {
    const record = planning.state.records.get(address);
    return record === undefined
      ? []
      : [{ address, uid: record.uid, key: key(record.type, record.provider.cloudId, record.identity.claim) }];
  });
  return [...kept, ...written];
}
