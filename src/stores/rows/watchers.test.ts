import { describe, expect, test } from "vitest";
import { Watchers } from "./watchers.ts";

const endless = new AbortController().signal;

describe("watchers of a name", () => {
  test("get what is there, then the newest of what is told, and only of their name", async () => {
    const watchers = new Watchers<number>();
    const watch = watchers.watch("a", endless, async () => 1);
    expect(await watch.next()).toEqual({ done: false, value: 1 });
    watchers.tell("b", 7);
    watchers.tell("a", 2);
    watchers.tell("a", 3);
    expect(await watch.next()).toEqual({ done: false, value: 3 });
    const next = watch.next();
    watchers.tell("a", 4);
    expect(await next).toEqual({ done: false, value: 4 });
  });

  test("listen before they look, and only while there are any", async () => {
    const calls: string[] = [];
    const watchers = new Watchers<number>({
      start: async () => {
        calls.push("start");
      },
      stop: async () => {
        calls.push("stop");
      },
    });
    const look = async () => calls.push("look");
    const [one, other] = [watchers.watch("a", endless, look), watchers.watch("b", endless, look)];
    await one.next();
    await other.next();
    expect(calls).toEqual(["start", "look", "start", "look"]);
    expect(watchers.names).toEqual(["a", "b"]);
    await one.return();
    expect(watchers.isIdle).toBe(false);
    await other.return();
    expect(watchers.isIdle).toBe(true);
    expect(calls.slice(4)).toEqual(["stop"]);
  });

  test("end with their signal, with the listening, or with what broke it", async () => {
    const watchers = new Watchers<number>();
    const over = new AbortController();
    const begun = async (signal: AbortSignal) => {
      const watch = watchers.watch("a", signal, async () => 1);
      await watch.next();
      return { watch, next: watch.next() };
    };
    const aborted = await begun(over.signal);
    over.abort();
    expect(await aborted.next).toEqual({ done: true, value: undefined });
    const broken = await begun(endless);
    const cause = new Error("the line is dead");
    watchers.fail(cause);
    await expect(broken.next).rejects.toBe(cause);
    const ended = await begun(endless);
    watchers.end();
    expect(await ended.next).toEqual({ done: true, value: undefined });
    expect(watchers.isIdle).toBe(true);
  });

  test("that can't listen throw, and are gone", async () => {
    const watchers = new Watchers<number>({
      start: () => Promise.reject(new Error("nobody answers")),
      stop: async () => {},
    });
    await expect(watchers.watch("a", endless, async () => 1).next()).rejects.toThrow("nobody answers");
    expect(watchers.isIdle).toBe(true);
  });
});
