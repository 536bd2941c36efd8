import fc from "fast-check";
import type { Json, JsonObject } from "../../packages/base/json/json.ts";
import {
  assessmentProjects,
  migrateProjects,
  roleManagementPolicies,
} from "../../packages/vendor-wire/azure/resource-types.ts";
import { vendors } from "./served-cloud.ts";

/** A request, or something planted, as one of the processes at a cloud. */
export type CloudStep =
  | {
      readonly kind: "request";
      readonly method: string;
      readonly path: string;
      readonly sent: string;
      readonly headers: Readonly<Record<string, string>>;
    }
  | { readonly kind: "seed"; readonly object: JsonObject };

const subscription = "11111111-1111-4111-8111-111111111111";
const another = "22222222-2222-4222-8222-222222222222";

/** Few, so that what is asked for is there now and then, and some that no platform allows. */
const usual = fc.constantFrom("aaa1", "bbb2", subscription, "1");
const odd = fc.constantFrom("global", "-", "%E4%B8%AD", "x".repeat(300), "a|b", "%00", "%2F", "_", "*", "%");
const name = fc.oneof({ weight: 12, arbitrary: usual }, { weight: 1, arbitrary: odd });

const versions = [assessmentProjects, migrateProjects, roleManagementPolicies].flatMap((type) => type.versions);
const text = fc.oneof(
  name,
  fc.string({ maxLength: 8 }),
  fc.constantFrom(
    "projects/aaa1",
    `/subscriptions/${subscription}`,
    "-1",
    "2026-01-01T00:00:00Z",
    "user:ada@example.com",
  ),
);

const queryNames = [
  ...["updateMask", "$filter", "filter", "$top", "$skipToken", "pageSize", "pageToken", "validateOnly", "startIndex"],
  ...["count", "requestId", "etag", "view", "attributes", "grant_type", "oauthClientId", "maxResults", "orderBy"],
  ...[
    "paths",
    "showDeleted",
    "name",
    "allow_missing",
    "code",
    "client_id",
    "redirect_uri",
    "job_id",
    "limit",
    "offset",
  ],
];
const query = fc.dictionary(
  fc.constantFrom(...queryNames),
  fc.oneof(text, fc.constantFrom("name", "disabled", "aaa1 eq 'b'", 'name = "aaa1"', "true", "1", "0", "asTarget()")),
  { maxKeys: 2 },
);

const fields = [
  ...["name", "properties", "displayName", "location", "rules", "specificReservation", "count", "members", "value"],
  ...["etag", "policy", "bindings", "role", "id", "state", "Operations", "schemas", "principal_id", "setting"],
  ...["op", "path", "field_mask", "roles", "userName", "applicationId", "settings", "access_control_list", "job_id"],
  ...["expireTime", "eTag", "tags", "status", "target", "lifetime_seconds", "comment", "token_id", "permissions"],
];
const leaf: fc.Arbitrary<Json> = fc.oneof(text, fc.integer(), fc.boolean(), fc.constant(null));
const { anything } = fc.letrec<{ anything: Json }>((tie) => ({
  anything: fc.oneof(
    { maxDepth: 4 },
    leaf,
    fc.array(tie("anything"), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom(...fields), tie("anything"), { maxKeys: 4 }),
  ),
}));

/** Bodies that some route or other takes. */
const whole: readonly JsonObject[] = [
  { location: "westeurope", properties: { publicNetworkAccess: "Enabled" } },
  { properties: { rules: [] } },
  { properties: { roleDefinitionId: "x", principalId: subscription, requestType: "AdminAssign" } },
  {
    displayName: "d",
    allowedGrantTypes: ["AUTHORIZATION_CODE_GRANT"],
    allowedScopes: ["openid"],
    allowedRedirectUris: ["https://a.example"],
    clientType: "CONFIDENTIAL_CLIENT",
  },
  { displayName: "d", disabled: true },
  { serviceAttachment: "projects/aaa1/regions/us-central1/serviceAttachments/aaa1" },
  { name: "aaa1", specificReservation: { count: "1", instanceProperties: { machineType: "n1-standard-1" } } },
  {
    name: "aaa1",
    specificReservation: { count: "1", instanceProperties: { machineType: "n1-standard-1" } },
    shareSettings: { shareType: "LOCAL" },
  },
  { specificSkuCount: "2" },
  { policy: { bindings: [{ role: "roles/compute.viewer", members: ["user:ada@example.com"] }] } },
  { permissions: ["compute.reservations.get"] },
  {
    allow_missing: true,
    field_mask: "restrict_workspace_admins.status",
    setting: { restrict_workspace_admins: { status: "ALLOW_ALL" } },
  },
  {
    schemas: ["urn:ietf:params:scim:api:messages:2.0:PatchOp"],
    Operations: [{ op: "add", path: "members", value: [{ value: "1" }] }],
  },
  { userName: "ada@example.com", displayName: "Ada" },
  { lifetime_seconds: 60, comment: "c" },
  { name: "job", tasks: [] },
  { access_control_list: [{ user_name: "ada@example.com", permission_level: "IS_OWNER" }] },
  { permissions: ["USER"] },
];
const body = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom<Json>(...whole) },
  {
    weight: 3,
    arbitrary: fc
      .tuple(fc.constantFrom(...whole), fc.dictionary(fc.constantFrom(...fields), anything, { maxKeys: 2 }))
      .map(([given, more]): Json => ({ ...given, ...more })),
  },
  { weight: 2, arbitrary: anything },
);
const sent = fc.oneof(
  { weight: 12, arbitrary: body.map((value) => JSON.stringify(value)) },
  { weight: 1, arbitrary: fc.constantFrom("", "{", "a=b&c", "grant_type=client_credentials&scope=all-apis") },
);
const headers = fc.oneof(
  { weight: 4, arbitrary: fc.constant({}) },
  {
    weight: 1,
    arbitrary: fc.dictionary(
      fc.constantFrom("if-match", "if-none-match", "content-type", "authorization"),
      fc.constantFrom(
        "*",
        '"1"',
        "text/plain",
        "application/x-www-form-urlencoded",
        "Bearer local:nobody@local.example",
        "Basic YTpi",
      ),
      { maxKeys: 2 },
    ),
  },
);

const routes = vendors.flatMap((vendor) => vendor.routes.map(({ method, template }) => ({ method, template })));

const request: fc.Arbitrary<CloudStep> = fc
  .record({
    route: fc.constantFrom(...routes),
    values: fc.array(name, { minLength: 8, maxLength: 8 }),
    subscription: fc.constantFrom(subscription, subscription, another),
    query,
    sent,
    headers,
    version: fc.constantFrom(...versions),
  })
  .map((made) => {
    const path = filled(made.route.template, made.subscription, made.values);
    const search = new URLSearchParams({ "api-version": made.version, ...made.query });
    return {
      kind: "request",
      method: made.route.method,
      path: `${path}?${search}`,
      sent: made.sent,
      headers: made.headers,
    };
  });

/** What seeds are about, all at once: each takes what it knows. */
const seedFields: JsonObject = {
  ...{ name: "aaa1", displayName: "d", email: "ada@example.com", status: "Approved", location: "westeurope" },
  ...{ subscriptionId: subscription, resourceGroupName: "aaa1", migrateProjectName: "aaa1", projectName: "aaa1" },
  ...{ serverCollectorName: "aaa1", scope: `/subscriptions/${subscription}`, roleDefinitionId: another },
  ...{ privateEndpointId: "/subscriptions/s/resourceGroups/r/providers/Microsoft.Network/privateEndpoints/p" },
};
const kinds = ["principal", ...vendors.flatMap(({ seeds }) => Object.keys(seeds))];

const seed: fc.Arbitrary<CloudStep> = fc
  .record({
    kind: fc.constantFrom(...kinds),
    left: fc.subarray(Object.keys(seedFields), { minLength: 6 }),
    more: fc.dictionary(fc.constantFrom(...fields), anything, { maxKeys: 2 }),
  })
  .map(({ kind, left, more }) => ({
    kind: "seed",
    object: { ...Object.fromEntries(left.map((key) => [key, seedFields[key] ?? null])), ...more, kind },
  }));

/** Something that a process asks of the local cloud, over all that its vendors answer to. */
export const cloudStep: fc.Arbitrary<CloudStep> = fc.oneof(
  { weight: 6, arbitrary: request },
  { weight: 1, arbitrary: seed },
);

function filled(template: string, subscriptionId: string, values: readonly string[]): string {
  let index = 0;
  return template.replaceAll(/\{(\+?)(\w+)\}/g, (_, multi: string, variable: string) => {
    if (variable === "subscriptionId") return subscriptionId;
    if (variable === "scope") return `subscriptions/${subscriptionId}`;
    index += 1;
    const value = values[index % values.length] ?? "";
    return multi === "" ? value : `${value}/${value}`;
  });
}
