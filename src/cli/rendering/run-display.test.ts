import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { sampleEvents, samplePlan } from "../cli-context.fixture.ts";
import type { Terminal } from "../terminal.ts";
import { painter } from "./paint.ts";
import { RunDisplay } from "./run-display.ts";

const [, started, done] = sampleEvents;

const redraw = new RegExp(`(${"\u001b"}\\[\\d+A${"\u001b"}\\[J|\n)`);

/** What a terminal shows after the text: understands going up and erasing below, nothing else. */
function screenOf(text: string): readonly string[] {
  const lines = [""];
  for (const piece of text.split(redraw)) {
    const up = /(\d+)A/.exec(piece.startsWith("\u001b") ? piece : "");
    if (up !== null) lines.splice(lines.length - 1 - Number(up[1]), lines.length, "");
    else if (piece === "\n") lines.push("");
    else lines[lines.length - 1] += piece;
  }
  return lines;
}

describe("RunDisplay", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  function display(live: boolean) {
    const written = { text: "" };
    const clock = { now: 0 };
    const terminal: Terminal = {
      paint: painter(false),
      width: 80,
      whole: false,
      live,
      write: (text) => {
        written.text += text;
      },
    };
    return { written, clock, shown: new RunDisplay(terminal, new Map(), () => clock.now, samplePlan().steps) };
  }

  test("on a terminal the running step is redrawn and cleaned up", () => {
    const { written, clock, shown } = display(true);
    if (started === undefined || done === undefined) throw new Error("no sample");
    shown.show(started);
    vi.advanceTimersByTime(100);
    expect(screenOf(written.text)).toEqual(["+ portal  create  0 s", ""]);
    clock.now = 2500;
    vi.advanceTimersByTime(100);
    expect(screenOf(written.text)).toEqual(["+ portal  create  2 s", ""]);
    const length = written.text.length;
    vi.advanceTimersByTime(300);
    expect(written.text).toHaveLength(length);
    shown.show(done);
    shown.close();
    expect(screenOf(written.text)).toEqual(["+ portal  created      120 ms  iam:OAuthClient", ""]);
    expect(vi.getTimerCount()).toBe(0);
  });

  test("a key that the terminal echoed leaves no trace", () => {
    const { written, shown } = display(true);
    if (started === undefined) throw new Error("no sample");
    shown.show(started);
    vi.advanceTimersByTime(100);
    written.text += "^C";
    shown.say("Stopping.");
    shown.close();
    expect(written.text).toContain("^C\r\u001b[1A");
    expect(screenOf(written.text)).toEqual(["Stopping.", ""]);
  });

  test("elsewhere only finished steps are written", () => {
    const { written, shown } = display(false);
    for (const event of sampleEvents) shown.show(event);
    shown.close();
    expect(written.text).toBe("+ portal  created      120 ms  iam:OAuthClient\n");
    expect(vi.getTimerCount()).toBe(0);
  });

  test("a call that is made again has a line where the wait is a second or more, and a take-over has one", () => {
    const { written, shown } = display(false);
    if (started === undefined) throw new Error("no sample");
    shown.show(started);
    const about = { name: "portal", type: "iam:OAuthClient", action: "create", step: "portal" } as const;
    const retrying = { event: "retrying", ...about, why: "throttled", status: 429 } as const;
    shown.show({ event: "call", ...about, attempt: 1, method: "POST", host: "h", status: 429, durationMs: 3 });
    shown.show({ ...retrying, afterMs: 999, attempt: 2 });
    shown.show({ ...retrying, afterMs: 2_000, attempt: 3 });
    const waiting = { event: "step", ...about, phase: "waiting" } as const;
    shown.show({ ...waiting, detail: "waiting for Google: rate limited, again in 2 s (attempt 3, 1 s of 10 m used)" });
    shown.show({ ...waiting, detail: "waiting for Google: rate limited, again in 9 s (attempt 4, 3 s of 10 m used)" });
    shown.show({ event: "retrying", ...about, why: "unknown", afterMs: 1_600, attempt: 4 });
    shown.show({ event: "taken-over", run: "r1", attempt: 2 });
    shown.close();
    expect(written.text.split("\n")).toEqual([
      "+ portal  waiting for Google: rate limited, again in 2 s (attempt 3, 1 s of 10 m used)",
      "+ portal  retrying in 1.6 s (unknown), attempt 4",
      "Another process goes on with the run.",
      "",
    ]);
  });

  test("elsewhere what goes on is said after a long silence only", () => {
    const { written, clock, shown } = display(false);
    const pass = (milliseconds: number) => {
      clock.now += milliseconds;
      vi.advanceTimersByTime(milliseconds);
    };
    if (started === undefined || done === undefined) throw new Error("no sample");
    shown.show(started);
    pass(10_000);
    shown.say("Something.");
    pass(14_000);
    expect(written.text).toBe("Something.\n");
    pass(1_000);
    expect(written.text).toBe("Something.\n+ portal  create  25 s\n");
    shown.show(done);
    pass(60_000);
    shown.close();
    expect(written.text).toBe("Something.\n+ portal  create  25 s\n+ portal  created      120 ms  iam:OAuthClient\n");
    expect(vi.getTimerCount()).toBe(0);
  });

  test("a long wait for the platform tells how to leave it", () => {
    const { written, clock, shown } = display(false);
    const about = { name: "portal", type: "iam:OAuthClient", action: "create", step: "portal" } as const;
    shown.show({ event: "step", ...about, phase: "waiting", detail: "waiting for Google to finish it" });
    clock.now += 15_000;
    vi.advanceTimersByTime(15_000);
    shown.close();
    expect(written.text).toBe(
      "+ portal  create  15 s  waiting for Google to finish it\n" +
        "Ctrl-C stops waiting: what has begun goes on, and the next run finds out what became of it.\n",
    );
  });

  test("those that fail for the same reason at the same platform are told once, with their number", () => {
    const { written, shown } = display(false);
    const fail = (name: string, type: string, detail: string) =>
      shown.show({
        ...{ event: "step", name, type, action: "create", phase: "failed" },
        problem: { code: "platform-unavailable", severity: "error", summary: "busy", detail },
      });
    for (const name of ["a", "b", "c"]) fail(name, "iam:OAuthClient", "too many requests");
    fail("d", "iam:OAuthClient", "broken");
    fail("e", "migrate:ServerCollector", "too many requests");
    shown.close();
    expect(written.text.match(/too many requests/g)).toHaveLength(2);
    expect(written.text.split("\n").at(-2)).toBe("! 2 more failed as a did: b, c");
  });
});
