import { expect, test } from "vitest";
import type { Action } from "../../contract/action.ts";
import type { Authority } from "../access/authority.ts";
import type { Caller } from "../access/caller.ts";
import { attachments, plan } from "../use-cases/deployment.fixture.ts";
import { planStack } from "../use-cases/plans/make-plans.ts";
import { Gate, person, ServiceWorld } from "./background.fixture.ts";

const three = attachments({ a: "one", b: "two", c: "three" });

/** Rights that somebody may take away. */
class Rights {
  readonly denied = new Set<Action>();
  asked = 0;

  of(caller: Caller): Authority {
    const authority: Authority = {
      caller,
      decide: (action) => {
        this.asked += 1;
        return this.denied.has(action)
          ? { kind: "denied", why: "it was taken away", policies: [] }
          : { kind: "allowed" };
      },
      renewed: async () => authority,
    };
    return authority;
  }
}

test.each<Action>(["run:start", "resource:create"])(
  "a caller who loses %s while a run goes on stops it at the next step",
  async (right) => {
    const [world, gate, rights] = [new ServiceWorld(), new Gate(), new Rights()];
    const dispatcher = world.dispatcher(1, {
      deployment: gate.around(world.deployment(1)),
      authorityOf: async (caller) => rights.of(caller),
    });
    const digest = await plan(world.deployment(1), three);
    const { run } = await dispatcher.start({ stack: "dev", plan: digest, parallel: 1 }, person("ann"));
    await world.until(() => gate.arrived.length === 1);
    rights.denied.add(right);
    gate.open();
    const events = await world.eventsOf(dispatcher, run);
    expect(events.at(-1)?.event).toMatchObject({ status: "failed", create: 1, failed: 2 });
    const failures = events.flatMap(({ event }) =>
      event.event === "step" && event.phase === "failed" ? [[event.name, event.problem.code]] : [],
    );
    expect(failures).toEqual([
      ["b", "not-permitted"],
      ["c", "not-permitted"],
    ]);
    expect(await world.base.writes()).toEqual(["create a"]);
    expect(gate.arrived).toEqual(["a"]);
    const ended = world.happenings.filter(({ kind }) => kind === "run-ended");
    const detail = expect.stringContaining("it was taken away");
    expect(ended).toEqual([{ kind: "run-ended", stack: "dev", run, status: "failed", code: "not-permitted", detail }]);
  },
);

test("the process that takes a run over asks for the rights of the run's own caller", async () => {
  const [world, rights] = [new ServiceWorld(), new Rights()];
  const digest = await plan(world.deployment(1), three);
  const first = world.dispatcher(1, { maxConcurrentRuns: 0 });
  const { run } = await first.start({ stack: "dev", plan: digest, parallel: 1 }, person("ann"));
  const callers: string[] = [];
  const second = world.dispatcher(2, {
    authorityOf: async (caller) => {
      callers.push(caller.name);
      return rights.of(caller);
    },
  });
  second.serve();
  expect((await world.eventsOf(second, run)).at(-1)?.event).toMatchObject({ status: "done" });
  expect(new Set(callers)).toEqual(new Set(["ann"]));
  expect(rights.asked).toBeGreaterThanOrEqual(3);
});

test("a plan says which of its steps its maker may not have carried out, and is refused by whoever would run it", async () => {
  const [world, rights] = [new ServiceWorld(), new Rights()];
  rights.denied.add("resource:create");
  const deployment = world.deployment(1, { authority: rights.of(person("ann")) });
  const view = await planStack({ stack: "dev", kind: "apply", declaration: three, refresh: true }, deployment);
  expect(view.problems).toMatchObject(
    ["a", "b", "c"].map((address) => ({ code: "not-permitted", severity: "error", address })),
  );
  const dispatcher = world.dispatcher(1);
  await expect(
    dispatcher.start({ stack: "dev", plan: view.digest, parallel: 1 }, person("root")),
  ).rejects.toMatchObject({ problems: view.problems.map(({ code }) => ({ code })) });
  expect(await world.base.writes()).toEqual([]);
});
