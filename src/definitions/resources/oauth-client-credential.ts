import type { ResourceDefinition } from "../schema/definition.ts";
import { pathSegment } from "./path-segment.ts";

const client = "projects/{project}/locations/{location}/oauthClients/{oauthClientId}";
const path = `${client}/credentials/{oauthClientCredentialId}`;

const example = `name: orders

providers:
  google: { kind: google, project: acme-prod }

resources:
  orders:
    type: iam:OAuthClient
    properties:
      oauthClientId: orders-portal
      location: global
      clientType: CONFIDENTIAL_CLIENT
      allowedGrantTypes: [AUTHORIZATION_CODE_GRANT]
      allowedRedirectUris: ["https://orders.acme.example/callback"]
      allowedScopes: ["https://www.googleapis.com/auth/cloud-platform"]
  ordersSecret:
    type: iam:OAuthClientCredential
    properties:
      oauthClientId: \${orders.oauthClientId}
      location: \${orders.location}
      oauthClientCredentialId: first-secret
      displayName: Orders, first

outputs:
  clientSecret: \${ordersSecret.clientSecret}
`;

/** The specification names it (2.1) and shows no table of it: its fields are those of the vendor's interface. */
export const oauthClientCredential: ResourceDefinition = {
  kind: "resource",
  type: "iam:OAuthClientCredential",
  title: "OAuth client credential",
  description:
    "A secret of a confidential OAuth client. The platform makes the secret up; " +
    "to change it, make another credential and delete this one.",
  section: "2.1",
  provider: "google",
  versions: { default: "v1", others: [] },
  inputs: {
    type: "object",
    additionalProperties: false,
    required: ["location", "oauthClientCredentialId", "oauthClientId"],
    properties: {
      location: {
        type: "string",
        replace: true,
        description: "Location of the client, a segment of the credential's name.",
        reference: "iam:OAuthClient#location",
        allOf: pathSegment,
        vendorLimits: [
          { values: ["global"], says: "the vendor documents `global` as the only location of OAuth clients" },
        ],
      },
      oauthClientCredentialId: {
        type: "string",
        replace: true,
        description: "Identifier of the credential, the last part of its name.",
        minLength: 4,
        maxLength: 32,
        allOf: [
          { pattern: "^[a-z0-9-]*$", description: "may hold only lower-case letters, digits and hyphens" },
          { pattern: "^(?!cloud-)", description: "must not start with `cloud-`, which is reserved" },
        ],
        vendorLimits: [{ pattern: "^(?!gcp-)", says: "the vendor reserves the prefix `gcp-` for itself" }],
      },
      oauthClientId: {
        type: "string",
        replace: true,
        description: "Identifier of the client whose secret it is. The client must be confidential.",
        reference: "iam:OAuthClient#oauthClientId",
        allOf: pathSegment,
      },
      disabled: {
        type: "boolean",
        description: "Switches the credential off: while true its secret is not accepted.",
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
      clientSecret: {
        type: "string",
        secret: true,
        immutable: true,
        // The platform never changes it: another one means that the credential was made anew, by a hand that knows it.
        drift: "rights-widened",
        description:
          "The secret that the platform generated. It is sealed wherever it is kept and masked wherever it is " +
          "shown; `plumb outputs NAME --reveal` shows an output that passes it on.",
      },
      id: { type: "string", composed: path, description: "Id under which the credential can be imported." },
      name: {
        type: "string",
        immutable: true,
        composed: path,
        description: "Full name of the credential on the platform.",
      },
    },
  },
  identity: {
    variables: {
      project: [{ input: "project" }, { provider: "project" }],
      location: [{ input: "location" }],
      oauthClientId: [{ input: "oauthClientId" }],
      oauthClientCredentialId: [{ input: "oauthClientCredentialId" }],
    },
    formats: [path],
    imports: [
      { template: path, source: "ours" },
      { template: "{project}/{location}/{oauthClientId}/{oauthClientCredentialId}", source: "ours" },
      { template: "{location}/{oauthClientId}/{oauthClientCredentialId}", source: "ours" },
    ],
  },
  existence: "created",
  governsAccess: true,
  rights: [
    { at: "disabled", is: false, who: "whoever has the secret", what: "the right to use it", anew: true },
    {
      ...{ at: "clientSecret", who: "whoever made the secret anew", formerly: "whoever has the former secret" },
      ...{ what: "the right to use it", itself: true },
    },
  ],
  onDestroy: "delete",
  beforeDelete: { disabled: true },
  liesIn: { type: "iam:OAuthClient", id: client },
  refusedIn: { clientType: "PUBLIC_CLIENT" },
  permissions: {
    read: ["iam.oauthClientCredentials.get", "iam.oauthClientCredentials.list"],
    write: [
      "iam.oauthClientCredentials.create",
      "iam.oauthClientCredentials.update",
      "iam.oauthClientCredentials.delete",
    ],
    note: "The role `roles/iam.oauthClientAdmin` holds them.",
    source: "Google Cloud IAM documentation, permissions reference: `iam.oauthClientCredentials.*`",
  },
  examples: [example],
};
