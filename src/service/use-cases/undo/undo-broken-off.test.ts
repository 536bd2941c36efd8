import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../../../packages/base/json/json.ts";
import type { RunEvent, RunSummary } from "../../../contract/documents/runs/run-events.ts";
import type { Change, Driver, WriteOutcome } from "../../../engine/ports/driver.ts";
import { client, declared, plan, run, type TestDeployment, testDeployment, up } from "../deployment.fixture.ts";
import { planUndo } from "../plans/make-plans.ts";
import { resumeRun } from "../runs/run-events.fixture.ts";
import { cancelRun, listRuns } from "../runs/runs-of-stack.ts";
import { collector, gateway, member, ours, seenIn, undone, viewer } from "./undo-world.fixture.ts";

// The undo of a run that did not end well is the inverse of what the run did, whenever and however that was found out.

class Killed extends Error {}

type Upset = (change: Change, driver: Driver) => Promise<WriteOutcome>;

/** A Plumbline whose next matching write goes otherwise; all others go to the platform. */
function upsettable() {
  const upsets = new Map<Change["operation"], Upset>();
  const world = testDeployment({
    around: (driver) => ({
      ...driver,
      write: async (change, signal) => {
        const upset = upsets.get(change.operation);
        if (upset === undefined) return driver.write(change, signal);
        upsets.clear();
        return upset(change, driver);
      },
    }),
  });
  const next = (operation: Change["operation"], upset: Upset) => upsets.set(operation, upset);
  return { world, next };
}

const diesAfter: Upset = async (change, driver) => {
  await driver.write(change);
  throw new Killed();
};
const diesBefore: Upset = () => Promise.reject(new Killed());

/** Carries out a plan whose process dies; gives the run. */
async function broken(world: TestDeployment, resources: JsonObject): Promise<Pick<RunSummary, "run">> {
  return brokenRun(world, await plan(world, declared(resources)));
}

async function brokenRun(world: TestDeployment, digest: string): Promise<Pick<RunSummary, "run">> {
  await expect(run(world, digest)).rejects.toThrow(Killed);
  world.advance(600_000);
  return { run: (await listRuns("dev", world))[0]?.run ?? "" };
}

async function resumed(world: TestDeployment, { run: name }: Pick<RunSummary, "run">): Promise<void> {
  const events: RunEvent[] = [];
  for await (const event of resumeRun({ stack: "dev", run: name, parallel: 4 }, world, AbortSignal.any([])))
    events.push(event);
  expect(events.at(-1)).toMatchObject({ event: "summary", status: "done" });
}

/** Undoes a run; the process of the undo dies, and the undo is resumed. */
async function undoneOnceResumed(world: TestDeployment, { run: of }: Pick<RunSummary, "run">): Promise<void> {
  await resumed(world, await brokenRun(world, (await planUndo("dev", of, world)).digest));
}

/** A kind of object, how it is declared, where it is read, and how another hand deletes it. */
interface Kind {
  readonly declaration: JsonObject;
  isThere(world: TestDeployment): Promise<boolean>;
  deleteByHand(world: TestDeployment): Promise<unknown>;
}

const gatewayPath = "v1/projects/acme/locations/here/endpointAttachments/one";
const secondPath = "v1/projects/acme/locations/global/oauthClients/second-portal";
const collectorPath =
  "subscriptions/s-1/resourceGroups/rg/providers/Microsoft.Migrate/assessmentProjects/assess/servercollectors/c" +
  "?api-version=2019-10-01";
const setPolicyPath = "compute/v1/projects/acme/zones/here-b/reservations/res-one/setIamPolicy";

const kinds: Readonly<Record<string, Kind>> = {
  "a gateway": {
    declaration: gateway("one"),
    isThere: (world) => exists(world, gatewayPath),
    deleteByHand: (world) => world.wire("DELETE", gatewayPath),
  },
  "a grant": {
    declaration: member("res-one"),
    isThere: async (world) => (await seenIn(world).grants("res-one")).includes(`${viewer} ${ours}`),
    deleteByHand: (world) => world.wire("POST", setPolicyPath, { policy: { bindings: [] } }),
  },
  "a collector": {
    declaration: collector("one"),
    isThere: (world) => exists(world, collectorPath),
    deleteByHand: (world) => world.wire("DELETE", collectorPath),
  },
  "a client, which is soft-deleted": {
    declaration: client({ oauthClientId: "second-portal" }),
    isThere: (world) => exists(world, secondPath),
    deleteByHand: (world) => world.wire("DELETE", secondPath),
  },
};

async function exists(world: TestDeployment, path: string): Promise<boolean> {
  try {
    return (await world.wire("GET", path))["state"] !== "DELETED";
  } catch {
    return false;
  }
}

describe.each(Object.entries(kinds))("a run that deleted %s and died", (_, { declaration, isThere, deleteByHand }) => {
  test.each([
    ["once the call took effect", diesAfter],
    ["before the call was sent", diesBefore],
  ])("%s: once resumed, its undo makes the object again", async (_when, upset) => {
    const { world, next } = upsettable();
    await up(world, declared({ it: declaration, other: client() }));
    next("delete", upset);
    const removing = await broken(world, { other: client() });
    await resumed(world, removing);
    expect(await isThere(world)).toBe(false);
    await undone(world, removing);
    expect(await isThere(world)).toBe(true);
  });

  test("and was finished by a later run: the undo of both, backwards, makes the object again", async () => {
    const { world, next } = upsettable();
    await up(world, declared({ it: declaration, other: client() }));
    next("delete", diesAfter);
    const removing = await broken(world, { other: client() });
    await undone(world, await up(world, declared({ other: client() })));
    await undone(world, removing);
    expect(await isThere(world)).toBe(true);
  });

  test.each([
    ["and was finished by a later run", async () => {}],
    [
      "and was cancelled, and was finished by a later run",
      (world: TestDeployment, { run: of }: Pick<RunSummary, "run">) => cancelRun("dev", of, world),
    ],
  ])("%s: the undo of that does not make the object again, and its own does", async (_when, meanwhile) => {
    const { world, next } = upsettable();
    await up(world, declared({ it: declaration, other: client() }));
    next("delete", diesAfter);
    const removing = await broken(world, { other: client() });
    await meanwhile(world, removing);
    await undone(world, await up(world, declared({ other: client() }), "azure"));
    expect(await isThere(world)).toBe(false);
    await undone(world, removing);
    expect(await isThere(world)).toBe(true);
  });

  test("and was cancelled: its undo makes the object again", async () => {
    const { world, next } = upsettable();
    await up(world, declared({ it: declaration, other: client() }));
    next("delete", diesAfter);
    const removing = await broken(world, { other: client() });
    await cancelRun("dev", removing.run, world);
    await undone(world, removing);
    expect(await isThere(world)).toBe(true);
  });

  test("and was cancelled; made again, it was deleted by another hand: the undo of a run that found it gone does not make it", async () => {
    const { world, next } = upsettable();
    await up(world, declared({ it: declaration, other: client() }));
    next("delete", diesAfter);
    const removing = await broken(world, { other: client() });
    await cancelRun("dev", removing.run, world);
    await up(world, declared({ it: declaration, other: client() }));
    expect(await isThere(world)).toBe(true);
    await deleteByHand(world);
    world.advance(600_000);
    const noting = await up(world, declared({ other: client() }), "azure", "google");
    await undone(world, noting);
    expect(await isThere(world)).toBe(false);
  });

  test("before the call was sent, and was cancelled: its undo has nothing to do", async () => {
    const { world, next } = upsettable();
    await up(world, declared({ it: declaration, other: client() }));
    next("delete", diesBefore);
    const removing = await broken(world, { other: client() });
    await cancelRun("dev", removing.run, world);
    const writes = await world.writes();
    await undone(world, removing);
    expect(await world.writes()).toEqual(writes);
    expect(await isThere(world)).toBe(true);
  });

  test("and another hand deleted the object after it was seen to stand: the undo does not make it", async () => {
    const { world, next } = upsettable();
    await up(world, declared({ it: declaration, other: client() }));
    next("delete", diesBefore);
    const removing = await broken(world, { other: client() });
    await cancelRun("dev", removing.run, world);
    await deleteByHand(world);
    world.advance(600_000);
    const noting = await up(world, declared({ other: client() }), "azure");
    await undone(world, noting);
    expect(await isThere(world)).toBe(false);
  });
});

test.each(["at once", "once a later run has found that out"])(
  "a replacement that died once the former grant was gone, and was cancelled: its undo brings that back, %s",
  async (when) => {
    const { world, next } = upsettable();
    await up(world, declared({ it: member("res-one") }));
    next("delete", diesAfter);
    const moving = await broken(world, { it: member("res-two") });
    await cancelRun("dev", moving.run, world);
    if (when !== "at once") await up(world, declared({ it: member("res-two") }));
    await undone(world, moving);
    expect(await seenIn(world).grants("res-one")).toEqual([`${viewer} ${ours}`]);
    expect(await seenIn(world).grants("res-two")).toEqual([]);
  },
);

test("a replacement that died once the former grant was gone: its undo brings that back", async () => {
  const { world, next } = upsettable();
  await up(world, declared({ it: member("res-one") }));
  next("delete", diesAfter);
  const moving = await broken(world, { it: member("res-two") });
  await resumed(world, moving);
  await undone(world, moving);
  expect(await seenIn(world).grants("res-one")).toEqual([`${viewer} ${ours}`]);
  expect(await seenIn(world).grants("res-two")).toEqual([]);
});

describe.each([
  ["before its call was sent", diesBefore],
  ["once its call took effect", diesAfter],
])(
  "an undo that brings grants of others back, and whose process dies %s, brings them back once it is resumed",
  (_, upset) => {
    const stranger = "user:stranger@acme.example";
    const theirs = `roles/compute.admin ${stranger}`;

    test("where it writes the share", async () => {
      const { world, next } = upsettable();
      await up(world, declared({ it: member("res-one") }));
      await seenIn(world).grant("res-one", stranger);
      const taking = await up(world, declared({ it: member("res-one", { role: "roles/viewer" }) }));
      expect(await seenIn(world).grants("res-one")).toEqual([`roles/viewer ${ours}`]);
      next("update", upset);
      await undoneOnceResumed(world, taking);
      expect(await seenIn(world).grants("res-one")).toEqual([theirs, `${viewer} ${ours}`]);
    });

    test("where it only writes for their sake", async () => {
      const { world, next } = upsettable();
      await up(world, declared({ it: member("res-one") }));
      await seenIn(world).grant("res-one", stranger);
      const taking = await up(world, declared({ it: member("res-one") }));
      expect(await seenIn(world).grants("res-one")).toEqual([`${viewer} ${ours}`]);
      next("update", upset);
      await undoneOnceResumed(world, taking);
      expect(await seenIn(world).grants("res-one")).toEqual([theirs, `${viewer} ${ours}`]);
    });

    test("where it removes the share", async () => {
      const { world, next } = upsettable();
      await seenIn(world).grant("res-one", stranger);
      const taking = await up(world, declared({ it: member("res-one") }));
      next("update", upset);
      next("delete", upset);
      await undoneOnceResumed(world, taking);
      expect(await seenIn(world).grants("res-one")).toEqual([theirs]);
    });

    test("where a destroy does so", async () => {
      const { world, next } = upsettable();
      await seenIn(world).grant("res-one", stranger);
      await up(world, declared({ it: member("res-one", {}, { onDestroy: "restore" }), other: client() }));
      next("update", upset);
      next("delete", upset);
      await resumed(world, await broken(world, { other: client() }));
      expect(await seenIn(world).grants("res-one")).toEqual([theirs]);
    });
  },
);

test("a change that took effect before its run died is undone, be it that another hand has changed the object as well", async () => {
  const { world, next } = upsettable();
  const it = (description: string) => ({ it: gateway("one", { description, labels: { by: "us" } }) });
  await up(world, declared(it("one")));
  next("update", diesAfter);
  const changing = await broken(world, it("two"));
  const path = "v1/projects/acme/locations/here/endpointAttachments/one";
  await world.wire("PATCH", `${path}?updateMask=labels`, { labels: { by: "hand" } });
  await cancelRun("dev", changing.run, world);
  await undone(world, changing);
  expect(await world.wire("GET", path)).toMatchObject({ description: "one", labels: { by: "hand" } });
});
