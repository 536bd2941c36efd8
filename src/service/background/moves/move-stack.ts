import { Fault } from "../../../../packages/base/fault.ts";
import { problem } from "../../../../packages/base/problems/problem.ts";
import type { StackRow } from "../../../contract/documents/stacks.ts";
import { stackPathOf } from "../../../contract/stack-name.ts";
import type { Expectation, StoredDocument } from "../../../engine/ports/document-store.ts";
import { originalLineage } from "../../../engine/state/lineage.ts";
import type { StackContext } from "../../../engine/state/stack-context.ts";
import { allDocuments } from "../../access/all-documents.ts";
import { Rejection } from "../../rejection.ts";
import { checkStackName } from "../../stack-name.ts";
import type { Deployment } from "../../use-cases/deployment.ts";
import { isHeldBy } from "../../use-cases/lease/held-lease.ts";
import { appendOrReject, type HeldStack, holdStack, holdTransferred } from "../../use-cases/lease/hold-stack.ts";
import { requested } from "../../use-cases/stacks/begin-stack.ts";
import { requireStack } from "../../use-cases/stacks/require-stack.ts";
import { showStack } from "../../use-cases/stacks/stacks.ts";
import { isReplay } from "../../use-cases/state/idempotent-replay.ts";
import { moveStackDocuments, type StackMove } from "./move-stack-documents.ts";

/**
 * Moves that were begun, by the lineage that the stack was begun with: what a crash leaves of one is finished by the
 * next look.
 */
const collection = "stack-moves";

type DeploymentPart = Pick<
  Deployment,
  "store" | "documentStore" | "catalog" | "clock" | "ids" | "holder" | "isDead" | "liveness" | "authority"
>;

/**
 * Gives a stack another whole name, and so another project where that one differs: its journal, records, documents and
 * roles go along. A Rejection where there is no such stack or one of the new name, while a run holds it, or where a run
 * broke off in it. Under the same `effect` it is moved once: the journal tells that it was.
 *
 * The store gives the name, in one transaction; of two who want it one gets it, and whoever does not has moved nothing
 * yet. What is kept beside the stack follows, found by its lineage, and a note sees to that after a crash. Meanwhile
 * there is no right that was not there before: a role, or a token's limit, counts where its name and its lineage stand
 * together. Those under the old name count no more, whoever makes a stack there; old ones under the new name are of
 * another lineage. Settings hang on the lineage alone and hold throughout. Whoever had a role has it again once it has
 * followed: at once, or by the next look.
 */
export async function moveStack(
  from: string,
  to: string,
  deployment: Deployment,
  effect: string | null = null,
): Promise<StackRow> {
  checkStackName(to);
  if (effect !== null && (await isReplay(effect, to, deployment))) {
    await finishAt(to, deployment);
    return showStack(to, deployment);
  }
  await requireStack(from, deployment);
  const project = stackPathOf(to)?.project;
  const place = project === undefined ? {} : { project };
  const may = deployment.authority.decide("stack:create", { stack: null, ...place });
  if (may.kind === "denied")
    throw new Rejection("unprocessable", [problem("not-permitted", may.why, { pointer: "/to" })]);
  if (from !== to) await holdStack(from, deployment, (held) => begun(held, to, deployment, effect));
  deployment.newestPlan.forget();
  return showStack(to, deployment);
}

async function begun(held: HeldStack, to: string, deployment: DeploymentPart, effect: string | null): Promise<void> {
  const { stack: from, state } = held;
  if (state.openIntents.length > 0) {
    throw new Rejection("conflict", [
      problem(
        "stack-in-use",
        `stack \`${from}\` has a run that was broken off; ` +
          `finish it with \`plumb up -s ${from}\` or \`plumb destroy -s ${from}\` first`,
      ),
    ]);
  }
  if ((await deployment.store.progress(to)).serial > 0) throw nameTaken(to);
  // Its documents may still have the name before this one.
  await finishAt(from, deployment);
  if (effect !== null) await appendOrReject(held, [requested(effect, `called ${to} from now on`)]);
  await finish(held, { from, to, lineage: state.lineage }, deployment);
}

/** Notes the move, where that is expected, then gives the stack its name, then its documents theirs. */
async function finish(
  held: HeldStack,
  move: StackMove,
  deployment: DeploymentPart,
  expected: Expectation = {},
): Promise<void> {
  const { store, documentStore } = deployment;
  const { from, to, lineage } = move;
  const noted = await documentStore.put(collection, originalLineage(lineage), { from, to, lineage }, expected);
  if (noted.kind === "mismatch") return;
  const { context } = held.state;
  const project = stackPathOf(to)?.project ?? null;
  const isOther = context.project !== null && context.project !== project;
  if (isOther) await noteContext(held, { ...context, project }, deployment);
  if (!(await store.renameStack(from, to, held.epoch)) && !(await isAt(to, lineage, store))) {
    await documentStore.remove(collection, originalLineage(lineage), { revision: noted.revision });
    if (isOther) await noteContext(held, context, deployment);
    throw (await store.progress(to)).serial > 0 ? nameTaken(to) : takenOver();
  }
  try {
    await takeAlong(move, noted.revision, deployment);
  } finally {
    await letGo(to, deployment);
  }
}

async function noteContext(held: HeldStack, context: StackContext, { ids }: DeploymentPart): Promise<void> {
  await appendOrReject(held, [{ kind: "context", run: ids.unique(), context }]);
}

/**
 * Moves the documents of a stack that has its new name until none has the old one: whoever looked at that before may
 * write late.
 */
async function takeAlong(move: StackMove, revision: number, { store, documentStore }: DeploymentPart): Promise<void> {
  while (await isAt(move.to, move.lineage, store)) {
    if (await moveStackDocuments(move, documentStore)) continue;
    await documentStore.remove(collection, originalLineage(move.lineage), { revision });
    return;
  }
}

async function isAt(stack: string, lineage: string, store: DeploymentPart["store"]): Promise<boolean> {
  return originalLineage((await store.progress(stack)).lineage) === originalLineage(lineage);
}

/** Moves what a crash has left behind of the documents of the stack that stands under a name. */
async function finishAt(stack: string, deployment: DeploymentPart): Promise<void> {
  const { store, documentStore } = deployment;
  const { lineage } = await store.progress(stack);
  const found = lineage === "" ? null : await documentStore.get(collection, originalLineage(lineage));
  if (found === null) return;
  const move = moveOf(found);
  if (move.to === stack) await takeAlong(move, found.revision, deployment);
}

function moveOf({ document: { from, to, lineage } }: StoredDocument): StackMove {
  return { from: String(from), to: String(to), lineage: String(lineage) };
}

/** Lets go of a stack under its new name: its lease may have got a later epoch there. */
async function letGo(stack: string, { store, holder }: DeploymentPart): Promise<void> {
  const lease = await store.lease(stack);
  if (isHeldBy(lease, holder)) await store.release(stack, lease.epoch);
}

function nameTaken(to: string): Rejection {
  return new Rejection("conflict", [problem("already-exists", `there is a stack \`${to}\` already`)]);
}

function takenOver(): Rejection {
  return new Rejection("conflict", [problem("stack-busy", "another run took the stack over")]);
}

/**
 * Finishes what a crash has left of moves. A stack that another holds, maybe for this very
 * move, or that is damaged waits. Where another stack has got the name meanwhile, the stack keeps its own.
 */
export async function finishMoves(deployment: DeploymentPart): Promise<void> {
  for (const found of await allDocuments(deployment.documentStore, collection)) {
    try {
      await finishNoted(found, deployment);
    } catch (cause) {
      if (!(cause instanceof Rejection) && !(cause instanceof Fault && cause.code === "store-damaged")) throw cause;
    }
  }
}

async function finishNoted(found: StoredDocument, deployment: DeploymentPart): Promise<void> {
  const { store, documentStore } = deployment;
  const { revision } = found;
  const move = moveOf(found);
  // The old name first: a stack that gets its new one between the two looks is seen there.
  if (await isAt(move.from, move.lineage, store)) {
    await holdTransferred(move.from, deployment, async (held) => {
      if (originalLineage(held.state.lineage) === originalLineage(move.lineage))
        return finish(held, move, deployment, { revision });
      // It got its name while it was waited for.
      throw takenOver();
    });
  } else if (await isAt(move.to, move.lineage, store)) await takeAlong(move, revision, deployment);
  else await documentStore.remove(collection, found.key, { revision });
}
