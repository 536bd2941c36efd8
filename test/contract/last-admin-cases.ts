import { expect, test } from "vitest";
import type { DocumentStore } from "../../src/engine/ports/document-store.ts";
import type { Store } from "../../src/engine/ports/store.ts";
import { type TestAccess, testAccess } from "../../src/service/access/access.fixture.ts";
import type { AccessControl } from "../../src/service/access/access-control.ts";
import { localOwner } from "../../src/service/access/local-owner.ts";
import { Rejection } from "../../src/service/rejection.ts";

/** One of two processes that serve a store: its own connection to it. */
export interface Half {
  readonly store: Store;
  readonly documentStore: DocumentStore;
}

type Taking = (control: AccessControl, subject: string) => Promise<unknown>;

const takings: Readonly<Record<string, Taking>> = {
  "takes the role back": (control, subject) => control.removeRole({ subject, stack: "*" }),
  "gives a lesser role": (control, subject) =>
    control.assignRole({ subject, stack: "*", role: "reader" }, localOwner.caller),
  "revokes the token": (control, subject) => control.revokeToken(subject.replace("token:", ""), localOwner),
};

const pairs = Object.keys(takings).flatMap((one, index) =>
  Object.keys(takings)
    .slice(index)
    .map((other) => [one, other] as const),
);

/** Two processes each take the other's last admin in the same moment. */
export function lastAdminCases(open: () => Promise<readonly [Half, Half]>): void {
  test.each(pairs)("one %s, the other %s of the last admin but itself: one of them is refused", async (one, other) => {
    const halves = await open();
    const meeting = new Meeting();
    const [first, second] = await Promise.all(
      halves.map(({ store, documentStore }) =>
        testAccess({ documentStore: meeting.before(documentStore), stacks: store }),
      ),
    );
    if (first === undefined || second === undefined) throw new Error("two processes");
    const admins = [await admin(first), await admin(first)] as const;
    meeting.isHeld = true;
    const ends = await Promise.allSettled([
      takings[one]?.(first.access, admins[1]),
      takings[other]?.(second.access, admins[0]),
    ]);
    meeting.isHeld = false;
    expect(ends.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    const refused = ends.find((end) => end.status === "rejected")?.reason;
    expect(refused instanceof Rejection ? refused.problems.map(({ code }) => code) : refused).toEqual(["last-admin"]);
    expect(await first.access.isAnybodyAdmin()).toBe(true);
    expect(await second.access.isAnybodyAdmin()).toBe(true);
  });
}

/** A machine that is admin of everything. */
async function admin({ access }: TestAccess): Promise<string> {
  const request = { name: "m", role: "admin", stacks: null, expiresInDays: 30, machine: true };
  const { view } = await access.createToken(request, localOwner);
  await access.assignRole({ subject: view.principal, stack: "*", role: "admin" }, localOwner.caller);
  return view.principal;
}

/** While it is held, the first write of each of two waits until the other's has come. */
class Meeting {
  isHeld = false;
  #came = 0;
  readonly #both = Promise.withResolvers<void>();

  before(documentStore: DocumentStore): DocumentStore {
    let isFirst = true;
    const wait = async () => {
      if (!this.isHeld || !isFirst) return;
      isFirst = false;
      this.#came += 1;
      if (this.#came === 2) this.#both.resolve();
      await this.#both.promise;
    };
    const reads = new Set<PropertyKey>(["get", "list", "readLog", "logLength", "changes"]);
    return new Proxy(documentStore, {
      get: (target, name) => {
        const member: unknown = Reflect.get(target, name, target);
        if (reads.has(name) || typeof member !== "function") return member;
        return async (...given: readonly unknown[]) => {
          await wait();
          return Reflect.apply(member, target, given) as unknown;
        };
      },
    });
  }
}
