import { jsonEqual, ownMember } from "../../../../packages/base/json/json.ts";
import { jsonOf, samePlain } from "../../../../packages/base/json/plain.ts";
import { secretPlaces } from "../../../definitions/schema/secret-values.ts";
import type { JournalEntry, RecordEffect, RunEnded } from "../journal.ts";
import { type ResourceRecord, recordKey } from "../records/record.ts";
import { type ReplayedRows, replayRows } from "../replay.ts";
import { noContext } from "../stack-context.ts";

/** A run whose id ends so has carried out nothing: its entries stand in the place of those that were pruned. */
const idEnd = "-pruned";

/** The id of a checkpoint that is made at a moment: its time comes first, as digits, as in other ids of runs. */
export function checkpointId(at: string): string {
  return `${Date.parse(at).toString(16)}${idEnd}`;
}

export function isCheckpoint({ run }: Pick<JournalEntry, "run">): boolean {
  return run.endsWith(idEnd);
}

/** Up to when a journal was pruned, by its entries or the first of them; null where it was not. */
export function prunedUpTo(journal: readonly JournalEntry[]): string | null {
  const [first] = journal;
  if (first === undefined || !isCheckpoint(first)) return null;
  const end = journal.findLast((entry) => entry.kind === "run-ended" && entry.run === first.run);
  return end?.kind === "run-ended" ? end.at : null;
}

type Put = Extract<RecordEffect, { readonly kind: "put" }>;

/**
 * The entries that stand in the place of others of which no call is open: they come to the same records, claims,
 * outputs and context. They also tell what others look up in a journal: by which plans the outputs were declared, and
 * what was secret of objects that are forgotten (decision 0091). Null where the entries come to what no checkpoint can
 * say. `at`: up to when they reach.
 */
export function checkpointOf(
  entries: readonly JournalEntry[],
  { run, at }: { readonly run: string; readonly at: string },
): readonly JournalEntry[] | null {
  const rows = replayRows(entries);
  const effects = [...forgottenSecrets(entries, rows), ...standingPuts(entries, rows)];
  const detail = "what stood when the entries before were pruned";
  const kept: JournalEntry = { kind: "result", run, step: "", intentSeq: null, outcome: "done", detail, effects, at };
  const made: readonly JournalEntry[] = [
    ...(samePlain(rows.context, noContext) ? [] : [{ kind: "context", run, context: rows.context } as const]),
    ...(effects.length === 0 ? [] : [kept]),
    ...outputEnds(entries).flatMap(({ plan, end }) => asRound(run, plan, { ...end, at })),
  ];
  return isSame(replayRows(made), rows) ? made : null;
}

/** The last put of each record, in the order in which they were made. */
function lastPuts(entries: readonly JournalEntry[]): readonly Put[] {
  const puts = new Map<string, Put>();
  for (const entry of entries) {
    for (const effect of entry.kind === "result" ? entry.effects : []) {
      if (effect.kind !== "put") continue;
      const key = recordKey(effect.record);
      puts.delete(key);
      puts.set(key, effect);
    }
  }
  return [...puts.values()];
}

function standingPuts(entries: readonly JournalEntry[], { records }: ReplayedRows): readonly Put[] {
  return lastPuts(entries).filter(({ record }) => records.get(recordKey(record)) === record);
}

/**
 * The last records of forgotten objects that had secrets, each put and removed at once, under a claim that nothing else
 * asks for: what is taken over again keeps its secrets by them (decision 0061).
 */
function forgottenSecrets(entries: readonly JournalEntry[], { records }: ReplayedRows): readonly RecordEffect[] {
  const last = new Map(lastPuts(entries).map(({ record }) => [objectOf(record), record]));
  for (const record of records.values()) last.delete(objectOf(record));
  return [...last.values()].filter(hasSecrets).flatMap((record): readonly RecordEffect[] => {
    const { uid, generation } = record;
    const claimKey = `pruned ${recordKey(record)}`;
    const put: Put = { kind: "put", record: { ...record, status: "superseded", outputs: {} }, claimKey };
    return [put, { kind: "remove", uid, generation, claimKey }];
  });
}

function objectOf({ type, provider, identity }: ResourceRecord): string {
  return JSON.stringify([type, provider.cloudId, identity.id]);
}

function hasSecrets({ inputs, options }: ResourceRecord): boolean {
  return (options.secretOutputs ?? []).length > 0 || secretPlaces(inputs).length > 0;
}

/** The end of a run or an edit that told outputs, and the plan behind those that it has not left; empty: none. */
interface OutputEnd {
  readonly plan: string;
  readonly end: RunEnded;
}

/** The last end that told outputs, and before it those that gave one of them the value it has, the oldest first. */
function outputEnds(entries: readonly JournalEntry[]): readonly OutputEnd[] {
  const told = endsWithOutputs(entries);
  const last = told.at(-1);
  if (last === undefined)
    return [{ plan: "", end: { kind: "run-ended", run: "", at: "", status: "done", outputs: null } }];
  const open = new Set(Object.keys(last.end.outputs ?? {}));
  return told
    .toReversed()
    .flatMap(({ plan, end }): readonly OutputEnd[] => {
      const left = new Set(end.leftOutputs ?? []);
      const gives = [...open].filter((name) => !left.has(name));
      for (const name of gives) open.delete(name);
      if (gives.length === 0 && end !== last.end) return [];
      return [{ plan: gives.length === 0 ? "" : plan, end }];
    })
    .toReversed();
}

/** Ends that told outputs. Of an edit, those are left that it tells as they were told before. */
function endsWithOutputs(entries: readonly JournalEntry[]): readonly OutputEnd[] {
  const plans = new Map<string, string>();
  const told: OutputEnd[] = [];
  for (const entry of entries) {
    if (entry.kind === "run-started") plans.set(entry.run, entry.plan);
    if (entry.kind !== "run-ended" || entry.outputs === null) continue;
    const plan = plans.get(entry.run);
    const [outputs, former] = [entry.outputs, told.at(-1)?.end.outputs ?? {}];
    const same = Object.keys(outputs).filter((name) => jsonEqual(outputs[name], ownMember(former, name)));
    told.push(plan === undefined ? { plan: "", end: { ...entry, leftOutputs: same } } : { plan, end: entry });
  }
  return told;
}

function asRound(run: string, plan: string, end: RunEnded): readonly JournalEntry[] {
  return [
    { kind: "run-started", run, plan, at: end.at },
    { ...end, run, status: "done" },
  ];
}

function isSame(made: ReplayedRows, rows: ReplayedRows): boolean {
  const { records, intents, claims, outputs, context } = rows;
  return (
    intents.size === 0 &&
    made.records.size === records.size &&
    made.claims.size === claims.size &&
    [...claims].every(([key, claim]) => jsonEqual(jsonOf(made.claims.get(key) ?? {}), jsonOf(claim))) &&
    jsonEqual(made.outputs, outputs) &&
    samePlain(made.context, context)
  );
}
