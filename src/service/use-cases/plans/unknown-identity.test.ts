import { beforeEach, expect, test } from "vitest";
import type { JsonObject } from "../../../../packages/base/json/json.ts";
import { client, declared, plan, run, type TestDeployment, testDeployment, up } from "../deployment.fixture.ts";
import { gateway, member, ours, seenIn, viewer } from "../undo/undo-world.fixture.ts";
import { planStack } from "./make-plans.ts";

// What an object is called is known only in the run. What stands there already is met as it is where the name is known.

let world: TestDeployment;
beforeEach(() => {
  world = testDeployment();
});

const named = (name: string, resource: (name: string) => JsonObject) =>
  declared({ portal: client({ displayName: "wave" }), other: resource(name) });
const unknownName = `\${portal.state == "ACTIVE" ? "wave" : "none"}`;

test("a share that stands already is taken over by the first run", async () => {
  await seenIn(world).grant("wave", ours, viewer);
  const view = await planStack(
    { stack: "dev", kind: "apply", declaration: named(unknownName, member), refresh: true },
    world,
  );
  expect(view.deferred).toMatchObject([{ name: "other" }]);
  const summary = await run(world, view.digest);
  expect(summary).toMatchObject({ status: "done", problems: [] });
  expect((await world.store.readStack("dev")).records.get("other")).toMatchObject({ beforeUs: { role: viewer } });
});

test("a share beside which others have grants waits for the approval of a plan that names them", async () => {
  await seenIn(world).grant("wave", "user:other@acme.example");
  const first = await run(world, await plan(world, named(unknownName, member)));
  expect(first).toMatchObject({ status: "stopped", problems: [{ code: "approval-needed", address: "other" }] });
  const view = await planStack(
    { stack: "dev", kind: "apply", declaration: named(unknownName, member), refresh: true },
    world,
  );
  expect(view.problems).toContainEqual(expect.objectContaining({ code: "bindings-lost" }));
  expect(await run(world, view.digest)).toMatchObject({ status: "done" });
});

test("an object that somebody has made is refused with the way to take it over", async () => {
  await world.wire("POST", "v1/projects/acme/locations/here/endpointAttachments?endpointAttachmentId=wave", {
    serviceAttachment: "projects/p/regions/r/serviceAttachments/s",
  });
  const summary = await run(world, await plan(world, named(unknownName, gateway)));
  expect(summary).toMatchObject({
    status: "failed",
    problems: [
      { code: "already-exists", detail: expect.stringContaining("`plumb import connectors:EndpointAttachment other") },
    ],
  });
});

test("what does not stand is made", async () => {
  await up(world, named(unknownName, gateway));
  expect(await seenIn(world).described("wave")).toBe("");
});
