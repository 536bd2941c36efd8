import type { CloudMemory } from "../world/cloud-memory.ts";
import type { Call } from "../world/network.ts";
import type { JournalJudge, Violation } from "./journal-judge.ts";

/**
 * No creation of ours is sent while an operation is known that still makes the same object: it may live. It is known
 * once the answer to the call that has begun it tells of it, and once it is noted. What was let go of meanwhile is no
 * concern of ours any more.
 */
export function judgeDoubles(
  calls: readonly Call[],
  storage: CloudMemory,
  journal: JournalJudge,
): readonly Violation[] {
  const making = [...storage.contents("google", "operation")].flatMap(([name, { verb, target, startMs, doneMs }]) => {
    const notedMs = journal.handles.get(name);
    if (verb !== "create" || notedMs === undefined || journal.wasReleased(String(target))) return [];
    return [{ name, target, notedMs, startMs: Number(startMs), doneMs: Number(doneMs) }];
  });
  if (making.length === 0) return [];
  return calls.flatMap((call): readonly Violation[] => {
    const made = madeBy(call);
    if (made === undefined) return [];
    const before = making.find(({ target, notedMs, startMs, doneMs }) => {
      // An operation that began between a call of ours and its answer is that call's; any other is of another hand.
      const isBegunBy = ({ atMs, heardMs }: Call) => atMs <= startMs && (heardMs === null || startMs <= heardMs);
      const first = calls.findLast((each) => madeBy(each) === target && isBegunBy(each));
      // One whose answer was lost, or refuses what it began, is found by its handle only later.
      const isTold = first?.isUnknown === false && !first.isCutOff && !first.isHeardRefused;
      const knownMs = Math.min(isTold ? (first.heardMs ?? notedMs) : notedMs, notedMs);
      return target === made && call.atMs > knownMs && call.atMs > startMs && call.atMs < doneMs;
    });
    if (before === undefined) return [];
    return [{ rule: "doubled", detail: `call ${call.number} creates ${made} while ${before.name} does` }];
  });
}

/**
 * A process does not repeat a creation whose answer it lost before the platform has told it which operations go on; or
 * that the object was there, and is deleted.
 */
export function judgeUnasked(calls: readonly Call[]): readonly Violation[] {
  return calls.flatMap((call, index): readonly Violation[] => {
    const made = madeBy(call);
    const first = made === undefined ? -1 : calls.slice(0, index).findLastIndex((each) => madeBy(each) === made);
    const lost = calls[first];
    if (lost === undefined || !lost.isUnknown || lost.pid !== call.pid) return [];
    const isAsked = calls
      .slice(first, index)
      .some(
        ({ pid, path, method, isRefused, heardMs }) =>
          pid === call.pid &&
          heardMs !== null &&
          ((path.endsWith("/operations") && !isRefused) || (method === "DELETE" && path.endsWith(`/${made}`))),
      );
    return isAsked
      ? []
      : [{ rule: "unasked", detail: `call ${call.number} creates ${made}, as call ${lost.number} did` }];
  });
}

/** The name of the attachment that a call creates. */
function madeBy({ method, path, search }: Call): string | undefined {
  if (method !== "POST") return undefined;
  const id = new URLSearchParams(search).get("endpointAttachmentId");
  return id === null ? undefined : `${path.replace(/^\/v1\//, "")}/${id}`;
}
