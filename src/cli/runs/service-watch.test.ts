import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import {
  failureAnswer,
  ndjson,
  type Outcome,
  runEvents,
  runFake,
  sampleEvents,
  samplePlan,
  startedRun,
  startRun,
} from "../cli-context.fixture.ts";

// What a command loads on its first use takes real time.
beforeAll(
  async () => void (await runFake("up --yes --server http://h", { ...routes, [runEvents]: ndjson(sampleEvents) })),
);
beforeEach(() => void vi.useFakeTimers({ now: 0 }));
afterEach(() => void vi.useRealTimers());

const getRun = "GET /v1/projects/x/stacks/dev/runs/r1";
const routes = { "POST /v1/projects/x/stacks/dev/plans": { status: 201, body: samplePlan() }, [startRun]: startedRun };
const from = (last: number) => `${runEvents}?after=${last}`;
const [started, begun] = sampleEvents;
const atGoogle = [started ?? {}, { ...begun, platform: "Google" }];
const never = () => new Promise<never>(() => {});

/** Events, and then a connection that stays open. */
function open(events: readonly object[]): Response {
  const text = events.map((event) => `${JSON.stringify(event)}\n`).join("");
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      if (text !== "") controller.enqueue(new TextEncoder().encode(text));
    },
  });
  return new Response(body, { headers: { "content-type": "application/x-ndjson" } });
}

const gone = () => {
  throw new TypeError("fetch failed");
};

/** Follows a run while time passes; without a terminal unless `tty`. */
async function followed(given: Parameters<typeof runFake>[1], seconds: number, tty = false): Promise<Outcome> {
  const going = runFake(
    "up --yes --no-color --server http://h",
    { ...routes, ...given },
    {
      files: { "plumb.yaml": "name: x\n" },
      tty,
      now: () => Date.now(),
      sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    },
  );
  await vi.advanceTimersByTimeAsync(seconds * 1000);
  return await going;
}

/** What is answered from one second of the run on. */
const from2 =
  <T>(second: number, before: T, after: () => T) =>
  () =>
    Date.now() < second * 1000 ? before : after();

describe("a run that no process has taken yet", () => {
  const queued = { body: { run: "r1", stack: "x/dev", status: "queued" } };

  test.each([true, false])("is told to wait, and then what takes runs (terminal: %s)", async (tty) => {
    const late = () => new Promise<Response>((resolve) => setTimeout(() => resolve(ndjson(sampleEvents)), 20_000));
    const { code, stdout } = await followed({ [runEvents]: late, [getRun]: queued }, 30, tty);
    expect(code).toBe(0);
    expect(stdout).toContain("Run r1 waits for a process that carries it out; 2 s so far.");
    expect(stdout).toContain("None has taken it: each is busy, or there is none. `plumb worker`");
  });

  test("is not told so once a process is at it", async () => {
    const late = () => new Promise<Response>((resolve) => setTimeout(() => resolve(ndjson(sampleEvents)), 20_000));
    const running = { body: { ...queued.body, status: "running" } };
    const { stdout } = await followed({ [runEvents]: late, [getRun]: from2(4, queued, () => running) }, 30);
    expect(stdout).toContain("Run r1 waits for a process that carries it out; 2 s so far.");
    expect(stdout).not.toContain("None has taken it");
  });
});

describe("a run whose service is away", () => {
  test.each([true, false])("is not told to wait for a platform (terminal: %s)", async (tty) => {
    const answers = { [runEvents]: () => ndjson(atGoogle), [from(2)]: gone, [getRun]: gone };
    const { code, stdout, stderr } = await followed(answers, 120, tty);
    expect(code).toBe(1);
    expect(stdout).toMatch(/The service at http:\/\/h has not answered for \d+ s\.\n/);
    expect(stdout).toContain("Run r1 goes on without it where another process of its store carries it out.");
    expect(stdout).not.toContain("waiting for Google");
    expect(stdout).toContain(
      "Seen of the run: no step was seen to end.\n  ? begun, and not known how it ended: portal",
    );
    const said = stderr.replaceAll(/\s+/g, " ");
    expect(said).toContain("`plumb runs show r1 --server http://h` tells how far it is, once the service answers.");
  });

  test("and says nothing more on an open connection, is told so, and followed on when it is back", async () => {
    let asked = 0;
    const answers = {
      [runEvents]: () => open(atGoogle),
      [getRun]: () => {
        asked += 1;
        if (asked > 1) throw new Error("it was asked again while it had not answered");
        return new Promise<Response>((resolve) =>
          setTimeout(() => resolve(Response.json({ run: "r1", status: "running" })), 60_000),
        );
      },
      [from(2)]: () => ndjson(sampleEvents.slice(2)),
    };
    const { code, stdout } = await followed(answers, 120);
    expect(code).toBe(0);
    expect(stdout).toMatch(/The service at http:\/\/h has not answered for \d+ s\.\n/);
    expect(stdout).toContain("Done in 400 ms: 1 created.");
    expect(stdout).toContain("The service at http://h answers again.");
  });

  test("is told once in a while what the service says that its store does not answer", async () => {
    const failing = failureAnswer(503, "store-failed");
    const answers = {
      [runEvents]: () => ndjson(atGoogle),
      [from(2)]: from2(20, failing, () => ndjson(sampleEvents.slice(2))),
      [getRun]: never,
    };
    const { code, stdout } = await followed(answers, 60);
    expect(code).toBe(0);
    const told = /The service at http:\/\/h has not been able to tell of the run for \d+ s: What is wrong\.\n/g;
    expect(stdout.match(told)).toHaveLength(1);
    expect(stdout).toContain("No call begins until its store answers again.");
    expect(stdout).not.toContain("waiting for Google");
  });
});

test("a run that the service does not know any more, as after a restore, ends at once and is told so", async () => {
  const unknown = failureAnswer(404, "run-unknown");
  const answers = { [runEvents]: () => open(atGoogle), [from(2)]: unknown, [getRun]: unknown };
  const { code, stderr } = await followed(answers, 30);
  expect(code).toBe(1);
  const said = stderr.replaceAll(/\s+/g, " ");
  expect(said).toMatch(/error\[run-interrupted\].* does not know run r1 any more: .* a backup/);
  expect(said).toContain("`plumb plan");
});
