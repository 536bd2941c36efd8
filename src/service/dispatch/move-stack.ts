import { Fault } from "../../base/fault.ts";
import { problem } from "../../base/problem.ts";
import type { StackRow } from "../../contract/documents/stacks.ts";
import { stackPathOf } from "../../contract/stack-name.ts";
import { originalLineage } from "../../engine/state/lineage.ts";
import { allDocuments } from "../access/all-documents.ts";
import { requested } from "../begin-stack.ts";
import type { Deployment } from "../deployment.ts";
import { appendOrReject, type HeldStack, holdStack } from "../hold-stack.ts";
import { isNotedBefore } from "../noted-before.ts";
import { Rejection } from "../rejection.ts";
import { requireStack } from "../require-stack.ts";
import { checkStackName } from "../stack-name.ts";
import { stackPapers } from "../stack-papers.ts";
import { showStack } from "../stacks.ts";
import { refuseWaiting } from "../waiting-stack.ts";
import { movePapers, type StackMove } from "./move-papers.ts";

/** Moves that were begun, by the stack's former name: what a crash leaves of one is finished at the next start. */
const collection = "stack-moves";

type World = Pick<
  Deployment,
  "store" | "register" | "catalog" | "clock" | "ids" | "holder" | "isDead" | "silence" | "authority"
>;

/**
 * Gives a stack another whole name, and so another project where that one differs: its journal, records, papers and roles go along. A
 * Rejection where there is no such stack or one of the new name, while a run holds it, or where a run broke off in it. Under the same
 * `effect` it is moved once: the journal tells that it was.
 */
export async function moveStack(
  from: string,
  to: string,
  deployment: Deployment,
  effect: string | null = null,
): Promise<StackRow> {
  checkStackName(to);
  if (effect !== null && (await isNotedBefore(effect, to, deployment))) return showStack(to, deployment);
  await requireStack(from, deployment);
  const may = deployment.authority.decide("stack:create", { stack: null });
  if (may.kind === "denied")
    throw new Rejection("unprocessable", [problem("not-permitted", may.why, { pointer: "/to" })]);
  await refuseWaiting(to, deployment.store);
  if (from !== to) await holdStack(from, deployment, (held) => begun(held, to, deployment, effect));
  deployment.newestPlan.forget();
  return showStack(to, deployment);
}

async function begun(held: HeldStack, to: string, world: World, effect: string | null): Promise<void> {
  const { stack: from, state } = held;
  if (state.openIntents.length > 0) {
    const detail = `stack \`${from}\` has a run that was broken off; finish it with \`plumb up\` or \`plumb destroy\` first`;
    throw new Rejection("conflict", [problem("stack-in-use", detail)]);
  }
  if ((await world.store.progress(to)).serial > 0) throw nameTaken(to);
  if (effect !== null) await appendOrReject(held, [requested(effect, `called ${to} from now on`)]);
  await world.register.put(collection, from, { to, lineage: state.lineage });
  await finish(held, { from, to, lineage: state.lineage }, world);
}

/** Moves the papers, then the stack itself: until that is done the move is noted, and done again. */
async function finish(held: HeldStack, move: StackMove, world: World): Promise<void> {
  const { store, register, ids } = world;
  const { context } = held.state;
  const project = stackPathOf(move.to)?.project ?? null;
  if (context.project !== null && context.project !== project)
    await appendOrReject(held, [{ kind: "context", run: ids.unique(), context: { ...context, project } }]);
  await movePapers(move, register);
  const isMoved = await store.renameStack(move.from, move.to, held.epoch);
  await register.remove(collection, move.from);
  if (!isMoved) throw nameTaken(move.to);
  await letGo(move.to, world);
}

/** Lets go of a stack under its new name: its lease may have got a later epoch there. */
async function letGo(stack: string, { store, holder }: World): Promise<void> {
  const lease = await store.lease(stack);
  if (lease?.holder.host === holder.host && lease.holder.pid === holder.pid) await store.release(stack, lease.epoch);
}

function nameTaken(to: string): Rejection {
  return new Rejection("conflict", [problem("already-exists", `there is a stack \`${to}\` already`)]);
}

/** Finishes what a crash has left of moves. A stack that another holds, maybe for this very move, or that is damaged waits. */
export async function finishMoves(world: World): Promise<void> {
  for (const { key: from, document } of await allDocuments(world.register, collection)) {
    const move = { from, to: String(document["to"]), lineage: String(document["lineage"]) };
    try {
      if ((await world.store.progress(from)).lineage !== move.lineage) await world.register.remove(collection, from);
      else await holdStack(from, world, (held) => finish(held, move, world));
    } catch (cause) {
      if (!(cause instanceof Rejection) && !(cause instanceof Fault && cause.code === "store-damaged")) throw cause;
    }
  }
}

/**
 * Gives a stack its whole name, whatever was broken off in it: one that an older version made. False where it has another by now; a
 * Rejection where another process holds it.
 */
export async function nameWhole(from: string, to: string, world: World): Promise<boolean> {
  const { register, store } = world;
  return holdStack(from, world, async (held) => {
    const { lineage, serial } = held.state;
    if (serial === 0) return false;
    if ((await store.progress(to)).serial > 0) throw nameTaken(to);
    await register.put(stackPapers.formerNames, originalLineage(lineage), { stack: to, name: from });
    await register.put(collection, from, { to, lineage });
    await finish(held, { from, to, lineage }, world);
    return true;
  });
}
