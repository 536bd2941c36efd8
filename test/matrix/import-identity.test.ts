import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { JsonObject } from "../../packages/base/json/json.ts";
import type { ImportView } from "../../src/contract/documents/imports.ts";
import type { PlanView } from "../../src/contract/documents/plans/plan.ts";
import type { ResourceView } from "../../src/contract/documents/resources.ts";
import { changesOf, InProcess } from "../scenarios/in-process.ts";
import { declarationOf, subjects, subscription } from "./base-declarations.ts";

let world: InProcess;
beforeEach(() => {
  world = new InProcess();
});
afterEach(() => world.close());

const role = (guid: string) =>
  `/subscriptions/${subscription}/providers/Microsoft.Authorization/roleDefinitions/${guid}`;

/** Per type: each field of the identity with another value, so that the object is another one. */
const others: readonly (readonly [type: string, field: string, other: JsonObject])[] = [
  ["iam:OAuthClient", "oauthClientId", { oauthClientId: "other-portal" }],
  ["iam:OAuthClient", "location", { location: "europe-west1" }],
  ["iam:OAuthClient", "project", { project: "acme-test" }],
  ["connectors:EndpointAttachment", "endpointAttachmentId", { endpointAttachmentId: "other-gateway" }],
  ["connectors:EndpointAttachment", "location", { location: "europe-west4" }],
  ["connectors:EndpointAttachment", "project", { project: "acme-test" }],
  ["migrate:ServerCollector", "serverCollectorName", { serverCollectorName: "other" }],
  ["migrate:ServerCollector", "projectName", { projectName: "other" }],
  ["migrate:ServerCollector", "resourceGroupName", { resourceGroupName: "rg-other" }],
  ["compute:ReservationIamMember", "name", { name: "wave-2" }],
  ["compute:ReservationIamMember", "role", { role: "roles/compute.admin" }],
  ["compute:ReservationIamMember", "member", { member: "user:ann@acme.example" }],
  ["compute:ReservationIamMember", "condition", { condition: { title: "weekends", expression: "true" } }],
  [
    "authorization:RoleManagementPolicyAssignment",
    "scope",
    { scope: `/subscriptions/${subscription}/resourceGroups/rg-a` },
  ],
  [
    "authorization:RoleManagementPolicyAssignment",
    "roleDefinitionId",
    { roleDefinitionId: role("acdd72a7-3385-48ef-bd42-f606fba81ae7") },
  ],
];

/** Makes an object in another stack, which then lets go of it; gives its id. */
async function leaveBehind(type: string, properties: JsonObject): Promise<string> {
  const made = { type, properties, options: { retainOnDelete: true } };
  const { summary } = await world.up(declarationOf({ it: made }), { stack: "maker" });
  if (summary.status !== "done") throw new Error(JSON.stringify(summary.problems));
  const view = await world.ask<ResourceView>("GET", "/v1/projects/test/stacks/maker/resources/it");
  await world.up(declarationOf({}), { stack: "maker" });
  if (!view.ok) throw new Error(view.value.detail);
  return view.value.id;
}

async function planned(resources: Readonly<Record<string, JsonObject>>): Promise<PlanView> {
  const plan = await world.plan(declarationOf(resources));
  if (!plan.ok) throw new Error(JSON.stringify(plan.value.problems));
  return plan.value;
}

const mismatches = (problems: PlanView["problems"]) => problems.filter(({ code }) => code === "state-mismatch");

describe.each(others)("%s of another %s", (type, _field, other) => {
  const { properties } = subjects[type] ?? { properties: {} };

  test("is not imported by the option: both identities are named, and nothing is recorded", async () => {
    const declaredId = await leaveBehind(type, properties);
    const id = await leaveBehind(type, { ...properties, ...other });
    const written = (await world.writes()).length;
    const plan = await planned({ it: { type, properties, options: { import: id } } });
    const [problem] = mismatches(plan.problems);
    expect(problem).toMatchObject({ address: "it", severity: "error", pointer: "/resources/it/options/import" });
    expect(problem?.detail).toContain(`\`${id}\``);
    expect(problem?.detail).toContain(`\`${declaredId}\``);
    expect((await world.run(plan.digest)).summary.status).toBe("refused");
    expect((await world.ask("GET", "/v1/projects/test/stacks/dev/resources/it")).ok).toBe(false);
    expect(await world.writes()).toHaveLength(written);
  });

  test("is not imported by the command, nor by a plan of the command", async () => {
    const declaredId = await leaveBehind(type, properties);
    const id = await leaveBehind(type, { ...properties, ...other });
    const declaration = { file: "plumb.yaml", text: declarationOf({ it: { type, properties } }), config: {} };
    const imports = [{ type, name: "it", id }];
    for (const path of ["/v1/projects/test/stacks/dev/resources:import", "/v1/projects/test/stacks/dev/plans"]) {
      const body = path.endsWith("plans") ? { kind: "import", imports, declaration } : { imports, declaration };
      const answer = await world.ask<{ readonly imports?: readonly ImportView[] }>("POST", path, body);
      if (answer.ok) throw new Error(`${path} was taken`);
      const [problem] = mismatches(answer.value.problems);
      expect(problem?.detail).toContain(`\`${id}\``);
      expect(problem?.detail).toContain(`\`${declaredId}\``);
    }
    expect((await world.ask("GET", "/v1/projects/test/stacks/dev/resources/it")).ok).toBe(false);
  });

  test("of the declared identity it is imported as ever", async () => {
    const id = await leaveBehind(type, properties);
    const it = { type, properties, options: { import: id } };
    const { summary } = await world.up(declarationOf({ it }));
    expect(summary).toMatchObject({ status: "done", import: 1 });
    expect(changesOf(await planned({ it }))).toEqual({});
  });
});

test("what is imported under another type's name is refused too", async () => {
  const type = "connectors:EndpointAttachment";
  const id = await leaveBehind(type, subjects[type]?.properties ?? {});
  const client = { type: "iam:OAuthClient", properties: subjects["iam:OAuthClient"]?.properties ?? {} };
  const declaration = { file: "plumb.yaml", text: declarationOf({ it: client }), config: {} };
  const imports = [{ type, name: "it", id }];
  const answer = await world.ask("POST", "/v1/projects/test/stacks/dev/resources:import", { imports, declaration });
  expect(!answer.ok && answer.value.problems.map(({ code }) => code)).toEqual(["state-mismatch"]);
});

describe("a name that the declaration leaves open", () => {
  const type = "migrate:ServerCollector";
  const properties = { resourceGroupName: "rg-migration", projectName: "assessment" };

  test("is the imported object's", async () => {
    const id = await leaveBehind(type, { ...properties, serverCollectorName: "legacy" });
    const it = { type, properties, options: { import: id } };
    const { summary } = await world.up(declarationOf({ it }));
    expect(summary).toMatchObject({ status: "done", import: 1 });
    const view = await world.ask<ResourceView>("GET", "/v1/projects/test/stacks/dev/resources/it");
    if (!view.ok) throw new Error(view.value.detail);
    expect(view.value).toMatchObject({ id, inputs: { serverCollectorName: "legacy" } });
    // With the option or without it, that is what is managed from now on.
    expect(changesOf(await planned({ it }))).toEqual({});
    expect(changesOf(await planned({ it: { type, properties } }))).toEqual({});
  });

  test("does not open the rest of the identity", async () => {
    const id = await leaveBehind(type, { ...properties, projectName: "other", serverCollectorName: "legacy" });
    const plan = await planned({ it: { type, properties, options: { import: id } } });
    expect(mismatches(plan.problems)).toHaveLength(1);
  });
});

test("an identity that only the run can tell is compared before anything is recorded", async () => {
  const type = "compute:ReservationIamMember";
  const properties = { name: "wave-1", role: "roles/compute.viewer", member: "user:ann@acme.example" };
  const id = await leaveBehind(type, properties);
  const client = subjects["iam:OAuthClient"]?.properties ?? {};
  const open = { ...properties, name: "wave-${portal.clientId}" };
  const { summary } = await world.up(
    declarationOf({
      portal: { type: "iam:OAuthClient", properties: client },
      it: { type, properties: open, options: { import: id } },
    }),
  );
  expect(summary.problems.map(({ code }) => code)).toContain("state-mismatch");
  expect((await world.ask("GET", "/v1/projects/test/stacks/dev/resources/it")).ok).toBe(false);
});
