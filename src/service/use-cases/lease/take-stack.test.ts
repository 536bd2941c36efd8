import { beforeEach, describe, expect, test } from "vitest";
import { type TestDeployment, testDeployment } from "../deployment.fixture.ts";
import { heldLease, leaseMs } from "./held-lease.ts";
import { type LeaseTaker, takeStack } from "./take-stack.ts";

const hourMs = 3_600_000;

let world: TestDeployment;
let notices: string[];
/** What happens at each moment in which the stack is watched. */
let meanwhile: (passedMs: number) => Promise<unknown> | undefined;
beforeEach(() => {
  world = testDeployment();
  notices = [];
  meanwhile = () => undefined;
});

// As earlier versions call a holder over SQLite.
const holder = { host: "there", pid: 4711, since: "2026-01-01T00:00:00.000Z", user: "ann" };
const busy = {
  reason: "conflict",
  problems: [{ code: "stack-busy", detail: expect.stringContaining("process 4711") }],
};

/** Another takes the stack, by a clock that is so far off. */
async function held(offMs = 0): Promise<number> {
  const outcome = await world.store.acquire("dev", holder, world.clock.now() + offMs, leaseMs, () => false);
  return outcome.kind === "held" ? outcome.epoch : -1;
}

/** Takes the stack; gives how long that took as well. */
async function taken(more: Partial<LeaseTaker> = {}): Promise<{ readonly epoch: number; readonly tookMs: number }> {
  const begun = world.clock.elapsed();
  const clock = {
    ...world.clock,
    sleep: async (milliseconds: number) => {
      await world.clock.sleep(milliseconds);
      await meanwhile(world.clock.elapsed() - begun);
    },
  };
  const { epoch } = await takeStack("dev", { ...world, clock, notice: (text) => notices.push(text), ...more });
  return { epoch, tookMs: world.clock.elapsed() - begun };
}

describe("a stack that another holds", () => {
  test("is refused at once while its lease looks alive", async () => {
    await held();
    world.advance(leaseMs - 1);
    await expect(taken()).rejects.toMatchObject(busy);
    expect([notices, Math.floor(world.clock.elapsed())]).toEqual([[], leaseMs - 1]);
  });

  test.each([
    ["that is right", 0],
    ["that was half a minute behind", -30_000],
    ["that was half a minute ahead", 30_000],
    ["that was a year ahead", 365 * 24 * hourMs],
  ])("is taken over once it was silent for a whole length, though it was taken by a clock %s", async (_, offMs) => {
    const before = await held(offMs);
    world.advance(leaseMs + 1);
    const { epoch, tookMs } = await taken();
    expect(epoch).toBe(before + 1);
    expect(tookMs).toBeGreaterThanOrEqual(leaseMs);
    expect(tookMs).toBeLessThan(leaseMs + 1_000);
    expect(notices).toEqual([
      expect.stringMatching(/ 4711 .*there \(user ann\) .*`dev` .* 2026-01-01T00:00:00\.000Z .* 4 s /),
    ]);
  });

  test.each([
    ["half a minute ahead", 30_000],
    ["an hour behind", -hourMs],
    ["right, though the holder's was set back", 0],
  ])("and that beats is never taken, by a clock that is %s", async (_, offMs) => {
    const epoch = await held(-offMs - hourMs);
    // Its last renewal before the lease would be over.
    meanwhile = (passedMs) =>
      passedMs > leaseMs - 1_000 ? world.store.renew("dev", epoch, world.clock.now() - hourMs) : undefined;
    await expect(taken()).rejects.toMatchObject(busy);
    expect(await world.store.lease("dev")).toMatchObject({ epoch });
  });

  test("is taken as soon as it is given back while it is watched, or its holder is known to be gone", async () => {
    const epoch = await held(-hourMs);
    meanwhile = () => world.store.release("dev", epoch);
    expect((await taken()).tookMs).toBeLessThan(1_000);
    await world.store.release("dev", epoch + 1);
    await held(-hourMs);
    expect(await taken({ isDead: () => true })).toEqual({ epoch: epoch + 3, tookMs: 0 });
  });

  test("is refused when somebody else takes it over while it is watched", async () => {
    const epoch = await held(-hourMs);
    meanwhile = async () => {
      const silent = await world.store.lease("dev");
      await world.store.acquire("dev", { ...holder, pid: 4712 }, world.clock.now(), leaseMs, () => false, silent);
    };
    const detail = expect.stringContaining("process 4712");
    await expect(taken()).rejects.toMatchObject({ problems: [{ code: "stack-busy", detail }] });
    expect(await world.store.lease("dev")).toMatchObject({ epoch: epoch + 1 });
  });

  test("is not taken by what another Plumbline over the same store has seen, whose count of time is another", async () => {
    await held();
    const other = world.as(4713, () => false);
    const shifted = { ...other.clock, elapsed: () => other.clock.elapsed() - 2 * leaseMs };
    while ((await heldLease("dev", world)) !== null) world.advance(1_000);
    expect((await heldLease("dev", { ...other, clock: shifted }))?.holder.pid).toBe(holder.pid);
  });

  test("is taken at once where the process has seen for long enough that it is silent", async () => {
    await held();
    while ((await heldLease("dev", world)) !== null) world.advance(1_000);
    expect(world.clock.elapsed()).toBe(leaseMs);
    expect((await taken()).tookMs).toBe(0);
    expect(notices).toEqual([]);
  });
});
