import type { JsonObject } from "../../../packages/base/json/json.ts";
import type { ResourceRecord } from "../../../src/engine/state/records/record.ts";
import type { CloudMemory, JudgedWrite } from "../world/cloud-memory.ts";
import type { Call } from "../world/network.ts";
import type { World } from "../world/world.ts";
import type { JournalJudge, Violation } from "./journal-judge.ts";
import { lookPath } from "./runs/run-history.ts";

/** The platforms' own view of which objects there are and who made them. Shares no code with the engine. */
export class WorldJudge {
  readonly #alive = new Map<string, JudgedWrite>();
  /**
   * Credentials, by their ids in lower case, that nothing of ours knew when their client was deleted: the platform
   * keeps them with it.
   */
  readonly keptWithClient = new Set<string>();
  #seen = 0;

  /** Objects that are there, by their id in lower case, with the write that made them. */
  alive(storage: CloudMemory): ReadonlyMap<string, JudgedWrite> {
    for (const write of storage.writes.slice(this.#seen)) {
      if (!isCreatable(write.object)) continue;
      const key = write.object.toLowerCase();
      if (write.action === "create") this.#alive.set(key, write);
      if (write.action === "delete") this.#alive.delete(key);
      if (write.action === "undelete") this.#alive.set(key, write);
    }
    this.#seen = storage.writes.length;
    // The purge of a client takes its credentials along without a word.
    for (const [key, { object }] of this.#alive)
      if (isCredential(object) && !storage.contents("google", "oauth-client-credential").has(object))
        this.#alive.delete(key);
    return this.#alive;
  }

  /** Objects of our making that nothing of ours knows. */
  orphans({ storage, network }: Pick<World, "storage" | "network">, journal: JournalJudge, onlyRecords: boolean) {
    const known = new Set<string>([...journal.released, ...journal.toldAsTaken]);
    const reservations = new Set<string>();
    const note = (identity: ResourceRecord["identity"]) => {
      known.add(identity.id.toLowerCase());
      if (identity.id.includes("/reservations/")) reservations.add(identity.id.split(" ")[0] ?? "");
    };
    for (const record of journal.records.values()) note(record.identity);
    if (!onlyRecords) for (const { intent } of journal.intents.values()) note(intent.identity);
    const violations: Violation[] = [];
    for (const [key, made] of this.alive(storage)) {
      if (known.has(key)) this.keptWithClient.delete(key);
      if (made.sender.pid === null || known.has(key) || this.#isKept(made, storage)) continue;
      if (isLate(made, network.calls)) continue;
      // What a stranger has changed since can't be proven to be ours, nor can what a look that lagged behind has shown
      // otherwise; a run that says so leaves it alone.
      const isShownOtherwise = network.calls.some(
        ({ method, path, showsFormer }) => method === "GET" && showsFormer && path.toLowerCase().endsWith(key),
      );
      if (journal.givenUp.has(key) && (isShownOtherwise || isStrangers(storage, made))) continue;
      violations.push({
        rule: "orphan",
        detail: `${made.object}, made by process ${made.sender.pid}, is recorded nowhere`,
      });
    }
    for (const [reservation, policy] of storage.contents("google", "policy")) {
      const last = storage.writes.findLast(({ object }) => object === `${reservation}/iamPolicy`);
      if (last === undefined || last.sender.pid === null || isOverdue(last, network.calls)) continue;
      for (const { role, members } of bindingsOf(policy)) {
        for (const member of members) {
          if (member.includes("stranger") || reservations.has(reservation)) continue;
          const id = `${reservation} ${role} ${member}`;
          if (journal.released.has(id.toLowerCase())) continue;
          // What stood there before us is put back, and nothing tells that what a refused creation was to set is not
          // another hand's.
          if (storage.sharedWithOthers.has(id) || storage.refusedTwice.has(id)) continue;
          violations.push({
            rule: "orphan",
            detail: `${reservation} binds ${role} to ${member}, which is recorded nowhere`,
          });
        }
      }
    }
    return violations;
  }

  /**
   * Whether a credential that nobody knows was, or is, in a deleted client: no call could delete it then, which ends
   * our care for it.
   */
  #isKept({ object, seq }: JudgedWrite, { writes }: CloudMemory): boolean {
    if (!isCredential(object)) return false;
    const [client] = object.split("/credentials/");
    if (writes.some((write) => write.action === "delete" && write.object === client && write.seq > seq))
      this.keptWithClient.add(object.toLowerCase());
    return this.keptWithClient.has(object.toLowerCase());
  }

  /**
   * What another hand has made when our only creation of it was refused is none of ours: nothing of ours changes it, or
   * is recorded of it.
   */
  taken(storage: CloudMemory, journal: JournalJudge): readonly Violation[] {
    const ours = new Map([...journal.records.values()].map((record) => [record.identity.id.toLowerCase(), record]));
    const violations: Violation[] = [];
    for (const object of storage.copied) {
      if (journal.mayBeMade.has(object)) continue;
      const writes = storage.writes.filter((write) => write.object.toLowerCase() === object);
      const made = writes.findLastIndex(({ action, sender }) => action === "create" && sender.pid === null);
      const since = made < 0 ? undefined : writes[made + 1];
      if (since !== undefined && since.action !== "create" && since.sender.pid !== null)
        violations.push({ rule: "taken", detail: `${since.action} of ${object}, which another hand has made` });
      if (made === writes.length - 1 && made >= 0 && ours.get(object)?.imported === false)
        violations.push({ rule: "taken", detail: `${object} is recorded, and another hand has made it` });
    }
    return violations;
  }

  /** Records of objects that are not there. */
  phantoms(storage: CloudMemory, journal: JournalJudge): readonly Violation[] {
    return this.missing(storage, [...journal.records.values()]).map(({ address, identity }) => ({
      rule: "phantom",
      detail: `${address} is recorded as ${identity.id}, which is not there`,
    }));
  }

  /** Those of the records whose objects are not there. */
  missing(storage: CloudMemory, records: readonly ResourceRecord[]): readonly ResourceRecord[] {
    const alive = this.alive(storage);
    return records.filter((record) => !isThere(record, alive, storage));
  }
}

/**
 * True for a creation that was sent before another process of ours sent the deletion of the object, and arrived after
 * that was answered: nothing can call it back (decision 0009).
 */
export function isLate({ object, atMs, sender }: JudgedWrite, calls: readonly Call[]): boolean {
  return calls.some(
    ({ method, path, pid, number, heardMs }) =>
      method === "DELETE" &&
      path.toLowerCase().endsWith(object.toLowerCase()) &&
      pid !== sender.pid &&
      number > sender.call &&
      heardMs !== null &&
      heardMs <= atMs,
  );
}

/** When a call was sent, what it was, and when its sender heard of its end. */
export type SentCall = Pick<Call, "pid" | "method" | "path" | "atMs" | "heardMs">;

/** After so long a call without an answer has arrived, or never will; it is noted a moment before it is sent. */
const mayArriveMs = 59_000;

/**
 * True for a write that arrived when another process of ours had looked at its object for longer than any call may be
 * under way: no connection lives so long without an answer, and nothing waits for it any more (decision 0009).
 */
export function isOverdue({ object, atMs, sender }: JudgedWrite, calls: readonly SentCall[]): boolean {
  const sent = calls[sender.call - 1];
  if (sent === undefined) return false;
  return calls.some(
    (look) =>
      look.method === "GET" &&
      look.pid !== sender.pid &&
      look.atMs >= sent.atMs + mayArriveMs &&
      look.heardMs !== null &&
      look.heardMs <= atMs &&
      lookPath(look.path).endsWith(object.toLowerCase()),
  );
}

/** True where somebody else wrote to an object after it was made. */
function isStrangers({ writes }: CloudMemory, made: JudgedWrite): boolean {
  return writes.some(({ object, seq, sender }) => object === made.object && seq > made.seq && sender.pid === null);
}

/** True for kinds of objects that exist because somebody made them. */
function isCreatable(object: string): boolean {
  return isCredential(object) || /\/(oauthClients|endpointAttachments|servercollectors)\/[^/]+$/i.test(object);
}

/** The secret of a client: an object that lies in another one. */
export function isCredential(object: string): boolean {
  return /\/oauthClients\/[^/]+\/credentials\/[^/]+$/i.test(object);
}

function isThere(record: ResourceRecord, alive: ReadonlyMap<string, JudgedWrite>, storage: CloudMemory): boolean {
  const { id } = record.identity;
  if (isCreatable(id)) return alive.has(id.toLowerCase());
  if (!id.includes("/reservations/")) return true;
  const [reservation = "", role, member] = id.split(" ");
  const policy = storage.contents("google", "policy").get(reservation);
  return (
    policy !== undefined && bindingsOf(policy).some((each) => each.role === role && each.members.includes(member ?? ""))
  );
}

export interface JudgedBinding {
  readonly role: string;
  readonly members: readonly string[];
}

export function bindingsOf(policy: JsonObject): readonly JudgedBinding[] {
  return policy["bindings"] as unknown as readonly JudgedBinding[];
}
