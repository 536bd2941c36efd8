import { describe, expect, test } from "vitest";
import type { JsonObject } from "../base/json.ts";
import type { RunEvent, RunSummary } from "../doors/api/documents.ts";
import type { Change, Driver, WriteOutcome } from "../engine/ports/driver.ts";
import { client, declared, done, plan, run, type TestDeployment, testDeployment, up } from "./deployment.fixture.ts";
import { resumeRun } from "./run-plans.ts";
import { cancelRun, listRuns } from "./runs.ts";
import { planUndo } from "./undo.ts";
import { collector, errorsIn, gateway, member, ours, seenIn, undone, viewer } from "./undo-world.fixture.ts";

// The undo of a run that did not end well is the inverse of what the run did, whenever and however that was found out.

class Killed extends Error {}

type Upset = (change: Change, driver: Driver) => Promise<WriteOutcome>;

/** A Plumbline whose next matching write goes otherwise; all others go to the platform. */
function upsettable() {
  let upset: { readonly operation: Change["operation"]; readonly by: Upset } | undefined;
  const world = testDeployment({
    around: (driver) => ({
      ...driver,
      write: async (change, signal) => {
        const { operation, by } = upset ?? {};
        if (by === undefined || operation !== change.operation) return driver.write(change, signal);
        upset = undefined;
        return by(change, driver);
      },
    }),
  });
  const next = (operation: Change["operation"], by: Upset) => {
    upset = { operation, by };
  };
  return { world, next };
}

const diesAfter: Upset = async (change, driver) => {
  await driver.write(change);
  throw new Killed();
};
const diesBefore: Upset = () => Promise.reject(new Killed());

/** Carries out a plan whose process dies; gives the run. */
async function broken(world: TestDeployment, resources: JsonObject): Promise<Pick<RunSummary, "run">> {
  await expect(run(world, await plan(world, declared(resources)))).rejects.toThrow(Killed);
  world.advance(600_000);
  return { run: (await listRuns("dev", world))[0]?.run ?? "" };
}

async function resumed(world: TestDeployment, { run: name }: Pick<RunSummary, "run">): Promise<void> {
  const events: RunEvent[] = [];
  for await (const event of resumeRun({ stack: "dev", run: name, parallel: 4 }, world, AbortSignal.any([])))
    events.push(event);
  expect(events.at(-1)).toMatchObject({ event: "summary", status: "done" });
}

/** Each kind of object, a declaration of it, and what tells that it is there. */
const kinds: readonly (readonly [string, JsonObject, (world: TestDeployment) => Promise<boolean>])[] = [
  ["a gateway", gateway("one"), async (world) => (await seenIn(world).described("one")) !== null],
  [
    "a grant",
    member("res-one"),
    async (world) => (await seenIn(world).grants("res-one")).includes(`${viewer} ${ours}`),
  ],
  ["a collector", collector("one"), async (world) => exists(world, collectorPath)],
];
const collectorPath =
  "subscriptions/s-1/resourceGroups/rg/providers/Microsoft.Migrate/assessmentProjects/assess/servercollectors/c?api-version=2019-10-01";

async function exists(world: TestDeployment, path: string): Promise<boolean> {
  try {
    await world.wire("GET", path);
    return true;
  } catch {
    return false;
  }
}

describe.each(kinds)("a run that deleted %s and died", (_, declaration, isThere) => {
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

  test("and was finished by a later run: the undo of that one makes the object again", async () => {
    const { world, next } = upsettable();
    await up(world, declared({ it: declaration, other: client() }));
    next("delete", diesAfter);
    await broken(world, { other: client() });
    const finishing = await up(world, declared({ other: client() }));
    await undone(world, finishing);
    expect(await isThere(world)).toBe(true);
  });

  test("and another hand deleted the object after it was seen to stand: the undo does not make it", async () => {
    const { world, next } = upsettable();
    await up(world, declared({ it: declaration, other: client() }));
    next("delete", diesBefore);
    const removing = await broken(world, { other: client() });
    await cancelRun("dev", removing.run, world);
    if (_ === "a gateway") await world.wire("DELETE", "v1/projects/acme/locations/here/endpointAttachments/one");
    else if (_ === "a grant")
      await world.wire("POST", "compute/v1/projects/acme/zones/here-b/reservations/res-one/setIamPolicy", {
        policy: { bindings: [] },
      });
    else await world.wire("DELETE", collectorPath);
    world.advance(600_000);
    const noting = await up(world, declared({ other: client() }));
    expect(errorsIn(await planUndo("dev", noting.run, world))).toEqual([]);
    done(await run(world, (await planUndo("dev", noting.run, world)).digest));
    expect(await isThere(world)).toBe(false);
  });
});

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
