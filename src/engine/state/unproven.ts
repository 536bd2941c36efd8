import { type Problem, problem } from "../../base/problem.ts";

/** Of an object that stands where a run that broke off was making one, and is otherwise than that one was to be. */
export function notProvablyOurs(address: string, type: string, id: string): Problem {
  const detail = `\`${id}\` is not what the run that broke off was to make; if it is yours, take it over with \`plumb import ${type} ${address} ${JSON.stringify(id)}\``;
  return problem("not-provably-ours", detail, { address });
}
