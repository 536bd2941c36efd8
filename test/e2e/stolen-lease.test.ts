import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { test as base, describe, expect } from "vitest";
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

/** Where a command runs: how far its clock is off, by how much it is set at SIGUSR2, and in which container. */
interface Place {
  readonly offMs?: number;
  readonly stepMs?: number;
  readonly container?: readonly string[];
}

/** A stack in a folder of its own, which several `up` want at once. */
class WantedStack {
  readonly #folder = mkdtempSync(join(tmpdir(), "plumb-stolen-"));
  readonly #started: Started[] = [];

  constructor() {
    writeFileSync(join(this.#folder, "plumb.yaml"), declaration);
  }

  /** Begins a command, for which an object takes a day by the cloud's clock to be made. */
  run(argv: readonly string[], { offMs = 0, stepMs = 0, container }: Place): Started {
    const preload = fileURLToPath(new URL("set-clock.mjs", import.meta.url));
    const environment = {
      PLUMB_LOCAL_OPERATION_MS: `${hourMs * 24}`,
      NODE_OPTIONS: `--import ${preload}`,
      TEST_CLOCK_OFF_MS: `${offMs}`,
      TEST_CLOCK_STEP_MS: `${stepMs}`,
    };
    const one = startPlumb(argv, this.#folder, environment, undefined, container);
    this.#started.push(one);
    return one;
  }

  #up(place: Place): Started {
    return this.run(["up", "--yes", "--json"], place);
  }

  /** An `up` that has begun its work and goes on with it. */
  async holding(place: Place = {}): Promise<Started> {
    const holder = this.#up(place);
    await holder.says('"phase":"waiting"');
    return holder;
  }

  /** The lease as it is in the file. */
  lease(): { readonly epoch: number; readonly until: number } {
    const store = new DatabaseSync(join(this.#folder, ".plumb", "state.db"), { readOnly: true });
    try {
      const row = store.prepare("SELECT epoch, lease_until FROM stack WHERE name = 'stolen/dev'").get();
      return { epoch: Number(row?.["epoch"]), until: Number(row?.["lease_until"]) };
    } finally {
      store.close();
    }
  }

  /** What becomes of another `up`: it ends, or it has taken the stack that was held under that epoch. */
  async asked(epoch: number, place: Place = {}): Promise<Run | "it took the stack"> {
    const asker = this.#up(place);
    const ended = new AbortController();
    const over = asker.ended.finally(() => ended.abort());
    const isOver = () => ended.signal.aborted || this.lease().epoch !== epoch;
    const took = until(isOver).then(() => "it took the stack" as const);
    const first = await Promise.race([over, took]);
    return first === "it took the stack" && this.lease().epoch === epoch ? over : first;
  }

  /** The holder has lost nothing: it beats on, under the same epoch. */
  async expectHeld(epoch: number): Promise<void> {
    const before = this.lease();
    expect(before.epoch).toBe(epoch);
    await until(() => this.lease().until !== before.until);
    expect(this.lease().epoch).toBe(epoch);
  }

  async end(): Promise<void> {
    for (const each of this.#started) each.kill();
    await Promise.all(this.#started.map(({ ended }) => ended.catch(() => undefined)));
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await sleep(50);
}

function expectRefused(run: Run | "it took the stack"): void {
  expect(run).toMatchObject({ exitCode: 4, stdout: expect.stringMatching(/"code":"stack-busy".*process \d+ on /s) });
}

const test = base.extend<{ readonly stack: WantedStack }>({
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads there which other fixtures this one needs.
  stack: async ({}, use) => {
    const stack = new WantedStack();
    await use(stack);
    await stack.end();
  },
});

describe.concurrent("a living run keeps its stack", { timeout: 90_000 }, () => {
  test("from somebody whose clock is half a minute ahead", async ({ stack }) => {
    await stack.holding();
    const { epoch } = stack.lease();
    expectRefused(await stack.asked(epoch, { offMs: 30_000 }));
    await stack.expectHeld(epoch);
  });

  test("from somebody who comes after one whose clock is an hour behind", async ({ stack }) => {
    await stack.holding();
    const { epoch } = stack.lease();
    const before = stack.lease().until;
    // A plan looks what became of calls whose end is not noted, for which it asks for the stack.
    const looked = stack.run(["plan", "--json"], { offMs: -hourMs });
    let isOver = false;
    const ended = looked.ended.finally(() => {
      isOver = true;
    });
    const seen = [before];
    await until(() => seen.push(stack.lease().until) > 0 && isOver);
    expect((await ended).exitCode).toBe(0);
    expect(Math.min(...seen)).toBe(before);
    expectRefused(await stack.asked(epoch));
    await stack.expectHeld(epoch);
  });

  test("when its own clock is set back by an hour", async ({ stack }) => {
    const holder = await stack.holding({ stepMs: -hourMs });
    const { epoch, until: atFirst } = stack.lease();
    holder.signal("SIGUSR2");
    // Four beats, or so long that the lease is over by the clock of everybody else.
    const beats = new Set([atFirst]);
    await until(() => beats.add(stack.lease().until).size > 4 || Math.max(...beats) < Date.now());
    expectRefused(await stack.asked(epoch));
    await stack.expectHeld(epoch);
  });

  const { container, why } = findContainers();
  test.skipIf(container === undefined)(`from another container of the same name${why}`, async ({ stack }) => {
    const isolated = [...(container ?? [])];
    // Whoever asks has no process and no thread of that number in its own container.
    const far = "echo 4711 > /proc/sys/kernel/ns_last_pid";
    await stack.holding({ container: [...isolated, `hostname box && ${far} && "$@"; exit $?`, "plumb"] });
    const { epoch } = stack.lease();
    expectRefused(await stack.asked(epoch, { container: [...isolated, 'hostname box && exec "$@"', "plumb"] }));
    await stack.expectHeld(epoch);
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
