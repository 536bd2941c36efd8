import { err, ok, type Result } from "../../../packages/base/result.ts";
import type { ProblemDocument } from "../../contract/documents/problems.ts";
import type { Invocation } from "../command.ts";

/**
 * Whether a request failed for want of a stack that was not named, where its project has none at all: no mistake, but a
 * beginning.
 */
export async function hasNoStackYet(invocation: Invocation, { code }: ProblemDocument): Promise<boolean> {
  if (code !== "stack-not-found" || invocation.settings.stackGiven) return false;
  const project = await invocation.project();
  if (!project.ok) return false;
  const stacks = await invocation.api.list("listStacks", { query: { project: project.value } });
  return stacks.ok && stacks.value.length === 0;
}

/** Holds a command that asks nothing of the stack to its name all the same: a misspelt one is a mistake. */
export async function knownStack(invocation: Invocation): Promise<Result<undefined, ProblemDocument>> {
  const answer = await invocation.api.call("getStack", { path: { stack: invocation.settings.stack } });
  if (answer.ok || (await hasNoStackYet(invocation, answer.error))) return ok(undefined);
  return err(answer.error);
}
