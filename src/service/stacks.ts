import { Fault } from "../base/fault.ts";
import { problem } from "../base/problem.ts";
import type { StackRow } from "../contract/documents/stacks.ts";
import { projectNameFault } from "../engine/declare/project-name.ts";
import type { StackState } from "../engine/state/stack-state.ts";
import { beginStack } from "./begin-stack.ts";
import type { Deployment } from "./deployment.ts";
import { appendOrReject, holdStack } from "./hold-stack.ts";
import { type Page, type PageRequest, pageOf } from "./page.ts";
import { Rejection } from "./rejection.ts";
import { noSuchStack, requireStack } from "./require-stack.ts";
import { checkStackName, isOwnStack } from "./stack-name.ts";

/** The stacks of the store that the caller may see, by name, and how much each manages. */
export async function listStacks(page: PageRequest, { store, authority }: Deployment): Promise<Page<StackRow>> {
  const names = (await store.listStacks()).filter(
    (name) => !isOwnStack(name) && authority.decide("stack:read", { stack: name }).kind === "allowed",
  );
  const { items, next } = pageOf(
    names.map((name) => ({ name })),
    ({ name }) => name,
    page,
  );
  const rows = items.map(({ name }) => rowOrProblem(name, store));
  return { items: await Promise.all(rows), next };
}

/** A stack that is damaged hides none of the others. */
async function rowOrProblem(name: string, store: Deployment["store"]): Promise<StackRow> {
  try {
    return stackRow(name, await store.readStack(name));
  } catch (cause) {
    if (!(cause instanceof Fault) || cause.code !== "store-damaged") throw cause;
    return { name, resources: 0, serial: 0, project: null, problems: [problem("stack-damaged", cause.message)] };
  }
}

function stackRow(name: string, { records, superseded, serial, context }: StackState): StackRow {
  return { name, resources: records.size + superseded.length, serial, project: context.project, problems: [] };
}

/** One stack; a Rejection where there is none. */
export async function showStack(name: string, deployment: Deployment): Promise<StackRow> {
  const state = await deployment.store.readStack(name);
  if (state.serial === 0) throw await noSuchStack(name, deployment);
  return stackRow(name, state);
}

/**
 * Hands a stack to another project: from now on it takes that one's declarations. Writes to the state only; a Rejection
 * where there is no such stack, or while a run holds it.
 */
export async function adoptStack(name: string, project: string, deployment: Deployment): Promise<StackRow> {
  const fault = projectNameFault(project);
  if (fault !== undefined) throw new Rejection("unprocessable", [problem("invalid-name", fault)]);
  await requireStack(name, deployment);
  return holdStack(name, deployment, async (held) => {
    const { context } = held.state;
    if (context.project !== project)
      await appendOrReject(held, [{ kind: "context", run: deployment.ids.unique(), context: { ...context, project } }]);
    return stackRow(name, await deployment.store.readStack(name));
  });
}

/** Reserves a name. A stack needs no such beginning; it is for telling a new one from a misspelt one. */
export async function newStack(name: string, deployment: Deployment, effect: string | null = null): Promise<StackRow> {
  checkStackName(name);
  if (!(await beginStack(name, deployment, effect)))
    throw new Rejection("conflict", [problem("already-exists", `there is a stack \`${name}\` already`)]);
  return { name, resources: 0, serial: 1, project: null, problems: [] };
}

/**
 * Forgets a stack with its journal and plans; only one that manages nothing and that nobody holds. Gives its lineage: what else
 * is kept of it hangs on that, and is without effect from now on.
 */
export async function removeStack(name: string, deployment: Deployment): Promise<string> {
  const { store } = deployment;
  const state = await store.readStack(name);
  if (state.serial === 0) throw await noSuchStack(name, deployment);
  refuseInUse(name, state);
  const removed = await holdStack(name, deployment, async (held) => {
    refuseInUse(name, held.state);
    return (await store.removeStack(name, held.epoch)) ? held.state.lineage : null;
  });
  if (removed === null) throw new Rejection("conflict", [problem("stack-busy", "another run took the stack over")]);
  deployment.newestPlan.forget();
  return removed;
}

/** A Rejection while a stack manages something, or a broken-off run may have left something. */
function refuseInUse(name: string, { records, superseded, openIntents }: StackState): void {
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
}
