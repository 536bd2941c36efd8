import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { problem } from "../../../packages/base/problems/problem.ts";
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

  function display(live: boolean, names: readonly string[] = ["portal"], atLeastMs = 0) {
    const written = { text: "" };
    const clock = { now: 0 };
    const window = { width: 80, height: 24 };
    const terminal: Terminal = {
      paint: painter(false),
      get width() {
        return window.width;
      },
      get height() {
        return window.height;
      },
      whole: false,
      live,
      write: (text) => {
        written.text += text;
      },
    };
    const plan = samplePlan();
    const [step] = plan.steps.filter(({ name }) => name === "portal");
    if (step === undefined) throw new Error("no sample");
    const steps = names.map((name) => ({ ...step, name }));
    const told = { ...plan, steps, estimate: { calls: [], atLeastMs } };
    return { written, clock, window, shown: new RunDisplay(terminal, new Map(), () => clock.now, told) };
  }

  test("a replacement that keeps the old object is told as a creation", () => {
    let text = "";
    const write = (more: string) => {
      text += more;
    };
    const terminal: Terminal = { paint: painter(false), width: 80, height: 24, whole: true, live: true, write };
    const [first] = samplePlan().steps;
    if (first === undefined || done === undefined || done.event !== "step") throw new Error("no sample");
    const step = {
      ...first,
      name: "portal",
      action: "replace",
      order: "create-before-delete",
      keepsOld: true,
    } as const;
    const shown = new RunDisplay(terminal, new Map(), () => 0, { ...samplePlan(), steps: [step] });
    shown.show({ ...done, name: "portal", action: "replace" });
    shown.close();
    expect(text).toMatch(/^\+ +portal +created /m);
  });

  test("a run that goes on tells what became of calls in flight", () => {
    const { written, shown } = display(false);
    const [begun] = sampleEvents;
    const call = { run: "r1", name: "portal", type: "iam:OAuthClient", operation: "create", id: "web", fields: [] };
    shown.show({ ...begun, inFlight: [{ ...call, became: "took-effect", detail: "" }] } as never);
    shown.close();
    expect(written.text).toBe(
      "1 call was in flight:\n  create  portal  iam:OAuthClient  web  run r1  it took effect, and is recorded\n",
    );
  });

  test("on a terminal the running step is redrawn and cleaned up", () => {
    const { written, clock, shown } = display(true);
    if (started === undefined || done === undefined) throw new Error("no sample");
    shown.show({ ...started, platform: "Google" } as typeof started);
    vi.advanceTimersByTime(100);
    expect(screenOf(written.text)).toEqual(["+ portal  create  0 s", ""]);
    clock.now = 2500;
    vi.advanceTimersByTime(100);
    expect(screenOf(written.text)).toEqual(["+ portal  create  2 s  waiting for Google", ""]);
    const length = written.text.length;
    vi.advanceTimersByTime(300);
    expect(written.text).toHaveLength(length);
    shown.show(done);
    shown.close();
    expect(screenOf(written.text)).toEqual(["+ portal  created      120 ms  iam:OAuthClient", ""]);
    expect(vi.getTimerCount()).toBe(0);
  });

  test("of several steps it is told how far the run has come, what fails, and what each does", () => {
    const { written, clock, shown } = display(true, ["a", "b", "c"], 60_000);
    const of = (name: string) => ({ step: name, name, type: "iam:OAuthClient", action: "create" }) as const;
    shown.show({ event: "step", ...of("a"), phase: "started" });
    shown.show({ event: "step", ...of("b"), phase: "started" });
    shown.show({ event: "step", ...of("a"), phase: "done", durationMs: 5 });
    shown.show({ event: "retrying", ...of("b"), attempt: 2, why: "throttled", status: 429, afterMs: 4_000 });
    clock.now = 1_500;
    vi.advanceTimersByTime(100);
    expect(screenOf(written.text).slice(1)).toEqual([
      "+ b  create  1 s  retrying in 3 s (throttled, 429)",
      "1 of 3 done; 1 s so far, at least 58 s more",
      "",
    ]);
    shown.show({ event: "call", ...of("b"), attempt: 2, method: "POST", host: "x", durationMs: 1 });
    shown.show({ event: "step", ...of("b"), phase: "failed", problem: problem("stale-etag", "no") });
    shown.show({ event: "step", ...of("c"), phase: "started" });
    clock.now = 61_000;
    vi.advanceTimersByTime(100);
    expect(screenOf(written.text).slice(-3)).toEqual([
      "+ c  create  59 s",
      "1 of 3 done, 1 failed; 1 min 1 s so far",
      "",
    ]);
    shown.close();
  });

  test("a small window names fewer steps, and one that was made narrower is cleaned as it is now", () => {
    const { written, window, shown } = display(true, ["a", "b", "c"]);
    window.height = 7;
    for (const name of ["a", "b", "c"])
      shown.show({ event: "step", step: name, name, type: "iam:OAuthClient", action: "create", phase: "started" });
    vi.advanceTimersByTime(100);
    expect(screenOf(written.text)).toHaveLength(5);
    expect(written.text).toContain("… and 1 more");
    window.width = 10;
    shown.close();
    // Two steps of two rows each, what is folded in two, and how far the run has come in three.
    expect(written.text.endsWith("\r\u001b[9A\u001b[J")).toBe(true);
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
    const waiting = { event: "step", ...about, phase: "waiting", why: "throttled", platform: "Google" } as const;
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

  test("each platform and reason of a wait has a line in a log; an operation that goes on has none on a terminal", () => {
    const about = { name: "portal", type: "iam:OAuthClient", action: "create", step: "portal" } as const;
    const written = [false, true].map((live) => {
      const { written, shown } = display(live);
      const wait = (platform: string, why: "operation" | "unavailable", detail: string) =>
        shown.show({ event: "step", ...about, phase: "waiting", why, platform, detail });
      wait("Google", "operation", "waiting for Google, with no time limit");
      wait("Google", "operation", "waiting for Google, until 5 min after the step began");
      wait("Azure", "unavailable", "waiting for Azure: unavailable, again in 2 s");
      wait("Google", "unavailable", "see https://google.example/a: b");
      shown.close();
      return screenOf(written.text).filter((line) => line !== "");
    });
    const both = [
      "+ portal  waiting for Azure: unavailable, again in 2 s",
      "+ portal  see https://google.example/a: b",
    ];
    expect(written).toEqual([["+ portal  waiting for Google, with no time limit", ...both], both]);
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

  test.each([false, true])("a long wait for the platform tells how to leave it (live: %s)", (live) => {
    const { written, clock, shown } = display(live);
    const about = { name: "portal", type: "iam:OAuthClient", action: "create", step: "portal" } as const;
    const waiting = { event: "step", ...about, phase: "waiting", why: "operation", platform: "Google" } as const;
    shown.show({ ...waiting, detail: "waiting for Google to finish it" });
    clock.now += 15_000;
    vi.advanceTimersByTime(15_000);
    expect(screenOf(written.text)).toEqual([
      ...(live ? [] : ["+ portal  waiting for Google to finish it"]),
      "+ portal  create  15 s  waiting for Google to finish it",
      "Ctrl-C stops waiting: what has begun goes on, and the next run settles it.",
      "",
    ]);
    shown.close();
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
