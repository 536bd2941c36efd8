import { beforeEach, describe, expect, test } from "vitest";
import type { JsonObject } from "../../../../packages/base/json/json.ts";
import { declared, run, type TestDeployment, up } from "../deployment.fixture.ts";
import { driftStack } from "../objects/drift-view.ts";
import { planStack } from "../plans/make-plans.ts";
import { planRefresh } from "../plans/plan-refresh.ts";
import { refreshStack } from "../state/refresh-stack.ts";
import { gateway, refusing } from "./undo-world.fixture.ts";

// The old object of a replacement waits for its deletion, and is managed until then: what others do to it is drift.

const path = "v1/projects/acme/locations/here/endpointAttachments";
const old = "projects/acme/locations/here/endpointAttachments/first";
const second = declared({ k: gateway("second", { description: "ours" }) });
let world: TestDeployment;

const planned = (refresh = true) => planStack({ stack: "dev", kind: "apply", declaration: second, refresh }, world);
const warnings = ({ problems }: { readonly problems: readonly { readonly code: string; readonly detail: string }[] }) =>
  problems.map(({ code, detail }) => `${code}: ${detail}`);

beforeEach(async () => {
  let isRefused = true;
  world = refusing(({ operation }) => isRefused && operation === "delete");
  await up(world, declared({ k: gateway("first", { description: "ours" }) }));
  expect((await run(world, (await planned()).digest)).status).toBe("failed");
  isRefused = false;
});

const change = (body: JsonObject) =>
  world.wire("PATCH", `${path}/first?updateMask=${Object.keys(body).join(",")}`, body);

async function remake(body: JsonObject) {
  await world.wire("DELETE", `${path}/first`);
  world.advance(60_000);
  await world.wire("POST", `${path}?endpointAttachmentId=first`, body);
}

describe("an old object of a replacement", () => {
  test("that stands as it was is counted, and is no drift", async () => {
    expect(await driftStack("dev", world)).toMatchObject({ stack: "dev", objects: 2, drift: [] });
    expect(warnings(await planned())).toEqual([]);
  });

  test("that others have changed is drift, told of the old object", async () => {
    await change({ description: "theirs" });
    const { drift } = await driftStack("dev", world);
    expect(drift).toMatchObject([
      { name: "k", id: old, superseded: true, class: "out-of-band", path: "/description", old: "ours", new: "theirs" },
    ]);
  });

  test("that another hand has made anew is drift by all that is otherwise", async () => {
    await remake({ serviceAttachment: "projects/n/regions/r/serviceAttachments/theirs", description: "theirs" });
    const { drift } = await driftStack("dev", world);
    expect(drift.map((row) => row.path)).toEqual(
      expect.arrayContaining(["/description", "/serviceAttachment", "/createTime"]),
    );
    for (const row of drift) expect(row).toMatchObject({ id: old, superseded: true });
  });

  test("is adopted by a refresh as it stands, and is as recorded afterwards", async () => {
    await change({ description: "theirs" });
    const view = await planRefresh({ stack: "dev" }, world);
    expect(view.steps.flatMap((step) => step.fields)).toMatchObject([
      { path: "/description", old: "ours", new: "theirs", reason: "drifted" },
    ]);
    expect((await refreshStack("dev", world)).drift).toHaveLength(1);
    expect((await driftStack("dev", world)).drift).toEqual([]);
  });

  test("that others have changed is deleted with a warning that says what goes", async () => {
    await change({ description: "theirs" });
    const view = await planned();
    expect(view.steps).toContainEqual(expect.objectContaining({ name: "k", action: "delete", superseded: true }));
    expect(warnings(view)).toEqual([
      expect.stringMatching(new RegExp(`^changed-since: .*\`${old}\` \`description\` .*"ours" .*"theirs" `)),
    ]);
  });

  test("is read once by drift and by a plan", async () => {
    for (const look of [() => driftStack("dev", world), () => planned()]) {
      world.calls.length = 0;
      await look();
      expect(world.calls.filter((call) => call.endsWith("/first"))).toHaveLength(
        world.calls.some((call) => call.endsWith("/endpointAttachments")) ? 0 : 1,
      );
    }
  });

  test("is deleted without a word where nobody looked", async () => {
    await change({ description: "theirs" });
    expect(warnings(await planned(false))).toEqual([]);
  });
});
