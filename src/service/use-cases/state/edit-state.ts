import type { Json } from "../../../../packages/base/json/json.ts";
import { problem } from "../../../../packages/base/problems/problem.ts";
import { inTurns, mappedInParts } from "../../../../packages/base/turns.ts";
import type { StateImported } from "../../../contract/documents/state.ts";
import { logicalNameFault } from "../../../engine/declare/logical-name.ts";
import { type Intent, type JournalEntry, type RecordEffect, stateImported } from "../../../engine/state/journal.ts";
import { withMoves } from "../../../engine/state/moves.ts";
import { keepingClaims, keepingClaimsInParts } from "../../../engine/state/records/kept-claims.ts";
import type { ResourceRecord } from "../../../engine/state/records/record.ts";
import type { StackContext } from "../../../engine/state/stack-context.ts";
import type { StackOutputs } from "../../../engine/state/stack-outputs.ts";
import type { OpenIntent, StackState } from "../../../engine/state/stack-state.ts";
import { Rejection } from "../../rejection.ts";
import type { Deployment } from "../deployment.ts";
import { appendOrReject, type HeldStack, holdStack } from "../lease/hold-stack.ts";
import { claimKeyOf } from "../objects/claim-key-of.ts";
import { withOwnSecrets } from "../objects/imported-secrets.ts";
import { mayReveal } from "../runs/denied-step.ts";
import { recoverHeld } from "../runs/recover-stack.ts";
import { refuseWhileOpen } from "../runs/refuse-while-open.ts";
import { openedRecordsInParts, pastSecrets } from "../secrets/past-secrets.ts";
import { begunUnder, callsAbout, namesOf } from "./begun-objects.ts";
import { isReplay } from "./idempotent-replay.ts";
import { contextIn, outputsIn, readDocument, recordsIn, rejected } from "./imported-document.ts";
import { edited, put, remove } from "./record-effects.ts";

/**
 * Gives a managed object another logical name. Records that name it follow, whether they depend on it, go with it or
 * are grouped under it. Refused while the result of a call is not known that is under either name, or whose object
 * names the former one. No call to any platform but to settle what a broken-off run has left. With an `effect` a second
 * time does nothing.
 */
export async function renameResource(
  stack: string,
  from: string,
  to: string,
  deployment: Deployment,
  effect: string | null = null,
): Promise<void> {
  const fault = logicalNameFault(to);
  if (fault !== undefined) throw new Rejection("unprocessable", [problem("invalid-name", fault)]);
  await holdStack(stack, deployment, async (held) => {
    if (effect !== null && (await isReplay(effect, stack, deployment))) return;
    const { state } = await recoverHeld(held, deployment);
    const { records, superseded } = state;
    const record = found(stack, from, state);
    const concerned = { addresses: new Set([from, to]), uids: new Set([record.uid]), leaving: new Set([from]) };
    refuseWhileOpen(state.openIntents, concerned, stack, "rename");
    if (records.has(to))
      throw new Rejection("conflict", [
        problem("already-exists", `stack \`${stack}\` has a resource \`${to}\` already`),
      ]);
    const before = new Set([...records.values(), ...superseded]);
    const after = withMoves(state, [{ from, to }]);
    const renamed = [...after.records.values(), ...after.superseded].filter((each) => !before.has(each));
    const effects = renamed.map((each) => put(each, deployment));
    await appendOrReject(held, [
      edited(effect ?? deployment.ids.unique(), `renamed ${from} to ${to}`, effects, deployment.clock),
    ]);
  });
}

/**
 * Forgets a managed object; it stays on the platform as it is. A former object of it that waits for its deletion waits
 * on: that is forgotten under the id of the step that would delete it, and under its bare name where nothing else has
 * that. A name that only a call of unknown end has gives that call up: what it makes is managed by nothing, and whoever
 * asks for this is told so. Where a look finds before that nothing came of it, nothing is left to do.
 */
export async function forgetResource(stack: string, name: string, deployment: Deployment): Promise<void> {
  await holdStack(stack, deployment, async (held) => {
    const { state } = await recoverHeld(held, deployment);
    const keyOf = (record: ResourceRecord) => claimKeyOf(record, deployment.catalog);
    const gone = recordsNamed(name, state);
    const begun = begunUnder(name, state, deployment.catalog);
    const given = gone.length > 0 ? callsOnForgotten(gone, state, keyOf) : callsAbout(begun, state);
    if (gone.length + given.length === 0) {
      if (begunUnder(name, held.state, deployment.catalog) !== undefined) return;
      found(stack, name, state);
    }
    const openIntents = state.openIntents.filter((open) => !given.includes(open));
    const standing = { ...state, openIntents };
    const effects = gone.map((each) => remove(each, deployment));
    const detail = `forgot ${name}`;
    const before = given.map(({ intent }) => {
      const freed: RecordEffect = { kind: "remove", uid: intent.uid, generation: 0, claimKey: intent.claimKey };
      return givenUp(intent, detail, keepingClaims([...effects, freed], standing, keyOf).slice(effects.length));
    });
    await edit(held, detail, keepingClaims(effects, standing, keyOf), deployment, null, null, before);
  });
}

/** The present object of a resource that a name means, or the former objects. */
function recordsNamed(name: string, { records, superseded }: StackState): readonly ResourceRecord[] {
  const current = records.get(name);
  if (current !== undefined) return [current];
  return superseded.filter((record) => namesOf(record).includes(name));
}

/** Open calls about objects that are forgotten. */
function callsOnForgotten(gone: readonly ResourceRecord[], state: StackState, keyOf: KeyOf): readonly OpenIntent[] {
  const keys = new Set(gone.map((record) => `${record.uid} ${keyOf(record)}`));
  const isPresent = gone.some(({ status }) => status === "current");
  const uids = new Set(gone.map(({ uid }) => uid));
  const waiting = new Set(state.superseded.map((record) => `${record.uid} ${keyOf(record)}`));
  return state.openIntents.filter(({ intent }) => {
    const key = `${intent.uid} ${intent.claimKey}`;
    return keys.has(key) || (isPresent && uids.has(intent.uid) && !waiting.has(key));
  });
}

type KeyOf = (record: ResourceRecord) => string;

/**
 * Replaces the records of a stack by an exported document's. Refused when the document was altered, is of a newer
 * format, belongs to another stack's history, or is older than what is there (unless `force`); and, by force too, while
 * it is not known what the result of a call under one of its names is. Gives what is recorded no more: nothing manages
 * it from then on.
 */
export async function importState(
  stack: string,
  document: Json,
  force: boolean,
  deployment: Deployment,
): Promise<StateImported> {
  const given = await readDocument(document, deployment);
  return await holdStack(stack, deployment, async (held) => {
    // What broken-off runs did is known first: an object may come late, and must not find its name taken.
    const current = (await recoverHeld(held, deployment)).state;
    const { records, superseded, openIntents, lineage, serial } = current;
    // One that was only made has no history to lose.
    const isNew = serial <= 1 && records.size + superseded.length + openIntents.length === 0;
    if (!force && !isNew && given.lineage !== lineage) {
      throw rejected("the document belongs to the history of another stack; `force` takes it all the same");
    }
    if (!force && !isNew && given.serial < serial) {
      throw rejected(
        `the document is of serial ${given.serial}, the stack is at ${serial}: it is older; ` +
          "`force` takes it all the same",
      );
    }
    const state = await withOwnSecrets(given, stack, current, deployment);
    const former = [...records.values(), ...superseded];
    const { turns } = deployment;
    const imported = await inTurns(recordsIn(state, deployment), turns);
    const uids = new Set([...former, ...imported].map(({ uid }) => uid));
    const addresses = new Set(imported.map(({ address }) => address));
    refuseWhileOpen(openIntents, { addresses, uids }, stack, "import the state");
    if (!mayReveal(stack, deployment.authority)) {
      const secrets = await pastSecrets(stack, deployment);
      const opened = (await inTurns(openedRecordsInParts(imported, secrets, deployment), turns)).flat();
      if (opened.length > 0) throw new Rejection("unprocessable", opened);
    }
    const removed = await inTurns(
      mappedInParts(former, (each) => remove(each, deployment)),
      turns,
    );
    const stands = await inTurns(
      mappedInParts(imported, (each) => put(each, deployment)),
      turns,
    );
    const keyOf = (record: ResourceRecord) => claimKeyOf(record, deployment.catalog);
    const kept = await inTurns(keepingClaimsInParts([...removed, ...stands], current, keyOf), turns);
    await edit(held, stateImported, kept, deployment, outputsIn(state), contextIn(state));
    const stays = new Set(stands.map(({ claimKey }) => claimKey));
    const gone = former.filter((each) => !stays.has(keyOf(each)));
    return { forgotten: gone.map(({ address, type, identity: { id } }) => ({ name: address, type, id })) };
  });
}

function found(stack: string, name: string, { records }: StackState): ResourceRecord {
  const record = records.get(name);
  if (record === undefined)
    throw new Rejection("missing", [problem("not-found", `stack \`${stack}\` has no resource \`${name}\``)]);
  return record;
}

/** Closes what a broken-off run has left, without regard to what became of it. */
function givenUp({ run, step, seq }: Intent, detail: string, effects: readonly RecordEffect[]): JournalEntry {
  return { kind: "result", run, step, intentSeq: seq, outcome: "failed", detail, effects };
}

async function edit(
  held: HeldStack,
  detail: string,
  effects: readonly RecordEffect[],
  { ids, clock }: Deployment,
  outputs: StackOutputs | null = null,
  context: StackContext | null = null,
  before: readonly JournalEntry[] = [],
): Promise<void> {
  const run = ids.unique();
  await appendOrReject(held, [
    ...before,
    ...(context === null ? [] : [{ kind: "context" as const, run, context }]),
    edited(run, detail, effects, clock),
    ...(outputs === null
      ? []
      : [
          {
            kind: "run-ended" as const,
            run,
            at: new Date(clock.now()).toISOString(),
            status: "done" as const,
            ...outputs,
          },
        ]),
  ]);
}
