import { createInterface } from "node:readline/promises";
import { Fault } from "../base/fault.ts";

/**
 * Shows a question and gives the line typed. Ctrl-C, Ctrl-D, a terminal that goes away and the signal all mean that there is
 * no answer: a Fault `cancelled`.
 */
export async function askOnTerminal(
  question: string,
  input: NodeJS.ReadableStream,
  output: NodeJS.WritableStream,
  signal: AbortSignal,
): Promise<string> {
  const terminal = createInterface({ input, output });
  const { promise: gone, reject } = Promise.withResolvers<never>();
  const leave = (): void => reject(new Fault("cancelled", "Cancelled."));
  // Nobody waits any more once the answer is there.
  gone.catch(() => {});
  terminal.once("close", leave);
  for (const each of [terminal, input]) each.once("error", leave);
  const answer = terminal.question(question, { signal });
  try {
    return await Promise.race([answer, gone]);
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
