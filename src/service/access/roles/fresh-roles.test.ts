import { expect, test } from "vitest";
import { MemoryDocumentStore } from "../../../../test/memory-store/memory-document-store.ts";
import type { DocumentStore } from "../../../engine/ports/document-store.ts";
import { testAccess } from "../access.fixture.ts";
import { FreshLineages } from "../fresh-lineages.ts";
import { localOwner } from "../local-owner.ts";
import { tokenId } from "../tokens/api-token.ts";
import { FreshRoles } from "./fresh-roles.ts";
import { roleCollection } from "./role-assignments.ts";

/** Lets reads go on only when the test says so, once they have seen what they give. */
function gate() {
  const begun = Promise.withResolvers<void>();
  const goOn = Promise.withResolvers<void>();
  return {
    begun: begun.promise,
    goOn: () => goOn.resolve(),
    held: async <T>(read: Promise<T>): Promise<T> => {
      const seen = await read;
      begun.resolve();
      await goOn.promise;
      return seen;
    },
  };
}

const subject = "user:issuer|ann";

test("a role that is taken away while the roles are read is gone for who asks afterwards", async () => {
  const documentStore = new MemoryDocumentStore();
  const key = "one";
  await documentStore.put(roleCollection, key, {
    stack: "*",
    subject,
    role: "admin",
    at: "now",
    by: "x",
    lineage: null,
  });
  const { begun, goOn, held } = gate();
  const list: DocumentStore["list"] = (...asked) => held(documentStore.list(...asked));
  const roles = new FreshRoles({ ...documentStore, changes: documentStore.changes, list }, [], () => null);
  const first = roles.refresh(0);
  await begun;
  await documentStore.remove(roleCollection, key);
  roles.forget();
  const second = roles.refresh(0).then(() => roles.repository.roleOn([subject], null));
  goOn();
  await first;
  expect(await second).toBeNull();
});

test("who asks while the roles are read waits for them", async () => {
  const documentStore = new MemoryDocumentStore();
  await documentStore.put(roleCollection, "one", {
    stack: "*",
    subject,
    role: "admin",
    at: "now",
    by: "x",
    lineage: null,
  });
  const { begun, goOn, held } = gate();
  const list: DocumentStore["list"] = (...asked) => held(documentStore.list(...asked));
  const roles = new FreshRoles({ ...documentStore, changes: documentStore.changes, list }, [], () => null);
  const first = roles.refresh(0);
  await begun;
  const second = roles.refresh(10).then(() => roles.repository.roleOn([subject], null));
  goOn();
  await first;
  expect(await second).toBe("admin");
});

test("a read that has taken longer than roles may be old counts for nobody who asks at its end", async () => {
  const documentStore = new MemoryDocumentStore();
  await documentStore.put(roleCollection, "one", {
    stack: "*",
    subject,
    role: "admin",
    at: "now",
    by: "x",
    lineage: null,
  });
  const { begun, goOn, held } = gate();
  const list: DocumentStore["list"] = (...asked) => held(documentStore.list(...asked));
  const roles = new FreshRoles({ ...documentStore, changes: documentStore.changes, list }, [], () => null);
  const first = roles.refresh(0);
  await begun;
  // By another process, which tells this one nothing.
  await documentStore.remove(roleCollection, "one");
  const late = roles.refresh(5_000).then(() => roles.repository.roleOn([subject], null));
  goOn();
  await first;
  expect(await late).toBeNull();
});

test("a stack that is removed while lineages are read is gone for who asks afterwards", async () => {
  const stands = new Map([["dev", "old"]]);
  const { begun, goOn, held } = gate();
  const lineages = new FreshLineages({
    lineages: () => held(Promise.resolve(new Map(stands))),
    progress: async () => {
      throw new Error("not asked for");
    },
  });
  const first = lineages.refresh(0);
  await begun;
  stands.delete("dev");
  lineages.forget();
  const second = lineages.refresh(0);
  goOn();
  await first;
  await second;
  expect(lineages.of("dev")).toBeNull();
});

test("a token that is revoked while it is read is not remembered as it was", async () => {
  const documentStore = new MemoryDocumentStore();
  const { begun, goOn, held } = gate();
  let isHeld = false;
  const get: DocumentStore["get"] = (...asked) =>
    isHeld ? held(documentStore.get(...asked)) : documentStore.get(...asked);
  const world = await testAccess({
    documentStore: new Proxy(documentStore, {
      get: (of, name) => {
        if (name === "get") return get;
        const found = Reflect.get(of, name);
        return typeof found === "function" ? found.bind(of) : found;
      },
    }),
  });
  const token = await world.tokenWith("admin");
  await world.tokenWith("admin");
  isHeld = true;
  const early = world.authenticate(token);
  await begun;
  isHeld = false;
  await world.access.revokeToken(tokenId(token) ?? "", localOwner);
  goOn();
  // It was asked for before the revocation.
  expect((await early).ok).toBe(true);
  expect((await world.authenticate(token)).ok).toBe(false);
});
