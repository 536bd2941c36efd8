import fc from "fast-check";
import type { Json, JsonObject } from "../../packages/base/json/json.ts";
import { subscription } from "./base-declarations.ts";

type Resource = { readonly type: string; readonly properties: JsonObject; readonly options?: JsonObject };
export type Resources = Readonly<Record<string, Resource>>;

/** A text that is a text whatever it holds: `${` stands for itself. */
const prose = (maxLength: number) =>
  fc
    .string({
      unit: fc.constantFrom("a", "Z", "7", " ", "-", "é", "🔑", "$", "{", "}", '"', "\\", ":", "#"),
      maxLength,
    })
    .map((text) => text.replaceAll("${", () => "$${"));

const scope = "https://www.googleapis.com/auth/cloud-platform";

/** Leaves out the members that were not chosen. */
function given(values: Readonly<Record<string, Json | undefined>>): JsonObject {
  return Object.fromEntries(Object.entries(values).filter((entry): entry is [string, Json] => entry[1] !== undefined));
}

const client = fc
  .record({
    grants: fc.subarray(["AUTHORIZATION_CODE_GRANT", "REFRESH_TOKEN_GRANT"], { minLength: 1 }),
    uris: fc.subarray(["https://a.example/x", "https://b.example/y", "http://localhost:80"], { minLength: 1 }),
    location: fc.constantFrom("global", "europe-west1"),
    kind: fc.option(fc.constantFrom("PUBLIC_CLIENT", "CONFIDENTIAL_CLIENT", "CLIENT_TYPE_UNSPECIFIED"), {
      nil: undefined,
    }),
    description: fc.option(prose(40), { nil: undefined }),
    disabled: fc.option(fc.boolean(), { nil: undefined }),
    displayName: fc.option(prose(16), { nil: undefined }),
    project: fc.option(fc.constantFrom("acme-prod", "acme-test"), { nil: undefined }),
  })
  .map(
    (each) =>
      (name: string): Resource => ({
        type: "iam:OAuthClient",
        properties: given({
          oauthClientId: `client-${name.replaceAll("_", "-")}`,
          location: each.location,
          allowedGrantTypes: each.grants,
          allowedRedirectUris: each.uris,
          allowedScopes: [scope],
          clientType: each.kind,
          description: each.description,
          disabled: each.disabled,
          displayName: each.displayName,
          project: each.project,
        }),
      }),
  );

const attachment = fc
  .record({
    description: fc.option(prose(40), { nil: undefined }),
    labels: fc.option(fc.dictionary(fc.stringMatching(/^[a-z]{1,5}$/), fc.stringMatching(/^[a-z0-9]{0,5}$/)), {
      nil: undefined,
    }),
    location: fc.option(fc.constantFrom("europe-west1", "europe-west4"), { nil: undefined }),
    refersTo: fc.option(fc.nat(), { nil: undefined }),
  })
  .map((each) => (name: string, earlier: Resources): Resource => {
    const names = Object.keys(earlier);
    const other = each.refersTo === undefined ? undefined : names[each.refersTo % names.length];
    return {
      type: "connectors:EndpointAttachment",
      properties: given({
        endpointAttachmentId: name.replaceAll("_", "-"),
        serviceAttachment: "projects/p/regions/europe-west1/serviceAttachments/s",
        description: other === undefined ? each.description : `after \${${other}.id}`,
        labels: each.labels,
        location: each.location,
      }),
    };
  });

const collector = fc
  .record({
    named: fc.boolean(),
    site: fc.option(fc.constantFrom("/Sites/One", "/sites/two"), { nil: undefined }),
    audience: fc.option(prose(12), { nil: undefined }),
    bare: fc.boolean(),
  })
  .map(
    (each) =>
      (name: string): Resource => ({
        type: "migrate:ServerCollector",
        properties: given({
          resourceGroupName: "rg-Migration",
          projectName: "Assessment",
          serverCollectorName: each.named ? `Collector-${name}` : undefined,
          properties: each.bare
            ? undefined
            : given({
                discoverySiteId: each.site,
                agentProperties: each.audience === undefined ? undefined : { spnDetails: { audience: each.audience } },
              }),
        }),
      }),
  );

const assignment = fc
  .constantFrom("", "/resourceGroups/rg-a", "/resourceGroups/RG-B")
  .map((below) => (name: string): Resource => {
    const number = [...name].reduce((sum, letter) => sum * 31 + (letter.codePointAt(0) ?? 0), 7) % 1_000_000;
    const role = `b24988ac-6180-42a0-ab88-${String(number).padStart(12, "0")}`;
    return {
      type: "authorization:RoleManagementPolicyAssignment",
      properties: {
        scope: `/subscriptions/${subscription}${below}`,
        roleDefinitionId: `/subscriptions/${subscription}/providers/Microsoft.Authorization/roleDefinitions/${role}`,
      },
    };
  });

const member = fc
  .record({
    full: fc.boolean(),
    member: fc.constantFrom("user:Ann@acme.example", "group:all@acme.example", "domain:acme.example"),
    role: fc.constantFrom("roles/compute.viewer", "roles/compute.admin"),
    condition: fc.option(
      fc.record({
        title: fc.constantFrom("until 2028", "Weekends"),
        expression: fc.constantFrom('request.time < timestamp("2028-01-01T00:00:00Z")', "true"),
      }),
      { nil: undefined },
    ),
  })
  .map((each) => (name: string): Resource => {
    const reservation = name.replaceAll("_", "-");
    return {
      type: "compute:ReservationIamMember",
      properties: given({
        name: each.full ? `projects/other/zones/z-1/reservations/${reservation}` : reservation,
        member: each.member,
        role: each.role,
        condition: each.condition,
      }),
    };
  });

const setting = fc.constantFrom("ALLOW_ALL", "RESTRICT_TOKENS_AND_JOB_RUN_AS").map(
  (status) => (): Resource => ({
    type: "settings:RestrictWorkspaceAdmins",
    properties: { restrictWorkspaceAdmins: { status } },
  }),
);

/** What makes a declaration under a name, beside those that come before it. */
export type Maker = (name: string, earlier: Resources) => Resource;

/** Makers of the types of which there can be many beside one another. */
export const makers: Readonly<Record<string, fc.Arbitrary<Maker>>> = {
  "iam:OAuthClient": client,
  "connectors:EndpointAttachment": attachment,
  "migrate:ServerCollector": collector,
  "authorization:RoleManagementPolicyAssignment": assignment,
  "compute:ReservationIamMember": member,
};

const anyResource = fc.oneof(client, attachment, collector, assignment, member);

/** Resources of all six types that can stand beside one another; attachments may refer to what comes before them. */
export const declaredResources: fc.Arbitrary<Resources> = fc
  .tuple(fc.array(anyResource, { maxLength: 7 }), fc.option(setting, { nil: undefined }))
  .map(([chosen, last]) => {
    const resources: Record<string, Resource> = last === undefined ? {} : { guardrail: last() };
    for (const [index, make] of chosen.entries()) {
      const name = `r_${index}`;
      resources[name] = make(name, { ...resources });
    }
    return resources;
  });
