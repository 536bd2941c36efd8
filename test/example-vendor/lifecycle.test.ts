import { afterEach, beforeEach, expect, test } from "vitest";
import type { JsonObject } from "../../packages/base/json/json.ts";
import type { PlanView } from "../../src/contract/documents/plans/plan.ts";
import { keyPaths } from "./northwind/wire/key-wire.ts";
import { EighthWorld } from "./world.ts";

let world: EighthWorld;
beforeEach(() => {
  world = new EighthWorld();
});
afterEach(() => world.close());

const invoices = { keyName: "invoices", note: "Signs invoices" };
const placed = { keyName: "invoices", location: "bern" };
const destroy = { kind: "destroy" };

const actions = ({ steps }: PlanView) => steps.map(({ name, action }) => `${name}: ${action}`);
const rows = async () => (await world.ask<{ readonly resources: readonly JsonObject[] }>("GET", "resources")).resources;
const keys = async () => (await world.wire("GET", keyPaths.collection))["keys"] as unknown as readonly JsonObject[];

test("is planned and applied, in a location and in none, and a second plan changes nothing", async () => {
  const { plan } = await world.up({ invoices, placed });
  expect(actions(plan)).toEqual(["invoices: create", "placed: create"]);
  expect((await rows()).map(({ id }) => id)).toEqual(["keys/invoices", "locations/bern/keys/invoices"]);
  expect(await world.writes()).toEqual([`POST ${keyPaths.collection}`, `POST ${keyPaths.collection}`]);
  expect(actions(await world.plan({ invoices, placed }))).toEqual(["invoices: same", "placed: same"]);
});

test("has the id that the server chose, and a secret that only a reveal shows", async () => {
  await world.up({ invoices });
  const [key] = await keys();
  const shown = JSON.stringify(await world.ask("GET", "resources/invoices"));
  const { material = "" } = await world.wire("GET", `${keyPaths.collection}/${String(key?.["keyId"])}`);
  expect(String(material)).toMatch(/^nw\.[0-9a-f]{32}$/);
  expect(shown).toContain(String(key?.["keyId"]));
  for (const path of ["resources/invoices", "outputs", "state"])
    expect(JSON.stringify(await world.ask("GET", path))).not.toContain(String(material));
  expect(await world.ask("GET", "outputs?reveal=true")).toMatchObject({ outputs: { invoices: material } });
});

test("is changed in place, and replaced where its name or its location changes", async () => {
  await world.up({ invoices });
  const changed = await world.up({ invoices: { ...invoices, note: "Signs bills" } });
  expect(actions(changed.plan)).toEqual(["invoices: update"]);
  expect((await world.writes()).at(-1)).toBe("PATCH northwind/v1/keys/{keyId}");
  const moved = await world.plan({ invoices: { ...invoices, location: "bern" } });
  expect(actions(moved)).toContain("invoices: replace");
});

test("is found although the list lags: no run ends before its key is listed", async () => {
  await world.wire("POST", keyPaths.collection, { name: "other" });
  expect(await keys()).toEqual([]);
  await world.up({ invoices });
  expect((await keys()).map(({ name }) => name).sort()).toEqual(["invoices", "other"]);
});

test("that another hand has changed is drift, which the next run puts right", async () => {
  await world.up({ invoices });
  const [key] = await keys();
  await world.wire("PATCH", `${keyPaths.collection}/${String(key?.["keyId"])}`, { note: "by hand" });
  expect((await world.drift()).drift).toMatchObject([{ name: "invoices", class: "out-of-band", path: "/note" }]);
  expect(actions((await world.up({ invoices })).plan)).toEqual(["invoices: update"]);
  expect((await world.drift()).drift).toEqual([]);
});

test("that stands already is imported by its name", async () => {
  await world.wire("POST", keyPaths.collection, { name: "invoices", note: "Signs invoices", location: "bern" });
  world.clock.pass(10_000);
  const options = { import: "locations/bern/keys/invoices" };
  const { plan } = await world.up({ invoices: { ...invoices, location: "bern", options } });
  expect(actions(plan)).toEqual(["invoices: import"]);
  expect((await world.writes()).length).toBe(1);
  expect(actions(await world.plan({ invoices: { ...invoices, location: "bern" } }))).toEqual(["invoices: same"]);
});

test("is undone: the change of a run, and its creation by two calls", async () => {
  const made = await world.up({ invoices });
  const changed = await world.up({ invoices: { ...invoices, note: "Signs bills" } });
  const back = await world.up({ kind: "undo", run: changed.summary.run });
  expect(actions(back.plan)).toEqual(["invoices: update"]);
  const gone = await world.up({ kind: "undo", run: made.summary.run });
  expect(actions(gone.plan)).toEqual(["invoices: delete"]);
  expect((await world.writes()).slice(-2)).toEqual([
    "PATCH northwind/v1/keys/{keyId}",
    "POST northwind/v1/keys/{keyId}:purge",
  ]);
});

test("is destroyed by two calls, and made again under the same name while the list still shows the old one", async () => {
  await world.up({ invoices });
  const { plan } = await world.up(destroy);
  expect(actions(plan)).toEqual(["invoices: delete"]);
  expect(await world.writes()).toEqual([
    "POST northwind/v1/keys",
    "PATCH northwind/v1/keys/{keyId}",
    "POST northwind/v1/keys/{keyId}:purge",
  ]);
  expect(await rows()).toEqual([]);
  await world.up({ invoices });
  expect((await rows()).map(({ id }) => id)).toEqual(["keys/invoices"]);
});

test("with the mark already is destroyed by one call", async () => {
  await world.up({ invoices: { ...invoices, retired: true } });
  await world.up(destroy);
  expect(await world.writes()).toEqual(["POST northwind/v1/keys", "POST northwind/v1/keys/{keyId}:purge"]);
});
