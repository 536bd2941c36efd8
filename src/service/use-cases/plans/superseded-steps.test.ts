import { beforeEach, expect, test } from "vitest";
import type { JsonObject } from "../../../../packages/base/json/json.ts";
import type { Change } from "../../../engine/ports/driver.ts";
import { client, declared, done, plan, run, type TestDeployment, testDeployment, up } from "../deployment.fixture.ts";
import type { Deployment } from "../deployment.ts";
import { driftStack } from "../objects/drift-view.ts";
import { refreshStack } from "../state/refresh-stack.ts";
import { storedPlan } from "./kept-plans.ts";
import { planStack } from "./make-plans.ts";
import { planRefresh } from "./plan-refresh.ts";

let world: TestDeployment;
beforeEach(() => {
  world = testDeployment();
});

/** The same Plumbline, on platforms that refuse some deletions. */
function keeping(isKept: (change: Change) => boolean): Deployment {
  return {
    ...world,
    driverOf: (provider, at) => {
      const driver = world.driverOf(provider, at);
      return {
        ...driver,
        write: async (change) =>
          change.operation === "delete" && isKept(change)
            ? { kind: "denied", detail: "not now" }
            : driver.write(change),
      };
    },
  };
}

const attachment = (id: string): JsonObject => ({
  type: "connectors:EndpointAttachment",
  properties: { endpointAttachmentId: id, serviceAttachment: "projects/p/regions/r/serviceAttachments/s" },
});

const gone = expect.stringContaining(" former ");

/** Replaces `a` while its former object can't be deleted. */
async function replaceHalf(id: string): Promise<void> {
  const half = keeping(() => true);
  const { status } = await run(half, await plan(half, declared({ a: attachment(id) })));
  expect(status).toBe("failed");
}

/** Two objects of other uids that go by `a` both wait for their deletion. */
async function leaveTwoFormer(): Promise<void> {
  await up(world, declared({ a: attachment("a-1") }));
  await replaceHalf("a-2");
  const stubborn = keeping(({ target }) => target.id.endsWith("a-1"));
  expect(await run(stubborn, await plan(stubborn, declared({ other: attachment("o") })))).toMatchObject({
    status: "failed",
    delete: 1,
  });
  const third = await run(stubborn, await plan(stubborn, declared({ a: attachment("a-3"), other: attachment("o") })));
  expect(third).toMatchObject({ create: 1, failed: 1 });
  await replaceHalf("a-4");
}

test("former objects of one name are all deleted, whatever records they come from", async () => {
  await leaveTwoFormer();
  const next = await planStack(
    { stack: "dev", kind: "apply", declaration: declared({ a: attachment("a-4") }), refresh: true },
    world,
  );
  expect(next.steps.filter(({ superseded }) => superseded === true).map(({ id }) => id?.split("/").at(-1))).toEqual([
    "a-1",
    "a-3",
  ]);
  const { steps } = (await storedPlan("dev", next.digest, world)).plan;
  expect(new Set(steps.map(({ id }) => id)).size).toBe(steps.length);
  expect(done(await run(world, next.digest))).toMatchObject({ delete: next.summary.delete });
  expect((await world.writes()).filter((write) => write.startsWith("delete")).toSorted()).toEqual([
    "delete a-1",
    "delete a-2",
    "delete a-3",
    "delete o",
  ]);
});

test("a resource that is only read from now on is deleted beside the read", async () => {
  await up(world, declared({ a: attachment("a-1"), legacy: client() }));
  const reading = declared({
    legacy: client(),
    a: { type: "iam:OAuthClient", get: { id: "projects/acme/locations/global/oauthClients/web-portal" } },
  });
  const next = await planStack({ stack: "dev", kind: "apply", declaration: reading, refresh: true }, world);
  const { steps } = (await storedPlan("dev", next.digest, world)).plan;
  expect(new Set(steps.map(({ id }) => id)).size).toBe(steps.length);
  expect(done(await run(world, next.digest))).toMatchObject({ delete: 1 });
  expect((await world.writes()).at(-1)).toBe("delete a-1");
});

test("a deletion that is left out tells that the change of its own resource did not succeed", async () => {
  await up(world, declared({ a: attachment("a-1") }));
  const stubborn: Deployment = {
    ...world,
    driverOf: (provider, at) => {
      const driver = world.driverOf(provider, at);
      const write: typeof driver.write = async (change) =>
        change.operation === "create" ? { kind: "denied", detail: "not now" } : driver.write(change);
      return { ...driver, write };
    },
  };
  const { problems } = await run(stubborn, await plan(stubborn, declared({ a: attachment("a-2") })));
  const detail = expect.stringContaining(" creation of `projects/acme/locations/here/endpointAttachments/a-2`");
  expect(problems).toMatchObject([{ code: "denied" }, { code: "not-reached", address: "a", detail }]);
});

test("a former object that another hand has deleted is told as drift, and a refresh drops it", async () => {
  await up(world, declared({ a: attachment("a-1") }));
  await replaceHalf("a-2");
  await world.wire("DELETE", "v1/projects/acme/locations/here/endpointAttachments/a-1");
  world.advance(600_000);
  const { drift, objects } = await driftStack("dev", world);
  expect(drift).toEqual([
    expect.objectContaining({ name: "a", class: "gone", id: expect.stringContaining("a-1"), detail: gone }),
  ]);
  expect(objects).toBe(2);
  const { problems } = await planRefresh({ stack: "dev" }, world);
  expect(problems.map(({ code, detail }) => [code, detail])).toEqual([
    ["gone-outside", expect.stringMatching(/a-1`: .* former /)],
  ]);
  await refreshStack("dev", world);
  expect(await driftStack("dev", world)).toMatchObject({ objects: 1, drift: [] });
});
