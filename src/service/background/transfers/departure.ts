import { textDigest } from "../../../../packages/base/digest.ts";
import { problem } from "../../../../packages/base/problems/problem.ts";
import type {
  StackContent,
  StackDeparture,
  StackDepartureWrite,
  StackReceipt,
} from "../../../contract/documents/transfers.ts";
import type { StackTransfer } from "../../../engine/state/stack-context.ts";
import type { StackState } from "../../../engine/state/stack-state.ts";
import { Rejection } from "../../rejection.ts";
import type { Deployment } from "../../use-cases/deployment.ts";
import { holderNow, stackBusy } from "../../use-cases/lease/busy-stack.ts";
import { appendOrReject, type HeldStack, holdTransferred } from "../../use-cases/lease/hold-stack.ts";
import { secretsOf } from "../../use-cases/stacks/at-stack.ts";
import { exportState } from "../../use-cases/state/export-state.ts";
import { inTransfer } from "../../use-cases/transfers/refuse-transferred.ts";
import { StoredRunRepository } from "../kept-runs/stored-run-repository.ts";
import { openedSecrets } from "./moved-secrets.ts";

// The source of a move to another store (decision 0123).

/** A move as the source notes it. */
type Leaving = Exclude<StackTransfer, { readonly phase: "arriving" }>;

/** How far a stack is on its way to another store. */
export async function showDeparture(stack: string, { store }: Deployment): Promise<StackDeparture> {
  return departureOf(stack, (await store.readStack(stack)).context.transfer);
}

/**
 * Whether a stack can leave, and what would go along but for its secrets. Changes nothing. Throws
 * Fault("secrets-unreadable") where one of them does not open.
 */
export async function lookAtDeparture(
  stack: string,
  { to }: StackDepartureWrite,
  deployment: Deployment,
): Promise<StackDeparture> {
  const state = await deployment.store.readStack(stack);
  const transfer = await leavingFor(to, stack, state, deployment);
  if (transfer?.phase === "moved") return departureOf(stack, transfer);
  const holder = await holderNow(stack, deployment);
  if (holder !== null) throw new Rejection("conflict", [stackBusy(stack, holder)]);
  const content = await contentOf(stack, transfer, deployment);
  return { ...departureOf(stack, transfer), content: { ...content, secrets: [] } };
}

/**
 * Has a stack leave: from now on nothing is planned, applied or edited here, in any process. Again, it is the same
 * move. What goes along has the secrets in the clear, for whoever may reveal them.
 */
export async function beginDeparture(
  stack: string,
  { to }: StackDepartureWrite,
  deployment: Deployment,
): Promise<StackDeparture> {
  return holdTransferred(stack, deployment, async (held) => {
    const { ids } = deployment;
    const { lineage } = held.state;
    const standing = await leavingFor(to, stack, held.state, deployment);
    if (standing?.phase === "moved") return departureOf(stack, standing);
    const receipt = standing?.receipt ?? (await secretsOf(stack, deployment, lineage).seal(ids.unique()));
    const transfer: Leaving = standing ?? { phase: "leaving", move: ids.unique(), place: to, receipt };
    if (standing === undefined) await note(held, transfer, deployment);
    return { ...departureOf(stack, transfer), content: await contentOf(stack, transfer, deployment) };
  });
}

/**
 * Gives a stack away: the point of no return. Gives the receipt, for which the target is known to be the owner. Again,
 * it gives the same. A Rejection where the move was called off.
 */
export async function endDeparture(stack: string, move: string, deployment: Deployment): Promise<StackReceipt> {
  return holdTransferred(stack, deployment, async (held) => {
    const { lineage, context } = held.state;
    const { transfer } = context;
    if (transfer === undefined || transfer.phase === "arriving" || transfer.move !== move)
      throw new Rejection("conflict", [problem("move-unknown", `stack \`${stack}\` is in no move ${move}`)]);
    if (transfer.phase === "leaving") await note(held, { ...transfer, phase: "moved" }, deployment);
    return { move, receipt: await openedReceipt(stack, transfer, lineage, deployment) };
  });
}

/** Has a stack stay that is leaving. A Rejection where it has moved, or may have since the backup it is from. */
export async function cancelDeparture(stack: string, deployment: Deployment): Promise<void> {
  return holdTransferred(stack, deployment, async (held) => {
    const { transfer } = held.state.context;
    if (transfer === undefined) return;
    if (transfer.phase !== "leaving") throw inTransfer(stack, transfer);
    if (held.state.restored !== undefined) throw mayHaveMoved(stack, transfer);
    await note(held, undefined, deployment);
  });
}

/** A store that was put back to before the point of no return does not know whether that was passed. */
function mayHaveMoved(stack: string, { place }: Leaving): Rejection {
  const detail = `stack \`${stack}\` was restored from a backup, and may have moved to ${place} since`;
  const hint = "end the move with the command that began it; from there the stack can move back";
  return new Rejection("conflict", [problem("stack-moving", detail, { hint })]);
}

function departureOf(stack: string, transfer: StackTransfer | undefined): StackDeparture {
  if (transfer === undefined || transfer.phase === "arriving") return { stack, phase: "staying", move: null, to: null };
  return { stack, phase: transfer.phase, move: transfer.move, to: transfer.place };
}

/** The move of a stack to a place, undefined where it has not begun; a Rejection where the stack can't leave for it. */
async function leavingFor(
  to: string,
  stack: string,
  { context, openIntents, restored }: StackState,
  deployment: Deployment,
): Promise<Leaving | undefined> {
  const { transfer } = context;
  if (transfer?.phase === "arriving" || (transfer !== undefined && transfer.place !== to))
    throw inTransfer(stack, transfer);
  if (transfer !== undefined) return transfer;
  if (openIntents.length > 0) {
    const detail = `stack \`${stack}\` has a run that was broken off with a call in flight`;
    const hint = `finish it with \`plumb up -s ${stack}\` or \`plumb destroy -s ${stack}\` first`;
    throw new Rejection("conflict", [problem("stack-in-use", detail, { hint })]);
  }
  if (restored !== undefined) {
    const detail = `stack \`${stack}\` was restored from a backup, and it is not known yet what was made since`;
    const hint = `run \`plumb up -s ${stack}\` or \`plumb refresh -s ${stack}\` first`;
    throw new Rejection("conflict", [problem("stack-in-use", detail, { hint })]);
  }
  const [waiting] = await new StoredRunRepository(deployment).openOf(stack);
  if (waiting === undefined) return undefined;
  const { run, status } = waiting.document;
  const detail = `run ${run} of stack \`${stack}\` is ${status}: wait for its end, or cancel it; then move the stack`;
  throw new Rejection("conflict", [problem("run-underway", detail)]);
}

async function contentOf(stack: string, transfer: Leaving | undefined, deployment: Deployment): Promise<StackContent> {
  const state = await exportState(stack, deployment);
  const secrets = secretsOf(stack, deployment, state.lineage);
  const receipt = transfer === undefined ? null : await openedReceipt(stack, transfer, state.lineage, deployment);
  return {
    move: transfer?.move ?? null,
    receiptDigest: receipt === null ? null : textDigest(receipt),
    state,
    secrets: await openedSecrets(state, secrets),
  };
}

async function openedReceipt(
  stack: string,
  { receipt }: Leaving,
  lineage: string,
  deployment: Deployment,
): Promise<string> {
  return String(await secretsOf(stack, deployment, lineage).open(receipt));
}

/** Writes how far the move is, or that there is none. */
async function note(held: HeldStack, transfer: Leaving | undefined, { ids }: Deployment): Promise<void> {
  const { transfer: _, ...context } = held.state.context;
  const noted = transfer === undefined ? context : { ...context, transfer };
  await appendOrReject(held, [{ kind: "context", run: ids.unique(), context: noted }]);
}
