import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { PlatformCall } from "../cli-context.ts";
import { redraws, terminal } from "../terminal.ts";
import { waitReporter } from "./report-waits.ts";

const id = "projects/acme/locations/global/oauthClients/web-portal";
const slow: PlatformCall = { platform: "Google", about: id, since: 0 };

describe("a command that waits", () => {
  beforeEach(() => void vi.useFakeTimers({ now: 0 }));
  afterEach(() => void vi.useRealTimers());

  function waiting({ isTTY = true, environment = {}, server = undefined as string | undefined, color = false } = {}) {
    const seen = { text: "", calls: [] as PlatformCall[], lines: false };
    const write = (text: string): void => {
      seen.text += text;
    };
    const stream = { isTTY, columns: 72, write };
    const platformCalls = {
      underWay: () => seen.calls,
      redraws: (lines: unknown) => {
        seen.lines = lines !== undefined;
      },
    };
    const work = Promise.withResolvers<string>();
    const begin = waitReporter({
      context: { platformCalls, now: () => Date.now() },
      diagnostics: terminal(stream, { color, redraws: redraws(environment) }),
      server,
    });
    const told = async (promise: Promise<string>): Promise<string> => {
      const end = begin();
      return await promise.finally(end);
    };
    return { seen, work, told };
  }

  test("says nothing of work that is done soon, and leaves no timer", async () => {
    const { seen, work, told } = waiting();
    seen.calls = [slow];
    const answer = told(work.promise);
    await vi.advanceTimersByTimeAsync(1_900);
    work.resolve("done");
    expect(await answer).toBe("done");
    expect(seen.text).toBe("");
    expect(vi.getTimerCount()).toBe(0);
  });

  test("tells on a terminal for whom, for which object and how long, once a second, and wipes it", async () => {
    const { seen, work, told } = waiting();
    seen.calls = [slow];
    const answer = told(work.promise);
    await vi.advanceTimersByTimeAsync(2_150);
    expect(seen.text).toBe("Waiting for Google for 2 s: projects/acm(… 30 characters …)s/web-portal\n");
    expect(seen.lines).toBe(true);
    seen.text = "";
    await vi.advanceTimersByTimeAsync(700);
    expect(seen.text).toBe("");
    await vi.advanceTimersByTimeAsync(300);
    expect(seen.text).toContain("for 3 s");
    work.reject(new Error("no"));
    await expect(answer).rejects.toThrow("no");
    expect(seen.text.endsWith("\r\u001b[1A\u001b[J")).toBe(true);
    expect(seen.lines).toBe(false);
    expect(vi.getTimerCount()).toBe(0);
  });

  test("tells of many quick calls how many there are, and of several slow ones the oldest", async () => {
    const { seen, work, told } = waiting({ isTTY: false });
    const answer = told(work.promise);
    await vi.advanceTimersByTimeAsync(14_000);
    seen.calls = [
      { ...slow, since: 14_000 },
      { ...slow, platform: "Azure", since: 14_500 },
    ];
    await vi.advanceTimersByTimeAsync(1_000);
    expect(seen.text).toBe("15 s so far: 2 calls to Azure, Google under way.\n");
    seen.text = "";
    await vi.advanceTimersByTimeAsync(59_000);
    expect(seen.text).toBe("");
    await vi.advanceTimersByTimeAsync(1_000);
    expect(seen.text).toBe(`Waiting for Google for 1 min 1 s (the oldest of 2 calls): ${id}\n`);
    work.resolve("done");
    await answer;
    expect(vi.getTimerCount()).toBe(0);
  });

  test.each([
    ["a dumb terminal", { TERM: "dumb" }],
    ["a terminal of CI", { CI: "true" }],
  ])("redraws nothing on %s", async (_what, environment) => {
    const { seen, work, told } = waiting({ environment });
    seen.calls = [slow];
    const answer = told(work.promise);
    await vi.advanceTimersByTimeAsync(14_900);
    expect(seen.text).toBe("");
    await vi.advanceTimersByTimeAsync(200);
    expect(seen.text).toMatch(/^Waiting for Google for 15 s: projects.*web-portal\n$/);
    work.resolve("done");
    await answer;
  });

  test("names the server that it waits for, and is silent where this process itself is at work", async () => {
    const served = waiting({ isTTY: false, server: "https://plumb.acme.example" });
    const own = waiting({ isTTY: false });
    const answers = [served.told(served.work.promise), own.told(own.work.promise)];
    await vi.advanceTimersByTimeAsync(15_000);
    expect(served.seen.text).toBe("Waiting for https://plumb.acme.example for 15 s.\n");
    expect(own.seen.text).toBe("");
    for (const { work } of [served, own]) work.resolve("done");
    await Promise.all(answers);
  });

  test("tells one line at a time of calls that go on at once", async () => {
    const { seen, work, told } = waiting();
    seen.calls = [slow];
    const answers = [told(work.promise), told(work.promise)];
    await vi.advanceTimersByTimeAsync(2_150);
    expect(seen.text.match(/Waiting/g)).toHaveLength(1);
    work.resolve("done");
    await Promise.all(answers);
  });
});
