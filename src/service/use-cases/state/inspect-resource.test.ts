import { beforeEach, expect, test } from "vitest";
import { keepDeclaration } from "../declarations/declarations.ts";
import { attachments, type TestDeployment, testDeployment, upAt } from "../deployment.fixture.ts";
import { renameResource } from "./edit-state.ts";
import { inspectResource } from "./inspect-resource.ts";
import { refreshStack } from "./refresh-stack.ts";
import { resourceHistory } from "./resource-history.ts";

const path = "v1/projects/acme/locations/here/endpointAttachments/a";
const everything = { after: null, limit: 100 };

let world: TestDeployment;
beforeEach(async () => {
  world = testDeployment();
  await upAt("test/dev", world, attachments({ a: "one", b: "b" }));
});

const history = async (name = "a", page: Parameters<typeof resourceHistory>[2] = everything) =>
  (await resourceHistory("test/dev", name, page, world)).items.map(({ operation, outcome }) => [operation, outcome]);

test("a resource is shown as declared, as recorded, and as it is, by one read", async () => {
  await keepDeclaration("test/dev", attachments({ a: "declared" }), { kind: "anything" }, world);
  await world.wire("PATCH", `${path}?updateMask=description`, { description: "by hand" });
  const before = world.calls.length;
  const shown = await inspectResource("test/dev", "a", world);
  expect(shown).toMatchObject({
    name: "a",
    declared: { type: "connectors:EndpointAttachment", properties: { description: "declared" } },
    inputs: { description: "one" },
    outputs: { description: "one" },
    drift: expect.arrayContaining([expect.objectContaining({ path: "/description", old: "one", new: "by hand" })]),
  });
  expect(world.calls.slice(before)).toEqual([`GET /${path}`]);
  expect((await inspectResource("test/dev", "b", world)).declared).toBeNull();
  await expect(inspectResource("test/dev", "A", world)).rejects.toThrow("has no resource `A`; did you mean `a`?");
});

test("its history tells of calls and of what else changed its record, through renames, newest first", async () => {
  world.advance(60_000);
  await upAt("test/dev", world, attachments({ a: "two", b: "b" }));
  await world.wire("PATCH", `${path}?updateMask=description`, { description: "by hand" });
  await refreshStack("test/dev", world);
  await renameResource("test/dev", "a", "c", world);
  expect(await history("c")).toEqual([
    ["record", "done"],
    ["record", "done"],
    ["update", "done"],
    ["create", "done"],
  ]);
  const { items } = await resourceHistory("test/dev", "c", everything, world);
  expect(items.map(({ name }) => name)).toEqual(["c", "a", "a", "a"]);
  const description = ({ fields }: (typeof items)[number]) => fields.find((field) => field.path === "/description");
  expect(items.map(description)).toEqual([
    undefined,
    { path: "/description", old: "two", new: "by hand" },
    { path: "/description", old: "one", new: "two" },
    undefined,
  ]);
  expect(items[2]).toMatchObject({ at: "2026-01-01T00:01:00.000Z", run: expect.any(String) });
  expect(await history("b")).toEqual([["create", "done"]]);
});

test("its history is in pages that stay as they are while more happens", async () => {
  for (const text of ["two", "three", "four"]) await upAt("test/dev", world, attachments({ a: text, b: "b" }));
  const first = await resourceHistory("test/dev", "a", { after: null, limit: 2 }, world);
  await upAt("test/dev", world, attachments({ a: "five", b: "b" }));
  const rest = await resourceHistory("test/dev", "a", { after: first.next, limit: 2 }, world);
  const value = ({ fields }: (typeof first.items)[number]) =>
    fields.find((field) => field.path === "/description")?.new;
  expect([...first.items, ...rest.items].map(value)).toEqual(["four", "three", "two", undefined]);
  expect(rest.next).toBeNull();
});

test("a call that failed or was never answered is part of the history", async () => {
  await world.wire("POST", "_local/faults", [
    { match: { method: "PATCH", path: "v1/**" }, fault: { kind: "status", status: 403 } },
  ]);
  await upAt("test/dev", world, attachments({ a: "two", b: "b" })).catch(() => {});
  expect(await history()).toEqual([
    ["update", "failed"],
    ["create", "done"],
  ]);
});
