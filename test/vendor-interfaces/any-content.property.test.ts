import fc from "fast-check";
import { expect, test } from "vitest";
import { asking } from "../../packages/base/exchange/asking.fixture.ts";
import { isJsonObject, type Json, type JsonObject } from "../../packages/base/json/json.ts";
import { armLocal } from "../../packages/local-cloud/azure/arm-local.ts";
import { databricksLocal } from "../../packages/local-cloud/databricks/databricks-local.ts";
import { googleLocal } from "../../packages/local-cloud/google/google-local.ts";
import type { LocalVendor } from "../../packages/local-cloud/runtime/local-vendor.ts";
import { admin, ContractCloud, cloudOrigin } from "../contract/contract-cloud.ts";

/** A write whose content is sound, and what shows afterwards what was kept of it. */
interface Write {
  readonly vendor: LocalVendor;
  readonly method: string;
  readonly path: string;
  readonly body: JsonObject;
  readonly shows: readonly string[];
}

const robot = "11111111-2222-4333-8444-555555555555";
const ruleSet = `accounts/00000000-0000-4000-8000-0000000000ac/servicePrincipals/${robot}/ruleSets/default`;
const token = { lifetime_seconds: 5, comment: "c" };
const rg = "subscriptions/s/resourceGroups/rg";
const migrate = `${rg}/providers/Microsoft.Migrate`;
const authorization = "subscriptions/s/providers/Microsoft.Authorization";
const version = "api-version=2024-09-01-preview";
const [policy, role] = ["b959d571-f0b5-4042-88a7-01be6cb22db9", "a1705bd2-3a8f-45a5-8683-466fcfd5cc24"];
const target = { caller: "EndUser", operations: ["All"], level: "Assignment", enforcedSettings: ["All"] };
const ruleOf = (id: string, fields: JsonObject) => {
  const [kind] = id.split("_");
  return { id, ruleType: `RoleManagementPolicy${kind}Rule`, target, ...fields };
};
const approver = { userType: "Group", isBackup: false, id: "g", description: "d" };
const stage = { approvalStageTimeOutInDays: 1, primaryApprovers: [approver], escalationApprovers: null };
const rules = [
  ruleOf("Approval_EndUser_Assignment", { setting: { isApprovalRequired: true, approvalStages: [stage] } }),
  ruleOf("AuthenticationContext_EndUser_Assignment", { isEnabled: false, claimValue: "c1" }),
  ruleOf("Enablement_EndUser_Assignment", { enabledRules: ["Justification"] }),
  ruleOf("Expiration_EndUser_Assignment", {
    isExpirationRequired: true,
    maximumDuration: "PT1H",
    exceptionMembers: [approver],
  }),
  ruleOf("Notification_Admin_EndUser_Assignment", {
    notificationType: "Email",
    notificationLevel: "All",
    recipientType: "Admin",
    notificationRecipients: ["a@example.com"],
    isDefaultRecipientsEnabled: true,
  }),
];
const agent = {
  discoverySiteId: "/s",
  provisioningState: "Succeeded",
  agentProperties: { id: "x", version: "1", lastHeartbeatUtc: "2026-01-01T00:00:00Z", spnDetails: { authority: "a" } },
};
const collector = (of: string) => `${migrate}/assessmentProjects/p/servercollectors/c?api-version=${of}`;
const located = { location: "l", tags: { a: "b" } };
const zone = "compute/v1/projects/p/zones/z/reservations";
const clients = "v1/projects/p/locations/global/oauthClients";
const attachments = "v1/projects/p/locations/l/endpointAttachments";
const setting = "api/2.0/settings/types/restrict_workspace_admins/names/default";
const project = `${migrate}/assessmentProjects/p?api-version=2019-10-01`;
const hub = `${migrate}/migrateProjects/hub?api-version=2020-05-01`;
const policyAddress = `${authorization}/roleManagementPolicies/${policy}?${version}`;
const assignment = `${authorization}/roleManagementPolicyAssignments/${policy}_${role}?${version}`;

const bare: readonly (readonly [LocalVendor, string, string, JsonObject, readonly string[]])[] = [
  [
    databricksLocal,
    "POST",
    "api/2.0/token-management/on-behalf-of/tokens",
    { ...token, application_id: robot, scopes: ["a"] },
    ["api/2.0/token-management/tokens"],
  ],
  [databricksLocal, "POST", "api/2.0/token/create", token, ["api/2.0/token/list"]],
  [
    databricksLocal,
    "POST",
    "api/2.2/jobs/create",
    {
      name: "n",
      tasks: [{ task_key: "a" }],
      tags: { a: "b" },
      run_as: { user_name: "ada" },
      access_control_list: [{ user_name: "ada", permission_level: "CAN_VIEW" }],
    },
    ["api/2.2/jobs/list?expand_tasks=true"],
  ],
  [
    databricksLocal,
    "PATCH",
    setting,
    {
      allow_missing: true,
      field_mask: "restrict_workspace_admins.status",
      setting: { etag: "e", setting_name: "default", restrict_workspace_admins: { status: "ALLOW_ALL" } },
    },
    [setting],
  ],
  [
    databricksLocal,
    "PUT",
    "api/2.0/preview/accounts/access-control/rule-sets",
    {
      name: ruleSet,
      rule_set: {
        name: ruleSet,
        etag: "",
        grant_rules: [{ role: "roles/servicePrincipal.user", principals: ["users/ada"] }],
      },
    },
    [],
  ],
  [
    databricksLocal,
    "PUT",
    "api/2.0/permissions/authorization/tokens",
    { access_control_list: [{ user_name: "ada", permission_level: "CAN_USE" }] },
    [],
  ],
  [
    databricksLocal,
    "POST",
    "api/2.0/preview/scim/v2/Users",
    {
      userName: "ben",
      displayName: "Ben",
      active: true,
      emails: [{ value: "x", type: "work", primary: true }],
      roles: [{ value: "account_admin" }],
    },
    ["api/2.0/preview/scim/v2/Users"],
  ],
  [
    databricksLocal,
    "POST",
    "api/2.0/preview/scim/v2/ServicePrincipals",
    { applicationId: robot.replace("1", "2"), displayName: "R", active: true, entitlements: [{ value: "x" }] },
    ["api/2.0/preview/scim/v2/ServicePrincipals"],
  ],
  [armLocal, "PUT", collector("2019-10-01"), { properties: agent }, [collector("2019-10-01")]],
  [armLocal, "PUT", collector("2023-03-15"), { properties: agent }, [collector("2023-03-15")]],
  [
    armLocal,
    "PUT",
    project,
    {
      ...located,
      properties: { assessmentSolutionId: "x", projectStatus: "Active", publicNetworkAccess: "Enabled" },
    },
    [project],
  ],
  [
    armLocal,
    "PUT",
    hub,
    { ...located, properties: { registeredTools: ["ServerAssessment"], publicNetworkAccess: "Enabled" } },
    [hub],
  ],
  [
    armLocal,
    "PATCH",
    policyAddress,
    { properties: { displayName: "n", description: "d", rules } },
    [policyAddress, assignment],
  ],
  [
    armLocal,
    "PUT",
    assignment,
    {
      properties: {
        scope: "/subscriptions/s",
        roleDefinitionId: `/${authorization}/roleDefinitions/${role}`,
        policyId: `/${authorization}/roleManagementPolicies/${policy}`,
      },
    },
    [assignment],
  ],
  [
    googleLocal,
    "POST",
    `${clients}?oauthClientId=web-portal`,
    {
      allowedGrantTypes: ["AUTHORIZATION_CODE_GRANT"],
      allowedRedirectUris: ["https://a.example/cb"],
      allowedScopes: ["https://www.googleapis.com/auth/cloud-platform"],
      clientType: "CONFIDENTIAL_CLIENT",
      displayName: "n",
      disabled: true,
    },
    [clients],
  ],
  [
    googleLocal,
    "POST",
    `${attachments}?endpointAttachmentId=ea`,
    {
      serviceAttachment: "projects/p/regions/r/serviceAttachments/s",
      labels: { a: "b" },
      description: "d",
      endpointGlobalAccess: true,
    },
    [attachments],
  ],
  [
    googleLocal,
    "POST",
    zone,
    {
      name: "r",
      description: "d",
      specificReservation: { count: "5", instanceProperties: { machineType: "m" } },
      deploymentType: "DENSE",
      resourcePolicies: { a: "b" },
    },
    [zone],
  ],
  [
    googleLocal,
    "POST",
    `${zone}/r/setIamPolicy`,
    {
      policy: {
        version: 3,
        bindings: [
          {
            role: "roles/compute.viewer",
            members: ["user:a@example.com"],
            condition: { title: "t", expression: "true" },
          },
        ],
        auditConfigs: [{ service: "s", auditLogConfigs: [{ logType: "DATA_READ", exemptedMembers: ["user:a@b.c"] }] }],
      },
    },
    [`${zone}/r/getIamPolicy`],
  ],
  [googleLocal, "POST", `${zone}/r/testIamPermissions`, { permissions: ["compute.reservations.get"] }, []],
];
const writes = bare.map(([vendor, method, path, body, shows]): Write => ({ vendor, method, path, body, shows }));

const oddities: readonly Json[] = [
  null,
  5,
  -1,
  1.5,
  1e20,
  "",
  "x",
  "1",
  "2026-01-01",
  true,
  [],
  [1],
  ["a"],
  {},
  { a: 1 },
  [{}],
  [null],
];

/** The places in a value, as lists of keys; the whole value's first. */
function placesIn(value: Json): readonly (readonly (string | number)[])[] {
  const inner = Array.isArray(value) ? [...value.entries()] : isJsonObject(value) ? Object.entries(value) : [];
  return [[], ...inner.flatMap(([key, part]) => placesIn(part as Json).map((place) => [key, ...place]))];
}

function replaced(value: Json, [key, ...rest]: readonly (string | number)[], by: Json): Json {
  if (key === undefined) return by;
  if (Array.isArray(value)) return value.map((part: Json, index) => (index === key ? replaced(part, rest, by) : part));
  const parts = isJsonObject(value) ? value : {};
  return { ...parts, [key]: replaced(parts[key] ?? null, rest, by) };
}

async function sent(cloud: ContractCloud, method: string, path: string, body?: Json): Promise<number> {
  const content = body === undefined ? {} : { body: JSON.stringify(body) };
  const headers = { "content-type": "application/json" };
  return (await asking(cloud.exchangeAs(admin))(new Request(`${cloudOrigin}/${path}`, { method, headers, ...content })))
    .status;
}

async function withSeeds(vendor: LocalVendor): Promise<ContractCloud> {
  const cloud = new ContractCloud(vendor, 0);
  if (vendor !== databricksLocal) return cloud;
  const principal = { kind: "workspaceServicePrincipal", applicationId: robot };
  await cloud.seed([{ kind: "workspaceUser", userName: "ada" }, principal]);
  return cloud;
}

// Whether an answer is as the interface has it is judged wherever there is a local cloud: see every-local-cloud.ts.
test.each(writes)("$method $path answers whatever it is sent as its interface has it", async (write) => {
  const { vendor, method, path, body, shows } = write;
  const change = fc.tuple(fc.constantFrom(...placesIn(body)), fc.constantFrom(...oddities));
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 3 }), async (changes) => {
      const cloud = await withSeeds(vendor);
      if (path.startsWith(authorization) && method === "PATCH") {
        const policyId = `/${authorization}/roleManagementPolicies/${policy}`;
        const properties = { roleDefinitionId: `/${authorization}/roleDefinitions/${role}`, policyId };
        expect(await sent(cloud, "PUT", assignment, { properties })).toBe(201);
      }
      const odd = changes.reduce((content, [place, by]) => replaced(content, place, by), body as Json);
      expect(await sent(cloud, method, path, odd)).toBeLessThan(500);
      for (const shown of shows) expect(await sent(cloud, "GET", shown)).toBeLessThan(500);
      cloud.close();
    }),
    { numRuns: 60 },
  );
});

test.each(writes)("$method $path takes what is sound", async ({ vendor, method, path, body }) => {
  const cloud = await withSeeds(vendor);
  if (method === "PATCH" && vendor === armLocal) {
    const policyId = `/${authorization}/roleManagementPolicies/${policy}`;
    const properties = { roleDefinitionId: `/${authorization}/roleDefinitions/${role}`, policyId };
    await sent(cloud, "PUT", assignment, { properties });
  }
  expect([200, 201, 409]).toContain(await sent(cloud, method, path, body));
  cloud.close();
});
