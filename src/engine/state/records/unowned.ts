import { type Problem, problem } from "../../../../packages/base/problems/problem.ts";
import { takingOver } from "./taking-over.ts";

/** Of an object that stands where a run that broke off was making one, and is otherwise than that one was to be. */
export function notProvablyOurs(address: string, type: string, id: string): Problem {
  const detail =
    `\`${id}\` is not what the run that broke off was to make; if it is yours, ` +
    `${takingOver(type, address, id, false)}`;
  return problem("not-provably-ours", detail, { address });
}
