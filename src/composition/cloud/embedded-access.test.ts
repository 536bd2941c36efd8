import { expect, test } from "vitest";
import { ExchangeFailed } from "../../../packages/base/exchange/exchange-failed.ts";
import { EmbeddedAccess, embeddedOrigin } from "./embedded-access.ts";

const provider = { ref: "google", kind: "google", config: {} };
const request = { method: "GET", url: `${embeddedOrigin}/v1/x`, headers: {}, body: "" };

test("a call that the embedded cloud does not answer is given up after the time limit of the network", async () => {
  const { promise: hangs, reject } = Promise.withResolvers<never>();
  const access = new EmbeddedAccess(
    ({ signal }) => {
      signal?.addEventListener("abort", () => reject(signal.reason));
      return hangs;
    },
    () => [],
    () => 5,
  );
  const failure = await access
    .exchangeOf(provider)(request)
    .catch((cause: unknown) => cause);
  expect(failure).toBeInstanceOf(ExchangeFailed);
  expect(failure).toMatchObject({ phase: "sent", message: expect.stringContaining("no answer in time") });
});

test("one that is called off ends by the reason of that", async () => {
  const access = new EmbeddedAccess(
    async ({ signal }) => {
      signal?.throwIfAborted();
      return { status: 200, headers: {}, body: "" };
    },
    () => [],
  );
  const reason = new Error("not wanted any more");
  const signal = AbortSignal.abort(reason);
  await expect(access.exchangeOf(provider)({ ...request, signal })).rejects.toBe(reason);
});
