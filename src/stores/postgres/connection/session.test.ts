import type { Pool } from "pg";
import { describe, expect, test } from "vitest";
import { patience } from "./patience.ts";
import { Session } from "./session.ts";

/** A pool that ends the wait for a connection so. */
function endingWith(message: string, more: object = {}): Pool {
  return { connect: () => Promise.reject(Object.assign(new Error(message), more)) } as Partial<Pool> as Pool;
}

describe("a session that can't be had", () => {
  // As pg and pg-pool write them. A timer may end a fraction of a millisecond before its time by another clock.
  test.each([
    "timeout expired",
    "timeout exceeded when trying to connect",
    "Connection terminated due to connection timeout",
  ])("is one of a silent server where the driver says %o", async (message) => {
    await expect(Session.take(endingWith(message), patience)).rejects.toMatchObject({
      code: "ETIMEDOUT",
      silentMs: expect.any(Number),
    });
  });

  test("is what the server says it is where the server speaks of a timeout", async () => {
    const refused = endingWith("canceling authentication due to timeout", { code: "57014", severity: "FATAL" });
    await expect(Session.take(refused, patience)).rejects.toMatchObject({ code: "57014", silentMs: null });
  });

  test("is one of a server that ended the connection where it did", async () => {
    const ended = Session.take(endingWith("Connection terminated unexpectedly"), patience);
    await expect(ended).rejects.toMatchObject({ code: "", isLost: true, silentMs: null });
  });
});
