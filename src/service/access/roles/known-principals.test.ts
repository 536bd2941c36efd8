import { expect, test } from "vitest";
import { MemoryDocumentStore } from "../../../../test/memory-store/memory-document-store.ts";
import type { Caller } from "../caller.ts";
import { KnownPrincipals } from "./known-principals.ts";

const caller = (...groups: readonly string[]): Caller => ({
  ...{ principal: "user:ann", name: "Ann", groups, accountAdmin: false, workspaces: [], scope: null },
});

test("a newer token is taken in, also where an older one that came late has said the same", async () => {
  const known = new KnownPrincipals(new MemoryDocumentStore());
  const groupsAfter = async (groups: readonly string[], issuedAt: number) => {
    await known.see(caller(...groups), issuedAt);
    return (await known.get("user:ann"))?.groups;
  };
  expect(await groupsAfter(["admins"], 20)).toEqual(["admins"]);
  expect(await groupsAfter(["readers"], 10)).toEqual(["admins"]);
  expect(await groupsAfter(["readers"], 30)).toEqual(["readers"]);
});
