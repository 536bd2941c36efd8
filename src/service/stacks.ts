import { problem } from "../base/problem.ts";
import type { StackRow } from "../doors/api/documents.ts";
import type { Deployment } from "./deployment.ts";
import { appendOrReject, holdStack } from "./hold-stack.ts";
import { forgetPlans } from "./make-plans.ts";
import { Rejection } from "./rejection.ts";

/** What a stack may be called: it stands in paths and on command lines. */
const stackName = /^[A-Za-z0-9][A-Za-z0-9._-]{0,62}$/;

/** All stacks of the store, and how much each manages. */
export async function listStacks({ store }: Deployment): Promise<readonly StackRow[]> {
  const names = await store.listStacks();
  return Promise.all(
    names.map(async (name) => {
      const { records, superseded, serial } = await store.readStack(name);
      return { name, resources: records.size + superseded.length, serial };
    }),
  );
}

/** Reserves a name. A stack needs no such beginning; it is for telling a new one from a misspelt one. */
export async function newStack(name: string, deployment: Deployment): Promise<StackRow> {
  if (!stackName.test(name)) {
    throw new Rejection("unprocessable", [
      problem(
        "invalid-name",
        `\`${name}\` can't be a stack: a name begins with a letter or digit and goes on with letters, digits, dots, hyphens and underscores, 63 at most`,
      ),
    ]);
  }
  return holdStack(name, deployment, async (held) => {
    if (held.state.serial > 0)
      throw new Rejection("conflict", [problem("already-exists", `there is a stack \`${name}\` already`)]);
    await appendOrReject(held, []);
    return { name, resources: 0, serial: 1 };
  });
}

/** Forgets a stack with its journal and plans; only one that manages nothing and that nobody holds. */
export async function removeStack(name: string, { store, clock }: Deployment): Promise<void> {
  const { records, superseded, openIntents, serial } = await store.readStack(name);
  if (serial === 0) throw new Rejection("missing", [problem("not-found", `there is no stack \`${name}\``)]);
  const managed = records.size + superseded.length;
  if (managed > 0) {
    throw new Rejection("conflict", [
      problem(
        "stack-in-use",
        `stack \`${name}\` manages ${managed === 1 ? "an object" : `${managed} objects`}; destroy or forget what it manages first`,
      ),
    ]);
  }
  if (openIntents.length > 0) {
    throw new Rejection("conflict", [
      problem(
        "stack-in-use",
        `stack \`${name}\` has a run that was broken off; finish it with \`up\` or \`destroy\` first`,
      ),
    ]);
  }
  if (!(await store.removeStack(name, clock.now())))
    throw new Rejection("conflict", [problem("stack-busy", `stack \`${name}\` is held by a run`)]);
  forgetPlans(store);
}
