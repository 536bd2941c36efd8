import { expect, test } from "vitest";
import { validateValue } from "../schema/checks/validate-value.ts";
import { vendorLimitBreaches } from "../schema/checks/vendor-limits.ts";
import { catalog } from "./catalog.ts";

const guid = "b959d571-f0b5-4042-88a7-01be6cb22db9";

test.each([
  ["compute:ReservationIamMember", "member", "user:a@example.com", true],
  ["compute:ReservationIamMember", "member", "serviceAccount:a@p.iam.gserviceaccount.com", true],
  ["compute:ReservationIamMember", "member", "group:g@example.com", true],
  ["compute:ReservationIamMember", "member", "domain:example.com", true],
  ["compute:ReservationIamMember", "member", "domain:a@example.com", false],
  ["compute:ReservationIamMember", "member", "User:a@example.com", false],
  ["compute:ReservationIamMember", "member", "user:a", false],
  ["compute:ReservationIamMember", "member", "allUsers", false],
  ["compute:ReservationIamMember", "name", "r1", true],
  ["compute:ReservationIamMember", "name", "projects/p/zones/z/reservations/r", true],
  ["compute:ReservationIamMember", "name", "zones/z/reservations/r", false],
  ["compute:ReservationIamMember", "name", "projects/../zones/z/reservations/r", false],
  ["authorization:RoleManagementPolicyAssignment", "roleManagementPolicyAssignmentName", `${guid}_${guid}`, true],
  ["authorization:RoleManagementPolicyAssignment", "roleManagementPolicyAssignmentName", guid, false],
  ["authorization:RoleManagementPolicyAssignment", "scope", "providers/Microsoft.Subscription/subscriptions/s", true],
  ["authorization:RoleManagementPolicyAssignment", "scope", "/", false],
  ["authorization:RoleManagementPolicyAssignment", "scope", "/subscriptions/../s", false],
  ["authorization:RoleManagementPolicyAssignment", "scope", "/subscriptions/s/", false],
  ["authorization:RoleManagementPolicyAssignment", "scope", "/subscriptions//s", false],
  ["iam:OAuthClient", "location", "a/oauthClients/b", false],
  ["iam:OAuthClient", "location", "..", false],
  ["iam:OAuthClient", "location", "europe-west1", true],
  ["iam:OAuthClient", "clientType", "PUBLIC", false],
  ["settings:RestrictWorkspaceAdmins", "settingName", "default", true],
  ["settings:RestrictWorkspaceAdmins", "settingName", "other", false],
])("%s %s %s: %s", (type, field, value, keeps) => {
  const schema = catalog.resources[type]?.inputs.properties[field];
  expect(schema).toBeDefined();
  if (schema !== undefined) expect(validateValue(schema, value).length === 0).toBe(keeps);
});

test.each([
  ["iam:OAuthClient", "oauthClientId", "gcp-portal", false],
  ["iam:OAuthClient", "location", "global", true],
  ["iam:OAuthClient", "location", "europe-west1", false],
  ["connectors:EndpointAttachment", "labels", { team: "a_b-1" }, true],
  ["connectors:EndpointAttachment", "labels", { Team: "a" }, false],
  ["connectors:EndpointAttachment", "labels", { team: "A" }, false],
  ["migrate:ServerCollector", "serverCollectorName", "a&b", false],
])("vendor limit: %s %s %j: %s", (type, field, value, keeps) => {
  const schema = catalog.resources[type]?.inputs.properties[field];
  expect(schema).toBeDefined();
  if (schema === undefined) return;
  expect(validateValue(schema, value)).toEqual([]);
  expect(vendorLimitBreaches(schema, value).length === 0).toBe(keeps);
});
