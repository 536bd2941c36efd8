import { expect, test } from "vitest";
import type { AuditOutcome } from "./audit-entry.ts";
import { auditedDeed } from "./audited-deed.ts";
import { auditedFirstAdmin } from "./audited-first-admin.ts";

const deed = { principal: "local:ada", action: "key:rotate", subject: null };

/** An audit log whose store is away when the first end is to be recorded, and the ends that it has. */
function awayOnce() {
  const ends: AuditOutcome["result"][] = [];
  let isAway = true;
  const audit = {
    record: async () => ({ seq: 1 }),
    conclude: async (_: unknown, { result }: AuditOutcome) => {
      if (isAway) {
        isAway = false;
        throw new Error("the store is away");
      }
      ends.push(result);
    },
  };
  return { audit, ends };
}

type Recording = ReturnType<typeof awayOnce>["audit"];

test.each<[string, (audit: Recording) => Promise<unknown>]>([
  ["a rotation of keys", (audit) => auditedDeed(audit, deed, async () => "rotated")],
  ["a token of the first admin", (audit) => auditedFirstAdmin(audit, "local:ada", "makeFirstAdmin", async () => "t")],
])("%s that was done is not recorded as failed where its end can't be recorded", async (_, done) => {
  const { audit, ends } = awayOnce();
  await expect(done(audit)).rejects.toThrow("the store is away");
  expect(ends).toEqual([]);
});
