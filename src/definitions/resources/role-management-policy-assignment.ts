import type { ResourceDefinition } from "../schema/definition.ts";
import type { ObjectSchema } from "../schema/schema.ts";
import { datedVersions } from "./dated-versions.ts";
import { pathSegments } from "./path-segment.ts";
import { effectiveRules, policyRights } from "./role-policy-rules.ts";

const path = "/{+scope}/providers/{namespace}.Authorization/roleManagementPolicyAssignments/{name}";
const halves = "{policyGuid}_{roleDefinitionGuid}";
const guid = "[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}";

const named = (title: string, description: string, subject: string): ObjectSchema => ({
  type: "object",
  additionalProperties: false,
  title,
  description,
  properties: {
    displayName: { type: "string", description: `Name of the ${subject} for people.` },
    id: { type: "string", equality: "ignore-case", description: `Id of the ${subject}.` },
    type: { type: "string", description: `Type of the ${subject}.` },
  },
});

const example = `name: approvals

providers:
  azure: { kind: azure, subscriptionId: 11111111-2222-3333-4444-555555555555 }

resources:
  approvers:
    type: authorization:RoleManagementPolicyAssignment
    properties:
      scope: /subscriptions/11111111-2222-3333-4444-555555555555
      roleDefinitionId: /subscriptions/11111111-2222-3333-4444-555555555555/providers/Microsoft.Authorization/roleDefinitions/b24988ac-6180-42a0-ab88-20f7382dd24c

outputs:
  rulesInEffect: \${size(approvers.effectiveRules)}
`;

export const roleManagementPolicyAssignment: ResourceDefinition = {
  kind: "resource",
  type: "authorization:RoleManagementPolicyAssignment",
  title: "Role management policy assignment",
  description:
    "Binds a role management policy to a role definition at a scope, and shows the rules that are in effect there.",
  section: "2.2",
  provider: "azure",
  versions: {
    default: "2020-10-01",
    others: ["2020-10-01-preview", "2024-02-01-preview", "2024-09-01-preview"],
  },
  unlistedVersions: datedVersions,
  inputs: {
    type: "object",
    additionalProperties: false,
    required: ["scope"],
    properties: {
      scope: {
        type: "string",
        equality: "ignore-case",
        description: "Where the policy applies, such as `/subscriptions/<id>` or a resource group's id.",
        allOf: pathSegments,
      },
      policyId: {
        type: "string",
        equality: "ignore-case",
        description: "Id of the policy to assign; found by scope and role definition when left out.",
        default: { from: "platform", by: ["scope", "roleDefinitionId"] },
      },
      roleDefinitionId: {
        type: "string",
        equality: "ignore-case",
        description: "Id of the role definition to which the policy is assigned.",
      },
      roleManagementPolicyAssignmentName: {
        type: "string",
        replace: true,
        equality: "ignore-case",
        description:
          "Name of the assignment: the policy's GUID, an underscore and the role definition's GUID. " +
          "Follows from the two ids when left out.",
        allOf: [
          {
            pattern: `^${guid}_${guid}$`,
            description: "must be two GUIDs joined by an underscore: the policy's, then the role definition's",
          },
        ],
        default: { from: "composed", format: halves },
      },
    },
  },
  outputs: {
    type: "object",
    additionalProperties: false,
    properties: {
      effectiveRules,
      id: { type: "string", composed: path, description: "Id under which the assignment can be imported." },
      name: {
        type: "string",
        equality: "ignore-case",
        composed: "{name}",
        description: "Name of the assignment on the platform.",
      },
      policyAssignmentProperties: {
        type: "object",
        additionalProperties: false,
        followsWrites: true,
        title: "PolicyAssignmentProperties",
        description: "The policy, role definition and scope that the assignment joins, in the platform's words.",
        properties: {
          policy: {
            type: "object",
            additionalProperties: false,
            title: "PolicyAssignmentPropertiesPolicy",
            description: "The policy assigned.",
            required: ["lastModifiedBy"],
            properties: {
              id: { type: "string", equality: "ignore-case", description: "Id of the policy." },
              lastModifiedBy: {
                type: "object",
                additionalProperties: false,
                volatile: "it tells who wrote last, and what was written is compared itself",
                title: "Principal",
                description: "Who changed the policy last.",
                properties: {
                  displayName: { type: "string", description: "Name of the principal for people." },
                  email: { type: "string", description: "Email address of the principal." },
                  id: { type: "string", description: "Id of the principal." },
                  type: { type: "string", description: "Type of the principal, such as user or group." },
                },
              },
              lastModifiedDateTime: {
                type: "string",
                format: "date-time",
                volatile: "it tells when the last write was, and what was written is compared itself",
                description: "When the policy was last changed.",
              },
            },
          },
          roleDefinition: named(
            "PolicyAssignmentPropertiesRoleDefinition",
            "The role definition to which the policy is assigned.",
            "role definition",
          ),
          scope: named("PolicyAssignmentPropertiesScope", "The scope at which it is assigned.", "scope"),
        },
      },
      type: {
        type: "string",
        equality: "ignore-case",
        description: "Type of the resource, as the platform writes it.",
      },
    },
  },
  identity: {
    variables: {
      scope: [{ input: "scope", take: "without-leading-slashes" }],
      namespace: [{ provider: "namespace", constant: true }],
      name: [{ input: "roleManagementPolicyAssignmentName" }],
      policyGuid: [
        { input: "roleManagementPolicyAssignmentName", template: halves, variable: "policyGuid" },
        { input: "policyId", take: "last-segment" },
      ],
      roleDefinitionGuid: [
        { input: "roleManagementPolicyAssignmentName", template: halves, variable: "roleDefinitionGuid" },
        { input: "roleDefinitionId", take: "last-segment" },
      ],
    },
    formats: [path],
    // Each edit of the policy gives it another GUID. What stays is that a role has one assignment at a scope.
    renamed: ["policyId", "roleManagementPolicyAssignmentName", "id", "name", "policyAssignmentProperties.policy.id"],
    ignoreCase: true,
    imports: [{ template: path, source: "specification" }],
  },
  // Every role at every scope has an assignment from the start, and the platform offers no delete for it.
  existence: "standing",
  governsAccess: true,
  rights: policyRights,
  lastChange: {
    by: "policyAssignmentProperties.policy.lastModifiedBy.displayName",
    at: "policyAssignmentProperties.policy.lastModifiedDateTime",
  },
  onDestroy: "retain",
  permissions: {
    read: ["Microsoft.Authorization/roleAssignments/read"],
    write: ["Microsoft.Authorization/roleManagementPolicyAssignments/write"],
    note:
      "Held at the scope of the assignment. Changing the settings of a role takes Owner or User Access " +
      "Administrator there.",
    source:
      "Microsoft Learn, Privileged Identity Management APIs and Azure RBAC resource provider operations: " +
      "Microsoft.Authorization",
  },
  examples: [example],
};
