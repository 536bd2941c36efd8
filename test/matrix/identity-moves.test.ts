import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { JsonObject } from "../../packages/base/json/json.ts";
import type { PlanView } from "../../src/contract/documents/plans/plan.ts";
import type { StepView } from "../../src/contract/documents/plans/steps.ts";
import type { ResourceView } from "../../src/contract/documents/resources.ts";
import { changesOf, InProcess } from "../scenarios/in-process.ts";
import { declarationOf, subscription } from "./base-declarations.ts";

let world: InProcess;
beforeEach(() => {
  world = new InProcess();
});
afterEach(() => world.close());

const otherSubscription = "99999999-2222-3333-4444-555555555555";
const google = { kind: "google", project: "acme-prod", region: "europe-west1", zone: "europe-west1-b" };
const azure = { kind: "azure", subscriptionId: subscription };
const workspace = { kind: "databricks", level: "workspace" };

const collector = {
  type: "migrate:ServerCollector",
  properties: {
    resourceGroupName: "rg-migration",
    projectName: "assessment",
    serverCollectorName: "collector",
    properties: { discoverySiteId: "/sites/one" },
  },
};
const member = {
  type: "compute:ReservationIamMember",
  properties: { name: "wave-1", role: "roles/compute.viewer", member: "group:migration@acme.example" },
};
const client = {
  type: "iam:OAuthClient",
  properties: {
    oauthClientId: "web-portal",
    location: "global",
    allowedGrantTypes: ["AUTHORIZATION_CODE_GRANT"],
    allowedRedirectUris: ["https://portal.acme.example/callback"],
    allowedScopes: ["https://www.googleapis.com/auth/cloud-platform"],
  },
};
const attachment = {
  type: "connectors:EndpointAttachment",
  properties: {
    endpointAttachmentId: "gateway",
    serviceAttachment: "projects/acme-network/regions/europe-west1/serviceAttachments/portal",
  },
};

type Resource = { readonly type: string; readonly properties: JsonObject };

function text(it: Resource, providers: JsonObject, options: JsonObject = {}): string {
  return declarationOf({ it: { ...it, options } }, { providers: { google, azure, workspace, ...providers } });
}

async function idOf(name = "it"): Promise<string> {
  const view = await world.ask<ResourceView>("GET", `/v1/projects/test/stacks/dev/resources/${name}`);
  if (!view.ok) throw new Error(view.value.detail);
  return view.value.id;
}

async function planned(declaration: string): Promise<PlanView> {
  const plan = await world.plan(declaration);
  if (!plan.ok) throw new Error(JSON.stringify(plan.value.problems));
  return plan.value;
}

const stepOf = (plan: PlanView): StepView | undefined =>
  plan.steps.find(({ name, superseded }) => name === "it" && superseded !== true);

/** What names the object besides its own inputs, and another value for it. */
const sources: readonly (readonly [string, Resource, "update" | "replace", string, JsonObject])[] = [
  ["the subscription of a collector", collector, "update", "azure", { ...azure, subscriptionId: otherSubscription }],
  ["the zone of a reservation", member, "update", "google", { ...google, zone: "europe-west1-c" }],
  ["the project of a reservation", member, "update", "google", { ...google, project: "acme-test" }],
  ["the project of a client", client, "replace", "google", { ...google, project: "acme-test" }],
  ["the project of an attachment", attachment, "replace", "google", { ...google, project: "acme-test" }],
  ["the region of an attachment", attachment, "replace", "google", { ...google, region: "europe-west4" }],
];

describe.each(sources)("%s", (_what, it, action, ref, changed) => {
  /** The change as it can be declared: in the settings of the provider, or by another provider's name. */
  const ways: readonly (readonly [string, string])[] = [
    ["in the provider's settings", text(it, { [ref]: changed })],
    [
      "by options.provider",
      text(
        it,
        { [ref]: { ...(ref === "google" ? google : azure), default: true }, other: changed },
        { provider: "other" },
      ),
    ],
  ];

  test.each(ways)("changed %s moves the object at once, and the plan says why", async (_way, after) => {
    const first = await world.up(text(it, {}));
    expect(first.summary.status).toBe("done");
    const before = await idOf();
    const plan = await planned(after);
    expect(changesOf(plan)).toEqual({ it: action, "it~": "delete" });
    const step = stepOf(plan);
    expect(step?.id).not.toBe(before);
    // Either the input that the provider fills, or the identity itself.
    const [reason] = step?.fields ?? [];
    expect(reason).toBeDefined();
    if (action === "update")
      expect(step?.fields).toMatchObject([
        { path: "/id", old: before, new: step?.id, reason: "identity", replace: false },
      ]);
    expect(plan.problems.filter(({ severity }) => severity === "error")).toEqual([]);
    expect((await world.run(plan.digest)).summary).toMatchObject({ status: "done", failed: 0 });
    expect(await idOf()).toBe(step?.id);
    expect(changesOf(await planned(after))).toEqual({});
    const read = (id: string) =>
      world.ask<{ readonly outputs: JsonObject }>("POST", `/v1/types/${it.type}/objects:read`, {
        ...{ id, state: {}, declaration: { file: "", text: after, config: {} }, provider: null },
      });
    const moved = await read(step?.id ?? "");
    if (!moved.ok) throw new Error(moved.value.detail);
    // The whole object is written at its new place, not only what differs.
    const { name: _, ...others } = it.properties;
    expect(moved.value.outputs).toMatchObject(others);
    const left = await read(before);
    expect(left.ok && left.value.outputs["state"] !== "DELETED").toBe(false);
  });
});

test("a move goes along with another change, and both are told", async () => {
  await world.up(text(collector, {}));
  const before = await idOf();
  const changed = {
    ...collector,
    properties: { ...collector.properties, properties: { discoverySiteId: "/sites/two" } },
  };
  const plan = await planned(text(changed, { azure: { ...azure, subscriptionId: otherSubscription } }));
  const step = stepOf(plan);
  expect(step?.fields.map(({ path, reason }) => [path, reason])).toEqual([
    ["/id", "identity"],
    ["/properties/discoverySiteId", "declared"],
  ]);
  expect(step?.fields[0]).toMatchObject({ old: before, new: step?.id });
});

test("an identity that the inputs change is told by the inputs alone", async () => {
  await world.up(text(member, {}));
  const renamed = { ...member, properties: { ...member.properties, name: "wave-2" } };
  expect(stepOf(await planned(text(renamed, {})))?.fields.map(({ path }) => path)).toEqual(["/name"]);
});

test("what stands at the new place already is not written over", async () => {
  await world.up(text(collector, {}));
  const moved = text(collector, { azure: { ...azure, subscriptionId: otherSubscription } });
  await world.up(moved.replaceAll('"it"', '"other"'), { stack: "neighbour" });
  const plan = await planned(moved);
  expect(plan.problems.map(({ code }) => code)).toContain("claimed-twice");
});

test("another hand at the new place between plan and run is not written over", async () => {
  await world.up(text(collector, {}));
  const plan = await planned(text(collector, { azure: { ...azure, subscriptionId: otherSubscription } }));
  const id = stepOf(plan)?.id ?? "";
  const path = `${id.slice(1)}?api-version=2019-10-01`;
  const theirs = await world.wire("PUT", path, { properties: { discoverySiteId: "/sites/theirs" } });
  expect(theirs.ok).toBe(true);
  expect((await world.run(plan.digest)).summary.status).toBe("failed");
  const there = (await (await world.wire("GET", path)).json()) as { readonly properties: JsonObject };
  expect(there.properties["discoverySiteId"]).toBe("/sites/theirs");
});

test("another cloud stays a problem", async () => {
  await world.up(text(collector, {}));
  const plan = await planned(text(collector, { azure: { ...azure, baseUrl: "https://management.usgovcloudapi.net" } }));
  expect(plan.problems.map(({ code }) => code)).toContain("cloud-changed");
});

test("under another logical name the move is planned as well", async () => {
  await world.up(text(collector, {}));
  const before = await idOf();
  const after = declarationOf(
    { renamed: { ...collector, options: { aliases: ["it"] } } },
    { providers: { google, azure: { ...azure, subscriptionId: otherSubscription }, workspace } },
  );
  const plan = await planned(after);
  expect(changesOf(plan)).toEqual({ renamed: "update", "renamed~": "delete" });
  const step = plan.steps.find(({ superseded }) => superseded !== true);
  expect(step).toMatchObject({ movedFrom: "it", fields: [{ path: "/id", old: before, reason: "identity" }] });
  expect((await world.run(plan.digest)).summary.status).toBe("done");
  expect(await idOf("renamed")).toBe(step?.id);
});
