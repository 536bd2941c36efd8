import { err, ok, type Result } from "../../base/result.ts";
import type { ProblemDocument } from "../../contract/documents/problems.ts";
import type { Invocation } from "./command.ts";

/** Whether a request failed for want of a stack that was not named, where there is no stack at all: no mistake, but a beginning. */
export async function hasNoStackYet({ settings, api }: Invocation, { code }: ProblemDocument): Promise<boolean> {
  if (code !== "stack-not-found" || settings.stackGiven) return false;
  const stacks = await api.list("listStacks", {});
  return stacks.ok && stacks.value.length === 0;
}

/** Holds a command that asks nothing of the stack to its name all the same: a misspelt one is a mistake. */
export async function knownStack(invocation: Invocation): Promise<Result<undefined, ProblemDocument>> {
  const answer = await invocation.api.call("getStack", { path: { stack: invocation.settings.stack } });
  if (answer.ok || (await hasNoStackYet(invocation, answer.error))) return ok(undefined);
  return err(answer.error);
}
