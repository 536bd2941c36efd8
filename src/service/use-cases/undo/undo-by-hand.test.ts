import { beforeEach, expect, test } from "vitest";
import type { JsonObject } from "../../../../packages/base/json/json.ts";
import {
  attachments,
  client,
  clientPath,
  declared,
  done,
  run,
  type TestDeployment,
  testDeployment,
  up,
} from "../deployment.fixture.ts";
import { planStack, planUndo } from "../plans/make-plans.ts";
import { collector, undone } from "./undo-world.fixture.ts";

// What others have set by hand since the run is never overwritten or deleted without a word.

const collectorPath =
  "subscriptions/s-1/resourceGroups/rg/providers/Microsoft.Migrate/assessmentProjects/assess/servercollectors/c" +
  "?api-version=2019-10-01";

let world: TestDeployment;
beforeEach(() => {
  world = testDeployment();
});

const byHand = (displayName: string) => world.wire("PATCH", `${clientPath}?updateMask=displayName`, { displayName });
const imported = (properties: JsonObject) =>
  declared({
    portal: { ...client(properties), options: { import: "projects/acme/locations/global/oauthClients/web-portal" } },
  });

/** A client that was there before us, and is imported under another display name. */
async function importedOver() {
  const { oauthClientId, location, ...body } = client({ displayName: "Ext" })["properties"] as JsonObject;
  await world.wire("POST", `v1/projects/acme/locations/${location}/oauthClients?oauthClientId=${oauthClientId}`, body);
  return up(world, imported({ displayName: "Ours" }));
}

test("the undo of an import that wrote a field shows that change, and counts it", async () => {
  const run = await importedOver();
  const view = await planUndo("dev", run.run, world);
  expect(view.steps).toMatchObject([
    { name: "portal", fields: [{ path: "/displayName", old: "Ours", new: "Ext", reason: "declared" }] },
  ]);
  expect(view.summary).toMatchObject({ update: 1, retain: 1 });
});

test("the undo of an import marks what others have set in such a field since", async () => {
  const made = await importedOver();
  await byHand("ColleagueHand");
  const view = await planUndo("dev", made.run, world);
  expect(view.steps).toMatchObject([
    { name: "portal", fields: [{ path: "/displayName", old: "ColleagueHand", new: "Ext", reason: "drifted" }] },
  ]);
  done(await run(world, view.digest));
  expect(await world.wire("GET", clientPath)).toMatchObject({ displayName: "Ext" });
});

test("the undo of a change marks what others have set in that field since", async () => {
  await up(world, declared({ portal: client({ displayName: "One" }) }));
  const second = await up(world, declared({ portal: client({ displayName: "Two" }) }));
  await byHand("Hand");
  const view = await planUndo("dev", second.run, world);
  expect(view.steps).toMatchObject([
    {
      name: "portal",
      action: "update",
      fields: [{ path: "/displayName", old: "Hand", new: "One", reason: "drifted" }],
    },
  ]);
});

test("the undo of a creation warns of what others have set since on what it deletes", async () => {
  const made = await up(world, declared({ portal: client({ displayName: "One" }) }));
  const before = await planUndo("dev", made.run, world);
  expect(before.problems).toEqual([]);
  await byHand("Hand");
  const view = await planUndo("dev", made.run, world);
  expect(view.problems).toMatchObject([{ code: "changed-since", severity: "warning", address: "portal" }]);
  expect(view.problems[0]?.detail).toContain("`displayName`");
  expect(view.problems[0]?.detail).toContain('"Hand"');
});

test("an undo that is refused plans nothing", async () => {
  const first = await up(world, attachments({ a: "one", b: "one" }));
  await up(world, attachments({ a: "two", b: "one" }));
  const view = await planUndo("dev", first.run, world);
  expect(view.problems).toMatchObject([{ code: "stands-on-it", address: "a" }]);
  expect(view.steps).toEqual([]);
  expect(view.summary).toMatchObject({ create: 0, update: 0, delete: 0 });
});

test("what the undone run has deleted comes back with what others had set on it, declared or not", async () => {
  const path = "v1/projects/acme/locations/here/endpointAttachments/one";
  await up(world, attachments({ one: "text", other: "text" }));
  await world.wire("PATCH", `${path}?updateMask=labels`, { labels: { team: "hand" } });
  const removed = await up(world, attachments({ other: "text" }));
  done(await run(world, (await planUndo("dev", removed.run, world)).digest));
  expect(await world.wire("GET", path)).toMatchObject({ labels: { team: "hand" } });
});

test("what a hand has set within an object that the run has added stays", async () => {
  const { properties: _, ...bare } = collector("x")["properties"] as Record<string, never>;
  const former = declared({ c: { ...collector("x"), properties: bare } });
  await up(world, former);
  const tenantId = "11111111-2222-3333-4444-555555555555";
  const added = { discoverySiteId: "/sites/one", agentProperties: { spnDetails: { audience: "ours" } } };
  const second = await up(world, declared({ c: { ...collector("x"), properties: { ...bare, properties: added } } }));
  await world.wire("PUT", collectorPath, {
    properties: { ...added, agentProperties: { spnDetails: { audience: "ours", tenantId } } },
  });
  await undone(world, second);
  const now = (await world.wire("GET", collectorPath))["properties"] as JsonObject;
  expect(now).not.toHaveProperty("discoverySiteId");
  expect(now["agentProperties"]).toMatchObject({ spnDetails: { tenantId } });
  expect(now["agentProperties"]).not.toHaveProperty("spnDetails.audience");
  const next = await planStack({ stack: "dev", kind: "apply", declaration: former, refresh: true }, world);
  expect(next.steps.filter(({ action }) => action !== "same")).toEqual([]);
});

test("the undo of a run that took an object out puts its members back beside what a hand has set since", async () => {
  const { properties: _, ...bare } = collector("x")["properties"] as Record<string, never>;
  const added = { discoverySiteId: "/sites/one" };
  await up(world, declared({ c: { ...collector("x"), properties: { ...bare, properties: added } } }));
  const second = await up(world, declared({ c: { ...collector("x"), properties: bare } }));
  await world.wire("PUT", collectorPath, { properties: { agentProperties: { spnDetails: { audience: "hand" } } } });
  await undone(world, second);
  expect((await world.wire("GET", collectorPath))["properties"]).toMatchObject({
    ...added,
    agentProperties: { spnDetails: { audience: "hand" } },
  });
});
