import { expect, test } from "vitest";
import { readText } from "./read-body.ts";
import { Refusal } from "./refusal.ts";

/** A request whose sender goes away in the middle of the body. */
function brokenOff(headers: Readonly<Record<string, string>>): Request {
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(new TextEncoder().encode("{")),
    pull: (controller) => controller.error(new Error("aborted")),
  });
  return new Request("http://plumb.test/", { method: "POST", body, headers, duplex: "half" });
}

test.each([
  ["of announced length", { "content-length": "100000" }],
  ["in chunks", {}],
])("a body %s that its sender breaks off is the sender's mistake, and no fault of ours", async (_form, headers) => {
  const read = readText(brokenOff(headers), 1_000_000);
  await expect(read).rejects.toBeInstanceOf(Refusal);
  await expect(read).rejects.toMatchObject({ code: "bad-request", message: "the body was broken off" });
});
