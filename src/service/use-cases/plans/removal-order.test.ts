import { beforeEach, expect, test } from "vitest";
import type { JsonObject } from "../../../../packages/base/json/json.ts";
import { client, declared, done, plan, run, type TestDeployment, testDeployment, up } from "../deployment.fixture.ts";
import type { Deployment } from "../deployment.ts";
import { planStack } from "./make-plans.ts";

// What was made one after the other has to go the other way round; the local cloud's log tells.

let world: TestDeployment;
beforeEach(() => {
  world = testDeployment();
});

const attachment = (id: string, leansOn: readonly string[] = [], options: JsonObject = {}): JsonObject => ({
  type: "connectors:EndpointAttachment",
  properties: { endpointAttachmentId: id, serviceAttachment: "projects/p/regions/r/serviceAttachments/s" },
  options: { dependsOn: leansOn, ...options },
});

const reading = (id: string, leansOn: readonly string[]): JsonObject => ({
  type: "connectors:EndpointAttachment",
  get: { id: `projects/acme/locations/here/endpointAttachments/${id}` },
  options: { dependsOn: leansOn },
});

async function destroy(deployment: Deployment): Promise<void> {
  const view = await planStack({ stack: "dev", kind: "destroy", declaration: null, refresh: true }, deployment);
  done(await run(world, view.digest));
}

const lastWrites = async (count: number) => (await world.writes()).slice(-count);

const chain = { a: attachment("a"), seen: reading("a", ["a"]), b: attachment("b", ["seen"]) };
/** What is read must be there before the stack is made. */
const made = () => up(world, declared({ a: attachment("a") })).then(() => up(world, declared(chain)));

test("what leans on an object through a `get` goes before it when all is destroyed", async () => {
  await made();
  await destroy(world);
  expect(await lastWrites(2)).toEqual(["delete b", "delete a"]);
});

test("what leans on an object through a `get` goes before it when both leave the declaration", async () => {
  await made();
  await up(world, declared({ other: client() }));
  const writes = await lastWrites(3);
  expect(writes.filter((write) => write.startsWith("delete"))).toEqual(["delete b", "delete a"]);
});

test("what leans on an object through several reads goes before it", async () => {
  await up(world, declared({ a: attachment("a") }));
  await up(
    world,
    declared({ a: attachment("a"), one: reading("a", ["a"]), two: reading("a", ["one"]), b: attachment("b", ["two"]) }),
  );
  await up(world, declared({ other: client() }));
  expect((await lastWrites(3)).filter((write) => write.startsWith("delete"))).toEqual(["delete b", "delete a"]);
});

test("what leaves the declaration goes before the object that it leaned on is replaced in place", async () => {
  const first = attachment("a", [], { deleteBeforeReplace: true });
  await up(world, declared({ a: first, b: attachment("b", ["a"]), c: attachment("c", ["b"]) }));
  await up(world, declared({ a: attachment("a-2", [], { deleteBeforeReplace: true }) }));
  expect(await lastWrites(4)).toEqual(["delete c", "delete b", "delete a", "create a-2"]);
});

test("what leaves the declaration goes before the object whose name gets another type", async () => {
  await up(world, declared({ a: attachment("a"), b: attachment("b", ["a"]) }));
  await up(world, declared({ a: client() }));
  expect(await lastWrites(3)).toEqual(["delete b", "delete a", "create web-portal"]);
});

test("of two that are replaced delete-first the one that leans on the other is deleted first and made last", async () => {
  const two = (n: number) =>
    declared({
      a: attachment(`a-${n}`, [], { deleteBeforeReplace: true }),
      b: attachment(`b-${n}`, ["a"], { deleteBeforeReplace: true }),
    });
  await up(world, two(1));
  await up(world, two(2));
  expect(await lastWrites(4)).toEqual(["delete b-1", "delete a-1", "create a-2", "create b-2"]);
});

test("what is made anew on the new object, before its own former one goes, can't go before the former object of that", async () => {
  const two = (n: number) =>
    declared({ a: attachment(`a-${n}`, [], { deleteBeforeReplace: true }), b: attachment(`b-${n}`, ["a"]) });
  await up(world, two(1));
  await up(world, two(2));
  expect(await lastWrites(4)).toEqual(["delete a-1", "create a-2", "create b-2", "delete b-1"]);
});

test("a dependency that was turned while runs broke off leaves both objects to be deleted", async () => {
  const description = (id: string, text: string, on: readonly string[]): JsonObject => ({
    ...attachment(id, on),
    properties: {
      endpointAttachmentId: id,
      serviceAttachment: "projects/p/regions/r/serviceAttachments/s",
      description: text,
    },
  });
  await up(world, declared({ a: attachment("a", ["b"]), b: attachment("b") }));
  const stubborn: Deployment = {
    ...world,
    driverOf: (provider, at) => ({
      ...world.driverOf(provider, at),
      write: async () => ({ kind: "denied", detail: "not now" }),
    }),
  };
  const turned = declared({ a: description("a", "changed", []), b: attachment("b", ["a"]) });
  const view = await planStack({ stack: "dev", kind: "apply", declaration: turned, refresh: true }, stubborn);
  expect((await run(stubborn, view.digest)).status).toBe("failed");
  await destroy(world);
  expect((await lastWrites(2)).toSorted()).toEqual(["delete a", "delete b"]);
});

test("what something that waits for the next round leans on waits with it, and what that leans on in its turn", async () => {
  await up(world, declared({ a: attachment("a"), b: attachment("b", ["a"]), c: attachment("c", ["b"]) }));
  const named = `\${portal.state == "ACTIVE" ? "c-2" : "c-3"}`;
  await run(world, await plan(world, declared({ portal: client(), c: attachment(named) })));
  expect(await lastWrites(1)).toEqual(["create web-portal"]);
  await up(world, declared({ portal: client(), c: attachment(named) }));
  expect(await lastWrites(4)).toEqual(["create c-2", "delete c", "delete b", "delete a"]);
});

/** `b` leans on `a`; both get other objects, and how `b` is to be called is known only once there is a portal. */
const inPlace = (b: JsonObject, a = "a-2") =>
  declared({ portal: client(), a: attachment(a, [], { deleteBeforeReplace: true }), b });
const laterNamed = '${portal.state == "ACTIVE" ? "b-2" : "b-3"}';

test.each([
  ["still leans on it", ["a"]],
  ["leans on it no more", []],
])("what is replaced delete-first waits for something that waits for the next round and %s", async (_, leansOn) => {
  await up(world, declared({ a: attachment("a-1", [], { deleteBeforeReplace: true }), b: attachment("b-1", ["a"]) }));
  const declaration = inPlace(attachment(laterNamed, leansOn));
  const view = await planStack({ stack: "dev", kind: "apply", declaration, refresh: true }, world);
  expect(view.steps.map(({ name }) => name)).toEqual(["portal"]);
  const deferred = Object.fromEntries(view.deferred.map(({ name, why }) => [name, why]));
  expect(deferred).toMatchObject({ a: expect.stringMatching(/ old .* b /) });
  await run(world, view.digest);
  expect(await lastWrites(1)).toEqual(["create web-portal"]);
  await up(world, declaration);
  const writes = await lastWrites(4);
  expect(writes.toSorted()).toEqual(["create a-2", "create b-2", "delete a-1", "delete b-1"]);
  if (leansOn.length === 0) expect(writes.indexOf("delete b-1")).toBeLessThan(writes.indexOf("delete a-1"));
  expect(await up(world, declaration)).toMatchObject({ create: 0, replace: 0, delete: 0, same: 3 });
});

test("what is made of something that waits so waits with it", async () => {
  const c: JsonObject = {
    ...attachment("c"),
    properties: {
      endpointAttachmentId: "c",
      serviceAttachment: "projects/p/regions/r/serviceAttachments/s",
      description: "${a.id}",
    },
  };
  const first = { a: attachment("a-1", [], { deleteBeforeReplace: true }), b: attachment("b-1", ["a"]) };
  await up(world, declared({ ...first, c }));
  const declaration = declared({
    portal: client(),
    a: attachment("a-2", [], { deleteBeforeReplace: true }),
    b: attachment(laterNamed),
    c,
    d: attachment("d", ["c"]),
  });
  await run(world, await plan(world, declaration));
  expect(await lastWrites(1)).toEqual(["create web-portal"]);
  await up(world, declaration);
  const writes = await lastWrites(6);
  expect(writes.indexOf("delete b-1")).toBeLessThan(writes.indexOf("delete a-1"));
  expect(writes.indexOf("create a-2")).toBeLessThan(writes.findIndex((write) => write.endsWith(" c")));
  expect(await up(world, declaration)).toMatchObject({ create: 0, update: 0, delete: 0, same: 5 });
});

test("what is replaced delete-first goes where that which leans on it waits for nothing else than its new object", async () => {
  await up(world, declared({ a: attachment("a-1", [], { deleteBeforeReplace: true }), b: attachment("b-1", ["a"]) }));
  const named = '${a.endpointIp == "" ? "b-3" : "b-2"}';
  const declaration = declared({ a: attachment("a-2", [], { deleteBeforeReplace: true }), b: attachment(named) });
  await run(world, await plan(world, declaration));
  expect(await lastWrites(2)).toEqual(["delete a-1", "create a-2"]);
  await up(world, declaration);
  expect((await lastWrites(2)).toSorted()).toEqual(["create b-2", "delete b-1"]);
});
