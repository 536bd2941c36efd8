import type { ResourceDefinition } from "../schema/definition.ts";

const reservation = "projects/{project}/zones/{zone}/reservations/{reservation}";

const example = `name: capacity

providers:
  google: { kind: google, project: acme-prod, zone: europe-west1-b }

resources:
  viewers:
    type: compute:ReservationIamMember
    properties:
      name: migration-wave-1
      role: roles/compute.viewer
      member: group:migration@acme.example
      condition:
        title: until-2028
        expression: request.time < timestamp("2028-01-01T00:00:00Z")
`;

export const reservationIamMember: ResourceDefinition = {
  kind: "resource",
  type: "compute:ReservationIamMember",
  title: "Reservation IAM member",
  description:
    "Grants one member one role on a reservation by setting the reservation's access policy, " +
    "which replaces every grant of the policy. Its audit configuration is not managed: writes keep it as it is, and " +
    "drift does not compare it.",
  section: "2.6",
  provider: "google",
  versions: { default: "v1", others: [] },
  inputs: {
    type: "object",
    additionalProperties: false,
    required: ["member", "name", "role"],
    properties: {
      member: {
        type: "string",
        equality: "ignore-case",
        description:
          "Who gets the role: `user:<email>`, `serviceAccount:<email>`, `group:<email>` or `domain:<domain>` (a " +
          "domain's primary name).",
        allOf: [
          {
            pattern: "^((user|serviceAccount|group):[^\\s@]+@[^\\s@]+|domain:[^\\s@/:]+)$",
            description: "must be `user:<email>`, `serviceAccount:<email>`, `group:<email>` or `domain:<domain>`",
          },
        ],
      },
      name: {
        type: "string",
        description:
          "The reservation: its bare name (in the provider's project and zone) or " +
          "`projects/<project>/zones/<zone>/reservations/<name>`.",
        allOf: [
          {
            pattern: "^(projects/[^/\\s]+/zones/[^/\\s]+/reservations/)?[^/\\s]+$",
            description: "must be a bare name or `projects/<project>/zones/<zone>/reservations/<name>`",
          },
          { pattern: "^(?!(.*/)?\\.{1,2}(/|$))", description: "must not have `.` or `..` for a name" },
        ],
        vendorLimits: [
          {
            pattern: "(^|/)([a-z]([-a-z0-9]{0,61}[a-z0-9])?|[1-9][0-9]{0,19})$",
            says:
              "the vendor names reservations with up to 63 lower-case letters, digits and hyphens that start " +
              "with a letter, or by a number",
          },
        ],
      },
      role: {
        type: "string",
        description: "The role to grant, such as `roles/compute.viewer`.",
        allOf: [{ pattern: "^\\S+$", description: "must name a role, without white space" }],
        vendorLimits: [
          {
            pattern: "^(roles|(projects|organizations)/[^/]+/roles)/[A-Za-z0-9_.]+$",
            says:
              "the vendor names roles `roles/<name>`, `projects/<project>/roles/<name>` or " +
              "`organizations/<id>/roles/<name>`",
          },
        ],
      },
      condition: {
        type: "object",
        additionalProperties: false,
        title: "Condition",
        description: "Condition under which the binding applies.",
        required: ["expression", "title"],
        properties: {
          expression: {
            type: "string",
            format: "cel",
            description: "The condition itself, in the Common Expression Language.",
            vendorLimits: [{ maxLength: 4096, says: "the vendor takes conditions of at most 4096 characters" }],
            drift: { lost: "guard-removed", changed: "rights-changed" },
          },
          title: {
            type: "string",
            description: "What the condition is for, in a few words.",
            vendorLimits: [{ pattern: "^.", says: "the vendor takes no condition without a title" }],
          },
          description: { type: "string", description: "What the condition is for, at length.", absentMeans: "" },
        },
      },
    },
  },
  outputs: {
    type: "object",
    additionalProperties: false,
    properties: {
      etag: {
        type: "string",
        volatile: "every write of the policy gives it another tag, and what the policy holds is compared itself",
        description: "Tag of the policy's version on the platform.",
      },
      id: { type: "string", description: "Id under which the member can be imported." },
      project: {
        type: "string",
        composed: "{project}",
        description: "Project of the reservation: the one that `name` gives, otherwise the provider's.",
      },
    },
  },
  identity: {
    variables: {
      project: [{ input: "name", template: reservation, variable: "project" }, { provider: "project" }],
      zone: [{ input: "name", template: reservation, variable: "zone" }, { provider: "zone" }],
      reservation: [{ input: "name", template: reservation, variable: "reservation" }, { input: "name" }],
      role: [{ input: "role" }],
      member: [{ input: "member" }],
      conditionTitle: [{ input: "condition.title" }],
    },
    formats: [`${reservation} {+role} {+member} {+conditionTitle}`, `${reservation} {+role} {+member}`],
    claim: `${reservation} policy`,
    imports: [
      { template: `${reservation} {+role} {+member} {+conditionTitle}`, source: "ours" },
      { template: `${reservation} {+role} {+member}`, source: "ours" },
      { template: "{reservation} {+role} {+member} {+conditionTitle}", source: "ours" },
      { template: "{reservation} {+role} {+member}", source: "ours" },
    ],
  },
  grants: {
    ...{ who: "member", what: "role", when: "condition", decides: "expression" },
    beside: { who: "members", what: "role", when: "condition" },
  },
  existence: "part",
  governsAccess: true,
  onDestroy: "delete",
  permissions: {
    read: ["compute.reservations.getIamPolicy"],
    write: ["compute.reservations.setIamPolicy"],
    note: "`roles/compute.admin` holds both; `roles/editor` holds neither.",
    source: "Google Cloud IAM documentation, permissions reference: `compute.reservations.*`",
  },
  examples: [example],
};
