import { beforeEach, expect, test } from "vitest";
import { declared, type TestDeployment, testDeployment } from "../deployment.fixture.ts";
import { planStack } from "../plans/make-plans.ts";
import { planImport } from "../plans/plan-import.ts";
import { planRefresh } from "../plans/plan-refresh.ts";
import { refreshStack } from "../state/refresh-stack.ts";
import { ours, seenIn, viewer } from "../undo/undo-world.fixture.ts";
import { driftStack } from "./drift-view.ts";
import { importObjects } from "./import-objects.ts";

// A share of a policy that holds grants of others: the write sets the whole policy.

let world: TestDeployment;
beforeEach(() => {
  world = testDeployment();
});

const other = "user:other@acme.example";
const request = {
  stack: "dev",
  entries: [{ type: "compute:ReservationIamMember", name: "m", id: `wave ${viewer} ${ours}`, provider: null }],
  declaration: declared({}),
};
const lost = { code: "bindings-lost", severity: "warning", address: "m", detail: expect.stringContaining(other) };

test("an import says what the next plan takes away, and a look right after it finds nothing changed", async () => {
  await seenIn(world).grant("wave", ours, viewer);
  await seenIn(world).grant("wave", other, viewer);
  expect((await planImport(request, world)).problems).toMatchObject([lost]);
  const [imported] = await importObjects(request, world);
  expect(imported?.problems).toMatchObject([lost]);
  expect((await driftStack("dev", world)).drift).toEqual([]);
  const declaration = declared({ m: imported?.declaration ?? {} });
  const view = await planStack({ stack: "dev", kind: "apply", declaration, refresh: true }, world);
  expect(view.drift ?? []).toEqual([]);
  expect(view.problems).toContainEqual(expect.objectContaining({ code: "bindings-lost" }));
});

test("what the import advises, so that the others stay, is possible: the next plan changes nothing", async () => {
  await seenIn(world).grant("wave", ours, viewer);
  await seenIn(world).grant("wave", other, viewer);
  const [imported] = await importObjects(request, world);
  expect(imported?.problems[0]?.detail).toContain("`onDrift: warn`");
  const declaration = declared({ m: { ...imported?.declaration, options: { onDrift: "warn" } } });
  const { steps } = await planStack({ stack: "dev", kind: "apply", declaration, refresh: true }, world);
  expect(steps).toMatchObject([{ name: "m", action: "same" }]);
});

test("what comes after the import is drift until a refresh records it, as what was there", async () => {
  await seenIn(world).grant("wave", ours, viewer);
  await seenIn(world).grant("wave", other, viewer);
  const [imported] = await importObjects(request, world);
  await seenIn(world).grant("wave", "user:late@acme.example", viewer);
  const late = { class: "out-of-band", rank: "rights-widened", detail: expect.stringContaining("also holds") };
  expect((await driftStack("dev", world)).drift).toMatchObject([late]);
  expect((await planRefresh({ stack: "dev" }, world)).steps).toMatchObject([{ name: "m", action: "adopt" }]);
  expect((await refreshStack("dev", world)).drift).toMatchObject([late]);
  expect((await driftStack("dev", world)).drift).toEqual([]);
  expect((await refreshStack("dev", world)).drift).toEqual([]);
  expect((await planRefresh({ stack: "dev" }, world)).steps).toMatchObject([{ name: "m", action: "same" }]);
  const declaration = declared({ m: imported?.declaration ?? {} });
  const { problems } = await planStack({ stack: "dev", kind: "apply", declaration, refresh: true }, world);
  expect(problems.filter(({ code }) => code === "bindings-lost")).toHaveLength(2);
});

test("a grant that was recorded beside ours and is gone is drift, and is recorded so", async () => {
  await seenIn(world).grant("wave", ours, viewer);
  await seenIn(world).grant("wave", other, viewer);
  await importObjects(request, world);
  await seenIn(world).grantOnly("wave", ours, viewer);
  const gone = [{ class: "out-of-band", rank: "other", detail: expect.stringMatching(/no longer holds .*other@/) }];
  expect((await driftStack("dev", world)).drift).toMatchObject(gone);
  expect((await refreshStack("dev", world)).drift).toMatchObject(gone);
  expect((await refreshStack("dev", world)).drift).toEqual([]);
});

test("a share that nobody shares is imported without a word", async () => {
  await seenIn(world).grant("wave", ours, viewer);
  const [imported] = await importObjects(request, world);
  expect(imported).toMatchObject({ problems: [] });
});
