import { Fault } from "../../../../packages/base/fault.ts";
import { documentCodec } from "../../../../packages/base/json/plain.ts";
import { problem } from "../../../../packages/base/problems/problem.ts";
import type { Action } from "../../../contract/action.ts";
import type { StackRow } from "../../../contract/documents/stacks.ts";
import { stackPathOf } from "../../../contract/stack-name.ts";
import type { Store } from "../../../engine/ports/store.ts";
import { originalLineage } from "../../../engine/state/lineage.ts";
import type { StackState } from "../../../engine/state/stack-state.ts";
import { Rejection } from "../../rejection.ts";
import { checkStackName, isOwnStack } from "../../stack-name.ts";
import type { Deployment } from "../deployment.ts";
import { holdTransferred } from "../lease/hold-stack.ts";
import { type Page, type PageRequest, pageOf } from "../lists/page.ts";
import { lastRun } from "../runs/runs-of-stack.ts";
import { forgetHeld } from "../transfers/forget-held.ts";
import { refuseTransferred } from "../transfers/refuse-transferred.ts";
import { beginStack } from "./begin-stack.ts";
import { noSuchStack } from "./require-stack.ts";
import { stackDocuments } from "./stack-documents.ts";

type BriefReading = Awaited<ReturnType<Store["readBrief"]>>;

/**
 * The stacks of the store, of all projects or of one, that the caller may see, by whole name, and how much each
 * manages.
 */
export async function listStacks(
  page: PageRequest & { readonly project?: unknown },
  deployment: Deployment,
): Promise<Page<StackRow>> {
  const { store, authority } = deployment;
  const isAsked = (name: string) => page.project === undefined || stackPathOf(name)?.project === page.project;
  const names = (await store.listStacks()).filter(
    (name) => isAsked(name) && !isOwnStack(name) && authority.decide("stack:read", { stack: name }).kind === "allowed",
  );
  const { items, next } = pageOf(names.map(namesOf), ({ stack }) => stack, page);
  const rows = items.map(({ stack }) => rowOrProblem(stack, deployment));
  return { items: await Promise.all(rows), next };
}

/** A stack that is damaged hides none of the others. */
async function rowOrProblem(name: string, deployment: Deployment): Promise<StackRow> {
  try {
    return await stackRow(name, await deployment.store.readBrief(name), deployment);
  } catch (cause) {
    if (!(cause instanceof Fault) || cause.code !== "store-damaged") throw cause;
    return { ...newRow(name, 0), problems: [problem("stack-damaged", cause.message)] };
  }
}

/**
 * What is kept of a stack beside its rows; they are counted only where that is not kept. Of runs and of drift it tells
 * who may read them.
 */
async function stackRow(
  name: string,
  { brief, lineage, serial }: BriefReading,
  deployment: Deployment,
): Promise<StackRow> {
  const resources = brief?.records ?? managedIn(await deployment.store.readStack(name));
  const may = (action: Action) => deployment.authority.decide(action, { stack: name }).kind === "allowed";
  const [last, drift, transfer] = await Promise.all([
    may("run:read") ? lastRun(name, brief ?? {}, deployment) : null,
    may("state:read") ? driftCounts(lineage, deployment) : null,
    transferOf(name, serial, deployment),
  ]);
  const { at, madeAt } = brief?.restored ?? {};
  const restored = at === undefined || madeAt === undefined ? {} : { restored: { at, madeAt } };
  return { ...newRow(name, serial), resources, lastRun: last, drift, ...restored, ...transfer };
}

/** Nothing is written to a stack after what a move notes of it: its last write tells whether it is in one. */
async function transferOf(name: string, serial: number, { store }: Deployment): Promise<Pick<StackRow, "transfer">> {
  if (serial === 0) return {};
  const { batches } = await store.readJournalAfter(name, serial - 1, 1);
  const noted = batches.at(-1)?.entries.findLast((entry) => entry.kind === "context");
  const transfer = noted?.context.transfer;
  return transfer === undefined ? {} : { transfer: { phase: transfer.phase, place: transfer.place } };
}

function newRow(name: string, serial: number): StackRow {
  return { ...namesOf(name), resources: 0, serial, lastRun: null, drift: null, problems: [] };
}

const driftCountsCodec = documentCodec<NonNullable<StackRow["drift"]>>();

/** What the last look by the clock found; null where there was none. */
async function driftCounts(lineage: string, { documentStore }: Deployment): Promise<StackRow["drift"]> {
  const found = lineage === "" ? null : await documentStore.get(stackDocuments.driftCounts, originalLineage(lineage));
  if (found === null) return null;
  const { at, byClass } = driftCountsCodec.read(found.document);
  return { at, byClass };
}

function namesOf(whole: string): Pick<StackRow, "stack" | "project" | "name"> {
  const { project, stack } = stackPathOf(whole) ?? { project: "", stack: whole };
  return { stack: whole, project, name: stack };
}

/** One stack; a Rejection where there is none. */
export async function showStack(name: string, deployment: Deployment): Promise<StackRow> {
  const read = await deployment.store.readBrief(name);
  if (read.serial === 0) throw await noSuchStack(name, deployment);
  return stackRow(name, read, deployment);
}

/** Reserves a name. A stack needs no such beginning; it is for telling a new one from a misspelt one. */
export async function newStack(name: string, deployment: Deployment, effect: string | null = null): Promise<StackRow> {
  checkStackName(name);
  if (!(await beginStack(name, deployment, effect)))
    throw new Rejection("conflict", [problem("already-exists", `there is a stack \`${name}\` already`)]);
  return newRow(name, 1);
}

/**
 * Forgets a stack with its journal and plans; only one that manages nothing, or that has moved to another store, and
 * that has no holder. Gives its lineage: what else is kept of it hangs on that, and is without effect from now on.
 */
export async function removeStack(name: string, deployment: Deployment): Promise<string> {
  const { store } = deployment;
  const state = await store.readStack(name);
  if (state.serial === 0) throw await noSuchStack(name, deployment);
  const hasMoved = state.context.transfer?.phase === "moved";
  if (!hasMoved) refuseInUse(name, state);
  const removed = await holdTransferred(name, deployment, async (held) => {
    const { transfer } = held.state.context;
    if (transfer?.phase === "moved") return (await forgetHeld(held, deployment)) ? held.state.lineage : null;
    refuseTransferred(name, held.state);
    refuseInUse(name, held.state);
    return (await store.removeStack(name, held.epoch)) ? held.state.lineage : null;
  });
  if (removed === null) throw new Rejection("conflict", [problem("stack-busy", "another run took the stack over")]);
  deployment.newestPlan.forget();
  return removed;
}

/** A Rejection while a stack manages something, or a broken-off run may have left something. */
function refuseInUse(name: string, state: StackState): void {
  const managed = managedIn(state);
  if (managed > 0) {
    throw new Rejection("conflict", [
      problem(
        "stack-in-use",
        `stack \`${name}\` manages ${managed === 1 ? "an object" : `${managed} objects`}; ` +
          "destroy or forget what it manages first",
      ),
    ]);
  }
  if (state.openIntents.length > 0) {
    throw new Rejection("conflict", [
      problem(
        "stack-in-use",
        `stack \`${name}\` has a run that was broken off; finish it with \`up\` or \`destroy\` first`,
      ),
    ]);
  }
}

function managedIn({ records, superseded }: StackState): number {
  return records.size + superseded.length;
}
