import type { Invocation } from "../command.ts";
import { unlessCancelled } from "../connection/api-client.ts";
import { isYes } from "./is-yes.ts";

/** Asks a yes-or-no question; anything but yes means no. Only where there is a terminal to ask on. */
export async function confirmed(invocation: Invocation, question: string): Promise<boolean> {
  return isYes(await answerTo(invocation, `${question} [y/N] `));
}

/** The same, with `d` for the details, which `tell` writes before the question is asked again; where there are any. */
export async function confirmedWithDetails(
  invocation: Invocation,
  question: string,
  tell: (() => void) | undefined,
): Promise<boolean> {
  if (tell === undefined) return await confirmed(invocation, question);
  for (;;) {
    const answer = await answerTo(invocation, `${question} [y/N, d for details] `);
    if (!/^d(etails?)?$/i.test(answer.trim())) return isYes(answer);
    tell();
  }
}

function answerTo({ context }: Invocation, question: string): Promise<string> {
  return unlessCancelled(context.stdin.ask(question), context.signal);
}
