/** Stands before the token that a person would point at; the command sees the text without it. */
export const mark = "▸";

/** What lies under a name: a text, bytes, a folder, a pipe without a writer, or a link that leads back to itself. */
export type Lying =
  | string
  | { readonly bytes: readonly number[] | Buffer }
  | { readonly kind: "folder" | "pipe" | "loop" | "closed" };

/** How a server answers each request, or what the network says where none does. */
export type Server =
  | { readonly status: number; readonly body: string; readonly headers?: Readonly<Record<string, string>> }
  | { readonly failsWith: string; readonly says: string };

/**
 * One mistake of a user. The place and the words were written down before anybody looked at what the command prints.
 */
export interface Mistake {
  /** What was done wrong. */
  readonly name: string;
  /** The command line without `plumb`; `check` unless told. A list has one argument an item. */
  readonly line?: string | readonly string[];
  /** The stack `dev` is there, and manages nothing. */
  readonly stack?: true;
  /** Changes of the sound declaration `plumb.yaml`, each of a text that it holds once. */
  readonly change?: readonly (readonly [from: string, to: string])[];
  /** Files beside it, or in its place. */
  readonly files?: Readonly<Record<string, Lying>>;
  /** There is no `plumb.yaml`. */
  readonly bare?: true;
  readonly environment?: Readonly<Record<string, string>>;
  /** What stands behind `--server`. */
  readonly server?: Server;
  /** What the output must hold, white space and capitals aside: what is wrong, and the cure. */
  readonly says: readonly string[];
  /** What it must not hold: consequences of the mistake, and words of other programs. */
  readonly never?: readonly string[];
  /** The exit code; 2 unless told. */
  readonly exit?: number;
}

/** A declaration in which all is well. */
export const sound = `name: portal
config:
  environment: { type: string, default: dev }
  count: { type: integer, default: 3 }
  password: { type: string, secret: true, default: hunter2 }
providers:
  google: { kind: google, project: acme-prod, region: europe-west1, zone: europe-west1-b }
  azure: { kind: azure, subscriptionId: 11111111-2222-3333-4444-555555555555 }
  workspace: { kind: databricks, level: workspace }
resources:
  portal:
    type: iam:OAuthClient
    properties:
      oauthClientId: web-portal
      location: global
      displayName: Portal
      disabled: false
      allowedGrantTypes: [AUTHORIZATION_CODE_GRANT]
      allowedRedirectUris: [https://portal.example/callback]
      allowedScopes: [https://www.googleapis.com/auth/cloud-platform]
    options:
      protect: true
  gateway:
    type: connectors:EndpointAttachment
    properties:
      endpointAttachmentId: gateway
      serviceAttachment: projects/acme-prod/regions/europe-west1/serviceAttachments/portal
      description: "for \${portal.name}"
      labels: { team: identity }
  viewers:
    type: compute:ReservationIamMember
    properties:
      name: wave-1
      role: roles/compute.viewer
      member: group:migration@acme.example
  guardrail:
    type: settings:RestrictWorkspaceAdmins
    properties:
      restrictWorkspaceAdmins: { status: ALLOW_ALL }
lookups:
  link:
    function: migrate:getPrivateEndpointConnection
    arguments: { resourceGroupName: rg, migrateProjectName: move, peConnectionName: hub }
outputs:
  clientId: \${portal.clientId}
`;
