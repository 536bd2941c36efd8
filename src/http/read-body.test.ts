import { expect, test } from "vitest";
import { CallRefusal } from "../service/requests/call-refusal.ts";
import { readText } from "./read-body.ts";

/** A body whose sender goes away in the middle of it. */
async function* brokenOff(): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode("{");
  throw new Error("aborted");
}

test.each([
  ["of announced length", 100_000],
  ["in chunks", 0],
])("a body %s that its sender breaks off is the sender's mistake, and no fault of ours", async (_form, announced) => {
  const read = readText(brokenOff(), announced, 1_000_000);
  await expect(read).rejects.toBeInstanceOf(CallRefusal);
  await expect(read).rejects.toMatchObject({ code: "bad-request", message: expect.stringContaining("broken off") });
});
