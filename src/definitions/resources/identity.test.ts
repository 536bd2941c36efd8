import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../../packages/base/json/json.ts";
import { identify, parseId } from "../schema/identity/identity.ts";
import { catalog } from "./catalog.ts";

const provider = {
  project: "acme",
  region: "europe-west1",
  zone: "europe-west1-b",
  subscriptionId: "sub",
  namespace: "Microsoft",
};
const policy = "b959d571-f0b5-4042-88a7-01be6cb22db9";
const role = "a1705bd2-3a8f-45a5-8683-466fcfd5cc24";

function read(type: string, id: string, config: JsonObject = provider): string {
  const definition = catalog.resources[type];
  const result = definition === undefined ? undefined : parseId(definition, id, config);
  return result === undefined ? "no such type" : result.ok ? result.value.id : `refused: ${result.error}`;
}

describe("import forms", () => {
  const assignment = `/subscriptions/s/providers/Microsoft.Authorization/roleManagementPolicyAssignments/${policy}_${role}`;
  const member = "projects/acme/zones/europe-west1-b/reservations/r roles/compute.viewer user:a@example.com";
  test.each([
    [
      "iam:OAuthClient",
      "projects/p/locations/global/oauthClients/portal",
      "projects/p/locations/global/oauthClients/portal",
    ],
    ["iam:OAuthClient", "p/global/portal", "projects/p/locations/global/oauthClients/portal"],
    ["iam:OAuthClient", "global/portal", "projects/acme/locations/global/oauthClients/portal"],
    ["connectors:EndpointAttachment", "p/l/ea", "projects/p/locations/l/endpointAttachments/ea"],
    ["connectors:EndpointAttachment", "l/ea", "projects/acme/locations/l/endpointAttachments/ea"],
    ["authorization:RoleManagementPolicyAssignment", assignment, assignment],
    ["authorization:RoleManagementPolicyAssignment", `/${assignment}`, assignment],
    ["authorization:RoleManagementPolicyAssignment", assignment.replace("Microsoft", "microsoft"), assignment],
    ["compute:ReservationIamMember", member, member],
    ["compute:ReservationIamMember", `${member} until 2027`, `${member} until 2027`],
    ["compute:ReservationIamMember", "r roles/compute.viewer user:a@example.com", member],
    ["compute:ReservationIamMember", "r roles/compute.viewer user:a@example.com until 2027", `${member} until 2027`],
    ["settings:RestrictWorkspaceAdmins", "global", "global"],
  ])("%s %s", (type, id, expected) => expect(read(type, id)).toBe(expected));

  test.each([
    ["iam:OAuthClient", "portal"],
    ["iam:OAuthClient", "Projects/p/locations/global/oauthClients/portal"],
    ["authorization:RoleManagementPolicyAssignment", assignment.replace("Microsoft", "Contoso")],
    ["authorization:RoleManagementPolicyAssignment", assignment.replace("Assignments", "Assignment")],
    ["compute:ReservationIamMember", "r roles/compute.viewer"],
    ["settings:RestrictWorkspaceAdmins", "default"],
  ])("refuses %s %s", (type, id) => expect(read(type, id)).toMatch(/^refused: .*: /));

  test("a short form without the provider's values", () => {
    expect(read("iam:OAuthClient", "global/portal", {})).toMatch(/"global\/portal".* project,/);
    expect(read("compute:ReservationIamMember", "r a b", { project: "p" })).toMatch(/"r a b".* zone,/);
  });
});

describe("the assignment", () => {
  const definition = catalog.resources["authorization:RoleManagementPolicyAssignment"];
  const identified = (inputs: JsonObject): unknown =>
    definition === undefined ? undefined : identify(definition, inputs, provider);

  test("is named by its two ids", () => {
    expect(identified({ scope: "/s", policyId: `/x/${policy}`, roleDefinitionId: `/y/${role}` })).toMatchObject({
      variables: { scope: "s", name: `${policy}_${role}`, policyGuid: policy, roleDefinitionGuid: role },
    });
  });
  test("gives the halves of its name", () => {
    expect(identified({ scope: "s", roleManagementPolicyAssignmentName: `${policy}_${role}` })).toMatchObject({
      variables: { policyGuid: policy, roleDefinitionGuid: role },
    });
  });
  test("lacks the policy when only the role is given", () => {
    expect(identified({ scope: "s", roleDefinitionId: `/y/${role}` })).toEqual({
      kind: "missing",
      variables: ["policyGuid"],
    });
  });
});

test("two members of one reservation claim the same policy", () => {
  const definition = catalog.resources["compute:ReservationIamMember"];
  const claim = (name: string, member: string): unknown => {
    if (definition === undefined) return undefined;
    const result = identify(definition, { name, member, role: "roles/x" }, provider);
    return result.kind === "known" ? result.claim : undefined;
  };
  expect(claim("r", "user:a@x")).toBe("projects/acme/zones/europe-west1-b/reservations/r policy");
  expect(claim("projects/acme/zones/europe-west1-b/reservations/r", "user:b@x")).toBe(claim("r", "user:a@x"));
});
