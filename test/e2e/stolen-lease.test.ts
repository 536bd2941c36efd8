import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type Run, type Started, startPlumb } from "./run-plumb.fixture.ts";

const hourMs = 3_600_000;

const declaration = `name: stolen
providers:
  google: { kind: google, project: acme, region: here }
resources:
  gateway:
    type: connectors:EndpointAttachment
    properties: { endpointAttachmentId: gateway, serviceAttachment: projects/p/regions/r/serviceAttachments/s }
`;

let folder = "";
let started: Started[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "plumb-stolen-"));
  writeFileSync(join(folder, "plumb.yaml"), declaration);
});
afterEach(async () => {
  for (const each of started) each.kill();
  await Promise.all(started.map(({ ended }) => ended.catch(() => undefined)));
  started = [];
  rmSync(folder, { recursive: true, force: true });
});

/** Where a command runs: how far its clock is off, by how much it is set at SIGUSR2, and in which container. */
interface Place {
  readonly offMs?: number;
  readonly stepMs?: number;
  readonly container?: readonly string[];
}

/** Begins a command, for which an object takes a day by the cloud's clock to be made. */
function run(argv: readonly string[], { offMs = 0, stepMs = 0, container }: Place): Started {
  const preload = fileURLToPath(new URL("set-clock.mjs", import.meta.url));
  const environment = {
    PLUMB_LOCAL_OPERATION_MS: `${hourMs * 24}`,
    NODE_OPTIONS: `--import ${preload}`,
    TEST_CLOCK_OFF_MS: `${offMs}`,
    TEST_CLOCK_STEP_MS: `${stepMs}`,
  };
  const one = startPlumb(argv, folder, environment, undefined, container);
  started.push(one);
  return one;
}

function up(place: Place): Started {
  return run(["up", "--yes", "--json"], place);
}

/** An `up` that has begun its work and goes on with it. */
async function holding(place: Place = {}): Promise<Started> {
  const holder = up(place);
  await holder.says('"phase":"waiting"');
  return holder;
}

/** The lease as it is in the file. */
function lease(): { readonly epoch: number; readonly until: number } {
  const store = new DatabaseSync(join(folder, ".plumb", "state.db"), { readOnly: true });
  try {
    const row = store.prepare("SELECT epoch, lease_until FROM stack WHERE name = 'stolen/dev'").get();
    return { epoch: Number(row?.["epoch"]), until: Number(row?.["lease_until"]) };
  } finally {
    store.close();
  }
}

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await sleep(50);
}

/** What becomes of another `up`: it ends, or it has taken the stack that was held under that epoch. */
async function asked(epoch: number, place: Place = {}): Promise<Run | "it took the stack"> {
  const asker = up(place);
  const ended = new AbortController();
  const over = asker.ended.finally(() => ended.abort());
  const took = until(() => ended.signal.aborted || lease().epoch !== epoch).then(() => "it took the stack" as const);
  const first = await Promise.race([over, took]);
  return first === "it took the stack" && lease().epoch === epoch ? over : first;
}

function expectRefused(run: Run | "it took the stack"): void {
  expect(run).toMatchObject({ exitCode: 4, stdout: expect.stringMatching(/"code":"stack-busy".*process \d+ on /s) });
}

/** The holder has lost nothing: it beats on, under the same epoch. */
async function expectHeld(epoch: number): Promise<void> {
  const before = lease();
  expect(before.epoch).toBe(epoch);
  await until(() => lease().until !== before.until);
  expect(lease().epoch).toBe(epoch);
}

describe("a living run keeps its stack", { timeout: 90_000 }, () => {
  test("from somebody whose clock is half a minute ahead", async () => {
    await holding();
    const { epoch } = lease();
    expectRefused(await asked(epoch, { offMs: 30_000 }));
    await expectHeld(epoch);
  });

  test("from somebody who comes after one whose clock is an hour behind", async () => {
    await holding();
    const { epoch } = lease();
    const before = lease().until;
    // A plan looks what became of calls whose end is not noted, for which it asks for the stack.
    const looked = run(["plan", "--json"], { offMs: -hourMs });
    let isOver = false;
    const ended = looked.ended.finally(() => {
      isOver = true;
    });
    const seen = [before];
    await until(() => seen.push(lease().until) > 0 && isOver);
    expect((await ended).exitCode).toBe(0);
    expect(Math.min(...seen)).toBe(before);
    expectRefused(await asked(epoch));
    await expectHeld(epoch);
  });

  test("when its own clock is set back by an hour", async () => {
    const holder = await holding({ stepMs: -hourMs });
    const { epoch, until: atFirst } = lease();
    holder.signal("SIGUSR2");
    // Four beats, or so long that the lease is over by the clock of everybody else.
    const beats = new Set([atFirst]);
    await until(() => beats.add(lease().until).size > 4 || Math.max(...beats) < Date.now());
    expectRefused(await asked(epoch));
    await expectHeld(epoch);
  });

  const { container, why } = findContainers();
  test.skipIf(container === undefined)(`from another container of the same name${why}`, async () => {
    const isolated = [...(container ?? [])];
    // Whoever asks has no process and no thread of that number in its own container.
    const far = "echo 4711 > /proc/sys/kernel/ns_last_pid";
    await holding({ container: [...isolated, `hostname box && ${far} && "$@"; exit $?`, "plumb"] });
    const { epoch } = lease();
    expectRefused(await asked(epoch, { container: [...isolated, 'hostname box && exec "$@"', "plumb"] }));
    await expectHeld(epoch);
  });
});

/** How to run a command in namespaces of its own; undefined with the reason where the machine does not allow it. */
function findContainers(): { readonly container: readonly string[] | undefined; readonly why: string } {
  const root = process.getuid?.() === 0 ? [] : ["--map-root-user"];
  const container = ["unshare", ...root, "--pid", "--fork", "--kill-child", "--mount-proc", "--uts", "sh", "-c"];
  const [program = "", ...rest] = container;
  const { status, stderr, error } = spawnSync(program, [...rest, "hostname box"], { encoding: "utf8" });
  if (status === 0) return { container, why: "" };
  return { container: undefined, why: ` (not here: ${error?.message ?? stderr.trim()})` };
}
