import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { JsonObject } from "../../packages/base/json/json.ts";
import { painter } from "../../src/cli/rendering/paint.ts";
import { renderPlan } from "../../src/cli/rendering/plan/render-plan.ts";
import type { PlanView } from "../../src/contract/documents/plans/plan.ts";
import type { ResourceView } from "../../src/contract/documents/resources.ts";
import { changesOf, InProcess } from "../scenarios/in-process.ts";
import { declarationOf, subscription } from "./base-declarations.ts";

let world: InProcess;
beforeEach(() => {
  world = new InProcess();
});
afterEach(() => world.close());

const google = { kind: "google", project: "acme-prod", region: "europe-west1", zone: "europe-west1-b" };
const azure = { kind: "azure", subscriptionId: subscription };
const workspace = { kind: "databricks", level: "workspace" };

const member = { name: "wave-1", role: "roles/compute.viewer", member: "group:migration@acme.example" };
const conditional = { ...member, condition: { title: "weekends", expression: "true" } };
const collector = { resourceGroupName: "rg-migration", projectName: "assessment", serverCollectorName: "collector" };

/** Updates that let an object go: what is declared before and after, and how the old object goes. */
interface Case {
  readonly type: string;
  readonly before: JsonObject;
  readonly after: JsonObject;
  readonly providers?: JsonObject;
  /** `write`: the write that makes the new object takes the old one away. */
  readonly goes: "write" | "step";
}
const moved = { azure: { ...azure, subscriptionId: "99999999-2222-3333-4444-555555555555" } };
const cases: Readonly<Record<string, Case>> = {
  "a member's role": {
    type: "compute:ReservationIamMember",
    before: member,
    after: { ...member, role: "roles/compute.admin" },
    goes: "write",
  },
  "a member's member": {
    type: "compute:ReservationIamMember",
    before: member,
    after: { ...member, member: "user:ann@acme.example" },
    goes: "write",
  },
  "the title of a member's condition": {
    type: "compute:ReservationIamMember",
    before: conditional,
    after: { ...conditional, condition: { title: "always", expression: "true" } },
    goes: "write",
  },
  "a member's reservation": {
    type: "compute:ReservationIamMember",
    before: member,
    after: { ...member, name: "wave-2" },
    goes: "step",
  },
  "a collector's subscription": {
    type: "migrate:ServerCollector",
    before: collector,
    after: { ...collector, properties: { discoverySiteId: "/sites/one" } },
    providers: moved,
    goes: "step",
  },
};

function text(
  { type }: Pick<Case, "type">,
  properties: JsonObject,
  options: JsonObject = {},
  providers: JsonObject = {},
) {
  return declarationOf(
    { it: { type, properties, options } },
    { providers: { google, azure, workspace, ...providers } },
  );
}

async function planned(declaration: string): Promise<PlanView> {
  const plan = await world.plan(declaration);
  if (!plan.ok) throw new Error(JSON.stringify(plan.value.problems));
  return plan.value;
}

async function idOfIt(): Promise<string> {
  const view = await world.ask<ResourceView>("GET", "/v1/projects/test/stacks/dev/resources/it");
  if (!view.ok) throw new Error(view.value.detail);
  return view.value.id;
}

const errorsOf = (plan: PlanView) =>
  plan.problems.flatMap(({ severity, code }) => (severity === "error" ? [code] : []));

describe.each(Object.entries(cases))("an update of %s", (_what, each) => {
  const changed = (options: JsonObject = {}) => text(each, each.after, options, each.providers);

  test("counts, shows and tells the object that it lets go", async () => {
    await world.up(text(each, each.before));
    const before = await idOfIt();
    const plan = await planned(changed());
    expect(plan.summary).toMatchObject({ update: 1, delete: 1, replace: 0 });
    const [removal] = plan.steps.filter(({ superseded }) => superseded === true);
    expect(removal).toMatchObject({ name: "it", action: "delete", id: before });
    expect(removal?.goneWith).toBe(each.goes === "write" ? "it" : undefined);
    const lines = Object.values(renderPlan(plan, { paint: painter(false), width: 200, whole: true }))
      .flat()
      .join("\n");
    expect(lines).toContain(`- the old object ${before} is deleted`);
    expect(lines).toContain("1 to delete");
    const { steps, summary } = await world.run(plan.digest);
    expect(summary).toMatchObject({ status: "done", update: 1, delete: 1 });
    expect(steps.map((event) => (event.event === "step" ? `${event.phase} ${event.action}` : ""))).toEqual([
      "done update",
      "done delete",
    ]);
    expect(changesOf(await planned(changed()))).toEqual({});
  });

  test("is refused where the object is protected, and nothing is done", async () => {
    const options = { protect: true };
    await world.up(text(each, each.before, options));
    const written = (await world.writes()).length;
    const plan = await planned(changed(options));
    expect(errorsOf(plan)).toEqual(["protected"]);
    expect(plan.problems.find(({ code }) => code === "protected")?.address).toBe("it");
    expect((await world.run(plan.digest)).summary.status).toBe("refused");
    expect(await world.writes()).toHaveLength(written);
  });

  test("is refused where protection goes with the change itself, and done where that went before", async () => {
    await world.up(text(each, each.before, { protect: true }));
    expect(errorsOf(await planned(changed()))).toEqual(["protected"]);
    await world.up(text(each, each.before));
    expect(errorsOf(await planned(changed()))).toEqual([]);
  });

  test("is refused where protection comes with the change itself", async () => {
    await world.up(text(each, each.before));
    expect(errorsOf(await planned(changed({ protect: true })))).toEqual(["protected"]);
  });

  test("keeps what is to be kept, or is refused where it can't", async () => {
    const options = { retainOnDelete: true };
    await world.up(text(each, each.before, options));
    const before = await idOfIt();
    const plan = await planned(changed(options));
    if (each.goes === "write") {
      expect(errorsOf(plan)).toEqual(["would-be-lost"]);
      expect((await world.run(plan.digest)).summary.status).toBe("refused");
      return;
    }
    expect(plan.summary).toMatchObject({ update: 1, delete: 0 });
    expect((await world.run(plan.digest)).summary).toMatchObject({ status: "done", delete: 0 });
    const declaration = { file: "", text: text(each, each.before), config: {} };
    const body = { id: before, state: {}, declaration, provider: null };
    expect((await world.ask("POST", `/v1/types/${each.type}/objects:read`, body)).ok).toBe(true);
  });
});

test("all refusals are told together", async () => {
  const all = (pick: "before" | "after") =>
    Object.fromEntries(
      Object.values(cases).map((each, index) => {
        // Members of one reservation would displace one another.
        const own =
          each.type === "compute:ReservationIamMember"
            ? { name: `wave-${index}-${pick === "after" && each.goes === "step" ? "b" : "a"}` }
            : {};
        return [`it_${index}`, { type: each.type, properties: { ...each[pick], ...own }, options: { protect: true } }];
      }),
    );
  expect(
    (await world.up(declarationOf(all("before"), { providers: { google, azure, workspace } }))).summary.status,
  ).toBe("done");
  const plan = await planned(declarationOf(all("after"), { providers: { google, workspace, ...moved } }));
  expect(
    plan.problems
      .filter(({ code }) => code === "protected")
      .map(({ address }) => address)
      .sort(),
  ).toEqual(Object.values(cases).map((_, index) => `it_${index}`));
});

test("a former object that an earlier run left is counted where it goes", async () => {
  const each = cases["a member's reservation"] as Case;
  await world.up(text(each, each.before));
  const broken = {
    id: "broken",
    match: { vendor: "google", path: "**/reservations/wave-1/setIamPolicy" },
    fault: { kind: "status", status: 403 },
  };
  expect((await world.wire("POST", "_local/faults", [broken])).ok).toBe(true);
  const plan = await planned(text(each, each.after));
  expect((await world.run(plan.digest)).summary.status).toBe("failed");
  await world.wire("DELETE", "_local/faults");
  const next = await planned(text(each, each.after));
  expect(changesOf(next)).toEqual({ "it~": "delete" });
  expect(next.summary).toMatchObject({ delete: 1, update: 0 });
  expect((await world.run(next.digest)).summary).toMatchObject({ status: "done", delete: 1 });
});

test("a replacement counts once, as ever", async () => {
  const type = "migrate:ServerCollector";
  await world.up(text({ type }, collector));
  const plan = await planned(text({ type }, { ...collector, serverCollectorName: "other" }));
  expect(plan.summary).toMatchObject({ replace: 1, delete: 0 });
  expect((await world.run(plan.digest)).summary).toMatchObject({ replace: 1, delete: 0 });
});

test("a later round that would let an object go needs approval", async () => {
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
  const it = { type: "compute:ReservationIamMember", properties: member };
  const providers = { google, azure, workspace };
  await world.up(declarationOf({ it }, { providers }));
  const before = await idOfIt();
  const open = { ...it, properties: { ...member, role: "roles/compute.${portal.clientId}" } };
  const { summary } = await world.up(declarationOf({ portal: client, it: open }, { providers }));
  expect(summary.status).toBe("stopped");
  expect(summary.problems.map(({ code }) => code)).toContain("approval-needed");
  expect(await idOfIt()).toBe(before);
});
