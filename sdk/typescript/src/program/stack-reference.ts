import { type Form, tracked } from "../outputs/form.ts";
import { type Output, outputOf } from "../outputs/output.ts";
import { ProgramError } from "../program-error.ts";
import type { Answer, Question } from "./channel.ts";
import { currentProgram } from "./program.ts";

/** The outputs of another stack, as its last run left them. */
export class StackReference {
  /** Name of the other stack: `network` of the same project, or `platform/network` of another one. */
  readonly stack: string;
  #answer: Answer | Promise<Answer> | undefined;

  constructor(stack: string) {
    this.stack = stack;
  }

  /** One output; undefined where the stack has none of that name. Secret there, secret here. */
  getOutput<T = unknown>(name: string): Output<T | undefined> {
    return this.#output(name, (answer) => valueIn(answer, name));
  }

  /** One output that must be there. */
  requireOutput<T = unknown>(name: string): Output<T> {
    return this.#output(name, (answer) => {
      if (!Object.hasOwn(answer.result ?? {}, name))
        throw new ProgramError(`the stack \`${this.stack}\` has no output \`${name}\``, "output-missing");
      return valueIn(answer, name);
    });
  }

  #output<T>(name: string, read: (answer: Answer) => unknown): Output<T> {
    const form = (answer: Answer): Form => ({
      kind: "data",
      value: read(answer),
      isSecret: (answer.secrets ?? []).includes(name),
    });
    const { channel } = currentProgram();
    if (channel === undefined)
      throw new ProgramError("outputs of another stack need plumb: run the program with `plumb plan -f FILE`");
    const question: Question = { ask: "outputs", stack: this.stack };
    this.#answer ??= channel.ask?.(question) ?? channel.askSoon(question);
    return outputOf(
      this.#answer instanceof Promise
        ? { kind: "promised", promise: tracked(this.#answer.then(form)) }
        : form(this.#answer),
    );
  }
}

function valueIn({ result = {} }: Answer, name: string): unknown {
  return Object.hasOwn(result, name) ? result[name] : undefined;
}
