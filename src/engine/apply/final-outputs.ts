import { beyondRoom, type Room, roomBeside, roomOfOutputs } from "../../../packages/base/json/content-bounds.ts";
import { type Json, jsonEqual, ownMember } from "../../../packages/base/json/json.ts";
import { type Problem, problem } from "../../../packages/base/problems/problem.ts";
import type { InParts } from "../../../packages/base/turns.ts";
import { isUnknown, unknown } from "../../definitions/schema/value.ts";
import type { NodeBindings } from "../expressions/evaluate.ts";
import type { Plan, Step } from "../plan/plan.ts";
import { isPartial } from "../plan/selection/selection.ts";
import { mayLag } from "../state/records/lagging-reads.ts";
import { recordKey } from "../state/records/record.ts";
import { isStanding, type OutputsLeft, outputsLeft, type Standing, standingOutputs } from "../state/stack-outputs.ts";
import type { RunContext } from "./run-context.ts";
import type { StepWalk } from "./step-walk.ts";

/**
 * What the outputs of a stack say when a run has ended: each is what its expression comes to over the objects as they
 * are now, whatever the plan expected of them. One that can't be told (an object was not made, a read was not done)
 * keeps its former value while the objects stand that this was made from, and is named among the left ones. A destroy
 * and a refresh leave those whose objects stand, and so do outputs that turn out too large. What a step has taken away
 * gives nothing, and an object that the plan saw to be gone does not stand until a step has made it again. In parts.
 */
export function* finalOutputs(
  plan: Plan,
  context: RunContext,
  { problems, done }: Pick<StepWalk, "problems" | "done">,
): InParts<OutputsLeft & { readonly problems: readonly Problem[] }> {
  let room: Room | null = roomOfOutputs;
  const { state } = context.input;
  const isBroken = problems.length > 0;
  if (plan.kind === "import") return { ...outputsLeft(state), problems: [] };
  const { standing, bindings } = withoutGone(plan, context);
  if (plan.kind === "destroy" || plan.kind === "refresh")
    return { ...outputsLeft(standingOutputs(state, standing)), problems: [] };
  const outputs: Record<string, Json> = {};
  const outputSources: Record<string, readonly string[]> = {};
  const leftOutputs: string[] = [];
  const failures: Problem[] = [];
  // What waits for the next round is as its expression has it only then: it may be of another type so far.
  const deferred = new Set(plan.deferred.map(({ address }) => address));
  const isPart = isPartial(plan.bindings.selection ?? {});
  for (const [name, planned] of Object.entries(plan.outputs)) {
    yield;
    const derived = ownMember(plan.derivedOutputs ?? {}, name);
    const { value, waiting, errors } = context.input.language.resolve(derived?.value ?? planned, bindings);
    const [error] = errors;
    const [former, sources] = [ownMember(state.outputs, name), ownMember(state.outputSources, name)];
    // A text that an undo was to bring back is right once all that it was made from is put back.
    const isText = plan.kind === "undo" && jsonEqual(value, derived?.value ?? planned);
    const isOpen = isBroken && isText && !isPutBack(derived?.on ?? [], plan, done);
    if (error === undefined && waiting.length === 0 && !isOpen) {
      outputs[name] = value;
      room = roomBeside(value, room);
      if (room === null) break;
      // A text that stays was made from what it was made from, which the name may stand for no more.
      const stays = isText && former !== undefined && jsonEqual(value, former) && isStanding(sources, standing);
      if (stays && sources !== undefined) outputSources[name] = sources;
      else if (derived !== undefined) outputSources[name] = sourcesOn(derived.on, context);
      continue;
    }
    // Of what a partial plan leaves alone, there may be nothing yet.
    const isEarly = isPart || derived?.on.some((address) => deferred.has(address)) === true;
    if (error !== undefined && waiting.length === 0 && !isBroken && !isEarly)
      failures.push(problem("expression-failed", error.detail, { pointer: `/outputs/${name}` }));
    if (former === undefined || !isStanding(sources, standing)) continue;
    outputs[name] = former;
    leftOutputs.push(name);
    if (sources !== undefined) outputSources[name] = sources;
  }
  if (room !== null) return { outputs, outputSources, leftOutputs, problems: failures };
  const tooLarge = problem("beyond-bounds", beyondRoom("all of `outputs`", roomOfOutputs), { pointer: "/outputs" });
  return { ...outputsLeft(standingOutputs(state, standing)), problems: [...failures, tooLarge] };
}

/** What stands under some names by now. */
function sourcesOn(names: readonly string[], { records }: RunContext): readonly string[] {
  return names.flatMap((name) => {
    const record = records.at(name);
    return record === undefined ? [] : [recordKey(record)];
  });
}

/** Whether the steps of some names are done: none is told where what a text was made from is not known. */
function isPutBack(on: readonly string[], { steps }: Plan, done: ReadonlySet<string>): boolean {
  const isOf = (step: Step) => step.kind !== "removal" && on.includes(step.address);
  return on.length > 0 && steps.every((step) => !isOf(step) || done.has(step.id));
}

/**
 * The objects as they are now: the record of one that the plan saw to be gone, and that no step has made again, gives
 * nothing. A read that may lag behind our last write proves no object gone.
 */
function withoutGone(plan: Plan, context: RunContext) {
  const { records, bindings, bindingsNow } = context;
  const gone = new Set<string>();
  // A name whose object goes may be that of a read from then on.
  const made = new Set(plan.steps.flatMap((step) => (step.kind === "removal" ? [] : [step.address])));
  for (const step of plan.steps) {
    if (step.kind === "removal" && step.unseen === "gone") gone.add(recordKey(step));
    if (step.kind !== "write" || (step.action !== "create" && step.action !== "undelete")) continue;
    const record = records.at(step.address);
    const isFormer = record?.uid === step.uid && record.type === step.type && isUnknown(bindings.node(step.address));
    if (isFormer && !mayLag(record, context.now())) gone.add(recordKey(record));
  }
  const standing: Standing = {
    has: (key) => records.has(key) && !gone.has(key),
    isEmpty: records.isEmpty,
  };
  const nodes: NodeBindings = {
    node: (name) => {
      const record = records.at(name);
      const wasTaken = context.input.state.records.has(name) && !made.has(name);
      const isGone = record === undefined ? wasTaken : gone.has(recordKey(record));
      return isGone ? unknown(`the object of ${name} is gone`) : bindingsNow.node(name);
    },
  };
  return { standing, bindings: nodes };
}
