import { beyondRoom, type Room, roomBeside, roomOfOutputs } from "../../base/content-bounds.ts";
import type { Json } from "../../base/json.ts";
import { pointer } from "../../base/pointer.ts";
import type { InParts } from "../../base/turns.ts";
import type { Value } from "../../definitions/schema/value.ts";
import type { NodeBindings } from "../expressions/evaluate.ts";
import type { Plan } from "./plan.ts";
import type { Planning } from "./planning.ts";

/**
 * The outputs of a stack as far as they are known: the rest keep their expression, and why they wait is told. What reads
 * resources is kept as declared as well, since what becomes of the steps is known only after the run. In parts.
 */
export function* outputsOf(planning: Planning): InParts<Pick<Plan, "outputs" | "waiting" | "derivedOutputs">> {
  let room: Room | null = roomOfOutputs;
  const outputs: Record<string, Json> = {};
  const waits: Record<string, string> = {};
  const derived: Record<string, { readonly value: Value; readonly on: readonly string[] }> = {};
  for (const [name, declared] of Object.entries(planning.checked?.outputs ?? {})) {
    const [touched, bindings] = watched(planning.bindings);
    const { value, waiting, errors } = planning.language.resolve(declared, bindings);
    const place = pointer("", name);
    for (const error of errors)
      planning.complain("expression-failed", error.detail, { pointer: `/outputs${place}${error.pointer}` });
    for (const wait of waiting) waits[`${place}${wait.pointer}`] = wait.why;
    outputs[name] = value;
    if (touched.size > 0) derived[name] = { value: declared, on: planning.managedBelow([...touched]) };
    room = roomBeside(value as Json, room);
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

/** Bindings that note which nodes are asked for. */
function watched({ node }: NodeBindings): readonly [ReadonlySet<string>, NodeBindings] {
  const touched = new Set<string>();
  const watching = (name: string) => {
    touched.add(name);
    return node(name);
  };
  return [touched, { node: watching }];
}
