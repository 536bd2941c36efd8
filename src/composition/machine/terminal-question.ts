import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import { Fault } from "../../../packages/base/fault.ts";

/**
 * Shows a question and gives the line typed. Ctrl-C, Ctrl-D, a terminal that goes away and the signal all mean that
 * there is no answer: a Fault `cancelled`. A hidden line is not shown as it is typed.
 */
export async function askOnTerminal(
  question: string,
  input: NodeJS.ReadableStream,
  output: NodeJS.WritableStream,
  signal: AbortSignal,
  isHidden = false,
): Promise<string> {
  // As a terminal the letters are read one by one, and shown by the reader: here they are not.
  const screen = isHidden ? { output: nowhere(), terminal: isTerminal(input) } : { output };
  const terminal = createInterface({ input, historySize: 0, ...screen });
  // Only now does the terminal itself show no letters any more.
  if (isHidden) output.write(question);
  const { promise: gone, reject } = Promise.withResolvers<never>();
  const leave = (): void => reject(new Fault("cancelled", "Cancelled."));
  // There is nothing left to wait for once the answer is there.
  gone.catch(() => {});
  terminal.once("close", leave);
  for (const each of [terminal, input]) each.once("error", leave);
  const answer = terminal.question(question, { signal });
  try {
    const line = await Promise.race([answer, gone]);
    if (isHidden) output.write("\n");
    return line;
  } catch {
    // The cursor stands behind the question.
    output.write("\n");
    throw new Fault("cancelled", "Cancelled.");
  } finally {
    answer.catch(() => {});
    terminal.close();
    input.removeListener("error", leave);
  }
}

function nowhere(): Writable {
  return new Writable({ write: (_chunk, _encoding, done) => done() });
}

function isTerminal(input: NodeJS.ReadableStream): boolean {
  return "isTTY" in input && input.isTTY === true;
}
