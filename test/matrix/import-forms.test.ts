import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { JsonObject } from "../../packages/base/json/json.ts";
import { yamlLines } from "../../src/cli/rendering/yaml-lines.ts";
import { withResources } from "../../src/codegen/generator.ts";
import type { ImportView } from "../../src/contract/documents/imports.ts";
import { type Answer, changesOf, InProcess } from "../scenarios/in-process.ts";
import { declarationOf, subscription } from "./base-declarations.ts";

const role = "b24988ac-6180-42a0-ab88-20f7382dd24c";
const policy = "bdc4d9ef-b0bf-5c6f-a73c-95a506a46c3a";
const collectors = "Microsoft.Migrate/assessmentProjects/assessment/servercollectors";
const group = `/subscriptions/${subscription}/resourceGroups/rg-migration`;
const client = "projects/acme-prod/locations/global/oauthClients/legacy-portal";
const attachment = "projects/acme-prod/locations/europe-west1/endpointAttachments/legacy-gateway";
const reservation = "projects/acme-prod/zones/europe-west1-b/reservations/wave-1";
const assignments = "roleManagementPolicyAssignments";

let world: InProcess;
beforeEach(async () => {
  world = new InProcess();
  await world.seed([
    {
      kind: "oauthClient",
      name: client,
      allowedGrantTypes: ["AUTHORIZATION_CODE_GRANT"],
      allowedRedirectUris: ["https://portal.acme.example/callback"],
      allowedScopes: ["https://www.googleapis.com/auth/cloud-platform"],
    },
    { kind: "endpointAttachment", name: attachment, serviceAttachment: "projects/p/regions/r/serviceAttachments/s" },
    {
      kind: "reservation",
      project: "acme-prod",
      zone: "europe-west1-b",
      name: "wave-1",
      policy: {
        bindings: [
          { role: "roles/compute.viewer", members: ["user:ann@acme.example"] },
          {
            role: "roles/compute.admin",
            members: ["domain:acme.example"],
            condition: { title: "weekends only", expression: "request.time.getDayOfWeek() == 0" },
          },
        ],
      },
    },
  ]);
  await world.wire("PUT", `${group.slice(1)}/providers/${collectors}/legacy?api-version=2019-10-01`, {
    properties: { discoverySiteId: "/sites/dc-1", agentProperties: { spnDetails: { tenantId: "t" } } },
  });
});
afterEach(() => world.close());

async function importIt(type: string, id: string): Promise<Answer<ImportView>> {
  const providers = { file: "plumb.yaml", text: declarationOf({}), config: {} };
  const answer = await world.ask<{ readonly imported: readonly ImportView[] }>(
    "POST",
    "/v1/projects/test/stacks/dev/resources:import",
    { imports: [{ type, id, name: "it", provider: null }], declaration: providers },
  );
  if (!answer.ok) return answer;
  const [value] = answer.value.imported;
  if (value === undefined) throw new Error("nothing was imported");
  return { ok: true, value };
}

const oneBinding = "roles/compute.viewer user:ann@acme.example";
const otherBinding = "roles/compute.admin domain:acme.example weekends only";

describe("what is written into a declaration plans empty", () => {
  const six = [
    ["portal", "iam:OAuthClient", client],
    ["gateway", "connectors:EndpointAttachment", attachment],
    ["collector", "migrate:ServerCollector", `${group}/providers/${collectors}/legacy`],
    ["guardrail", "settings:RestrictWorkspaceAdmins", "global"],
    [
      "approvers",
      "authorization:RoleManagementPolicyAssignment",
      `/subscriptions/${subscription}/providers/Microsoft.Authorization/${assignments}/${policy}_${role}`,
    ],
  ] as const;
  const yaml = `name: test # ours
providers:
    google: { kind: google, project: acme-prod, region: europe-west1, zone: europe-west1-b }
    azure: { kind: azure, subscriptionId: ${subscription} }
    workspace: { kind: databricks, level: workspace }
outputs: {}
`;

  test.each([
    ["YAML without resources", yaml],
    ["YAML with Windows lines", `${yaml}resources: {}\n`.replaceAll("\n", "\r\n")],
    ["JSON", declarationOf({})],
    ["indented JSON", JSON.stringify(JSON.parse(declarationOf({})), null, 2)],
  ])("%s", async (_, text) => {
    const patched = await world.wire("PATCH", `v1/${client}?updateMask=description`, {
      description: 'a: b # ${c} \u0007 "d"\n- e',
    });
    expect(patched.ok).toBe(true);
    const imports = six.map(([name, type, id]) => ({ type, name, id, provider: null }));
    const declaration = { file: "plumb.yaml", text, config: {} };
    const answer = await world.ask<{ readonly imported: readonly ImportView[] }>(
      "POST",
      "/v1/projects/test/stacks/dev/resources:import",
      { imports, declaration },
    );
    if (!answer.ok) throw new Error(answer.value.detail);
    const entries = Object.fromEntries(answer.value.imported.map(({ name, declaration }) => [name, declaration]));
    const written = withResources(text, entries, yamlLines);
    if (!written.ok) throw new Error(written.error);
    const plan = await world.plan(written.value);
    if (!plan.ok) throw new Error(JSON.stringify(plan.value.problems));
    expect(changesOf(plan.value)).toEqual({});
    expect(plan.value.steps.map(({ name }) => name).sort()).toEqual(six.map(([name]) => name).sort());
    expect(withResources(written.value, entries, yamlLines)).toEqual(written);
  });
});

describe("every form of id", () => {
  test.each([
    // Specification.
    ["iam:OAuthClient", client],
    ["iam:OAuthClient", "acme-prod/global/legacy-portal"],
    ["iam:OAuthClient", "global/legacy-portal"],
    [
      "authorization:RoleManagementPolicyAssignment",
      `/subscriptions/${subscription}/providers/Microsoft.Authorization/${assignments}/${policy}_${role}`,
    ],
    ["migrate:ServerCollector", `${group}/providers/${collectors}/legacy`],
    ["settings:RestrictWorkspaceAdmins", "global"],
    // Ours.
    ["connectors:EndpointAttachment", attachment],
    ["connectors:EndpointAttachment", "acme-prod/europe-west1/legacy-gateway"],
    ["connectors:EndpointAttachment", "europe-west1/legacy-gateway"],
    ["compute:ReservationIamMember", `${reservation} ${oneBinding}`],
    ["compute:ReservationIamMember", `wave-1 ${oneBinding}`],
    ["compute:ReservationIamMember", `${reservation} ${otherBinding}`],
    ["compute:ReservationIamMember", `wave-1 ${otherBinding}`],
    // The namespace without regard to case, slashes that the template and the scope both bring.
    [
      "authorization:RoleManagementPolicyAssignment",
      `//subscriptions/${subscription}/providers/MICROSOFT.Authorization/${assignments}/${policy}_${role}`,
    ],
    [
      "migrate:ServerCollector",
      `${group.toUpperCase()}/PROVIDERS/microsoft.migrate/ASSESSMENTPROJECTS/assessment/serverCollectors/Legacy`,
    ],
  ])("%s %s is imported, and what is printed for it plans empty", async (type, id) => {
    const imported = await importIt(type, id);
    if (!imported.ok) throw new Error(imported.value.detail);
    const declared = imported.value.declaration as unknown as {
      readonly type: string;
      readonly properties: JsonObject;
    };
    const plan = await world.plan(declarationOf({ it: declared }));
    if (!plan.ok) throw new Error(JSON.stringify(plan.value.problems));
    // The other binding of the policy would be lost, which is a change of its own; the member's own fields are equal.
    expect(plan.value.steps.flatMap((step) => step.fields)).toEqual([]);
    if (type !== "compute:ReservationIamMember") expect(changesOf(plan.value)).toEqual({});
    expect(plan.value.problems.filter((each) => each.severity === "error")).toEqual([]);
  });

  test("each object's own id imports it", async () => {
    const ids: readonly (readonly [string, string])[] = [
      ["iam:OAuthClient", "global/legacy-portal"],
      ["connectors:EndpointAttachment", "europe-west1/legacy-gateway"],
      ["compute:ReservationIamMember", `wave-1 ${otherBinding}`],
      ["settings:RestrictWorkspaceAdmins", "global"],
    ];
    for (const [type, id] of ids) {
      const read = await world.ask<ImportView>("POST", `/v1/types/${type}/objects:read`, {
        ...{ id, state: {}, declaration: { file: "", text: declarationOf({}), config: {} }, provider: null },
      });
      if (!read.ok) throw new Error(read.value.detail);
      const imported = await importIt(type, String(read.value.outputs["id"]));
      expect(imported.ok && imported.value.id).toBe(read.value.id);
      // Not declared yet, it is protected: it is forgotten instead of destroyed.
      const gone = await world.ask("DELETE", "/v1/projects/test/stacks/dev/resources/it");
      if (!gone.ok) throw new Error(gone.value.detail);
    }
  });

  test.each([
    [
      "migrate:ServerCollector",
      `${group}/providers/Contoso.Migrate/assessmentProjects/assessment/servercollectors/legacy`,
    ],
    ["settings:RestrictWorkspaceAdmins", "default"],
    ["iam:OAuthClient", "legacy-portal"],
    ["compute:ReservationIamMember", "wave-1 roles/compute.viewer"],
  ])("%s has no form %s", async (type, id) => {
    const imported = await importIt(type, id);
    expect(!imported.ok && imported.value.problems.map((each) => each.code)).toEqual(["invalid-id"]);
  });
});
