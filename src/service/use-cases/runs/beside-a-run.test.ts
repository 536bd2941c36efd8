import { beforeEach, describe, expect, test } from "vitest";
import { attachments, done, plan, run, type TestDeployment, testDeployment, up } from "../deployment.fixture.ts";
import { planOfKind } from "../plans/plan-of-kind.ts";

let world: TestDeployment;
beforeEach(() => {
  world = testDeployment();
});

const holder = { host: "there", pid: 4711, since: "2026-01-01T00:00:00.000Z", user: "ann" };
const hold = () => world.store.acquire("dev", holder, world.clock.now(), 30_000, () => false);
const declaration = attachments({ a: "one", b: "one" });
const apply = { kind: "apply", stack: "dev", declaration, refresh: true } as const;

const isBusy = {
  reason: "conflict",
  problems: [{ code: "stack-busy", detail: expect.stringMatching(/ 4711 .*there \(user ann\) .* 2026/) }],
};

describe("a plan that is to be run", () => {
  test.each([
    apply,
    { kind: "destroy", stack: "dev", declaration: null, refresh: true },
    { kind: "refresh", stack: "dev" },
  ] as const)("of kind $kind is refused before anything is read", async (request) => {
    await up(world, declaration);
    await hold();
    world.calls.length = 0;
    await expect(planOfKind({ ...request, forRun: true }, world)).rejects.toMatchObject(isBusy);
    expect(world.calls).toEqual([]);
  });

  test("is refused when the stack was taken while it was made", async () => {
    const touched = onFirstRead(world, hold);
    await expect(planOfKind({ ...apply, forRun: true }, touched)).rejects.toMatchObject(isBusy);
  });

  test("is made again when another run came and went meanwhile", async () => {
    const digest = await plan(world, declaration);
    const touched = onFirstRead(world, async () => done(await run(world, digest)));
    const view = await planOfKind({ ...apply, forRun: true }, touched);
    expect(view).toMatchObject({ summary: { same: 2, create: 0 }, problems: [] });
  });
});

describe("a plan that is only looked at", () => {
  test("says first who is at work", async () => {
    await up(world, declaration);
    await hold();
    const view = await planOfKind(apply, world);
    expect(view.problems).toMatchObject([{ code: "run-at-work", severity: "warning" }]);
    expect(view.problems[0]?.detail).toContain("process 4711 on there (user ann)");
  });

  test("does not call strangers' what the run makes meanwhile", async () => {
    const digest = await plan(world, declaration);
    let goOn = () => {};
    const isHeld = Promise.withResolvers<void>();
    const isMade = Promise.withResolvers<void>();
    const halting: TestDeployment = {
      ...world,
      driverOf: (provider, at) => {
        const driver = world.driverOf(provider, at);
        return {
          ...driver,
          write: async (change, signal) => {
            if (change.target.id.endsWith("/a")) {
              const outcome = await driver.write(change, signal);
              return outcome;
            }
            await new Promise<void>((resolve) => {
              goOn = resolve;
              isHeld.resolve();
            });
            return driver.write(change, signal);
          },
        };
      },
    };
    let going: Promise<unknown> = Promise.resolve();
    const touched = onFirstRead(world, async () => {
      going = run(halting, digest).finally(() => isMade.resolve());
      await isHeld.promise;
      // The first object is recorded when its log says so and the state shows it.
      for (let turn = 0; turn < 50 && (await world.store.readStack("dev")).records.size === 0; turn += 1)
        await new Promise<void>((resolve) => setImmediate(resolve));
    });
    const view = await planOfKind(apply, touched);
    goOn();
    await going;
    const codes = view.problems.map(({ code }) => code);
    expect(codes[0]).toBe("run-at-work");
    expect(new Set(codes.slice(1))).toEqual(new Set(["being-made"]));
    expect(view.problems.filter(({ severity }) => severity === "error")).toEqual([]);
    expect(JSON.stringify(view.problems)).not.toContain("plumb import");
  });
});

/** The same world, in which something happens when the platform is first looked at. */
function onFirstRead(base: TestDeployment, happens: () => Promise<unknown>): TestDeployment {
  let isFirst = true;
  const first = async () => {
    if (!isFirst) return;
    isFirst = false;
    await happens();
  };
  return {
    ...base,
    driverOf: (provider, at) => {
      const driver = base.driverOf(provider, at);
      return {
        ...driver,
        read: async (target, signal) => {
          await first();
          return driver.read(target, signal);
        },
        list: async (target, signal) => {
          await first();
          return driver.list(target, signal);
        },
      };
    },
  };
}
