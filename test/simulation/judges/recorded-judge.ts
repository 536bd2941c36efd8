import { jsonEqual } from "../../../packages/base/json/json.ts";
import type { ResourceRecord } from "../../../src/engine/state/records/record.ts";
import type { Deed } from "../run-scenario.ts";
import type { CloudMemory, JudgedWrite } from "../world/cloud-memory.ts";
import type { Call } from "../world/network.ts";
import type { World } from "../world/world.ts";
import { isSameLook, type JournalJudge, type Violation } from "./journal-judge.ts";
import { differing, isGiven, rulesOf, type Shown, shownOf } from "./platform-view.ts";
import { lookPath, objectOf } from "./runs/run-history.ts";

/** What was known and what is, after runs have ended. */
export interface Standing {
  readonly journal: JournalJudge;
  readonly world: World;
  /** How long operations of the platform take. */
  readonly operationMs: number;
}

/** What a record can tell. */
interface Knowledge {
  readonly observed: ResourceRecord["observed"];
  /** When it was put: told at once, for the clock of our machines may be set to that time again. */
  readonly putMs: number;
  /** When a run began to look at the object. */
  readonly sinceMs: number;
  /** The processes whose looks the record may tell of: the one that put it, and the one that made its plan. */
  readonly lookedBy: ReadonlySet<number>;
  /** It was put by an undo, or by the recovery of one. */
  readonly isPutBack: boolean;
}

/**
 * The outputs of a record are those that the platform tells of its object, once a run has ended and all is quiet. By
 * rule, and by nothing else, a record may lag behind:
 *
 * - `theirs`: another hand has written the object since what a run's looks have shown of it, or an operation of theirs
 *   was under way;
 * - `forgotten`: the last write is of before the object was forgotten, and its operation was under way when an import
 *   looked at the object;
 * - `open`: a call of ours about it has no known end, so its record waits for the look that tells;
 * - `undecided`: the journal says that a call may have changed it, since the look after the call showed what stood
 *   before our last write as well, and no look was recorded since;
 * - `unheard`: the last write of ours took effect, and its process died, heard nothing, or heard another answer to it;
 * - `lagged`: the last answer that told of the object, or of the list that has it, or another one of its run, showed
 *   what was there before;
 * - `as before`: soon after our last write another hand has put back, to the letter, what stood before it, which a look
 *   can't tell from a read that lags behind;
 * - `ignored`: its declaration leaves the field to others, and no plan asks for it;
 * - `imported`: the import of a state has put it, which tells what was known at its export;
 * - `put back`: an undo has sent again what another hand had written there, which stays drift (decision 0037).
 */
export class RecordedJudge {
  /** By the keys of records. */
  readonly #knows = new Map<string, Knowledge>();
  /** Calls of what has told all that it saw. What others looked at since a record was made is noted nowhere. */
  readonly #told = new Set<number>();

  judge(deeds: readonly Deed[], standing: Standing): readonly Violation[] {
    const { journal, world, operationMs } = standing;
    const { storage, network, sealed } = world;
    const { calls } = network;
    for (const deed of deeds.filter(hasLooked))
      for (const { number, pid } of calls.slice(deed.callsBefore, deed.end?.calls))
        if (pid === deed.member.process.pid) this.#told.add(number);
    const open = new Set([...journal.intents.values()].map(({ intent }) => intent.uid));
    return [...journal.records].flatMap(([key, record]): readonly Violation[] => {
      const known = this.#knowledgeOf(key, record, deeds, standing);
      const { sinceMs, isPutBack } = known;
      if (record.status !== "current") return [];
      const shown = shownOf(record, storage);
      if (shown === undefined || journal.imported.has(key) || open.has(record.uid)) return [];
      if (journal.mayBeChanged.has(record.uid)) return [];
      // A look that lags behind has us write a policy for another share, which gives all of them another etag.
      const isOfPolicy = objectOf(record.identity.id).endsWith("/iampolicy") && calls.some((call) => call.showsFormer);
      const isLeft = (name: string) =>
        isIgnored(name, record) || (isPutBack && !isGiven(name)) || (isOfPolicy && name === "etag");
      const name = differing(shown, record.outputs, sealed).find((each) => !isLeft(each));
      if (name === undefined) return [];
      const all = writesOf(record, storage);
      const noted = this.#notedIn(known, world);
      if (
        isForgotten(record, all, sinceMs - operationMs, journal) ||
        isTheirs(all, shownSince(record, noted, sinceMs) - operationMs) ||
        isUnheard(all, calls) ||
        hasLagged(record, noted, all, sinceMs) ||
        isAsBefore(record, shown, all, { storage, sinceMs })
      )
        return [];
      const [told, there] = [record.outputs[name], shown[name]].map((each) => JSON.stringify(each));
      const detail = `${record.address} has ${name} ${told}, and ${record.identity.id} is at ${there}`;
      return [{ rule: "recorded", detail }];
    });
  }

  /**
   * A record says by our machines' clock when it was put, which may have been wrong then. What another process sees
   * while the run looks, it keeps for itself.
   */
  #notedIn({ putMs, sinceMs, lookedBy }: Knowledge, world: World): readonly Call[] {
    const isNoted = ({ pid, atMs, heardMs }: Call) => (heardMs ?? 0) <= putMs && (atMs < sinceMs || lookedBy.has(pid));
    return world.network.calls.filter((call) => this.#told.has(call.number) || isNoted(call));
  }

  /** What waits for its deletion tells, when an undo makes it current again, what was known when it was put. */
  #knowledgeOf(
    key: string,
    record: ResourceRecord,
    deeds: readonly Deed[],
    { journal: { putBy }, world }: Standing,
  ): Knowledge {
    const { observed, status } = record;
    const known = this.#knows.get(key);
    const isSeen = status === "current" && deeds.length === 1 && deeds.some(hasLooked);
    // An edit of the state puts a record that tells what it told before.
    const isPut = known === undefined || !isSameLook(record, known);
    if (!isPut && !isSeen) return known;
    const isOfUndo = deeds.some(({ operation }) => operation.act.kind === "undo") || observed.unrecorded !== undefined;
    const isPutBack = isPut ? isOfUndo : known.isPutBack;
    const pid = isPut ? putBy.get(key) : undefined;
    const lookers = deeds.filter(({ member }) => pid === undefined || member.process.pid === pid);
    const lookedBy = new Set([...(pid === undefined ? [] : [pid]), ...lookers.map((deed) => deed.lookedBy)]);
    const putMs = isPut ? world.momentOf(Date.parse(observed.at)) : known.putMs;
    const lookedMs = Math.min(...deeds.map((deed) => deed.sinceMs));
    // An undo that makes a former record current again leaves it as it was: what others have set since is drift.
    const sinceMs = isPutBack ? Math.min(lookedMs, putMs) : lookedMs;
    const made = { observed, putMs, sinceMs, lookedBy, isPutBack };
    this.#knows.set(key, made);
    return made;
  }
}

function isIgnored(name: string, { options }: ResourceRecord): boolean {
  return options.ignoreChanges?.some((path) => path.split("/")[1] === name || path === name) === true;
}

/**
 * Whether something keeps an object from being as a run that is done has left it: another hand, a call whose end the
 * process did not hear or that was forgotten with its object, or a look that showed what was before.
 */
export function isBeyondUs(record: ResourceRecord, deed: Deed, standing: Standing): boolean {
  const { resumed } = deed;
  const { journal, world, operationMs } = standing;
  const writes = writesOf(record, world.storage);
  // Its plan may have been made by another deed.
  const former = world.network.calls.filter(({ atMs, showsFormer }) => showsFormer && atMs >= deed.sinceMs);
  // The records of an imported state know nothing of the writes since its export, which a list may hide.
  const isFormer = journal.everImported.has(record.uid)
    ? former.length > 0
    : former.some(({ path }) => isLookAt(path, record));
  if (journal.mayBeGone.has(objectOf(record.identity.id))) return true;
  // A run that is resumed does not look again at what it did before it broke off.
  const sinceMs = resumed === null ? deed.sinceMs : 0;
  if (isForgotten(record, writes, sinceMs - operationMs, journal)) return true;
  return isTheirs(writes, sinceMs - operationMs) || isUnheard(writes, world.network.calls) || isFormer;
}

/** Whether a deed has looked at all that is recorded, and told what it saw. */
function hasLooked({ operation: { act }, end }: Deed): boolean {
  const isDone = end !== null && end.ending !== "died" && !("thrown" in end.ending) && end.ending.status === "done";
  return isDone && (act.kind === "up" || act.kind === "refresh");
}

/** All writes of what a record tells, the oldest first. */
function writesOf(record: ResourceRecord, { writes }: CloudMemory): readonly JudgedWrite[] {
  const names = [objectOf(record.identity.id), rulesOf(record)];
  return writes.filter(({ object }) => names.includes(object.toLowerCase()));
}

/**
 * Since when a run may know of an object, by its looks: what they showed is older than they are where one lagged
 * behind. What others have set between, and the run's own write does not touch, is drift.
 */
function shownSince(record: ResourceRecord, calls: readonly Call[], sinceMs: number): number {
  const isBehind = calls.some(
    ({ method, path, showsFormer, atMs }) =>
      method === "GET" && showsFormer && atMs >= sinceMs && isLookAt(path, record),
  );
  return isBehind ? sinceMs - readsLagMs : sinceMs;
}

function isTheirs(writes: readonly JudgedWrite[], sinceMs: number): boolean {
  return writes.some(({ atMs, sender }) => sender.pid === null && atMs >= sinceMs);
}

/** Whether what goes on at an object, or did at a moment, was forgotten with it. */
function isForgotten(
  { identity }: ResourceRecord,
  writes: readonly JudgedWrite[],
  sinceMs: number,
  { forgottenAt }: JournalJudge,
): boolean {
  const lastMs = writes.at(-1)?.atMs ?? 0;
  return sinceMs <= lastMs && lastMs <= (forgottenAt.get(objectOf(identity.id)) ?? 0);
}

function isUnheard(writes: readonly JudgedWrite[], calls: readonly Call[]): boolean {
  const last = writes.at(-1);
  const call = last === undefined || last.sender.pid === null ? undefined : calls[last.sender.call - 1];
  if (call === undefined) return false;
  const isHeard =
    call.heardMs !== null && !call.isUnknown && !call.isHeardRefused && last?.sender.isRepetition === false;
  return !isHeard || call.isBelied || call.isFailedAfterAll;
}

/** Reads lag behind our writes by so much at most, as far as the engine goes. */
export const readsLagMs = 5 * 60_000;

/** Whether another hand has put back what stood before our last write, so soon that reads may have lagged behind. */
function isAsBefore(
  record: ResourceRecord,
  shown: Shown,
  writes: readonly JudgedWrite[],
  { storage, sinceMs }: { readonly storage: CloudMemory; readonly sinceMs: number },
): boolean {
  const ours = writes.findLast(({ sender }) => sender.pid !== null);
  if (ours === undefined || writes.at(-1) === ours || sinceMs - ours.atMs > readsLagMs) return false;
  const before = shownOf(record, storage.asItWas(storage.momentAt(ours.atMs - 1)));
  return before !== undefined && jsonEqual(before, shown);
}

/**
 * Whether a look showed what was there before the last write, or the last one before those of the run did: a plan that
 * manages an object and reads it with a `get`, too, looks twice, and records what the first has shown. `sinceMs`: when
 * the run began to look.
 */
function hasLagged(
  record: ResourceRecord,
  calls: readonly Call[],
  writes: readonly JudgedWrite[],
  sinceMs: number,
): boolean {
  const lastMs = writes.at(-1)?.atMs ?? 0;
  const looks = calls.filter(
    ({ method, path, heardMs }) => method === "GET" && heardMs !== null && isLookAt(path, record),
  );
  const sinceLookMs = Math.min(looks.at(-1)?.atMs ?? 0, sinceMs);
  return looks.some(({ showsFormer, atMs, heardMs }) => showsFormer && atMs >= lastMs && (heardMs ?? 0) >= sinceLookMs);
}

/**
 * Whether a call looks at what a record tells: at its object itself, at the list that has it, or at the rules of its
 * policy.
 */
function isLookAt(path: string, record: ResourceRecord): boolean {
  const shown = lookPath(path);
  const object = objectOf(record.identity.id);
  const list = object.slice(0, object.lastIndexOf("/"));
  return [object, list, rulesOf(record)].some((place) => place !== null && shown.endsWith(place));
}
