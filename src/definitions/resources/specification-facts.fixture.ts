/**
 * The facts of the specification's tables as plain data, taken from the specification alone and from no definition.
 * `specification-facts.test.ts` holds the definitions equal to them, field by field, in both directions.
 */
export interface FieldFacts {
  readonly type: "string" | "boolean" | "integer" | "list" | "map" | "object" | "union";
  readonly required?: true;
  readonly replace?: true;
  readonly immutable?: true;
  readonly minLength?: number;
  readonly maxLength?: number;
  /** The closed list of values. */
  readonly values?: readonly string[];
  /** Of a list or a map. */
  readonly items?: FieldFacts;
  /** Of an object. */
  readonly fields?: ObjectFacts;
  /** Of a union. */
  readonly kinds?: readonly ObjectFacts[];
}

export type ObjectFacts = Readonly<Record<string, FieldFacts>>;

export interface ResourceFacts {
  readonly section: string;
  readonly inputs: ObjectFacts;
  /** Besides the inputs. */
  readonly outputs: ObjectFacts;
  /** Inputs whose response has another shape. */
  readonly responses?: ObjectFacts;
  readonly imports: readonly string[];
  /** Null where the specification shows none. */
  readonly versions: { readonly default: string; readonly others: readonly string[] } | null;
  /** Whether only a workspace-level provider may manage it. */
  readonly workspaceLevel?: true;
}

const text: FieldFacts = { type: "string" };
const flag: FieldFacts = { type: "boolean" };
const whole: FieldFacts = { type: "integer" };
const texts: FieldFacts = { type: "list", items: text };
const needed = <Facts extends FieldFacts>(facts: Facts): Facts & { readonly required: true } => ({
  ...facts,
  required: true,
});
const replacing = <Facts extends FieldFacts>(facts: Facts): Facts & { readonly replace: true } => ({
  ...facts,
  replace: true,
});

const oauthClient: ResourceFacts = {
  section: "2.1",
  inputs: {
    allowedGrantTypes: needed(texts),
    allowedRedirectUris: needed(texts),
    allowedScopes: needed({
      type: "list",
      items: { type: "string", values: ["https://www.googleapis.com/auth/cloud-platform"] },
    }),
    location: needed(replacing(text)),
    oauthClientId: needed(replacing({ type: "string", minLength: 6, maxLength: 63 })),
    clientType: {
      type: "string",
      replace: true,
      immutable: true,
      values: ["CLIENT_TYPE_UNSPECIFIED", "PUBLIC_CLIENT", "CONFIDENTIAL_CLIENT"],
    },
    description: { type: "string", maxLength: 256 },
    disabled: flag,
    displayName: { type: "string", maxLength: 32 },
    project: replacing(text),
  },
  outputs: {
    clientId: text,
    expireTime: text,
    id: text,
    name: { type: "string", immutable: true },
    state: { type: "string", values: ["STATE_UNSPECIFIED", "ACTIVE", "DELETED"] },
  },
  imports: [
    "projects/{project}/locations/{location}/oauthClients/{oauth_client_id}",
    "{project}/{location}/{oauth_client_id}",
    "{location}/{oauth_client_id}",
  ],
  versions: null,
};

const ruleTarget: FieldFacts = {
  type: "object",
  fields: {
    caller: text,
    enforcedSettings: texts,
    inheritableSettings: texts,
    level: text,
    operations: texts,
    targetObjects: texts,
  },
};

const userSets: FieldFacts = {
  type: "list",
  items: { type: "object", fields: { description: text, id: text, isBackup: flag, userType: text } },
};

const approvalSettings: FieldFacts = {
  type: "object",
  fields: {
    approvalMode: text,
    approvalStages: {
      type: "list",
      items: {
        type: "object",
        fields: {
          approvalStageTimeOutInDays: whole,
          escalationApprovers: userSets,
          escalationTimeInMinutes: whole,
          isApproverJustificationRequired: flag,
          isEscalationEnabled: flag,
          primaryApprovers: userSets,
        },
      },
    },
    isApprovalRequired: flag,
    isApprovalRequiredForExtension: flag,
    isRequestorJustificationRequired: flag,
  },
};

const assignment: ResourceFacts = {
  section: "2.2",
  inputs: {
    scope: needed(text),
    policyId: text,
    roleDefinitionId: text,
    roleManagementPolicyAssignmentName: replacing(text),
  },
  outputs: {
    effectiveRules: {
      type: "list",
      items: {
        type: "union",
        kinds: [
          { id: text, target: ruleTarget, setting: approvalSettings },
          { id: text, target: ruleTarget, claimValue: text, isEnabled: flag },
          { id: text, target: ruleTarget, enabledRules: texts },
          { id: text, target: ruleTarget, isExpirationRequired: flag, maximumDuration: text },
          {
            id: text,
            target: ruleTarget,
            isDefaultRecipientsEnabled: flag,
            notificationLevel: text,
            notificationRecipients: texts,
            notificationType: text,
            recipientType: text,
          },
        ],
      },
    },
    id: text,
    name: text,
    policyAssignmentProperties: {
      type: "object",
      fields: {
        policy: {
          type: "object",
          fields: {
            id: text,
            lastModifiedDateTime: text,
            lastModifiedBy: {
              type: "object",
              required: true,
              fields: { displayName: text, email: text, id: text, type: text },
            },
          },
        },
        roleDefinition: { type: "object", fields: { displayName: text, id: text, type: text } },
        scope: { type: "object", fields: { displayName: text, id: text, type: text } },
      },
    },
    type: text,
  },
  imports: [
    "/{scope}/providers/{namespace}.Authorization/roleManagementPolicyAssignments/{roleManagementPolicyAssignmentName}",
  ],
  versions: {
    default: "2020-10-01",
    others: ["2020-10-01-preview", "2024-02-01-preview", "2024-09-01-preview"],
  },
};

const endpointAttachment: ResourceFacts = {
  section: "2.3",
  inputs: {
    endpointAttachmentId: needed(replacing(text)),
    serviceAttachment: needed(text),
    description: text,
    labels: { type: "map", items: text },
    location: replacing(text),
    project: replacing(text),
  },
  outputs: { createTime: text, endpointIp: text, id: text, name: text, updateTime: text },
  imports: [],
  versions: { default: "v1", others: [] },
};

const spnDetails: FieldFacts = {
  type: "object",
  fields: { applicationId: text, audience: text, authority: text, objectId: text, tenantId: text },
};

const serverCollector: ResourceFacts = {
  section: "2.5",
  inputs: {
    projectName: needed(replacing(text)),
    resourceGroupName: needed(replacing(text)),
    eTag: text,
    properties: {
      type: "object",
      fields: { agentProperties: { type: "object", fields: { spnDetails } }, discoverySiteId: text },
    },
    serverCollectorName: replacing(text),
  },
  outputs: { id: text, name: text, type: text },
  responses: {
    properties: {
      type: "object",
      fields: {
        agentProperties: {
          type: "object",
          fields: { id: needed(text), lastHeartbeatUtc: needed(text), version: needed(text), spnDetails },
        },
        createdTimestamp: needed(text),
        discoverySiteId: text,
        updatedTimestamp: needed(text),
      },
    },
  },
  imports: [
    "/subscriptions/{subscriptionId}/resourceGroups/{resourceGroupName}/providers/{namespace}.Migrate" +
      "/assessmentProjects/{projectName}/servercollectors/{serverCollectorName}",
  ],
  versions: { default: "2019-10-01", others: [] },
};

const reservationIamMember: ResourceFacts = {
  section: "2.6",
  inputs: {
    member: needed(text),
    name: needed(text),
    role: needed(text),
    condition: {
      type: "object",
      fields: { expression: needed(text), title: needed(text), description: text },
    },
  },
  outputs: { etag: text, id: text, project: text },
  imports: [],
  versions: { default: "v1", others: [] },
};

const restrictWorkspaceAdmins: ResourceFacts = {
  section: "2.7",
  inputs: {
    restrictWorkspaceAdmins: {
      type: "object",
      required: true,
      fields: { status: { type: "string", required: true, values: ["ALLOW_ALL", "RESTRICT_TOKENS_AND_JOB_RUN_AS"] } },
    },
    etag: text,
    settingName: text,
  },
  outputs: { id: text },
  imports: ["global"],
  versions: null,
  workspaceLevel: true,
};

/** The six managed resources by type token. */
export const resourceFacts: Readonly<Record<string, ResourceFacts>> = {
  "iam:OAuthClient": oauthClient,
  "authorization:RoleManagementPolicyAssignment": assignment,
  "connectors:EndpointAttachment": endpointAttachment,
  "migrate:ServerCollector": serverCollector,
  "compute:ReservationIamMember": reservationIamMember,
  "settings:RestrictWorkspaceAdmins": restrictWorkspaceAdmins,
};

/** The look-up. */
export const lookupFacts = {
  token: "migrate:getPrivateEndpointConnectionControllerPrivateEndpointConnection",
  section: "2.4",
  arguments: {
    migrateProjectName: needed(replacing(text)),
    peConnectionName: needed(replacing(text)),
    resourceGroupName: needed(replacing(text)),
  } satisfies ObjectFacts,
  result: {
    platformApiVersion: text,
    eTag: text,
    id: text,
    name: text,
    properties: {
      type: "object",
      fields: {
        privateEndpoint: { type: "object", required: true, fields: { id: needed(text) } },
        provisioningState: needed(text),
        privateLinkServiceConnectionState: {
          type: "object",
          fields: { actionsRequired: text, description: text, status: text },
        },
      },
    },
    systemData: {
      type: "object",
      fields: {
        createdAt: text,
        createdBy: text,
        createdByType: text,
        lastModifiedAt: text,
        lastModifiedBy: text,
        lastModifiedByType: text,
      },
    },
    type: text,
  } satisfies ObjectFacts,
  versions: { default: "2020-05-01", others: ["2023-01-01"] },
} as const;

const astral = "\u{1F511}";
const limitsOf = (
  field: string,
  value: string | readonly string[],
  keeps: boolean,
): { readonly field: string; readonly value: string | readonly string[]; readonly keeps: boolean } => ({
  field,
  value,
  keeps,
});

/** The Limits table as examples, at the edge and one past it; all of them are about the OAuth client. */
export const limitExamples = [
  limitsOf("displayName", "d".repeat(32), true),
  limitsOf("displayName", "d".repeat(33), false),
  limitsOf("displayName", astral.repeat(32), true),
  limitsOf("displayName", astral.repeat(33), false),
  limitsOf("description", "d".repeat(256), true),
  limitsOf("description", "d".repeat(257), false),
  limitsOf("description", astral.repeat(256), true),
  limitsOf("description", astral.repeat(257), false),
  limitsOf("oauthClientId", "a".repeat(5), false),
  limitsOf("oauthClientId", "a".repeat(6), true),
  limitsOf("oauthClientId", "a".repeat(63), true),
  limitsOf("oauthClientId", "a".repeat(64), false),
  limitsOf("oauthClientId", "web-portal-2", true),
  limitsOf("oauthClientId", "Web-portal", false),
  limitsOf("oauthClientId", "web_portal", false),
  limitsOf("oauthClientId", "web portal", false),
  limitsOf("oauthClientId", "web-portál", false),
  limitsOf("oauthClientId", "web-portal\n", false),
  limitsOf("oauthClientId", "1web-portal", false),
  limitsOf("oauthClientId", "-web-portal", false),
  limitsOf("oauthClientId", "web-portal-", false),
  limitsOf("oauthClientId", "cloud-portal", false),
  limitsOf("oauthClientId", "cloudportal", true),
  limitsOf("oauthClientId", "my-cloud-portal", true),
  limitsOf("allowedScopes", ["https://www.googleapis.com/auth/cloud-platform"], true),
  limitsOf("allowedScopes", ["https://www.googleapis.com/auth/cloud-platform.read-only"], false),
  limitsOf("allowedScopes", ["openid"], false),
];
