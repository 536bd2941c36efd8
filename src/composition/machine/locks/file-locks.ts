import { parsedObject } from "../../../../packages/base/json/parsed-json.ts";
import type { LeaseHolder } from "../../../engine/ports/store.ts";
import { lockFile } from "../../../files/file-lock.ts";
import { systemClock } from "../system.ts";
import { hostAsHolder, isDeadOn } from "../this-host.ts";

/** Who changes a file, and the id of the drafts that this process writes before they are in their place. */
interface FileHolder extends LeaseHolder {
  readonly draftId: string;
}

/**
 * Takes the right to change a file as this process; null where another has it. The lock and the draft of a process of
 * this machine that is gone are removed. A crash leaves both, for the next one. Throws what the file system throws.
 */
export function lockAsThisProcess(path: string, draftId: string): (() => void) | null {
  const host = hostAsHolder();
  const own: FileHolder = { host, pid: process.pid, since: new Date(systemClock.now()).toISOString(), draftId };
  const isDead = isDeadOn(host);
  return lockFile(path, { text: JSON.stringify(own), draftId }, (text) => {
    const holder = holderIn(text);
    return holder !== null && isDead(holder) ? holder.draftId : null;
  });
}

/** Who has a lock; null where its text does not say so, as one of an earlier version. */
export function holderIn(text: string): FileHolder | null {
  const { host, pid, since, draftId } = parsedObject(text) ?? {};
  if (typeof host !== "string" || typeof since !== "string") return null;
  if (typeof pid !== "number" || !Number.isSafeInteger(pid) || pid <= 0) return null;
  return typeof draftId === "string" && /^[0-9a-f-]{36}$/.test(draftId) ? { host, pid, since, draftId } : null;
}
