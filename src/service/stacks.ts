import { problem } from "../base/problem.ts";
import type { StackRow } from "../doors/api/documents.ts";
import { beginStack } from "./begin-stack.ts";
import { forgetDeclaration } from "./declarations.ts";
import type { Deployment } from "./deployment.ts";
import { forgetPlans } from "./make-plans.ts";
import { type Page, type PageRequest, pageOf } from "./page.ts";
import { Rejection } from "./rejection.ts";
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
  const rows = items.map(async ({ name }) => {
    const { records, superseded, serial } = await store.readStack(name);
    return { name, resources: records.size + superseded.length, serial };
  });
  return { items: await Promise.all(rows), next };
}

/** Reserves a name. A stack needs no such beginning; it is for telling a new one from a misspelt one. */
export async function newStack(name: string, deployment: Deployment, effect: string | null = null): Promise<StackRow> {
  checkStackName(name);
  if (!(await beginStack(name, deployment, effect)))
    throw new Rejection("conflict", [problem("already-exists", `there is a stack \`${name}\` already`)]);
  return { name, resources: 0, serial: 1 };
}

/** Forgets a stack with its journal, plans and declaration; only one that manages nothing and that nobody holds. */
export async function removeStack(name: string, deployment: Deployment): Promise<void> {
  const { store, clock } = deployment;
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
  await forgetDeclaration(name, deployment);
}
