import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test as base, describe, expect } from "vitest";
import { type Run, runPlumb, type Started, startPlumb } from "./run-plumb.fixture.ts";
import { declaration, lastRun, slowCall, slowDown, upWithCallInFlight } from "./slow-cloud.fixture.ts";

interface Place {
  readonly folder: string;
  readonly plumb: (...argv: string[]) => Promise<Run>;
  /** Begins a command that ends with the test at the latest. */
  readonly begin: (argv: readonly string[], environment?: Readonly<Record<string, string>>) => Started;
  /** The same of an `up` whose first call is under way. */
  readonly beginUp: () => Promise<Started>;
}

/** Each test has a folder of its own, so that several may wait at once. */
const test = base.extend<{ readonly place: Place }>({
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads there which other fixtures this one needs.
  place: async ({}, use) => {
    const folder = mkdtempSync(join(tmpdir(), "plumb-signals-"));
    writeFileSync(join(folder, "plumb.yaml"), declaration);
    const started: Started[] = [];
    const ending = (begun: Started) => {
      started.push(begun);
      return begun;
    };
    await use({
      folder,
      plumb: (...argv) => runPlumb(argv, folder),
      begin: (argv, environment) => ending(startPlumb(argv, folder, environment)),
      beginUp: async () => ending(await upWithCallInFlight(folder)),
    });
    for (const each of started) each.kill();
    await Promise.all(started.map(({ ended }) => ended.catch(() => undefined)));
    rmSync(folder, { recursive: true, force: true });
  },
});

const hourMs = 3_600_000;
const firstCall = {
  name: "first",
  type: "connectors:EndpointAttachment",
  operation: "create",
  id: "projects/acme/locations/here/endpointAttachments/first",
};

const events = (run: Run) =>
  run.stdout
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Record<string, unknown>);

describe.concurrent("the first signal", () => {
  test.for(["SIGINT", "SIGTERM", "SIGHUP"] as const)(
    "%s waits for the call in flight, says how many there are, and starts none",
    { timeout: 60_000 },
    async (signal, { place: { folder, beginUp } }) => {
      await slowDown(folder, 4_000);
      const begun = await beginUp();
      begun.signal(signal);
      const run = await begun.ended;
      expect(run.exitCode).toBe(130);
      expect(run.stderr).toMatch(/\b1 call\b/);
      expect(events(run).at(-1)).toMatchObject({ status: "cancelled", create: 1, skipped: 1, inFlight: [] });
      expect(await lastRun(folder)).toMatchObject({ status: "cancelled", inFlight: [] });
    },
  );

  test("an operation that goes on is in flight, not skipped, wherever the run is told of", async ({
    place: { folder, plumb, begin },
  }) => {
    const begun = begin(["up", "--yes", "--json"], { PLUMB_LOCAL_OPERATION_MS: `${hourMs}` });
    await begun.says('"phase":"waiting"');
    begun.signal("SIGINT");
    const run = await begun.ended;
    expect(run.exitCode).toBe(130);
    const phases = events(run).flatMap(({ event, name, phase }) =>
      event === "step" && name === "first" ? [phase] : [],
    );
    expect(phases).toEqual(["started", "waiting", "in-flight"]);
    const named = { ...firstCall, platformOperation: expect.stringMatching(/operations\/[^/]+$/) };
    expect(events(run).at(-1)).toMatchObject({ status: "cancelled", skipped: 1, inFlight: [named] });
    const left = await lastRun(folder);
    expect(left).toMatchObject({ status: "cancelled", inFlight: [named] });
    const plan = JSON.parse((await plumb("plan", "--json")).stdout) as Record<string, unknown>;
    expect(plan["inFlight"]).toMatchObject([{ ...firstCall, became: "pending" }]);
    const text = (await plumb("plan")).stdout;
    expect(text.indexOf(firstCall.id)).toBeLessThan(text.indexOf("Plan"));
    const shown = (await plumb("runs", "show", left?.run ?? "")).stdout;
    expect(shown).toMatch(/in flight:[\s\S]*operation projects\/acme\/locations\/here\/operations\/\S+/);
    expect(run.stdout).toMatch(/still at work on `[^`]*` \(operation `projects\/acme[^`]*`\)/);
  }, 60_000);
});

test.concurrent("a second signal leaves the calls at once, and the next plan says what may exist before anything else", async ({
  place: { folder, plumb, beginUp },
}) => {
  await slowDown(folder, hourMs);
  const begun = await beginUp();
  begun.signal("SIGINT");
  await begun.says("1 call");
  begun.signal("SIGINT");
  const run = await begun.ended;
  expect(run.exitCode).toBe(130);
  expect(run.stderr).not.toMatch(/^\s+at /m);
  expect(await lastRun(folder)).toMatchObject({ status: "broken off", inFlight: [firstCall] });
  const text = (await plumb("plan")).stdout;
  expect(text.indexOf(firstCall.id)).toBeGreaterThanOrEqual(0);
  expect(text.indexOf(firstCall.id)).toBeLessThan(text.indexOf("Plan"));
}, 60_000);

test.concurrent.for([["plan"], ["up", "--yes"], ["refresh"], ["drift"], ["destroy", "--yes"]])(
  "nothing is waited for where nothing is in flight: %s",
  { timeout: 60_000 },
  async (argv, { place: { folder, plumb, begin } }) => {
    expect((await plumb("up", "--yes")).exitCode).toBe(0);
    await slowDown(folder, hourMs, "GET");
    const begun = begin(argv);
    await slowCall(folder);
    begun.signal("SIGINT");
    const run = await begun.ended;
    expect(run.exitCode).toBe(130);
    expect(run.stderr).not.toMatch(/^\s+at /m);
    expect((await lastRun(folder))?.status).toBe("done");
  },
);

describe.concurrent("runs cancel", () => {
  test("ends a run of another process, and says what was in flight meanwhile", async ({
    place: { folder, plumb, beginUp },
  }) => {
    await slowDown(folder, 15_000);
    const begun = await beginUp();
    const { run = "" } = (await lastRun(folder)) ?? {};
    const cancelled = await plumb("runs", "cancel", run);
    expect(cancelled.exitCode).toBe(0);
    expect(cancelled.stdout).toMatch(/\b1 call\b/);
    expect(await lastRun(folder)).toMatchObject({ status: "cancelled", inFlight: [] });
    expect((await begun.ended).exitCode).toBe(130);
  }, 60_000);

  test("ends the run of a process that is dead, and says what may exist", async ({
    place: { folder, plumb, begin },
  }) => {
    const begun = begin(["up", "--yes", "--json"], { PLUMB_LOCAL_OPERATION_MS: `${hourMs}` });
    await begun.says('"phase":"waiting"');
    begun.kill();
    await begun.ended;
    const { run = "" } = (await lastRun(folder)) ?? {};
    const cancelled = await plumb("runs", "cancel", run, "--json");
    expect(cancelled.exitCode).toBe(0);
    expect(JSON.parse(cancelled.stdout)).toMatchObject({ run, status: "cancelled", inFlight: [firstCall] });
    expect(await lastRun(folder)).toMatchObject({ status: "cancelled", inFlight: [firstCall] });
  }, 60_000);
});

describe.concurrent("SIGUSR1 opens no debugger", () => {
  test("in a run", async ({ place: { folder, begin } }) => {
    const begun = begin(["up", "--yes", "--json"], { PLUMB_LOCAL_OPERATION_MS: `${hourMs}` });
    await begun.says('"phase":"waiting"');
    begun.signal("SIGUSR1");
    // A debugger would be there by the time that another process has looked.
    await lastRun(folder);
    begun.signal("SIGINT");
    const run = await begun.ended;
    expect(run.exitCode).toBe(130);
    expect(run.stderr).not.toMatch(/debugger/i);
  }, 60_000);

  test.for(["SIGTERM", "SIGHUP", "SIGINT"] as const)(
    "in a service, which %s ends in order",
    { timeout: 60_000 },
    async (signal, { place: { plumb, begin } }) => {
      const begun = begin(["serve", "--port", "0", "--json"]);
      await begun.says('"url"');
      begun.signal("SIGUSR1");
      await plumb("stack", "list");
      begun.signal(signal);
      const run = await begun.ended;
      expect(run.exitCode).toBe(0);
      expect(run.stderr).not.toMatch(/debugger/i);
      expect(run.stderr).toContain('"stopped"');
    },
  );
});
