import { beforeEach, describe, expect, test } from "vitest";
import type { PlanView } from "../../../contract/documents/plans/plan.ts";
import { client, declared, type TestDeployment, testDeployment, up } from "../deployment.fixture.ts";
import { planStack } from "../plans/make-plans.ts";
import { gateway } from "../undo/undo-world.fixture.ts";

// What a plan deletes may have been changed by others since: those values go with it, and that is said before.

const path = "v1/projects/acme/locations/here/endpointAttachments";
const z = gateway("z");
const options = { retainOnDelete: true };
let world: TestDeployment;
beforeEach(async () => {
  world = testDeployment();
  await up(world, declared({ k: gateway("k", { description: "ours" }), kept: gateway("kept", {}, options), z }));
});

const leaving = (refresh = true) =>
  planStack({ stack: "dev", kind: "apply", declaration: declared({ z }), refresh }, world);
const destroying = () => planStack({ stack: "dev", kind: "destroy", declaration: null, refresh: true }, world);
const warnings = ({ problems }: PlanView) =>
  problems.flatMap(({ code, address, detail }) => (code === "changed-since" ? [`${address}: ${detail}`] : []));
const change = (name: string) =>
  world.wire("PATCH", `${path}/${name}?updateMask=description`, { description: "theirs" });
const id = (name: string) => `projects/acme/locations/here/endpointAttachments/${name}`;
const told = expect.stringMatching(/^k: `description` .*"ours" .*"theirs" /);

test("what another type takes the name of is told of as well", async () => {
  await change("k");
  const view = await planStack(
    {
      stack: "dev",
      kind: "apply",
      declaration: declared({ k: client(), kept: gateway("kept", {}, options), z }),
      refresh: true,
    },
    world,
  );
  const ofFormer = new RegExp(`^k: .*\`${id("k")}\` \`description\` .*"ours" .*"theirs" `);
  expect(warnings(view)).toEqual([expect.stringMatching(ofFormer)]);
});

test("what is replaced is told of field by field, and not again", async () => {
  await change("k");
  const wanted = { k: gateway("other", { description: "ours" }), kept: gateway("kept", {}, options), z };
  const view = await planStack({ stack: "dev", kind: "apply", declaration: declared(wanted), refresh: true }, world);
  expect(warnings(view)).toEqual([]);
  expect(view.steps.find(({ action }) => action === "replace")?.fields).toContainEqual(
    expect.objectContaining({ path: "/description", old: "theirs", new: "ours", reason: "drifted" }),
  );
});

describe("an object that goes, and that others have changed", () => {
  test("is told of where it leaves the declaration", async () => {
    expect(warnings(await leaving())).toEqual([]);
    await change("k");
    const view = await leaving();
    expect(warnings(view)).toEqual([told]);
    expect(view.steps.find(({ name }) => name === "k")?.warnings).toHaveLength(1);
  });

  test("is told of where all is destroyed", async () => {
    expect(warnings(await destroying())).toEqual([]);
    await change("k");
    expect(warnings(await destroying())).toEqual([told]);
  });

  test("is not told of where it stays on the platform", async () => {
    await change("kept");
    expect(warnings(await leaving())).toEqual([]);
  });

  test("is not told of where nobody looked", async () => {
    await change("k");
    expect(warnings(await leaving(false))).toEqual([]);
  });

  test("is told of where it was deleted and made anew by another hand, though with the same inputs", async () => {
    const { description, ...rest } = (await world.wire("GET", `${path}/k`)) as Record<string, string>;
    await world.wire("DELETE", `${path}/k`);
    world.advance(60_000);
    const { serviceAttachment = "" } = rest;
    await world.wire("POST", `${path}?endpointAttachmentId=k`, { serviceAttachment, description: description ?? "" });
    expect(warnings(await leaving())).toContainEqual(expect.stringContaining("k: `createTime` was"));
  });
});
