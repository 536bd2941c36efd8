import { expect, test } from "vitest";
import type { ReadOutcome } from "../../../engine/ports/driver.ts";
import { client, declared, plan, run, type TestDeployment, testDeployment, up } from "../deployment.fixture.ts";
import { planStack } from "../plans/make-plans.ts";
import { refreshStack } from "../state/refresh-stack.ts";
import { gateway, seenIn } from "../undo/undo-world.fixture.ts";

// What a failed operation has left, where no read shows it before the run is over.

const nothing: ReadOutcome = { kind: "absent", detail: "not found", version: null, displaces: [] };
const text = declared({ it: gateway("one", { description: "one" }) });

/** A world whose reads show nothing while they are held back. */
function lateWorld() {
  const lag = { isOn: true };
  const world = testDeployment({
    around: (driver) => ({
      ...driver,
      read: async (target, signal) => (lag.isOn ? nothing : driver.read(target, signal)),
    }),
  });
  return { world, lag };
}

/** A run whose creation ends with the platform's error; `effect`: whether the object is there. */
async function failing(world: TestDeployment, effect: "holds" | "lost", declaration = text) {
  await world.wire("POST", "_local/faults", {
    id: "half",
    match: { vendor: "google", method: "POST", path: "**/endpointAttachments", times: 1 },
    fault: { kind: "failed-operation", code: 13, effect },
  });
  const summary = await run(world, await plan(world, declaration));
  expect(summary).toMatchObject({ status: "failed", problems: [{ code: "operation-failed" }], inFlight: [] });
}

const recordsOf = async (world: TestDeployment) => (await world.store.readStack("dev")).records;

test.each(["plan", "refresh"] as const)(
  "is found by the next %s, recorded as tainted, and replaced",
  async (command) => {
    const { world, lag } = lateWorld();
    await failing(world, "holds");
    world.advance(20_000);
    lag.isOn = false;
    if (command === "plan") await plan(world, text);
    else await refreshStack("dev", world);
    expect((await recordsOf(world)).get("it")?.tainted).toContain("INTERNAL");
    await up(world, text);
    expect((await recordsOf(world)).get("it")?.tainted).toBeUndefined();
    expect(await seenIn(world).described("one")).toBe("one");
  },
);

test("is found after a plan that did not show it either", async () => {
  const { world, lag } = lateWorld();
  await failing(world, "holds");
  await plan(world, text);
  lag.isOn = false;
  await plan(world, text);
  expect((await recordsOf(world)).get("it")?.tainted).toContain("INTERNAL");
});

test("is deleted by a destroy that does not see it", async () => {
  const { world } = lateWorld();
  await failing(world, "holds");
  const view = await planStack({ stack: "dev", kind: "destroy", declaration: null, refresh: true }, world);
  expect(await run(world, view.digest)).toMatchObject({ status: "done" });
  expect(await seenIn(world).described("one")).toBeNull();
});

test("is nothing where nothing was left: the next run makes it, and soon nothing is looked for any more", async () => {
  const { world, lag } = lateWorld();
  await failing(world, "lost");
  lag.isOn = false;
  world.advance(600_000);
  const { problems } = await planStack({ stack: "dev", kind: "destroy", declaration: null, refresh: true }, world);
  expect(problems).toEqual([]);
  expect((await world.store.readStack("dev")).openIntents).toEqual([]);
  await up(world, text);
  expect((await recordsOf(world)).get("it")?.tainted).toBeUndefined();
});

test("keeps another name from it only as long as it may show itself, and the problem says so", async () => {
  const { world, lag } = lateWorld();
  await failing(world, "lost");
  lag.isOn = false;
  const renamed = declared({ that: gateway("one", { description: "one" }) });
  const { problems } = await planStack({ stack: "dev", kind: "apply", declaration: renamed, refresh: true }, world);
  expect(problems.find(({ code }) => code === "claimed-twice")?.detail).toMatch(
    / `it` .*INTERNAL.*`aliases: \[it\]` .*`that`,.* five minutes/,
  );
  world.advance(301_000);
  await up(world, renamed);
  expect(await seenIn(world).described("one")).toBe("one");
});

test("is not what another hand makes there later", async () => {
  const { world, lag } = lateWorld();
  await failing(world, "lost");
  lag.isOn = false;
  world.advance(30_000);
  await world.wire("POST", "v1/projects/acme/locations/here/endpointAttachments?endpointAttachmentId=one", {
    description: "one",
    serviceAttachment: "projects/p/regions/r/serviceAttachments/s",
  });
  world.advance(30_000);
  const { problems } = await planStack({ stack: "dev", kind: "apply", declaration: text, refresh: true }, world);
  expect(problems).toContainEqual(expect.objectContaining({ code: "already-exists" }));
  expect((await recordsOf(world)).size).toBe(0);
});

test("keeps its claim but no record of what stood there before, once a destroy has found neither", async () => {
  const { world, lag } = lateWorld();
  lag.isOn = false;
  await up(world, declared({ it: gateway("one") }, { outputs: { it: "${it.id}" } }));
  await world.wire("DELETE", "v1/projects/acme/locations/here/endpointAttachments/one");
  lag.isOn = true;
  await failing(world, "lost");
  const destroy = { stack: "dev", kind: "destroy", declaration: null, refresh: true, dropAllOf: ["google"] } as const;
  expect(await run(world, (await planStack(destroy, world)).digest)).toMatchObject({ status: "done" });
  const { records, outputs, openIntents } = await world.store.readStack("dev");
  const claimKeys = openIntents.map(({ intent }) => intent.claimKey);
  expect({ names: [...records.keys()], outputs }).toEqual({ names: [], outputs: {} });
  expect(await world.store.claims(claimKeys)).toHaveLength(1);
  world.advance(600_000);
  expect(await planStack(destroy, world)).toMatchObject({ steps: [], problems: [] });
  expect(await world.store.claims(claimKeys)).toEqual([]);
});

test("stays tainted where what keeps it is lifted, and nothing has to be written for that", async () => {
  const { world, lag } = lateWorld();
  lag.isOn = false;
  const of = (oauthClientId: string, protect: boolean) =>
    declared({
      it: gateway("one", { description: "is ${portal.state}" }, { protect }),
      portal: client({ oauthClientId }),
    });
  await failing(world, "holds", of("portal-one", true));
  await up(world, of("portal-two", false));
  expect((await recordsOf(world)).get("it")?.tainted).toContain("INTERNAL");
});
