import { expect, test } from "vitest";
import type { AuditOutcome } from "./audit-entry.ts";
import { auditedDeed } from "./audited-deed.ts";

const deed = { principal: "local:ada", action: "key:rotate", subject: null };

test("what was done is not recorded as failed where its end can't be recorded", async () => {
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
  await expect(auditedDeed(audit, deed, async () => "rotated")).rejects.toThrow("the store is away");
  expect(ends).toEqual([]);
});
