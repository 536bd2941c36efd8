import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Exchange } from "../../../../packages/base/exchange/exchange.ts";
import { NotSent } from "../../../engine/ports/not-sent.ts";
import { entraTokens } from "./entra-tokens.ts";

beforeEach(() => {
  vi.stubEnv("IDENTITY_ENDPOINT", "http://127.0.0.1:1/msi/token");
  vi.stubEnv("IDENTITY_HEADER", "proof");
});
afterEach(() => vi.unstubAllEnvs());

const signIn = { way: "managed-identity", clientId: undefined } as const;
const until = String(Math.floor(Date.UTC(2100, 0) / 1000));

/** A network on which every identity has this token. */
function giving(token: string): Exchange {
  return async () => ({
    status: 200,
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ access_token: token, token_type: "Bearer", expires_on: until }),
  });
}

// Azure's library keeps the first managed identity that it finds, and with it the way by which it is asked.
test("each managed identity is asked by its own network, also after another one", async () => {
  const first = entraTokens(signIn, giving("the first's"));
  const second = entraTokens(signIn, giving("the second's"));
  expect(await first("https://first.example/.default")).toBe("the first's");
  expect(await second("https://second.example/.default")).toBe("the second's");
  expect(await first("https://third.example/.default")).toBe("the first's");
});

test("what a guard withholds is told as such, also after another managed identity was let through", async () => {
  await entraTokens(signIn, giving("the first's"))("https://fourth.example/.default");
  const withheld = new NotSent({ kind: "invalid", code: "private-address", detail: "not there" });
  const guarded = entraTokens(signIn, () => Promise.reject(withheld));
  await expect(guarded("https://fifth.example/.default")).rejects.toBe(withheld);
});
