import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type Run, runPlumb, type Started, startPlumb } from "./run-plumb.fixture.ts";
import { declaration, lastRun, slowCall, slowDown, upWithCallInFlight } from "./slow-cloud.fixture.ts";

let folder = "";
let begun: Started | undefined;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "plumb-signals-"));
  writeFileSync(join(folder, "plumb.yaml"), declaration);
});
afterEach(async () => {
  begun?.kill();
  await begun?.ended.catch(() => undefined);
  begun = undefined;
  rmSync(folder, { recursive: true, force: true });
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
const plumb = (...argv: string[]) => runPlumb(argv, folder);

describe("the first signal", () => {
  test.each(["SIGINT", "SIGTERM", "SIGHUP"] as const)(
    "%s waits for the call in flight, says how many there are, and starts none",
    async (signal) => {
      await slowDown(folder, 4_000);
      begun = await upWithCallInFlight(folder);
      begun.signal(signal);
      const run = await begun.ended;
      expect(run.exitCode).toBe(130);
      expect(run.stderr).toMatch(/\b1 call\b/);
      expect(events(run).at(-1)).toMatchObject({ status: "cancelled", create: 1, skipped: 1, inFlight: [] });
      expect(await lastRun(folder)).toMatchObject({ status: "cancelled", inFlight: [] });
    },
    60_000,
  );

  test("an operation that goes on is in flight, not skipped, wherever the run is told of", async () => {
    begun = startPlumb(["up", "--yes", "--json"], folder, { PLUMB_LOCAL_OPERATION_MS: `${hourMs}` });
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

test("a second signal leaves the calls at once, and the next plan says what may exist before anything else", async () => {
  await slowDown(folder, hourMs);
  begun = await upWithCallInFlight(folder);
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

test.each([[["plan"]], [["up", "--yes"]], [["refresh"]], [["drift"]], [["destroy", "--yes"]]])(
  "nothing is waited for where nothing is in flight: %s",
  async (argv) => {
    expect((await plumb("up", "--yes")).exitCode).toBe(0);
    await slowDown(folder, hourMs, "GET");
    begun = startPlumb(argv, folder);
    await slowCall(folder);
    begun.signal("SIGINT");
    const run = await begun.ended;
    expect(run.exitCode).toBe(130);
    expect(run.stderr).not.toMatch(/^\s+at /m);
    expect((await lastRun(folder))?.status).toBe("done");
  },
  60_000,
);

describe("runs cancel", () => {
  test("ends a run of another process, and says what was in flight meanwhile", async () => {
    await slowDown(folder, 15_000);
    begun = await upWithCallInFlight(folder);
    const { run = "" } = (await lastRun(folder)) ?? {};
    const cancelled = await plumb("runs", "cancel", run);
    expect(cancelled.exitCode).toBe(0);
    expect(cancelled.stdout).toMatch(/\b1 call\b/);
    expect(await lastRun(folder)).toMatchObject({ status: "cancelled", inFlight: [] });
    expect((await begun.ended).exitCode).toBe(130);
  }, 60_000);

  test("ends the run of a process that is dead, and says what may exist", async () => {
    begun = startPlumb(["up", "--yes", "--json"], folder, { PLUMB_LOCAL_OPERATION_MS: `${hourMs}` });
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

describe("SIGUSR1 opens no debugger", () => {
  test("in a run", async () => {
    begun = startPlumb(["up", "--yes", "--json"], folder, { PLUMB_LOCAL_OPERATION_MS: `${hourMs}` });
    await begun.says('"phase":"waiting"');
    begun.signal("SIGUSR1");
    // A debugger would be there by the time that another process has looked.
    await lastRun(folder);
    begun.signal("SIGINT");
    const run = await begun.ended;
    expect(run.exitCode).toBe(130);
    expect(run.stderr).not.toMatch(/debugger/i);
  }, 60_000);

  test.each(["SIGTERM", "SIGHUP", "SIGINT"] as const)(
    "in a service, which %s ends in order",
    async (signal) => {
      begun = startPlumb(["serve", "--port", "0", "--json"], folder);
      await begun.says('"url"');
      begun.signal("SIGUSR1");
      await runPlumb(["stack", "list"], folder);
      begun.signal(signal);
      const run = await begun.ended;
      expect(run.exitCode).toBe(0);
      expect(run.stderr).not.toMatch(/debugger/i);
      expect(run.stderr).toContain('"stopped"');
    },
    60_000,
  );
});
