import { beforeEach, describe, expect, test } from "vitest";
import type { JsonObject } from "../../../../packages/base/json/json.ts";
import type { DeclarationText } from "../../../contract/documents/declarations.ts";
import { askedByUs } from "../../../engine/observe/drift-of-snapshot.ts";
import type { Driver, ReadOutcome } from "../../../engine/ports/driver.ts";
import {
  attachments,
  changedByHand,
  client,
  clientPath,
  declared,
  eventsOf,
  plan,
  run,
  type TestDeployment,
  testDeployment,
  up,
} from "../deployment.fixture.ts";
import type { Deployment } from "../deployment.ts";
import { planStack } from "../plans/make-plans.ts";
import { endedSteps } from "../runs/journal-events.ts";
import { refreshStack } from "../state/refresh-stack.ts";
import { showResource } from "../state/show-state.ts";
import { listResources } from "../state/state-rows.fixture.ts";
import { gateway } from "../undo/undo-world.fixture.ts";
import { driftStack } from "./drift-view.ts";

let world: TestDeployment;
beforeEach(() => {
  world = testDeployment();
});

const attachmentPath = "v1/projects/acme/locations/here/endpointAttachments/a";
const one = attachments({ a: "one" });

const seen = async (deployment: Deployment = world) =>
  (await driftStack("dev", deployment)).drift.map(({ name, class: kind, path }) => [name, kind, path]);

/** What a plan for the declaration would do: name, action and path of each field. */
async function changes(declaration: DeclarationText) {
  const { steps } = await planStack({ stack: "dev", kind: "apply", declaration, refresh: true }, world);
  return steps.flatMap(({ name, action, fields }) => fields.map(({ path }) => [name, action, path]));
}

const planned = (declaration: DeclarationText) =>
  planStack({ stack: "dev", kind: "apply", declaration, refresh: true }, world);

/** The same world whose reads answer otherwise. */
function reading(answer: (real: Driver, target: Parameters<Driver["read"]>[0]) => Promise<ReadOutcome>): Deployment {
  return {
    ...world,
    driverOf: (provider, at) => {
      const real = world.driverOf(provider, at);
      return { ...real, collectionOf: () => null, read: (target) => answer(real, target) };
    },
  };
}

describe("drift", () => {
  test("there is none right after a run, and looking writes nothing", async () => {
    await up(world, one);
    const written = await world.writes();
    expect(await driftStack("dev", world)).toEqual({ stack: "dev", objects: 1, drift: [], inFlight: [] });
    expect(await world.writes()).toEqual(written);
  });

  test("a declared value that somebody changed is out of band, told with both values and when", async () => {
    await up(world, one);
    world.advance(60_000);
    await world.wire("PATCH", `${attachmentPath}?updateMask=description`, { description: "by hand" });
    const { drift } = await driftStack("dev", world);
    expect(drift).toContainEqual({
      name: "a",
      type: "connectors:EndpointAttachment",
      id: "projects/acme/locations/here/endpointAttachments/a",
      class: "out-of-band",
      rank: "other",
      path: "/description",
      old: "one",
      new: "by hand",
      difference: { hunks: [expect.objectContaining({ kind: "text", path: "" })] },
      at: expect.stringMatching(/^2026-01-01T00:01:00/),
    });
    expect(drift.filter((row) => row.class !== "out-of-band")).toEqual([]);
  });

  test("who changed a role policy is told as well", async () => {
    const scope = "/subscriptions/s-1";
    const role = "b24988ac-6180-42a0-ab88-20f7382dd24c";
    const properties = {
      scope,
      roleDefinitionId: `${scope}/providers/Microsoft.Authorization/roleDefinitions/${role}`,
    };
    await up(world, declared({ rules: { type: "authorization:RoleManagementPolicyAssignment", properties } }));
    const policyId = `${scope}/providers/Microsoft.Authorization/roleManagementPolicies/p-2`;
    const policy = { lastModifiedBy: { displayName: "Eve" }, lastModifiedDateTime: "2026-01-02T00:00:00Z" };
    const moved = reading(async (real, target) => {
      const answer = await real.read(target);
      if (answer.kind !== "done") return answer;
      const outputs = { ...answer.observation.outputs, policyId, policyAssignmentProperties: { policy } };
      return { ...answer, observation: { ...answer.observation, outputs } };
    });
    expect((await driftStack("dev", moved)).drift).toContainEqual(
      expect.objectContaining({
        class: "out-of-band",
        path: "/policyId",
        new: policyId,
        by: "Eve",
        at: "2026-01-02T00:00:00Z",
      }),
    );
  });

  test("a value that nobody declared is drift like any other", async () => {
    await up(world, declared({ portal: client() }));
    await world.wire("PATCH", `${clientPath}?updateMask=displayName`, { displayName: "Portal" });
    expect(await seen()).toEqual([["portal", "out-of-band", "/displayName"]]);
  });

  test("the plan puts a documented default back that somebody changed, though nobody declares it", async () => {
    const declaration = declared({ portal: client() });
    await up(world, declaration);
    await world.wire("PATCH", `${clientPath}?updateMask=disabled`, { disabled: true });
    expect(await seen()).toEqual([["portal", "out-of-band", "/disabled"]]);
    const view = await planStack({ stack: "dev", kind: "apply", declaration, refresh: true }, world);
    expect(view.steps).toMatchObject([
      {
        name: "portal",
        action: "update",
        fields: [{ path: "/disabled", old: true, new: false, reason: "drifted", replace: false }],
      },
    ]);
  });

  test("a rule of a role policy is drift, by its own name", async () => {
    const scope = "/subscriptions/s-1";
    const role = "b24988ac-6180-42a0-ab88-20f7382dd24c";
    const roleDefinitionId = `${scope}/providers/Microsoft.Authorization/roleDefinitions/${role}`;
    const properties = { scope, roleDefinitionId };
    await up(world, declared({ rules: { type: "authorization:RoleManagementPolicyAssignment", properties } }));
    const rules = [{ id: "Expiration_EndUser_Assignment", maximumDuration: "PT2H" }];
    await world.wire("POST", "_local/seed", { kind: "rolePolicy", ...properties, rules });
    expect(await seen()).toEqual([
      ["rules", "output", "/effectiveRules/Expiration_EndUser_Assignment/maximumDuration"],
    ]);
  });

  test("the plan tells of an output that moved, and its run takes it into the record", async () => {
    const scope = "/subscriptions/s-1";
    const role = "b24988ac-6180-42a0-ab88-20f7382dd24c";
    const roleDefinitionId = `${scope}/providers/Microsoft.Authorization/roleDefinitions/${role}`;
    const properties = { scope, roleDefinitionId };
    const declaration = declared({ rules: { type: "authorization:RoleManagementPolicyAssignment", properties } });
    await up(world, declaration);
    const rules = [{ id: "Expiration_EndUser_Assignment", maximumDuration: "PT2H" }];
    await world.wire("POST", "_local/seed", { kind: "rolePolicy", ...properties, rules });
    const view = await planned(declaration);
    expect(view).toMatchObject({
      summary: { same: 1, update: 0 },
      records: ["rules"],
      drift: [
        {
          name: "rules",
          class: "output",
          path: "/effectiveRules/Expiration_EndUser_Assignment/maximumDuration",
          old: "PT8H",
          new: "PT2H",
        },
      ],
    });
    await run(world, view.digest);
    expect(await seen()).toEqual([]);
    expect((await planned(declaration)).drift).toEqual([]);
    const { serial } = await world.store.readStack("dev");
    await refreshStack("dev", world);
    expect((await world.store.readStack("dev")).serial, "there is nothing left to take over").toBe(serial);
  });

  test("an undeclared input without a default is drift and no change; the run takes it into the record", async () => {
    await up(world, one);
    await world.wire("PATCH", `${attachmentPath}?updateMask=labels`, { labels: { team: "a" } });
    expect(await seen()).toEqual([["a", "out-of-band", "/labels/team"]]);
    const view = await planned(one);
    expect(view).toMatchObject({ summary: { same: 1 }, drift: [{ name: "a", path: "/labels/team", new: "a" }] });
    await run(world, view.digest);
    expect(await seen()).toEqual([]);
  });

  test("a field under ignoreChanges is told as such, and stays", async () => {
    const options = { ignoreChanges: ["displayName"] };
    const declaration = declared({ portal: { ...client({ displayName: "Portal" }), options } });
    await up(world, declaration);
    await world.wire("PATCH", `${clientPath}?updateMask=displayName`, { displayName: "By hand" });
    const ignored = { name: "portal", class: "out-of-band", path: "/displayName", ignored: true };
    expect((await driftStack("dev", world)).drift).toMatchObject([ignored]);
    expect(await planned(declaration)).toMatchObject({ summary: { same: 1 }, drift: [ignored] });
  });

  test.each(["warn", "ignore"] as const)("with onDrift: %s an undeclared default is left as it is", async (onDrift) => {
    const declaration = declared({ portal: { ...client(), options: { onDrift } } });
    await up(world, declaration);
    await world.wire("PATCH", `${clientPath}?updateMask=disabled`, { disabled: true });
    const view = await planned(declaration);
    expect(view).toMatchObject({ summary: { same: 1 } });
    expect(view.problems.map(({ code }) => code)).toEqual(onDrift === "warn" ? ["drifted"] : []);
    expect(view.drift).toEqual([]);
    expect(await seen()).toEqual(onDrift === "warn" ? [["portal", "out-of-band", "/disabled"]] : []);
  });

  test("what `onDrift: warn` leaves alone stays drift, whatever runs write elsewhere or beside it, until a refresh", async () => {
    const both = (text: string, labels: JsonObject) =>
      declared({
        portal: { ...client(), options: { onDrift: "warn" } },
        a: gateway("a", { description: text, labels }, { onDrift: "warn" }),
        b: gateway("b", { description: text }),
      });
    await up(world, both("one", {}));
    await world.wire("PATCH", `${clientPath}?updateMask=disabled`, { disabled: true });
    await world.wire("PATCH", `${attachmentPath}?updateMask=labels`, { labels: { team: "theirs" } });
    const left = [
      ["a", "out-of-band", "/labels/team"],
      ["portal", "out-of-band", "/disabled"],
    ];
    expect(await seen()).toEqual(left);
    await up(world, both("two", {}));
    expect(await seen()).toEqual(left);
    await refreshStack("dev", world);
    expect(await seen()).toEqual([]);
  });

  test("a write that left nothing else behind is told by its time", async () => {
    await up(world, one);
    world.advance(60_000);
    await world.wire("PATCH", `${attachmentPath}?updateMask=description`, { description: "by hand" });
    await world.wire("PATCH", `${attachmentPath}?updateMask=description`, { description: "one" });
    expect(await seen()).toEqual([["a", "output", "/updateTime"]]);
  });

  test("an import tells what it would put back, and what it has to leave", async () => {
    const { properties } = client() as { properties: JsonObject };
    const { oauthClientId: _, location: __, ...fields } = properties;
    const body = { ...fields, clientType: "CONFIDENTIAL_CLIENT", disabled: true };
    await world.wire("POST", "v1/projects/acme/locations/global/oauthClients?oauthClientId=web-portal", body);
    const id = "projects/acme/locations/global/oauthClients/web-portal";
    const view = await planned(declared({ portal: { ...client(), options: { import: id } } }));
    expect(view.steps).toMatchObject([
      { action: "import", fields: [{ path: "/disabled", old: true, new: false, replace: false }] },
    ]);
    expect(view.problems.map(({ code }) => code)).toEqual(["kept-undeclared"]);
    await run(world, view.digest);
    expect(await planned(declared({ portal: client() }))).toMatchObject({ summary: { same: 1 }, problems: [] });
  });

  test("what an object gets besides what it had is drift, at any depth", async () => {
    const type = "migrate:ServerCollector";
    const properties = { resourceGroupName: "rg", projectName: "p", serverCollectorName: "c" };
    await up(world, declared({ c: { type, properties } }));
    const moved = reading(async (real, target) => {
      const answer = await real.read(target);
      if (answer.kind !== "done") return answer;
      const was = answer.observation.outputs["properties"] as JsonObject;
      const agentProperties = { ...(was["agentProperties"] as JsonObject), spnDetails: { audience: "theirs" } };
      const now = { ...was, discoverySiteId: "/sites/s", agentProperties };
      const outputs = { ...answer.observation.outputs, properties: now };
      return { ...answer, observation: { ...answer.observation, outputs } };
    });
    expect((await seen(moved)).map(([, , path]) => path).sort()).toEqual([
      "/properties/agentProperties/spnDetails/audience",
      "/properties/discoverySiteId",
    ]);
  });

  test("another spelling of the same is an equivalent form, and no change", async () => {
    const declaration = declared({ portal: client() });
    await up(world, declaration);
    const allowedGrantTypes = ["REFRESH_TOKEN_GRANT", "AUTHORIZATION_CODE_GRANT"];
    await world.wire("PATCH", `${clientPath}?updateMask=allowedGrantTypes`, { allowedGrantTypes });
    expect(await seen()).toEqual([["portal", "equivalent form", "/allowedGrantTypes"]]);
    expect(await changes(declaration)).toEqual([]);
  });

  test("an object that is gone, and one that is only marked as deleted", async () => {
    await up(world, declared({ portal: client() }));
    await world.wire("DELETE", clientPath);
    expect((await driftStack("dev", world)).drift).toMatchObject([
      { class: "gone", detail: expect.stringContaining("soft-deleted") },
    ]);
    world = testDeployment();
    await up(world, one);
    await world.wire("DELETE", attachmentPath);
    expect((await driftStack("dev", world)).drift).toMatchObject([
      { class: "gone", path: "", detail: expect.not.stringContaining("soft-deleted") },
    ]);
  });

  test("another binding on a policy that is ours is out of band", async () => {
    const properties = { name: "wave-1", role: "roles/compute.viewer", member: "group:ops@acme.example" };
    await up(world, declared({ viewers: { type: "compute:ReservationIamMember", properties } }));
    const policy = "compute/v1/projects/acme/zones/here-b/reservations/wave-1";
    const { etag } = await world.wire("GET", `${policy}/getIamPolicy?optionsRequestedPolicyVersion=3`);
    const bindings = [
      { role: "roles/compute.viewer", members: ["group:ops@acme.example"] },
      { role: "roles/compute.admin", members: ["user:eve@acme.example"] },
    ];
    await world.wire("POST", `${policy}/setIamPolicy`, { policy: { version: 3, etag: etag ?? null, bindings } });
    const { drift } = await driftStack("dev", world);
    expect(drift.map(({ class: kind, detail }) => [kind, detail])).toContainEqual([
      "out-of-band",
      expect.stringContaining("user:eve@acme.example"),
    ]);
  });

  test("a read of what stood there before our last write lags; the same read much later is somebody's hand", async () => {
    await up(world, one);
    const target = { id: "projects/acme/locations/here/endpointAttachments/a" };
    let before: ReadOutcome | undefined;
    await driftStack(
      "dev",
      reading(async (real, asked) => {
        before = await real.read(asked);
        return before;
      }),
    );
    world.advance(60_000);
    await up(world, attachments({ a: "two" }));
    const lagging = reading(async (real, asked) => (asked.id === target.id && before ? before : real.read(asked)));
    expect(await seen(lagging)).toContainEqual(["a", "lagging read", "/description"]);
    expect(await seen()).toEqual([]);
    world.advance(3_600_000);
    expect(await seen(lagging)).toContainEqual(["a", "out-of-band", "/description"]);
  });

  test("what another hand puts back right after our write is told with its rank, and how to find out", async () => {
    await up(world, declared({ web: client({ disabled: false }) }));
    world.advance(60_000);
    await up(world, declared({ web: client({ disabled: true }) }));
    await world.wire("PATCH", `${clientPath}?updateMask=disabled`, {
      disabled: false,
    });
    const told = { class: "lagging read", rank: "enabled", detail: expect.stringContaining("another hand has") };
    const first = (await driftStack("dev", world)).drift;
    expect(first).toMatchObject([{ ...told, path: "/disabled" }]);
    expect(first[0]?.detail).toContain("look again in 5 min");
    world.advance(301_000);
    expect((await driftStack("dev", world)).drift).toMatchObject([{ class: "out-of-band", rank: "enabled" }]);
  });

  test("a declared value that the answer to the write contradicts is told in the run, and is drift until it is as wanted or adopted", async () => {
    world = testDeployment({
      around: (driver) => ({
        ...driver,
        write: async (change, signal) => {
          const outcome = await driver.write(change, signal);
          if (outcome.kind !== "done" || outcome.observation === null) return outcome;
          await world.wire("PATCH", `${clientPath}?updateMask=displayName`, { displayName: "Former" });
          const { observation } = outcome;
          const outputs = { ...observation.outputs, displayName: "Former" };
          return { ...outcome, observation: { ...observation, outputs } };
        },
      }),
    });
    const { digest } = await planned(declared({ portal: client({ displayName: "Portal" }) }));
    expect(await eventsOf(world, digest)).toContainEqual(
      expect.objectContaining({ phase: "done", warning: expect.objectContaining({ code: "not-as-asked" }) }),
    );
    expect((await driftStack("dev", world)).drift).toMatchObject([
      { name: "portal", class: "out-of-band", path: "/displayName", old: "Portal", new: "Former" },
    ]);
    await world.wire("PATCH", `${clientPath}?updateMask=displayName`, { displayName: "Portal" });
    expect((await seen()).filter(([, , path]) => path === "/displayName")).toEqual([]);
    await world.wire("PATCH", `${clientPath}?updateMask=displayName`, { displayName: "Former" });
    await refreshStack("dev", world);
    expect(await seen()).toEqual([]);
  });

  test("a value that `onDrift` leaves in what is written whole is as it was sent", async () => {
    const labelled = (labels: JsonObject) => declared({ a: gateway("a", { labels }, { onDrift: "warn" }) });
    await up(world, labelled({ team: "ours", stage: "one" }));
    await world.wire("PATCH", `${attachmentPath}?updateMask=labels`, { labels: { team: "theirs", stage: "one" } });
    const { digest } = await planned(labelled({ team: "ours", stage: "two" }));
    const events = await eventsOf(world, digest);
    expect(events.flatMap((event) => ("warning" in event ? [event.warning] : []))).toEqual([]);
    expect((await world.wire("GET", attachmentPath))["labels"]).toEqual({ team: "theirs", stage: "two" });
  });

  test("a write that no read shows yet is told in the run, also by whoever goes on with it", async () => {
    const unshown = testDeployment({
      around: (driver) => ({
        ...driver,
        write: async (change, signal) => {
          const outcome = await driver.write(change, signal);
          return outcome.kind === "done" ? { ...outcome, isUnshown: true } : outcome;
        },
      }),
    });
    const declaration = declared({ portal: client({ displayName: "Portal" }) });
    const { digest } = await planStack({ stack: "dev", kind: "apply", declaration, refresh: true }, unshown);
    const told = { code: "not-shown-yet", address: "portal" };
    const events = await eventsOf(unshown, digest);
    expect(events).toContainEqual(expect.objectContaining({ phase: "done", warning: expect.objectContaining(told) }));
    const { run } = events.find((event) => event.event === "summary") ?? {};
    const ends = await endedSteps("dev", run ?? "", unshown);
    expect(ends).toMatchObject([{ kind: "done", warning: told }]);
  });

  test("what can't be read says why", async () => {
    await up(world, one);
    const broken = reading(async () => ({ kind: "unavailable", detail: "the network is down", retryAfterMs: null }));
    expect((await driftStack("dev", broken)).drift).toMatchObject([
      { name: "a", class: "unreadable", detail: "the network is down" },
    ]);
  });
});

describe("refresh", () => {
  test("adopts what is seen, and a declaration that follows plans empty", async () => {
    await up(world, one);
    await world.wire("PATCH", `${attachmentPath}?updateMask=description`, { description: "by hand" });
    const written = await world.writes();
    expect((await refreshStack("dev", world)).drift).toContainEqual(expect.objectContaining({ path: "/description" }));
    expect(await seen()).toEqual([]);
    expect((await showResource("dev", "a", world)).outputs["description"]).toBe("by hand");
    expect(await world.writes()).toEqual(written);
    expect(await changes(one)).toEqual([["a", "update", "/description"]]);
    expect(await changes(attachments({ a: "by hand" }))).toEqual([]);
  });

  test("drops what is gone, so that the next plan makes it anew and others keep their records", async () => {
    const both = attachments({ a: "one", b: "two" });
    await up(world, both);
    await world.wire("DELETE", attachmentPath);
    // So soon after our write a read that finds nothing may lag behind.
    const young = await refreshStack("dev", world);
    expect(young.drift).toMatchObject([{ name: "a", class: "gone", detail: expect.stringContaining(" lag ") }]);
    expect((await listResources("dev", world)).map(({ name }) => name)).toEqual(["a", "b"]);
    world.advance(600_000);
    expect((await refreshStack("dev", world)).drift).toMatchObject([{ name: "a", class: "gone" }]);
    expect((await listResources("dev", world)).map(({ name }) => name)).toEqual(["b"]);
    expect((await changes(both)).map(([name, action]) => [name, action])).toContainEqual(["a", "create"]);
    expect(await up(world, both)).toMatchObject({ create: 1, same: 1 });
  });

  test("leaves a record that can't be read as it is, and writes nothing when nothing moved", async () => {
    await up(world, one);
    const { serial } = await world.store.readStack("dev");
    await refreshStack("dev", world);
    await refreshStack(
      "dev",
      reading(async () => ({ kind: "unavailable", detail: "the network is down", retryAfterMs: null })),
    );
    expect((await world.store.readStack("dev")).serial).toBe(serial);
    expect((await listResources("dev", world)).map(({ name }) => name)).toEqual(["a"]);
  });

  test("a plan made before a refresh that adopted something is stale", async () => {
    await up(world, one);
    const digest = await plan(world, attachments({ a: "two" }));
    await world.wire("PATCH", `${attachmentPath}?updateMask=description`, { description: "by hand" });
    await refreshStack("dev", world);
    expect(await run(world, digest)).toMatchObject({ status: "refused", problems: [{ code: "stale-plan" }] });
  });
});

/** The same world, whose process dies as soon as a write has taken effect. */
function dyingAfterWrites(): TestDeployment {
  const driverOf: Deployment["driverOf"] = (provider, at) => ({
    ...world.driverOf(provider, at),
    write: async (change, signal) => {
      await world.driverOf(provider, at).write(change, signal);
      throw new Error("killed");
    },
  });
  return { ...world, driverOf };
}

test("drift tells the calls whose end is not known, so that our own doing is not taken for a stranger's", async () => {
  await up(world, attachments({ a: "one" }));
  const digest = await plan(world, attachments({ a: "two" }));
  await expect(run(dyingAfterWrites(), digest)).rejects.toThrow("killed");
  const view = await driftStack("dev", world);
  expect(view.inFlight).toMatchObject([{ name: "a", operation: "update", fields: ["description"] }]);
  expect(view.drift).toEqual([]);
  await world.wire("PATCH", `${attachmentPath}?updateMask=description`, { description: "by hand" });
  expect(await seen()).toEqual([["a", "out-of-band", "/description"]]);
});

test("what a failed operation of ours has left there is told as that, until it is recorded; another value is not", async () => {
  await up(world, attachments({ a: "one" }));
  await world.wire("POST", "_local/faults", [
    { match: { method: "PATCH" }, fault: { kind: "failed-operation", code: 13, effect: "holds" } },
  ]);
  const { status } = await run(world, await plan(world, attachments({ a: "two" })));
  expect(status).toBe("failed");
  await world.wire("DELETE", "_local/faults");
  const description = async () =>
    (await driftStack("dev", world)).drift.filter(({ path }) => path === "/description").map(({ detail }) => detail);
  expect(await description()).toEqual([askedByUs]);
  await changedByHand(world, attachmentPath, { description: "by hand" });
  expect(await description()).toEqual([undefined]);
  await changedByHand(world, attachmentPath, { description: "two" });
  await refreshStack("dev", world);
  await changedByHand(world, attachmentPath, { description: "one" });
  await refreshStack("dev", world);
  await changedByHand(world, attachmentPath, { description: "two" });
  expect(await description()).toEqual([undefined]);
});

test("a list that a call whose end is not known was to set is told as its field compares it, in whatever order", async () => {
  const uris = ["https://a.acme.example/callback", "https://b.acme.example/callback"];
  await up(world, declared({ portal: client() }));
  const digest = await plan(world, declared({ portal: client({ allowedRedirectUris: uris }) }));
  await expect(run(dyingAfterWrites(), digest)).rejects.toThrow("killed");
  const put = (allowedRedirectUris: readonly string[]) =>
    world.wire("PATCH", `${clientPath}?updateMask=allowedRedirectUris`, { allowedRedirectUris });
  await put(uris.toReversed());
  expect(await seen()).toEqual([]);
  await put(uris.slice(1));
  expect(await seen()).toEqual([["portal", "out-of-band", "/allowedRedirectUris"]]);
});

test("an object that a call whose end is not known was to delete is not told as gone", async () => {
  await up(world, attachments({ a: "one", b: "two" }));
  const digest = await plan(world, attachments({ b: "two" }));
  await expect(run(dyingAfterWrites(), digest)).rejects.toThrow("killed");
  world.advance(600_000);
  expect((await driftStack("dev", world)).inFlight).toMatchObject([{ name: "a", operation: "delete" }]);
  expect(await seen()).toEqual([]);
  await world.wire("DELETE", "v1/projects/acme/locations/here/endpointAttachments/b");
  expect(await seen()).toEqual([["b", "gone", ""]]);
});

test("an object that is not shown right after our own write keeps its record, and refresh says so", async () => {
  await up(world, attachments({ a: "one" }));
  await world.wire("DELETE", "v1/projects/acme/locations/here/endpointAttachments/a");
  expect((await refreshStack("dev", world)).drift).toMatchObject([{ name: "a", class: "gone", kept: true }]);
  expect((await world.store.readStack("dev")).records.has("a")).toBe(true);
});

describe("an object that a list leaves out", () => {
  /** The same platform, whose lists do not have one of its objects. */
  const withoutInLists = (name: string) =>
    testDeployment({
      around: (driver) => ({
        ...driver,
        list: async (target, signal) => {
          const listed = await driver.list(target, signal);
          if (listed.kind !== "done") return listed;
          return { ...listed, items: listed.items.filter(({ id }) => !id.endsWith(`/${name}`)) };
        },
      }),
    });

  test("stands where it is found by its name: nothing has moved, and no record goes", async () => {
    const hiding = withoutInLists("a");
    await up(hiding, attachments({ a: "one", b: "two" }));
    hiding.advance(600_000);
    expect((await driftStack("dev", hiding)).drift).toEqual([]);
    await refreshStack("dev", hiding);
    expect([...(await hiding.store.readStack("dev")).records.keys()]).toEqual(["a", "b"]);
    const view = await planStack(
      { stack: "dev", kind: "apply", declaration: attachments({ a: "one", b: "two" }), refresh: true },
      hiding,
    );
    expect(view.steps.map(({ action }) => action)).toEqual(["same", "same"]);
  });
});
