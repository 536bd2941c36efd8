import type { ResourceDefinition } from "../schema/definition.ts";
import { pathSegment } from "./path-segment.ts";

const path = "projects/{project}/locations/{location}/oauthClients/{oauthClientId}";

const example = `name: portal

providers:
  google: { kind: google, project: acme-prod }

resources:
  portal:
    type: iam:OAuthClient
    properties:
      oauthClientId: web-portal
      location: global
      displayName: Portal
      clientType: CONFIDENTIAL_CLIENT
      allowedGrantTypes: [AUTHORIZATION_CODE_GRANT]
      allowedRedirectUris: ["https://portal.acme.example/callback"]
      allowedScopes: ["https://www.googleapis.com/auth/cloud-platform"]

outputs:
  clientId: \${portal.clientId}
`;

const notEmpty = { minItems: 1, says: "the vendor requires at least one" };

export const oauthClient: ResourceDefinition = {
  kind: "resource",
  type: "iam:OAuthClient",
  title: "OAuth client",
  description:
    "An OAuth 2.0 client with which an application gets access tokens on behalf of workforce-federated users.",
  section: "2.1",
  provider: "google",
  versions: { default: "v1", others: [] },
  inputs: {
    type: "object",
    additionalProperties: false,
    required: ["allowedGrantTypes", "allowedRedirectUris", "allowedScopes", "location", "oauthClientId"],
    properties: {
      allowedGrantTypes: {
        type: "array",
        unordered: true,
        description: "Grant types that the client may use.",
        drift: { gained: "rights-widened" },
        vendorLimits: [notEmpty],
        items: {
          type: "string",
          description: "A grant type.",
          knownValues: ["AUTHORIZATION_CODE_GRANT", "REFRESH_TOKEN_GRANT"],
          vendorLimits: [
            {
              values: ["AUTHORIZATION_CODE_GRANT", "REFRESH_TOKEN_GRANT"],
              says: "the vendor takes `AUTHORIZATION_CODE_GRANT` and `REFRESH_TOKEN_GRANT`",
            },
          ],
          drift: "other",
        },
      },
      allowedRedirectUris: {
        type: "array",
        unordered: true,
        description: "Addresses to which the browser may be sent back when the authorization is complete.",
        drift: { gained: "rights-widened" },
        vendorLimits: [notEmpty],
        items: {
          type: "string",
          description: "A redirect URI.",
          vendorLimits: [
            {
              pattern: "^[A-Za-z][A-Za-z0-9+.-]*:(//[^\\s/?#]|[^\\s/])\\S*$",
              says: "the vendor takes whole URIs, such as `https://app.example/callback`",
            },
          ],
        },
      },
      allowedScopes: {
        type: "array",
        unordered: true,
        description: "Scopes that the client may ask for; the cloud-platform scope is the only one supported.",
        drift: { gained: "rights-widened" },
        vendorLimits: [notEmpty],
        items: {
          type: "string",
          description: "A scope URL.",
          enum: ["https://www.googleapis.com/auth/cloud-platform"],
          drift: "other",
        },
      },
      location: {
        type: "string",
        replace: true,
        description: "Location in which the client lives, a segment of its name.",
        allOf: pathSegment,
        vendorLimits: [
          { values: ["global"], says: "the vendor documents `global` as the only location of OAuth clients" },
        ],
      },
      oauthClientId: {
        type: "string",
        replace: true,
        description:
          "Identifier of the client, the last part of its name. It stays reserved for 30 days after a delete.",
        minLength: 6,
        maxLength: 63,
        allOf: [
          { pattern: "^[a-z0-9-]*$", description: "may hold only lower-case letters, digits and hyphens" },
          { pattern: "^[A-Za-z]", description: "must start with a letter" },
          { pattern: "(?<!-)$", description: "must not end with a hyphen" },
          { pattern: "^(?!cloud-)", description: "must not start with `cloud-`, which is reserved" },
        ],
        vendorLimits: [{ pattern: "^(?!gcp-)", says: "the vendor reserves the prefix `gcp-` for itself" }],
      },
      clientType: {
        type: "string",
        replace: true,
        immutable: true,
        description:
          "Whether the client can keep a secret. The secrets of confidential clients are resources of their own: " +
          "`iam:OAuthClientCredential`.",
        enum: ["CLIENT_TYPE_UNSPECIFIED", "PUBLIC_CLIENT", "CONFIDENTIAL_CLIENT"],
        absentMeans: "CLIENT_TYPE_UNSPECIFIED",
        drift: {
          strictestFirst: ["CONFIDENTIAL_CLIENT", "CLIENT_TYPE_UNSPECIFIED", "PUBLIC_CLIENT"],
          looser: "guard-removed",
        },
      },
      description: {
        type: "string",
        description: "What the client is for, up to 256 characters.",
        maxLength: 256,
        absentMeans: "",
      },
      disabled: {
        type: "boolean",
        description: "Switches the client off: while true it cannot be used.",
        absentMeans: false,
        drift: { to: { true: "disabled", false: "enabled" } },
      },
      displayName: {
        type: "string",
        description: "Name shown to people, up to 32 characters.",
        maxLength: 32,
        absentMeans: "",
      },
      project: {
        type: "string",
        replace: true,
        description: "Id of the project that owns the client; the provider's project when left out.",
        allOf: pathSegment,
        default: { from: "provider", field: "project" },
      },
    },
  },
  outputs: {
    type: "object",
    additionalProperties: false,
    properties: {
      clientId: { type: "string", description: "The OAuth client id that the platform generated." },
      expireTime: {
        type: "string",
        followsWrites: true,
        format: "date-time",
        description: "When a deleted client is purged for good; null while it is not deleted.",
      },
      id: { type: "string", composed: path, description: "Id under which the client can be imported." },
      name: {
        type: "string",
        immutable: true,
        composed: path,
        description: "Full name of the client on the platform.",
      },
      state: {
        type: "string",
        followsWrites: true,
        description: "Whether the client is active or deleted (and not purged yet).",
        enum: ["STATE_UNSPECIFIED", "ACTIVE", "DELETED"],
        drift: { to: { ACTIVE: "enabled", DELETED: "disabled" } },
      },
    },
  },
  identity: {
    variables: {
      project: [{ input: "project" }, { provider: "project" }],
      location: [{ input: "location" }],
      oauthClientId: [{ input: "oauthClientId" }],
    },
    formats: [path],
    imports: [
      { template: path, source: "specification" },
      { template: "{project}/{location}/{oauthClientId}", source: "specification" },
      { template: "{location}/{oauthClientId}", source: "specification" },
    ],
  },
  existence: "created",
  governsAccess: true,
  rights: [
    { at: "allowedRedirectUris.*", what: "the codes of people who sign in" },
    { at: "allowedGrantTypes.*", who: "the client", what: "tokens by {value}" },
    { at: "allowedScopes.*", who: "the client", what: "the scope {value}" },
    { at: "disabled", is: true, who: "the client", what: "the right to be used", guards: true, itself: true },
    {
      ...{ at: "clientType", is: "PUBLIC_CLIENT", who: "whoever knows the client's id" },
      what: "tokens of the client without a secret",
    },
  ],
  softDelete: { days: 30, stateField: "state", deletedValue: "DELETED" },
  onDestroy: "delete",
  permissions: {
    read: ["iam.oauthClients.get", "iam.oauthClients.list"],
    write: [
      "iam.oauthClients.create",
      "iam.oauthClients.update",
      "iam.oauthClients.delete",
      "iam.oauthClients.undelete",
    ],
    note: "The role `roles/iam.oauthClientAdmin` holds them.",
    source: "Google Cloud IAM documentation, permissions reference: `iam.oauthClients.*`",
  },
  examples: [example],
};
