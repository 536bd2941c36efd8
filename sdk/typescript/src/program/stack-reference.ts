import { type Output, outputOf } from "../outputs/output.ts";
import { ProgramError } from "../program-error.ts";
import type { Answer } from "./channel.ts";
import { currentProgram } from "./program.ts";

/** The outputs of another stack, as its last run left them. */
export class StackReference {
  /** Name of the other stack: `network` of the same project, or `platform/network` of another one. */
  readonly stack: string;
  #answer: Answer | undefined;

  constructor(stack: string) {
    this.stack = stack;
  }

  /** One output; undefined where the stack has none of that name. Secret there, secret here. */
  getOutput<T = unknown>(name: string): Output<T | undefined> {
    const { result = {}, secrets = [] } = this.#outputs();
    const value = Object.hasOwn(result, name) ? result[name] : undefined;
    return outputOf({ kind: "data", value, isSecret: secrets.includes(name) });
  }

  /** One output that must be there. */
  requireOutput<T = unknown>(name: string): Output<T> {
    if (!Object.hasOwn(this.#outputs().result ?? {}, name))
      throw new ProgramError(`the stack \`${this.stack}\` has no output \`${name}\``, "output-missing");
    return this.getOutput<T>(name) as Output<T>;
  }

  #outputs(): Answer {
    const { channel } = currentProgram();
    if (channel === undefined)
      throw new ProgramError("outputs of another stack need plumb: run the program with `plumb plan -f FILE`");
    this.#answer ??= channel.ask({ ask: "outputs", stack: this.stack });
    return this.#answer;
  }
}
