import { beyondRoom, type Room, roomBeside, roomOfOutputs } from "../../base/content-bounds.ts";
import { type Json, ownMember } from "../../base/json.ts";
import { type Problem, problem } from "../../base/problem.ts";
import type { InParts } from "../../base/turns.ts";
import type { Plan } from "../plan/plan.ts";
import { recordKey } from "../state/record.ts";
import { isStanding, type StackOutputs, standingOutputs } from "../state/stack-outputs.ts";
import type { RunContext } from "./run-context.ts";

/**
 * What the outputs of a stack say when a run has ended: each is what its expression comes to over the objects as they are
 * now, whatever the plan expected of them. One that can't be told (an object was not made, a read was not done) keeps its
 * former value while the objects stand that this was made from. A destroy leaves those whose objects stand, and so do outputs that turn
 * out too large. In parts.
 */
export function* finalOutputs(
  plan: Plan,
  context: RunContext,
  problems: readonly Problem[],
): InParts<StackOutputs & { readonly problems: readonly Problem[] }> {
  let room: Room | null = roomOfOutputs;
  const { state } = context.input;
  const [isBroken, records] = [problems.length > 0, context.records];
  if (plan.kind === "refresh" || plan.kind === "import")
    return { outputs: state.outputs, outputSources: state.outputSources, problems: [] };
  // What an undo would have brought back as a whole is not there in parts.
  if (plan.kind === "destroy" || (plan.kind === "undo" && isBroken))
    return { ...standingOutputs(state, records), problems: [] };
  const outputs: Record<string, Json> = {};
  const outputSources: Record<string, readonly string[]> = {};
  const failures: Problem[] = [];
  // What waits for the next round is as its expression has it only then: it may be of another type so far.
  const deferred = new Set(plan.deferred.map(({ address }) => address));
  for (const [name, planned] of Object.entries(plan.outputs)) {
    yield;
    const derived = ownMember(plan.derivedOutputs ?? {}, name);
    const { value, waiting, errors } = context.input.language.resolve(derived?.value ?? planned, context.bindingsNow);
    const [error] = errors;
    if (error === undefined && waiting.length === 0) {
      outputs[name] = value;
      room = roomBeside(value, room);
      if (room === null) break;
      if (derived !== undefined)
        outputSources[name] = derived.on.flatMap((address) => {
          const record = records.at(address);
          return record === undefined ? [] : [recordKey(record)];
        });
      continue;
    }
    const isEarly = derived?.on.some((address) => deferred.has(address)) === true;
    if (error !== undefined && waiting.length === 0 && !isBroken && !isEarly)
      failures.push(problem("expression-failed", error.detail, { pointer: `/outputs/${name}` }));
    const [former, sources] = [ownMember(state.outputs, name), ownMember(state.outputSources, name)];
    if (former === undefined || !isStanding(sources, records)) continue;
    outputs[name] = former;
    if (sources !== undefined) outputSources[name] = sources;
  }
  if (room !== null) return { outputs, outputSources, problems: failures };
  const tooLarge = problem("beyond-bounds", beyondRoom("all of `outputs`", roomOfOutputs), { pointer: "/outputs" });
  return { ...standingOutputs(state, records), problems: [...failures, tooLarge] };
}
