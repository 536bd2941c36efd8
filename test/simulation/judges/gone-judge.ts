import { isJsonObject } from "../../../packages/base/json/json.ts";
import { type ResourceRecord, recordKey } from "../../../src/engine/state/records/record.ts";
import type { CloudMemory, Contents } from "../world/cloud-memory.ts";
import type { Call } from "../world/network.ts";
import type { JournalJudge, Violation } from "./journal-judge.ts";
import { leansOnLeft, textsLeft } from "./left-texts.ts";
import { objectOf } from "./runs/run-history.ts";
import type { WorldJudge } from "./world-judge.ts";

/** What was known and what is, after a run has ended. */
interface Standing {
  readonly journal: JournalJudge;
  readonly objects: WorldJudge;
  readonly storage: CloudMemory;
  readonly calls: readonly Call[];
}

/**
 * A record never names an object that is gone: the object of each current record stands, unless another hand has
 * deleted it, or a call of ours about it is open, was not answered, or was answered with a refusal though it was
 * carried out, as one that came twice. The last is true, too, of a deletion whose operation tells an error, or whose
 * second delivery finds nothing to delete, where the look that decides lags behind and shows the object: the deletion
 * is to be sent once more, and its run may be called off, or lose the stack, before it is. An imported state
 * tells what was known at its export, and a look that lags behind can seem to confirm it; as can the look after a
 * creation without an answer that never arrived, where the object stood until a moment before.
 */
export function judgeGone({ journal, objects, storage, calls }: Standing): readonly Violation[] {
  const current = [...journal.records].filter(([, { status }]) => status === "current");
  const open = new Set([...journal.intents.values()].map(({ intent }) => intent.uid));
  const unheard = new Set([
    ...storage.heardRefused,
    ...calls.flatMap((call) =>
      call.isUnknown || call.isBelied || call.heardMs === null || isDenied(call, calls) ? [call.number] : [],
    ),
  ]);
  const hasLagged = calls.some(({ showsFormer }) => showsFormer);
  const isExcused = (record: ResourceRecord) => {
    const { uid, identity } = record;
    if (hasLagged && journal.everImported.has(uid)) return true;
    if (open.has(uid) || journal.imported.has(recordKey(record)) || journal.mayBeGone.has(objectOf(identity.id)))
      return true;
    const key = objectOf(identity.id);
    const isShare = key.endsWith("/iampolicy");
    // A share goes by a write of its whole policy, which tells of no share.
    const ends = storage.writes.filter(
      ({ action, object }) => object.toLowerCase() === key && (isShare || action === "delete"),
    );
    const last = ends.at(-1)?.sender.call;
    return (
      ends.slice(isShare ? 0 : -1).some(({ sender }) => sender.pid === null || unheard.has(sender.call)) ||
      (last !== undefined && seemsMadeAgain(key, last, calls, journal))
    );
  };
  return objects
    .missing(
      storage,
      current.map(([, record]) => record),
    )
    .filter((record) => !isExcused(record))
    .map(({ address, identity }) => ({
      rule: "gone",
      detail: `${address} is recorded as ${identity.id}, which a run of ours has deleted`,
    }));
}

/**
 * Whether its answer, or the error of its operation, and a look that followed both say that a call did nothing,
 * though it did. An answer says so until the call is answered once more.
 */
function isDenied({ isFailedAfterAll, isHeardOfSecond, method, number, path }: Call, calls: readonly Call[]): boolean {
  const heard = calls.filter((call) => call.number > number && call.path === path && call.heardMs !== null);
  const isMet = isHeardOfSecond && method === "DELETE" && !heard.some((call) => call.method === "DELETE");
  if (!isFailedAfterAll && !isMet) return false;
  return heard.some((call) => call.method === "GET" && call.showsFormer);
}

/**
 * Whether a call that was to make an object again was lost on its way, or announced and never sent, and the look that
 * followed lagged behind.
 */
function seemsMadeAgain(
  object: string,
  deletion: number,
  calls: readonly Call[],
  { creationsAt }: JournalJudge,
): boolean {
  const collection = object.slice(0, object.lastIndexOf("/"));
  const later = calls.filter(({ number }) => number > deletion);
  const isOf = (name: string, { path }: Call) => path.toLowerCase().endsWith(name);
  const lost = later.find(
    (call) =>
      call.isUnknown && call.arrived === null && (call.method === "PUT" ? isOf(object, call) : isOf(collection, call)),
  );
  const looks = later.filter((call) => call.method === "GET" && call.heardMs !== null && isOf(object, call));
  const deletedMs = calls[deletion - 1]?.atMs ?? 0;
  const announcedMs = creationsAt.get(object)?.find((ms) => ms > deletedMs) ?? Number.POSITIVE_INFINITY;
  const isUnsent = looks.some(({ atMs, showsFormer }) => atMs >= announcedMs && showsFormer);
  const isLost = lost !== undefined && looks.find(({ number }) => number > lost.number)?.showsFormer === true;
  return isLost || isUnsent;
}

/**
 * No field that refers to another resource names what the platform gave to an object that is gone. To be asked after a
 * run that is done and that nothing disturbed; `ignored`: names of records whose text is left to others. What leans on
 * an object that was let go of, and repeats its text, is as that stands: nothing of ours writes the text anew.
 */
export function judgeReferences(
  { journal, storage }: Pick<Standing, "journal" | "storage">,
  ignored: ReadonlySet<string>,
): readonly Violation[] {
  const records = [...journal.records.values()];
  const left = textsLeft(storage, records).map((text) => text.toLowerCase());
  return referencesToGone(records, journal, valuesOf(storage), left).flatMap(({ address, detail }) =>
    ignored.has(address) ? [] : [{ rule: "gone", detail }],
  );
}

/**
 * What some records referred to that was recorded nowhere among them any more, or did not stand `then`, in the words of
 * that judge: a former object that waits for its deletion may be gone by a deletion whose answer was not heard.
 */
export function referencesThen(records: ReadonlyMap<string, ResourceRecord>, journal: JournalJudge, then: Contents) {
  const stood = valuesOf(then);
  const standing = new Set([...records.values()].flatMap(givenTo).filter((value) => stood.has(value)));
  return new Set(referencesToGone([...records.values()], journal, standing).map(({ detail }) => detail));
}

/** `left`: texts that may be repeated as they are by what leans on their objects. */
function referencesToGone(
  records: readonly ResourceRecord[],
  { given }: Pick<JournalJudge, "given">,
  standing: ReadonlySet<string>,
  left: readonly string[] = [],
) {
  const gone = [...given].filter((value) => !standing.has(value));
  if (gone.length === 0) return [];
  return records.flatMap((record) => {
    const { address, status, inputs } = record;
    if (status !== "current") return [];
    const whole = JSON.stringify(inputs).toLowerCase();
    const text = leansOnLeft(record, records) ? left.reduce((rest, each) => rest.replaceAll(each, ""), whole) : whole;
    return gone
      .filter((value) => mentions(text, value))
      .map((value) => ({ address, detail: `${address} refers to ${value}, whose object is gone` }));
  });
}

/** Whether a text has a value as a whole word. */
function mentions(text: string, value: string): boolean {
  const at = text.indexOf(value);
  return at !== -1 && !/[\w.-]/.test(text[at + value.length] ?? "");
}

/** What platforms gave to the objects that stand. */
function valuesOf(storage: Contents): ReadonlySet<string> {
  const clients = [...storage.contents("google", "oauth-client").values()].flatMap(({ clientId, state }) =>
    state === "ACTIVE" ? [clientId] : [],
  );
  const attachments = [...storage.contents("google", "endpoint-attachment").values()].flatMap(({ after }) =>
    isJsonObject(after) ? [after["endpointIp"]] : [],
  );
  const collectors = [...storage.contents("arm", "server-collector").values()].map(({ id }) => id);
  return new Set([...clients, ...attachments, ...collectors].map((value) => String(value).toLowerCase()));
}

/** What a platform gave to the object of a record, in lower case. */
export function givenTo({ identity, outputs }: Pick<ResourceRecord, "identity" | "outputs">): readonly string[] {
  const given = [outputs["clientId"], outputs["endpointIp"]];
  const ids = /\/servercollectors\/[^/]+$/i.test(identity.id) ? [identity.id] : [];
  return [...given, ...ids].flatMap((value) => (typeof value === "string" ? [value.toLowerCase()] : []));
}
