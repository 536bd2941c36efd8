import { beyondRoom, type Room, roomBeside, roomOfOutputs } from "../../../../packages/base/json/content-bounds.ts";
import { type Json, type JsonObject, ownMember } from "../../../../packages/base/json/json.ts";
import { pointer } from "../../../../packages/base/json/pointer.ts";
import type { InParts } from "../../../../packages/base/turns.ts";
import { escapedOutputs, findUnknown, type Value } from "../../../definitions/schema/value.ts";
import type { NodeBindings } from "../../expressions/evaluate.ts";
import type { Plan } from "../plan.ts";
import type { Planning } from "../planning.ts";

/**
 * The outputs of a stack as far as they are known: the rest keep their expression, and why they wait is told. What
 * reads resources is kept as declared as well, since what becomes of the steps is known only after the run. One that
 * waits for what the plan leaves alone (not `isIn`) can't change by it, and is as it is `kept`. In parts.
 */
export function* outputsOf(
  planning: Planning,
  isIn: (address: string) => boolean,
  kept: JsonObject,
): InParts<Pick<Plan, "outputs" | "waiting" | "derivedOutputs">> {
  let room: Room | null = roomOfOutputs;
  const outputs: Record<string, Json> = {};
  const waits: Record<string, string> = {};
  const derived: Record<string, { readonly value: Value; readonly on: readonly string[] }> = {};
  for (const [name, given] of Object.entries(planning.checked?.outputs ?? {})) {
    const known = planning.undo?.outputs.get(name);
    const isDeclared = known?.declared !== undefined && isTold(known.declared, known.reads, planning);
    if (known?.isOutdated === true && !isDeclared) continue;
    const declared = isDeclared ? known.declared : given;
    const [touched, bindings] = watched(bindingsOf(planning));
    const { value, waiting, errors } = planning.language.resolve(declared, bindings);
    const place = pointer("", name);
    for (const error of errors)
      planning.complain("expression-failed", error.detail, { pointer: `/outputs${place}${error.pointer}` });
    const isLeft = waiting.length > 0 && [...touched].some((each) => !isIn(each) && findUnknown(bindings.node(each)));
    const planned = isLeft ? ownMember(kept, name) : value;
    if (planned === undefined) continue;
    if (!isLeft) for (const wait of waiting) waits[`${place}${wait.pointer}`] = wait.why;
    outputs[name] = planned;
    const on = [...new Set([...planning.managedBelow([...touched]), ...(known?.on ?? [])])];
    if (on.length > 0 || touched.size > 0) derived[name] = { value: declared, on };
    room = roomBeside(planned as Json, room);
    if (room === null) {
      planning.complain("beyond-bounds", beyondRoom("all of `outputs`", roomOfOutputs), { pointer: "/outputs" });
      return { outputs: {} };
    }
    yield;
  }
  return {
    outputs,
    ...(Object.keys(waits).length === 0 ? {} : { waiting: waits }),
    ...(Object.keys(derived).length === 0 ? {} : { derivedOutputs: derived }),
  };
}

/**
 * Whether the declaration of an output gives its value in an undo, which knows of no reads and reads no config. All
 * that it reads has to be what it was when it was declared.
 */
function isTold(declared: Value, reads: ReadonlySet<string>, planning: Planning): boolean {
  const [touched, bindings] = watched(bindingsOf(planning));
  const { errors } = planning.language.resolve(declared, bindings);
  return errors.length === 0 && [...touched].every((name) => reads.has(name));
}

/** What outputs read. What an undo plans nothing of, and does not end, is as it is recorded. */
function bindingsOf(planning: Planning): NodeBindings {
  const { undo, bindings, state } = planning;
  if (undo === null) return bindings;
  const going = new Set(undo.removals.map(({ record }) => record.uid));
  const node = (name: string) => {
    const record = state.records.get(name);
    const isPlanned = record === undefined || going.has(record.uid) || planning.hasOutputs(name);
    return isPlanned ? bindings.node(name) : escapedOutputs(record.outputs);
  };
  return { node };
}

/** Bindings that note which nodes are asked for. */
function watched({ node }: NodeBindings): readonly [ReadonlySet<string>, NodeBindings] {
  const touched = new Set<string>();
  const watching = (name: string) => {
    touched.add(name);
    return node(name);
  };
  return [touched, { node: watching }];
}
