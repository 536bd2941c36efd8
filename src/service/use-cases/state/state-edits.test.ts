import { beforeEach, expect, test } from "vitest";
import type { Json } from "../../../../packages/base/json/json.ts";
import { attachments, type TestDeployment, testDeployment, up } from "../deployment.fixture.ts";
import type { PageRequest } from "../lists/page.ts";
import { importObjects } from "../objects/import-objects.ts";
import { planUndo } from "../plans/make-plans.ts";
import { undone } from "../undo/undo-world.fixture.ts";
import { forgetResource, importState, renameResource } from "./edit-state.ts";
import { exportState } from "./export-state.ts";
import { refreshStack } from "./refresh-stack.ts";
import { listEdits } from "./state-edits.ts";

let world: TestDeployment;
beforeEach(() => {
  world = testDeployment();
});

const all: PageRequest = { after: null, limit: 100 };

test("what has changed the state without a plan is listed, the newest first, with the run before it", async () => {
  const first = await up(world, attachments({ a: "one", b: "two" }));
  await renameResource("dev", "a", "c", world);
  const second = await up(world, attachments({ c: "one", b: "three" }));
  await forgetResource("dev", "b", world);
  await importState("dev", (await exportState("dev", world)) as unknown as Json, true, world);
  const { items, next } = await listEdits("dev", all, world);
  expect(items).toMatchObject([
    { detail: "state imported", afterRun: second.run },
    { detail: "forgot b", changes: 1, afterRun: second.run },
    { detail: "renamed a to c", changes: 1, afterRun: first.run },
  ]);
  expect(next).toBeNull();
});

test("an edit tells when it was made; one of an older journal does not", async () => {
  await up(world, attachments({ a: "one" }));
  await renameResource("dev", "a", "b", world);
  const at = new Date(world.clock.now()).toISOString();
  expect((await listEdits("dev", all, world)).items).toMatchObject([{ detail: "renamed a to b", at }]);
  const reading = await world.store.readJournalAfter("dev", 0, 100);
  const older = reading.batches.map(({ serial, entries }) => ({
    serial,
    entries: entries.map((entry) => {
      if (entry.kind !== "result") return entry;
      const { at: _, ...rest } = entry;
      return rest;
    }),
  }));
  const store = { ...world.store, readJournalAfter: async () => ({ ...reading, batches: older }) };
  expect((await listEdits("dev", all, { ...world, store })).items).toMatchObject([{ at: null }]);
});

test("a refresh that recorded something is one, and a run is none", async () => {
  await up(world, attachments({ a: "one" }));
  const path = "v1/projects/acme/locations/here/endpointAttachments/a";
  await world.wire("PATCH", `${path}?updateMask=description`, { description: "by hand" });
  const { run } = await up(world, attachments({ a: "one" }));
  expect((await listEdits("dev", all, world)).items).toEqual([]);
  await world.wire("PATCH", `${path}?updateMask=description`, { description: "again" });
  await refreshStack("dev", world);
  await refreshStack("dev", world);
  const at = new Date(world.clock.now()).toISOString();
  expect((await listEdits("dev", all, world)).items).toMatchObject([
    { detail: "refreshed", at, changes: 1, afterRun: run },
  ]);
});

test("the undo of a refresh says that it changed only what is recorded, and what brings the platform back", async () => {
  await up(world, attachments({ a: "one" }));
  const path = "v1/projects/acme/locations/here/endpointAttachments/a";
  await world.wire("PATCH", `${path}?updateMask=description`, { description: "by hand" });
  await refreshStack("dev", world);
  const [refreshed] = (await listEdits("dev", all, world)).items;
  const { steps, problems } = await planUndo("dev", refreshed?.edit ?? "", world);
  expect(steps.filter(({ action }) => action !== "same")).toEqual([]);
  expect(problems).toMatchObject([{ code: "only-recorded", severity: "warning" }]);
  expect(problems[0]?.detail).toContain("`plumb up`");
});

test("an import is one, also of several objects, and is undone by its id", async () => {
  await up(world, attachments({ a: "one", b: "two" }));
  await forgetResource("dev", "a", world);
  await forgetResource("dev", "b", world);
  const entries = ["a", "b"].map((name) => ({
    ...{ type: "connectors:EndpointAttachment", name, id: `here/${name}`, provider: null },
  }));
  await importObjects({ stack: "dev", entries, declaration: attachments({ a: "one", b: "two" }) }, world);
  const [imported] = (await listEdits("dev", all, world)).items;
  expect(imported).toMatchObject({ detail: "imported a, b", changes: 2, at: expect.any(String) });
  await undone(world, { run: imported?.edit ?? "" });
  expect((await world.store.readStack("dev")).records.size).toBe(0);
});

test("an edit is undone by its id", async () => {
  await up(world, attachments({ a: "one" }));
  await renameResource("dev", "a", "b", world);
  const [renamed] = (await listEdits("dev", all, world)).items;
  await undone(world, { run: renamed?.edit ?? "" });
  const state = await world.store.readStack("dev");
  expect([...state.records.keys()]).toEqual(["a"]);
});

test("pages go on where the one before ended, whatever comes between", async () => {
  await up(world, attachments({ a: "one" }));
  for (const [from, to] of [
    ["a", "b"],
    ["b", "c"],
    ["c", "d"],
  ] as const)
    await renameResource("dev", from, to, world);
  const first = await listEdits("dev", { after: null, limit: 2 }, world);
  await renameResource("dev", "d", "e", world);
  const second = await listEdits("dev", { after: first.next, limit: 2 }, world);
  const told = [...first.items, ...second.items].map(({ detail }) => detail);
  expect(told).toEqual(["renamed c to d", "renamed b to c", "renamed a to b"]);
  expect(second.next).toBeNull();
});
