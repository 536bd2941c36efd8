import { digest } from "../base/digest.ts";
import { isJsonObject, type Json, type JsonObject } from "../base/json.ts";
import { problem } from "../base/problem.ts";
import type { StateDocument } from "../doors/api/documents.ts";
import { logicalNameFault } from "../engine/declare/logical-name.ts";
import type { Intent, JournalEntry, RecordEffect } from "../engine/state/journal.ts";
import { keepingClaims } from "../engine/state/kept-claims.ts";
import { type ResourceRecord, stateFormat } from "../engine/state/record.ts";
import type { StackContext } from "../engine/state/stack-context.ts";
import type { StackState } from "../engine/state/stack-state.ts";
import { claimKeyOf } from "./adoptions.ts";
import type { Deployment } from "./deployment.ts";
import { appendOrReject, type HeldStack, holdStack } from "./hold-stack.ts";
import { isNotedBefore } from "./noted-before.ts";
import { recoverHeld } from "./recover-stack.ts";
import { Rejection } from "./rejection.ts";

/**
 * Gives a managed object another logical name. Records that depend on it follow. No call to any platform but to settle what
 * a broken-off run has left. With an `effect` a second time does nothing.
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
    if (effect !== null && (await isNotedBefore(effect, stack, deployment))) return;
    const { state, unsettled } = await recoverHeld(held, deployment);
    const { records, superseded } = state;
    const record = found(stack, from, state);
    if (unsettled.some(({ intent }) => intent.uid === record.uid))
      throw new Rejection("conflict", [
        problem("unsettled", `what the last run did to \`${from}\` is not known yet; run it again, then rename`),
      ]);
    if (records.has(to))
      throw new Rejection("conflict", [
        problem("already-exists", `stack \`${stack}\` has a resource \`${to}\` already`),
      ]);
    const renamed = [...records.values(), ...superseded].flatMap((each): readonly ResourceRecord[] => {
      const dependsOn = each.dependsOn.map((name) => (name === from ? to : name));
      if (each.uid === record.uid) return [{ ...each, address: to, dependsOn }];
      return each.dependsOn.includes(from) ? [{ ...each, dependsOn }] : [];
    });
    const effects = renamed.map((each) => put(each, deployment));
    await appendOrReject(held, [edited(effect ?? deployment.ids.unique(), `renamed ${from} to ${to}`, effects)]);
  });
}

/** Forgets a managed object; it stays on the platform as it is. */
export async function forgetResource(stack: string, name: string, deployment: Deployment): Promise<void> {
  await holdStack(stack, deployment, async (held) => {
    const { state } = await recoverHeld(held, deployment);
    const { uid } = found(stack, name, state);
    const gone = [...state.records.values(), ...state.superseded].filter((each) => each.uid === uid);
    const detail = `forgot ${name}`;
    await edit(
      held,
      detail,
      gone.map((each) => remove(each, deployment)),
      deployment,
      null,
      null,
      state.openIntents.flatMap(({ intent }) => (intent.uid === uid ? [givenUp(intent, detail)] : [])),
    );
  });
}

/**
 * The state as a document that can be kept elsewhere and imported again. Secrets stay sealed in it: only the store that
 * sealed them can open them.
 */
export async function exportState(stack: string, { store }: Deployment): Promise<StateDocument> {
  const { lineage, serial, records, superseded, outputs, context } = await store.readStack(stack);
  const content = {
    format: stateFormat,
    stack,
    lineage,
    serial,
    records: [...records.values(), ...superseded] as unknown as readonly JsonObject[],
    outputs,
    context: context as unknown as JsonObject,
  };
  return { ...content, digest: digest(content as unknown as Json) };
}

/**
 * Replaces the records of a stack by an exported document's. Refused when the document was altered, is of a newer format,
 * belongs to another stack's history, or is older than what is there (unless `force`).
 */
export async function importState(
  stack: string,
  document: Json,
  force: boolean,
  deployment: Deployment,
): Promise<void> {
  const state = readDocument(document);
  await holdStack(stack, deployment, async (held) => {
    const { records, superseded, openIntents, lineage, serial } = held.state;
    // One that was only made has no history to lose.
    const isNew = serial <= 1 && records.size + superseded.length + openIntents.length === 0;
    if (!force && !isNew && state.lineage !== lineage) {
      throw rejected("the document belongs to the history of another stack; `force` takes it all the same");
    }
    if (!force && !isNew && state.serial < serial) {
      throw rejected(
        `the document is of serial ${state.serial}, the stack is at ${serial}: it is older; \`force\` takes it all the same`,
      );
    }
    const effects = [
      ...[...records.values(), ...superseded].map((each) => remove(each, deployment)),
      ...state.records.map((each) => put(each as unknown as ResourceRecord, deployment)),
    ];
    const kept = keepingClaims(effects, held.state, (record) => claimKeyOf(record, deployment.catalog));
    await edit(held, "state imported", kept, deployment, state.outputs, contextIn(state));
  });
}

function readDocument(document: Json): StateDocument {
  if (!isJsonObject(document) || typeof document["format"] !== "number" || !Array.isArray(document["records"])) {
    throw rejected("this is no exported state");
  }
  if (document["format"] > stateFormat)
    throw rejected(`the document has format ${document["format"]}, which is newer than this Plumbline reads`);
  const { digest: carried, ...content } = document;
  if (carried !== digest(content))
    throw rejected("the document was altered after its export: its content does not match its digest");
  return document as unknown as StateDocument;
}

/** What a document says of whose declarations its stack takes; those of older versions say nothing. */
function contextIn({ context }: StateDocument): StackContext | null {
  const { project, config } = context ?? {};
  if (typeof project !== "string" || !isJsonObject(config)) return null;
  return { project, config: config as unknown as StackContext["config"] };
}

function rejected(detail: string): Rejection {
  return new Rejection("unprocessable", [problem("invalid-state", detail)]);
}

function found(stack: string, name: string, { records }: StackState): ResourceRecord {
  const record = records.get(name);
  if (record === undefined)
    throw new Rejection("missing", [problem("not-found", `stack \`${stack}\` has no resource \`${name}\``)]);
  return record;
}

/** Closes what a broken-off run has left, without regard to what became of it. */
function givenUp({ run, step, seq, uid, claimKey: key }: Intent, detail: string): JournalEntry {
  const effects: readonly RecordEffect[] = [{ kind: "remove", uid, generation: 0, claimKey: key }];
  return { kind: "result", run, step, intentSeq: seq, outcome: "failed", detail, effects };
}

function edited(run: string, detail: string, effects: readonly RecordEffect[]): JournalEntry {
  return { kind: "result", run, step: "", intentSeq: null, outcome: "done", detail, effects };
}

async function edit(
  held: HeldStack,
  detail: string,
  effects: readonly RecordEffect[],
  { ids, clock }: Deployment,
  outputs: JsonObject | null = null,
  context: StackContext | null = null,
  before: readonly JournalEntry[] = [],
): Promise<void> {
  const run = ids.unique();
  await appendOrReject(held, [
    ...before,
    ...(context === null ? [] : [{ kind: "context" as const, run, context }]),
    edited(run, detail, effects),
    ...(outputs === null
      ? []
      : [
          {
            kind: "run-ended" as const,
            run,
            at: new Date(clock.now()).toISOString(),
            status: "done" as const,
            outputs,
          },
        ]),
  ]);
}

function put(record: ResourceRecord, deployment: Deployment): RecordEffect {
  return { kind: "put", record, claimKey: claimKeyOf(record, deployment.catalog) };
}

function remove(record: ResourceRecord, deployment: Deployment): RecordEffect {
  return {
    kind: "remove",
    uid: record.uid,
    generation: record.generation,
    claimKey: claimKeyOf(record, deployment.catalog),
  };
}
