import type { Problem } from "../generated/client.ts";
import { ServiceProblem } from "../transport.ts";

/** Why a stack was not planned, or not brought to what its program declares. */
export class StackProblem extends Error {
  override readonly name = "StackProblem";
  /** Code of the first problem; `plumb explain` knows it. */
  readonly code: string;
  /** All that is wrong, each with the address or the pointer that it is about. */
  readonly problems: readonly Told[];

  constructor(code: string, problems: readonly Told[]) {
    super(problems.map(({ address, pointer, detail }) => `${address ?? pointer ?? code}: ${detail}`).join("\n"));
    this.code = problems[0]?.code ?? code;
    this.problems = problems;
  }
}

type Told = Pick<Problem, "code" | "detail" | "address" | "pointer">;

/** What a service refuses, with its problems; anything else as it is. */
export function asStackProblem(cause: unknown): unknown {
  if (!(cause instanceof ServiceProblem)) return cause;
  const { code, message, problems } = cause;
  return new StackProblem(code, problems.length === 0 ? [{ code, detail: message }] : problems);
}
