import type { Deed } from "../run-scenario.ts";
import type { Call } from "../world/network.ts";
import type { Violation } from "./journal-judge.ts";

/** How long after the signal to stop a call may still begin. */
const cancelBoundMs = 1_000;

/** What a process did on the wire, held against what it knew. */
export function judgeCalls(deed: Deed, calls: readonly Call[]): readonly Violation[] {
  const { pid } = deed.member.process;
  const own = calls.slice(deed.callsBefore, deed.end?.calls).filter((call) => call.pid === pid);
  return [...afterCancel(deed, own), ...unread(own)];
}

function afterCancel({ cancelledMs, runMs, member }: Deed, own: readonly Call[]): readonly Violation[] {
  // One that stands still hears the signal when it goes on.
  if (cancelledMs === null || runMs === null || member.process.wasHalted) return [];
  const late = own.find((call) => call.atMs > cancelledMs + cancelBoundMs);
  if (late === undefined) return [];
  return [
    { rule: "cancel", detail: `${late.method} ${late.path} begins ${late.atMs - cancelledMs} ms after the signal` },
  ];
}

/** A write whose outcome is not known is not followed by another one before a read of the object. */
function unread(own: readonly Call[]): readonly Violation[] {
  const unknown = new Map<string, Call>();
  const violations: Violation[] = [];
  for (const call of own) {
    const object = objectOf(call);
    if (call.method === "GET") {
      for (const [key, earlier] of unknown) if (earlier.heardMs !== null && isCovered(key, object)) unknown.delete(key);
      continue;
    }
    const before = unknown.get(object);
    if (before !== undefined && before.heardMs !== null && before.heardMs <= call.atMs) {
      violations.push({
        rule: "unread",
        detail: `${call.method} ${call.path} follows call ${before.number}, whose outcome nobody read`,
      });
    }
    if (call.isUnknown) unknown.set(object, call);
  }
  return violations;
}

function isCovered(object: string, read: string): boolean {
  return object === read || object.startsWith(`${read}/`);
}

const none = new URLSearchParams();

/** What a call is about: the same for reads and writes of one object. */
function objectOf({ path, search }: Call): string {
  const created = search.includes("Id=") ? new URLSearchParams(search) : none;
  const id = ["oauthClientId", "oauthClientCredentialId", "endpointAttachmentId"]
    .map((name) => created.get(name))
    .find((each) => each !== null);
  const made = id === undefined ? "" : `/${id}`;
  return `${path}${made}`.replace(/(:undelete|\/[gs]etIamPolicy)$/, "").toLowerCase();
}
