import type { InFlightCall, SettledCall } from "../../../contract/documents/in-flight-calls.ts";
import type { Recovery } from "../../../engine/recover/recover.ts";
import type { Intent, JournalEntry } from "../../../engine/state/journal.ts";
import type { OpenIntent, StackState } from "../../../engine/state/stack-state.ts";

/** A call in flight as the API tells of it. */
export function inFlightCall({ intent, operationName }: OpenIntent): InFlightCall {
  const { run, address: name, type, operation, identity, request, at } = intent;
  const fields = operation === "delete" || operation === "undelete" ? [] : request.fields;
  const confirmed =
    operationName === null ? { isConfirmed: false } : { isConfirmed: true, platformOperation: operationName };
  return { run, name, type, operation, id: identity.id, fields, at, ...confirmed };
}

/**
 * The calls in flight as the API tells of them. One that was sent again, by the process that took its run up, is one
 * call: the latest stands for it, with the operation that either has begun.
 */
export function inFlightCalls(open: readonly OpenIntent[]): readonly InFlightCall[] {
  const calls = new Map<string, OpenIntent>();
  for (const each of open) {
    const { uid, claimKey, operation } = each.intent;
    const key = JSON.stringify([uid, claimKey, operation]);
    calls.set(key, { ...each, operationName: each.operationName ?? calls.get(key)?.operationName ?? null });
  }
  return [...calls.values()].map(inFlightCall);
}

/** The calls that a state has open, but for those that were answered. */
export function openCallsIn({ openIntents }: StackState): readonly OpenIntent[] {
  return openIntents.filter(({ intent }) => intent.isAnswered !== true);
}

/** The calls of a run whose end its journal does not have, in their order (decision 0032). */
export function inFlightOf(journal: readonly JournalEntry[]): readonly InFlightCall[] {
  const open = new Map<number, OpenIntent>();
  for (const entry of journal) {
    if (entry.kind === "intent" && entry.isAnswered !== true)
      open.set(entry.seq, { intent: entry, operationName: null });
    if (entry.kind === "result" && entry.intentSeq !== null) open.delete(entry.intentSeq);
    const known = entry.kind === "handle" ? open.get(entry.intentSeq) : undefined;
    if (entry.kind === "handle" && known !== undefined)
      open.set(entry.intentSeq, { ...known, operationName: entry.url });
  }
  return inFlightCalls([...open.values()]);
}

/** What a look has told of the calls that a state has open: one entry an object, what is most certain of it. */
export function settledCalls(
  { openIntents }: StackState,
  { found, indeterminate, unshown }: Pick<Recovery, "found" | "indeterminate" | "unshown">,
): readonly SettledCall[] {
  const told = new Map<string, { readonly became: SettledCall["became"]; readonly detail: string }>([
    ...unshown.map((intent) => [nameOf(intent), { became: "not-shown", detail: "" }] as const),
    ...found.map((intent) => [nameOf(intent), { became: "took-effect", detail: "" }] as const),
    ...indeterminate.map(({ intent, why, detail }) => [nameOf(intent), { became: why, detail }] as const),
  ]);
  const objects = Map.groupBy(openIntents, ({ intent }) => `${intent.uid} ${intent.claimKey}`);
  const isInFlight = (group: readonly OpenIntent[]) => group.some(({ intent }) => intent.isAnswered !== true);
  return [...objects.values()].filter(isInFlight).flatMap((group): readonly SettledCall[] => {
    const known = group.flatMap((open) => {
      const what = told.get(nameOf(open.intent));
      return what === undefined ? [] : [{ ...inFlightCall(open), ...what }];
    });
    const latest = group.at(-1);
    if (known.length > 0 || latest === undefined) return known;
    return [{ ...inFlightCall(latest), became: "came-to-nothing", detail: "" }];
  });
}

function nameOf({ run, seq }: Pick<Intent, "run" | "seq">): string {
  return `${run}.${seq}`;
}
