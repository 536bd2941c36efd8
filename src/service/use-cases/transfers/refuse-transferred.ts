import { problem } from "../../../../packages/base/problems/problem.ts";
import { stackPathOf } from "../../../contract/stack-name.ts";
import type { StackTransfer } from "../../../engine/state/stack-context.ts";
import type { StackState } from "../../../engine/state/stack-state.ts";
import { Rejection } from "../../rejection.ts";

/** A Rejection ("conflict") while a stack is on its way to another store, or has gone there: it says where to. */
export function refuseTransferred(stack: string, { context }: Pick<StackState, "context">): void {
  if (context.transfer !== undefined) throw inTransfer(stack, context.transfer);
}

export function inTransfer(stack: string, { phase, place }: Pick<StackTransfer, "phase" | "place">): Rejection {
  const [code, detail] = toldOf(stack, phase, place);
  return new Rejection("conflict", [problem(code, detail)]);
}

function toldOf(stack: string, phase: StackTransfer["phase"], place: string) {
  const name = stackPathOf(stack)?.stack ?? stack;
  const isAddress = /^https?:/.test(place);
  if (phase === "moved") {
    const way = isAddress
      ? `use it there, for example with \`plumb plan -s ${name} --server ${place}\``
      : "use it there";
    return ["stack-moved", `stack \`${stack}\` has moved to ${place}; ${way}`] as const;
  }
  if (phase === "arriving") {
    const again = `the same \`plumb stack move ${name}\` that has begun it ends it`;
    return [
      "stack-moving",
      `stack \`${stack}\` is on its way here from ${place}, and the move is not over; ${again}`,
    ] as const;
  }
  const ways =
    `end the move with \`plumb stack move ${name} --to ${isAddress ? place : "local"}\`, ` +
    `or call it off with \`plumb stack move ${name} --cancel\``;
  return ["stack-moving", `stack \`${stack}\` is leaving for ${place}; ${ways}`] as const;
}
