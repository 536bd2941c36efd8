import type { ResourceDefinition } from "../schema/definition.ts";

const example = `name: guardrails

providers:
  workspace: { kind: databricks, level: workspace }

resources:
  guardrail:
    type: settings:RestrictWorkspaceAdmins
    properties:
      restrictWorkspaceAdmins: { status: RESTRICT_TOKENS_AND_JOB_RUN_AS }
`;

export const restrictWorkspaceAdmins: ResourceDefinition = {
  kind: "resource",
  type: "settings:RestrictWorkspaceAdmins",
  title: "Restrict-workspace-admins setting",
  description:
    "Says what workspace admins may do with the tokens of service principals and with the owners and identities " +
    "of jobs.",
  section: "2.7",
  provider: "databricks",
  requiresProvider: { level: "workspace" },
  versions: { default: "2.0", others: [] },
  inputs: {
    type: "object",
    additionalProperties: false,
    required: ["restrictWorkspaceAdmins"],
    properties: {
      restrictWorkspaceAdmins: {
        type: "object",
        additionalProperties: false,
        title: "RestrictWorkspaceAdminsConfiguration",
        description: "The setting's content.",
        required: ["status"],
        properties: {
          status: {
            type: "string",
            description:
              "`ALLOW_ALL` lets workspace admins make tokens for any service principal and give jobs to anyone; " +
              "`RESTRICT_TOKENS_AND_JOB_RUN_AS` leaves them only themselves and the service principals they may " +
              "use.",
            enum: ["ALLOW_ALL", "RESTRICT_TOKENS_AND_JOB_RUN_AS"],
            drift: { strictestFirst: ["RESTRICT_TOKENS_AND_JOB_RUN_AS", "ALLOW_ALL"], looser: "rights-widened" },
          },
        },
      },
      etag: {
        type: "string",
        precondition: true,
        volatile: "every write of the setting gives it another tag, and the status is compared itself",
        description:
          "Tag of the version to change; the write is refused when the setting has another. " +
          "Left out, the version last read counts.",
      },
      settingName: {
        type: "string",
        description: "Name of the setting; a workspace has only the one named `default`.",
        enum: ["default"],
        absentMeans: "default",
        drift: "other",
      },
    },
  },
  outputs: {
    type: "object",
    additionalProperties: false,
    properties: {
      id: {
        type: "string",
        composed: "global",
        description: "Id under which the setting can be imported, always `global`.",
      },
    },
  },
  identity: {
    variables: {},
    formats: ["global"],
    imports: [{ template: "global", source: "specification" }],
  },
  existence: "standing",
  governsAccess: true,
  rights: [
    {
      at: "restrictWorkspaceAdmins.status",
      is: "ALLOW_ALL",
      who: "each workspace admin",
      what: "the right to make tokens for any service principal and to give jobs to anyone",
    },
  ],
  onDestroy: "restore",
  strictness: {
    field: "restrictWorkspaceAdmins.status",
    strictestFirst: ["RESTRICT_TOKENS_AND_JOB_RUN_AS", "ALLOW_ALL"],
  },
  permissions: {
    read: ["workspace admin"],
    write: ["account admin who is a member of the workspace"],
    note:
      "The platform has no names for these rights: they are ranks. An account admin who is no member of the " +
      "workspace can't sign in to it.",
    source: "Databricks documentation, Restrict workspace admins",
  },
  examples: [example],
};
