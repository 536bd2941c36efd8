import { describe, expect, test } from "vitest";
import type { StoreDoctor } from "../../../engine/ports/store-doctor.ts";
import { localOwner } from "../../access/local-owner.ts";
import { examineStore } from "./examine-store.ts";

const counts = { stacks: 1, records: 0, openIntents: 0, claims: 0, journalEntries: 0, plans: 0, sealedValues: 0 };

/** A doctor of a store in which so many things are damaged, lost and mended. */
function finding(many: number): () => StoreDoctor {
  const told = (what: string) => Array.from({ length: many }, (_, index) => `${what} ${index + 1}`);
  return () => ({
    examine: async () => ({
      kind: "damaged",
      file: "state.db",
      damage: told("damage"),
      recovery: { counts, lost: told("loss"), mended: told("name") },
    }),
    repair: async () => null,
  });
}

describe("what is told of a damaged store", () => {
  test("is all where it is little", async () => {
    const { damage, lost, mended } = await examineStore(finding(50), localOwner);
    expect([damage.length, lost.length, mended.length]).toEqual([50, 50, 50]);
  });

  test("is bounded, and the rest is counted", async () => {
    const { damage, lost, mended } = await examineStore(finding(4000), localOwner);
    const more = expect.stringMatching(/^3950 /);
    expect([damage.length, damage[0], damage.at(-1)]).toEqual([51, "damage 1", more]);
    expect([lost.length, lost.at(-1)]).toEqual([51, more]);
    expect([mended.length, mended.at(-1)?.detail]).toEqual([51, more]);
  });
});
