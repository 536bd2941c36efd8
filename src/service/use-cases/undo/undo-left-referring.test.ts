import { beforeEach, expect, test } from "vitest";
import type { JsonObject } from "../../../../packages/base/json/json.ts";
import type { Change } from "../../../engine/ports/driver.ts";
import { client, declared, plan, run, type TestDeployment, up } from "../deployment.fixture.ts";
import { gateway, refusing, seenIn, undone } from "./undo-world.fixture.ts";

// A run that deletes first failed after the deletion. Its undo makes the object anew, with other values, and does not
// write what the run has not touched: that refers to the former values, and the plan of the undo says so.

let world: TestDeployment;
let isRefused: (change: Pick<Change, "operation" | "target">) => boolean;
beforeEach(() => {
  isRefused = () => false;
  world = refusing((change) => isRefused(change));
});

const deletesFirst = { deleteBeforeReplace: true };
const described =
  (description: string, options: JsonObject = {}) =>
  (id: string) =>
    gateway(id, { location: "here", description }, options);

/** Objects that lean on `on`, or on one another, and `on` where it is said to be. */
const at = (location: string, dependents: Readonly<Record<string, (id: string) => JsonObject>>) =>
  declared({
    on: gateway("on", { location }, deletesFirst),
    ...Object.fromEntries(Object.entries(dependents).map(([id, of]) => [id, of(id)])),
  });

/** The run of a declaration, which deletes and comes no further. */
async function broken(declaration: ReturnType<typeof declared>) {
  isRefused = ({ operation }) => operation === "create";
  const summary = await run(world, await plan(world, declaration));
  expect(summary.status).toBe("failed");
  isRefused = () => false;
  return summary;
}

async function toldOf(failed: Awaited<ReturnType<typeof broken>>) {
  const { view } = await undone(world, failed);
  return view.problems.filter(({ code }) => code === "refers-to-former");
}

test("the undo tells what refers to the former object, and the next run puts that right", async () => {
  const dependents = { door: described("of ${on.endpointIp}"), other: described("none", { dependsOn: ["on"] }) };
  await up(world, at("here", dependents));
  const former = await seenIn(world).described("door");
  const told = await toldOf(await broken(at("there", dependents)));
  expect(told).toMatchObject([{ severity: "warning", address: "door" }]);
  expect(told[0]?.detail).toContain("`on`");
  expect(told[0]?.detail).toContain("`description`");
  expect(told[0]?.detail).toContain("`plumb up`");
  expect(await seenIn(world).described("door")).toBe(former);
  await up(world, at("here", dependents));
  expect(await seenIn(world).described("door")).not.toBe(former);
});

test("what has the value through a text of another is told as well", async () => {
  const dependents = { door: described("of ${on.endpointIp}"), sign: described("${door.description}!") };
  await up(world, at("here", dependents));
  const told = await toldOf(await broken(at("there", dependents)));
  expect(told.map(({ address }) => address).sort()).toEqual(["door", "sign"]);
});

test("a field that its declaration leaves to others is not told: no run puts it right", async () => {
  const dependents = { door: described("of ${on.endpointIp}", { ignoreChanges: ["description"] }) };
  await up(world, at("here", dependents));
  expect(await toldOf(await broken(at("there", dependents)))).toEqual([]);
});

test("nothing is told where the former object is undeleted: it has its values still", async () => {
  const portal = (id: string) => ({ ...client({ oauthClientId: id }), options: deletesFirst });
  const both = (id: string) =>
    declared({ on: portal(id), door: gateway("door", { description: "of ${on.clientId}" }) });
  await up(world, both("former"));
  const former = await seenIn(world).described("door");
  expect(await toldOf(await broken(both("latter")))).toEqual([]);
  const again = await up(world, both("former"));
  expect(again.status).toBe("done");
  expect(await seenIn(world).described("door")).toBe(former);
});

test("what refers to an object by its id, and not to the one in its place, is told when the undo deletes that object", async () => {
  const dependents = { door: described("of ${on.id}"), sign: described("${door.description}!") };
  await up(world, at("here", dependents));
  const former = await seenIn(world).described("sign");
  isRefused = ({ operation, target }) => operation === "update" && target.id.endsWith("/sign");
  const half = await run(world, await plan(world, at("there", dependents)));
  expect(half.status).toBe("failed");
  isRefused = () => false;
  const { view, summary } = await undone(world, half);
  expect(view.problems.filter(({ code }) => code === "refers-to-former")).toEqual([]);
  // The undo of the undo puts the other object in its place again.
  expect(await toldOf(summary)).toMatchObject([{ severity: "warning", address: "sign" }]);
  expect(await seenIn(world).described("sign")).toBe(former);
  await up(world, at("there", dependents));
  expect(await seenIn(world).described("sign")).not.toBe(former);
});
