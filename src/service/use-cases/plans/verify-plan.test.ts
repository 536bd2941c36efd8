import { beforeEach, describe, expect, test } from "vitest";
import {
  attachments,
  client,
  clientPath,
  declared,
  plan,
  run,
  type TestDeployment,
  testDeployment,
  up,
} from "../deployment.fixture.ts";
import { planStack } from "./make-plans.ts";

let world: TestDeployment;
beforeEach(() => {
  world = testDeployment();
});

const path = (name: string) => `v1/projects/acme/locations/here/endpointAttachments/${name}`;
const byHand = (name: string, description: string) =>
  world.wire("PATCH", `${path(name)}?updateMask=description`, { description });

/** Ages a plan so that the world is read again, runs it, and gives what it refused; nothing may be written by it. */
async function refusedWhenOld(digest: string): Promise<readonly string[]> {
  world.advance(60_000);
  const before = await world.writes();
  const summary = await run(world, digest);
  expect(summary.status).toBe("refused");
  expect(await world.writes()).toEqual(before);
  for (const each of summary.problems) expect(each.code).toBe("stale-plan");
  return summary.problems.map(({ address, detail }) => `${address}: ${detail}`);
}

describe("a plan that is no longer young", () => {
  test("is carried out when nothing has moved", async () => {
    await up(world, attachments({ a: "one", b: "two" }));
    const digest = await plan(world, attachments({ a: "other", c: "new" }));
    world.advance(3_600_000);
    expect(await run(world, digest)).toMatchObject({ status: "done", update: 1, delete: 1, create: 1 });
  });

  test("is refused with the field that moved, of what it changes and of what it leaves", async () => {
    await up(world, attachments({ a: "one", b: "two" }));
    const digest = await plan(world, attachments({ a: "other", b: "two" }));
    await byHand("a", "mine");
    await byHand("b", "mine too");
    const refused = await refusedWhenOld(digest);
    expect(refused).toHaveLength(2);
    expect(refused[0]).toMatch(/^a: `.*\/a` .*: .*description .*"one" .*"mine"/);
    expect(refused[1]).toMatch(/^b: `.*\/b` .*: .*description .*"two" .*"mine too"/);
  });

  test("is refused when an object went, and when one came", async () => {
    await up(world, attachments({ a: "one" }));
    const digest = await plan(world, attachments({ a: "one", b: "new" }));
    await world.wire("DELETE", path("a"));
    await world.wire("POST", "v1/projects/acme/locations/here/endpointAttachments?endpointAttachmentId=b", {
      serviceAttachment: "projects/p/regions/r/serviceAttachments/s",
    });
    expect((await refusedWhenOld(digest)).toSorted()).toEqual([
      expect.stringMatching(/^a: .* existed /),
      expect.stringMatching(/^b: .* not exist /),
    ]);
  });

  test("is refused when a client was soft-deleted meanwhile, though the platform still shows it", async () => {
    await up(world, declared({ portal: client() }));
    const digest = await plan(world, declared({ portal: client({ description: "new" }) }));
    await world.wire("DELETE", clientPath);
    expect(await refusedWhenOld(digest)).toEqual([expect.stringMatching(/state .*"ACTIVE" .*"DELETED"/)]);
  });

  test("is refused when the content is the same and the version is not: somebody was there", async () => {
    const properties = { name: "wave-1", role: "roles/compute.viewer", member: "group:ops@acme.example" };
    const viewers = { type: "compute:ReservationIamMember", properties };
    await up(world, declared({ viewers }));
    const digest = await plan(world, declared({ viewers, portal: client() }));
    const policy = "compute/v1/projects/acme/zones/here-b/reservations/wave-1";
    const now = await world.wire("GET", `${policy}/getIamPolicy?optionsRequestedPolicyVersion=3`);
    await world.wire("POST", `${policy}/setIamPolicy`, { policy: { ...now, bindings: [] } });
    const again = await world.wire("GET", `${policy}/getIamPolicy?optionsRequestedPolicyVersion=3`);
    await world.wire("POST", `${policy}/setIamPolicy`, {
      policy: { ...again, version: 3, bindings: [{ role: properties.role, members: [properties.member] }] },
    });
    const [refused = ""] = await refusedWhenOld(digest);
    expect(refused).toMatch(/^viewers: .*(etag|version)/);
  });

  test("is refused when an object can't be read any more", async () => {
    await up(world, attachments({ a: "one" }));
    const digest = await plan(world, attachments({ a: "two" }));
    world.advance(60_000);
    const blind = {
      ...world,
      driverOf: (...[provider, at]: Parameters<typeof world.driverOf>) => ({
        ...world.driverOf(provider, at),
        read: async () => ({ kind: "unavailable" as const, detail: "the network is down", retryAfterMs: null }),
      }),
    };
    expect(await run(blind, digest)).toMatchObject({
      status: "refused",
      problems: [{ code: "stale-plan", address: "a", detail: expect.stringContaining("the network is down") }],
    });
  });

  test("goes on from a fresh plan of the same declaration", async () => {
    await up(world, attachments({ a: "one" }));
    const wanted = attachments({ a: "two" });
    const digest = await plan(world, wanted);
    await byHand("a", "mine");
    await refusedWhenOld(digest);
    expect(await up(world, wanted)).toMatchObject({ update: 1 });
  });
});

describe("a young plan", () => {
  test("has just read the world: no second look", async () => {
    await up(world, attachments({ a: "one", b: "two" }));
    const digest = await plan(world, attachments({ a: "other", b: "two" }));
    world.calls.length = 0;
    await run(world, digest);
    expect(world.calls.filter((call) => call.startsWith("GET") && call.endsWith("/b"))).toEqual([]);
  });

  test("destroys are looked at again as well when they are old", async () => {
    await up(world, attachments({ a: "one" }));
    const { digest } = await planStack({ stack: "dev", kind: "destroy", declaration: null, refresh: true }, world);
    await byHand("a", "mine");
    expect(await refusedWhenOld(digest)).toEqual([expect.stringContaining('went from "one" to "mine"')]);
  });
});

describe("a plan that is no longer young, and that leans on what it read", () => {
  const reading = (description: string) =>
    declared(
      {
        found: {
          type: "connectors:EndpointAttachment",
          get: { id: "projects/acme/locations/here/endpointAttachments/found" },
        },
        b: {
          type: "connectors:EndpointAttachment",
          properties: {
            endpointAttachmentId: "b",
            serviceAttachment: "projects/p/regions/r/serviceAttachments/s",
            description,
          },
        },
      },
      { outputs: { told: "${found.description}" } },
    );

  beforeEach(async () => {
    await world.wire("POST", "v1/projects/acme/locations/here/endpointAttachments?endpointAttachmentId=found", {
      serviceAttachment: "projects/p/regions/r/serviceAttachments/s",
      description: "one",
    });
  });

  test("is carried out where the read tells the same", async () => {
    const digest = await plan(world, reading("${found.description}"));
    world.advance(60_000);
    expect(await run(world, digest)).toMatchObject({ status: "done", create: 1, outputs: { told: "one" } });
  });

  test("is refused where it tells something else, or nothing any more", async () => {
    const digest = await plan(world, reading("${found.description}"));
    await byHand("found", "two");
    const [refused] = await refusedWhenOld(digest);
    expect(refused).toMatch(/^found: `.*\/found` .*: .*description .*"one" .*"two"/);
    await world.wire("DELETE", path("found"));
    const [gone] = await refusedWhenOld(digest);
    expect(gone).toMatch(/^found: `.*\/found` existed /);
  });
});
