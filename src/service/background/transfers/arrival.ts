import { textDigest } from "../../../../packages/base/digest.ts";
import { problem } from "../../../../packages/base/problems/problem.ts";
import { inTurns } from "../../../../packages/base/turns.ts";
import type { StackArrival, StackArrivalWrite, StackReceipt } from "../../../contract/documents/transfers.ts";
import { stackPathOf } from "../../../contract/stack-name.ts";
import { type JournalEntry, stateImported } from "../../../engine/state/journal.ts";
import { keepingClaimsInParts } from "../../../engine/state/records/kept-claims.ts";
import { type ResourceRecord, recordKey } from "../../../engine/state/records/record.ts";
import { claimantOf } from "../../../engine/state/snapshot.ts";
import type { StackTransfer } from "../../../engine/state/stack-context.ts";
import { emptyState, type StackState } from "../../../engine/state/stack-state.ts";
import { Rejection } from "../../rejection.ts";
import { checkStackName } from "../../stack-name.ts";
import type { Deployment } from "../../use-cases/deployment.ts";
import { appendOrReject, type HeldStack, holdTransferred } from "../../use-cases/lease/hold-stack.ts";
import { claimKeyOf } from "../../use-cases/objects/claim-key-of.ts";
import { claimForCaller } from "../../use-cases/secrets/visible-claims.ts";
import { secretsOf } from "../../use-cases/stacks/at-stack.ts";
import { refuseOtherCloud } from "../../use-cases/stacks/known-clouds.ts";
import { contextIn, outputsIn, readDocument, recordsIn, rejected } from "../../use-cases/state/imported-document.ts";
import { edited, put, remove } from "../../use-cases/state/record-effects.ts";
import { forgetHeld } from "../../use-cases/transfers/forget-held.ts";
import { inTransfer } from "../../use-cases/transfers/refuse-transferred.ts";
import { resealed } from "./moved-secrets.ts";

// The target of a move to another store (decision 0123).

/** Whether a stack of another store can come. Changes nothing but that the store has a key from then on. */
export async function lookAtArrival(
  stack: string,
  given: StackArrivalWrite,
  deployment: Deployment,
): Promise<StackArrival> {
  const coming = await read(stack, given, deployment);
  const { store, sealedTexts } = deployment;
  refuseTaken(stack, await store.readStack(stack), coming);
  await refuseClaimed(stack, coming.records, deployment);
  // Throws where the key file is not this store's.
  await sealedTexts.sealText("", ["arrival", stack]);
  return { stack, phase: "expected" };
}

/**
 * Takes a stack of another store in, in one batch: its records, claims and outputs. It is not this store's yet, and
 * nothing is planned, applied or edited. Again, it is the same. A Rejection, and nothing is written, where there is a
 * stack of the name, or another holds a claim.
 */
export async function beginArrival(
  stack: string,
  given: StackArrivalWrite,
  deployment: Deployment,
): Promise<StackArrival> {
  const { move, receiptDigest } = given.content;
  if (move === null || receiptDigest === null) throw rejected("it does not say of which move it is");
  if (await hasArrived(stack, move, deployment)) return { stack, phase: "arrived" };
  const coming = await read(stack, given, deployment);
  return holdTransferred(stack, deployment, async (held) => {
    const { context } = held.state;
    const standing = context.transfer;
    if (arrivalBy(move, standing) !== null) return { stack, phase: "arriving" };
    refuseTaken(stack, held.state, coming);
    const former = standing?.phase === "arriving" ? standing.former : standing;
    const transfer: StackTransfer = {
      ...{ phase: "arriving", move, place: given.from, receiptDigest, lineage: coming.document.lineage },
      ...(former === undefined ? {} : { former }),
    };
    await appendOrReject(held, await arrivalOf(held, coming, transfer, given, deployment));
    return { stack, phase: "arriving" };
  });
}

/** Owns a stack that its source has given away, which the receipt proves. Again, it changes nothing. */
export async function endArrival(
  stack: string,
  { move, receipt }: StackReceipt,
  deployment: Deployment,
): Promise<StackArrival> {
  if (await hasArrived(stack, move, deployment)) return { stack, phase: "arrived" };
  return holdTransferred(stack, deployment, async (held) => {
    const { transfer, ...context } = held.state.context;
    const arrival = arrivalBy(move, transfer);
    if (arrival === null) throw unknownMove(stack, move);
    if (arrival.receiptDigest !== textDigest(receipt))
      throw new Rejection("conflict", [problem("move-unknown", `the receipt is not that of move ${move}`)]);
    await appendOrReject(held, [{ kind: "context", run: runOf(move), context }]);
    return { stack, phase: "arrived" };
  });
}

/** Forgets a stack that was to come, once its source keeps it. A Rejection where it has arrived. */
export async function cancelArrival(stack: string, move: string, deployment: Deployment): Promise<void> {
  const { store } = deployment;
  if (arrivalBy(move, (await store.readStack(stack)).context.transfer) === null) {
    if (!(await hasArrived(stack, move, deployment))) return;
    throw new Rejection("conflict", [problem("already-exists", `stack \`${stack}\` has arrived by move ${move}`)]);
  }
  await holdTransferred(stack, deployment, async (held) => {
    const { transfer, ...context } = held.state.context;
    const arrival = arrivalBy(move, transfer);
    if (arrival === null) return;
    const { former } = arrival;
    if (former === undefined) await forgetHeld(held, deployment);
    else
      await appendOrReject(held, [
        { kind: "context", run: deployment.ids.unique(), context: { ...context, transfer: former } },
      ]);
  });
}

type Arriving = Extract<StackTransfer, { readonly phase: "arriving" }>;

/** The arrival by that move; null where the stack is in none. */
function arrivalBy(move: string, transfer: StackTransfer | undefined): Arriving | null {
  return transfer?.phase === "arriving" && transfer.move === move ? transfer : null;
}

/** What the entries of an arrival are called: they stand for the history that stays at the source (decision 0091). */
function runOf(move: string): string {
  return `${move}-pruned`;
}

/** Whether the stack has come by that move, and is this store's. */
async function hasArrived(stack: string, move: string, { store }: Deployment): Promise<boolean> {
  if (arrivalBy(move, (await store.readStack(stack)).context.transfer) !== null) return false;
  return (await store.readRun(stack, runOf(move))).length > 0;
}

type Coming = Awaited<ReturnType<typeof read>>;

/** What is to come; a Rejection where it can't, whatever is here. */
async function read(stack: string, { content }: StackArrivalWrite, deployment: Deployment) {
  checkStackName(stack);
  const { authority, turns, cloudIdOf } = deployment;
  const project = stackPathOf(stack)?.project;
  const may = authority.decide("stack:create", { stack: null, ...(project === undefined ? {} : { project }) });
  if (may.kind === "denied") throw new Rejection("unprocessable", [problem("not-permitted", may.why)]);
  const document = await readDocument(content.state, deployment);
  const records = await inTurns(recordsIn(document, deployment), turns);
  const context = contextIn(document) ?? { project: null, config: {} };
  const stray = records.find(({ provider }) => cloudIdOf(provider) !== provider.cloudId);
  if (stray !== undefined) {
    const there = `\`${stray.address}\` lies in ${stray.provider.cloudId}`;
    const detail = `${there}, and this store would look for it in ${cloudIdOf(stray.provider)}`;
    throw new Rejection("conflict", [problem("cloud-changed", detail)]);
  }
  const standing = new Map(records.map((record) => [recordKey(record), record]));
  await refuseOtherCloud(stack, { ...emptyState(""), records: standing, context }, deployment);
  return { document, records, context };
}

/** A Rejection where a stack of the name is here that the coming one does not take the place of. */
function refuseTaken(stack: string, { serial, context }: StackState, { document }: Pick<Coming, "document">): void {
  const { transfer } = context;
  if (serial === 0 || transfer?.phase === "moved") return;
  // What a move of the same stack has left that was called off.
  if (transfer?.phase === "arriving" && transfer.lineage === document.lineage) return;
  if (transfer !== undefined) throw inTransfer(stack, transfer);
  const hint = `give it another name there with \`plumb stack mv\`, or remove it with \`plumb stack rm\``;
  const detail = `there is a stack \`${stack}\` already where it is to go`;
  throw new Rejection("conflict", [problem("already-exists", detail, { hint })]);
}

async function refuseClaimed(
  stack: string,
  records: readonly ResourceRecord[],
  { store, catalog, authority }: Deployment,
): Promise<void> {
  const byKey = new Map(records.map((record) => [claimKeyOf(record, catalog), record]));
  const taken = (await store.claims([...byKey.keys()])).filter((claim) => claim.stack !== stack);
  if (taken.length === 0) return;
  throw new Rejection(
    "conflict",
    taken.map((claim) => {
      const { address = "", identity } = byKey.get(claim.claimKey) ?? {};
      const whose = claimantOf(claimForCaller(claim, stack, authority));
      return problem("claimed-twice", `\`${identity?.id}\` already belongs to ${whose}`, { address });
    }),
  );
}

/** The one batch of an arrival: the records of the other store stand, and none of those that stood here before. */
async function arrivalOf(
  { state, stack }: HeldStack,
  { document, records, context }: Coming,
  transfer: Arriving,
  { content }: StackArrivalWrite,
  deployment: Deployment,
): Promise<readonly JournalEntry[]> {
  const here = await resealed(content.secrets, secretsOf(stack, deployment, state.lineage));
  const stands = await Promise.all(records.map(async (record) => put(await here.record(record), deployment)));
  const gone = [...state.records.values(), ...state.superseded].map((record) => remove(record, deployment));
  const keyOf = (record: ResourceRecord) => claimKeyOf(record, deployment.catalog);
  const effects = await inTurns(keepingClaimsInParts([...gone, ...stands], state, keyOf), deployment.turns);
  const run = runOf(transfer.move);
  const at = new Date(deployment.clock.now()).toISOString();
  const { outputs, outputSources } = outputsIn(document);
  return [
    { kind: "context", run, context: { ...context, transfer } },
    edited(run, stateImported, effects, deployment.clock),
    { kind: "run-ended", run, at, status: "done", outputs: await here.value(outputs), outputSources },
  ];
}

function unknownMove(stack: string, move: string): Rejection {
  const detail =
    `stack \`${stack}\` has not come here by move ${move}, or it is not known here any more: ` +
    "it was removed since, its history was pruned, or the store was put back to an earlier time";
  return new Rejection("conflict", [problem("move-unknown", detail)]);
}
