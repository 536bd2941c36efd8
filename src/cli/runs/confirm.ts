import type { Invocation } from "../command.ts";
import { unlessCancelled } from "../connection/api-client.ts";
import { isYes } from "./is-yes.ts";

/** Asks a yes-or-no question; anything but yes means no. Only where there is a terminal to ask on. */
export async function confirmed({ context }: Invocation, question: string): Promise<boolean> {
  const answer = await unlessCancelled(context.stdin.ask(`${question} [y/N] `), context.signal);
  return isYes(answer);
}
