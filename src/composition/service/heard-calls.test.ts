import { describe, expect, test } from "vitest";
import type { SteadyClock } from "../../../packages/base/clock.ts";
import type { Exchange } from "../../../packages/base/exchange/exchange.ts";
import { ExchangeFailed } from "../../../packages/base/exchange/exchange-failed.ts";
import { type MadeCall, withCallListener } from "../../engine/ports/call-listener.ts";
import type { Driver, Target } from "../../engine/ports/driver.ts";
import { NotSent } from "../../engine/ports/not-sent.ts";
import { heardCalls } from "./heard-calls.ts";
import { PendingCalls } from "./pending-calls.ts";

let elapsed = 0;
const clock: SteadyClock = { now: () => 0, elapsed: () => elapsed, sleep: async () => {} };

const target = { type: "t", id: "x" } as Target;
const url = "https://ada:pw-0001@host-0002.example:8443/way-0003?key=value-0004";
const request = { method: "POST", url, headers: { authorization: "Bearer token-0005" }, body: "body-0006" };

/** A driver whose reads make one request, which ends as the test says; what is heard of two that go on at once. */
async function heardOf(inner: Exchange, masked = (text: string) => text): Promise<readonly (readonly MadeCall[])[]> {
  const heard = heardCalls(clock, masked);
  const exchange = heard.exchange(inner);
  const driver = heard.driver({
    read: async () => {
      await exchange(request).catch(() => {});
      return { kind: "absent", version: null, displaces: [] };
    },
  } as unknown as Driver);
  const lists: MadeCall[][] = [[], []];
  const signals = lists.map((list) =>
    withCallListener(new AbortController().signal, { waits: () => {}, made: (call) => list.push(call) }),
  );
  await Promise.all([...signals.map((signal) => driver.read(target, signal)), driver.read(target)]);
  return lists;
}

const answers: Exchange = async () => {
  await Promise.resolve();
  elapsed += 7;
  return { status: 429, headers: {}, body: "said-0007" };
};

describe("a request of a driver", () => {
  test("is heard by the listener of its own call: method, host, status and time, and nothing else", async () => {
    const [one, other] = await heardOf(answers);
    expect(one).toEqual([
      { method: "POST", host: "host-0002.example:8443", status: 429, durationMs: expect.any(Number) },
    ]);
    expect(other).toHaveLength(1);
    expect(JSON.stringify(one)).not.toMatch(/000[134567]/);
  });

  test("tells of no host that is a secret of its work", async () => {
    const [[call] = []] = await heardOf(answers, (text) => text.replace("host-0002", "(secret)"));
    expect(call?.host).toBe("(secret).example:8443");
  });

  test.each([
    ["without an answer has no status", new ExchangeFailed("sent", new Error("reset")), null],
    [
      "whose answer broke off has the status that came",
      new ExchangeFailed("answered", new Error("cut"), { status: 503, headers: {}, body: "" }),
      503,
    ],
  ])("%s", async (_, failure, status) => {
    const [[call] = []] = await heardOf(async () => {
      throw failure;
    });
    expect(call?.status).toBe(status);
  });

  test("that is withheld has not left, and is not told", async () => {
    const [calls] = await heardOf(async () => {
      throw new NotSent({ kind: "invalid", detail: "no", code: null });
    });
    expect(calls).toEqual([]);
  });
});

test("a call is pending while it is made, without the secrets of its work, and not after it", async () => {
  const pending = new PendingCalls(() => {});
  const heard = heardCalls(clock, (text) => text.replace("web-0002", "(secret)"), pending.during.bind(pending));
  const answer = Promise.withResolvers<never>();
  const driver = heard.driver({ kind: "google", read: () => answer.promise } as unknown as Driver);
  const read = driver.read({ ...target, id: "clients/web-0002" });
  expect(pending.underWay()).toEqual([{ platform: "google", about: "clients/(secret)", since: 0 }]);
  answer.reject(new Error("gone"));
  await expect(read).rejects.toThrow("gone");
  expect(pending.underWay()).toEqual([]);
});

test("a notice goes above lines that are redrawn, and a question wipes them for good", () => {
  const done: string[] = [];
  const pending = new PendingCalls((text) => void done.push(`written ${text}`));
  pending.say("a");
  pending.redraws({ print: ([line]) => void done.push(`printed ${line}`), close: () => void done.push("closed") });
  pending.say("b");
  pending.makeRoom();
  pending.say("c");
  expect(done).toEqual(["written a\n", "printed b", "closed", "written c\n"]);
});
