import { Fault } from "../base/fault.ts";
import { problem } from "../base/problem.ts";
import type { StackRow } from "../contract/documents/stacks.ts";
import { stackPathOf } from "../contract/stack-name.ts";
import type { StackState } from "../engine/state/stack-state.ts";
import { beginStack } from "./begin-stack.ts";
import type { Deployment } from "./deployment.ts";
import { holdStack } from "./hold-stack.ts";
import { type Page, type PageRequest, pageOf } from "./page.ts";
import { Rejection } from "./rejection.ts";
import { noSuchStack } from "./require-stack.ts";
import { checkStackName, isOwnStack } from "./stack-name.ts";

/** The stacks of the store, of all projects or of one, that the caller may see, by whole name, and how much each manages. */
export async function listStacks(
  page: PageRequest & { readonly project?: unknown },
  { store, authority }: Deployment,
): Promise<Page<StackRow>> {
  const isAsked = (name: string) => page.project === undefined || stackPathOf(name)?.project === page.project;
  const names = (await store.listStacks()).filter(
    (name) => isAsked(name) && !isOwnStack(name) && authority.decide("stack:read", { stack: name }).kind === "allowed",
  );
  const { items, next } = pageOf(names.map(namesOf), ({ stack }) => stack, page);
  const rows = items.map(({ stack }) => rowOrProblem(stack, store));
  return { items: await Promise.all(rows), next };
}

/** A stack that is damaged hides none of the others. */
async function rowOrProblem(name: string, store: Deployment["store"]): Promise<StackRow> {
  try {
    return stackRow(name, await store.readStack(name));
  } catch (cause) {
    if (!(cause instanceof Fault) || cause.code !== "store-damaged") throw cause;
    return { ...namesOf(name), resources: 0, serial: 0, problems: [problem("stack-damaged", cause.message)] };
  }
}

function stackRow(name: string, { records, superseded, serial }: StackState): StackRow {
  return { ...namesOf(name), resources: records.size + superseded.length, serial, problems: [] };
}

/** A stack that an older version made has no project until it is taken over. */
function namesOf(whole: string): Pick<StackRow, "stack" | "project" | "name"> {
  const { project, stack } = stackPathOf(whole) ?? { project: "", stack: whole };
  return { stack: whole, project, name: stack };
}

/** One stack; a Rejection where there is none. */
export async function showStack(name: string, deployment: Deployment): Promise<StackRow> {
  const state = await deployment.store.readStack(name);
  if (state.serial === 0) throw await noSuchStack(name, deployment);
  return stackRow(name, state);
}

/** Reserves a name. A stack needs no such beginning; it is for telling a new one from a misspelt one. */
export async function newStack(name: string, deployment: Deployment, effect: string | null = null): Promise<StackRow> {
  checkStackName(name);
  if (!(await beginStack(name, deployment, effect)))
    throw new Rejection("conflict", [problem("already-exists", `there is a stack \`${name}\` already`)]);
  return { ...namesOf(name), resources: 0, serial: 1, problems: [] };
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
