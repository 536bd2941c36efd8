// Generated from the resource definitions by `npm run generate`; changes are lost.
// biome-ignore-all format: lines are broken by the generator
import type { Input, Output } from "../outputs/output.ts";
import type { ReadOptions, ResourceOptions } from "../resources/options.ts";
import { existing, Resource } from "../resources/resource.ts";

/** Arguments of OAuthClient. */
export interface OAuthClientArgs {
  /**
   * Grant types that the client may use. Rules: known values: AUTHORIZATION_CODE_GRANT, REFRESH_TOKEN_GRANT; the vendor
   * requires at least one.
   */
  readonly allowedGrantTypes: Input<readonly Input<"AUTHORIZATION_CODE_GRANT" | "REFRESH_TOKEN_GRANT" | (string & {})>[]>;
  /**
   * Addresses to which the browser may be sent back when the authorization is complete. Rules: the vendor requires at
   * least one.
   */
  readonly allowedRedirectUris: Input<readonly Input<string>[]>;
  /**
   * Scopes that the client may ask for; the cloud-platform scope is the only one supported. Rules: one of
   * https://www.googleapis.com/auth/cloud-platform; the vendor requires at least one.
   */
  readonly allowedScopes: Input<readonly Input<"https://www.googleapis.com/auth/cloud-platform">[]>;
  /**
   * Location in which the client lives, a segment of its name. Rules: must be a single name: not empty and without
   * slashes; must not be `.` or `..`; the vendor documents `global` as the only location of OAuth clients. A change
   * replaces the object.
   */
  readonly location: Input<string>;
  /**
   * Identifier of the client, the last part of its name. It stays reserved for 30 days after a delete. Rules: 6 to 63
   * characters; may hold only lower-case letters, digits and hyphens; must start with a letter; must not end with a
   * hyphen; must not start with `cloud-`, which is reserved; the vendor reserves the prefix `gcp-` for itself. A change
   * replaces the object.
   */
  readonly oauthClientId: Input<string>;
  /**
   * Whether the client can keep a secret. The secrets of confidential clients are resources of their own:
   * `iam:OAuthClientCredential`. Rules: one of CLIENT_TYPE_UNSPECIFIED, PUBLIC_CLIENT, CONFIDENTIAL_CLIENT. Absent
   * means "CLIENT_TYPE_UNSPECIFIED". A change replaces the object. It never changes after creation.
   */
  readonly clientType?: Input<"CLIENT_TYPE_UNSPECIFIED" | "PUBLIC_CLIENT" | "CONFIDENTIAL_CLIENT" | undefined> | undefined;
  /** What the client is for, up to 256 characters. Rules: at most 256 characters. Absent means "". */
  readonly description?: Input<string | undefined> | undefined;
  /** Switches the client off: while true it cannot be used. Absent means false. */
  readonly disabled?: Input<boolean | undefined> | undefined;
  /** Name shown to people, up to 32 characters. Rules: at most 32 characters. Absent means "". */
  readonly displayName?: Input<string | undefined> | undefined;
  /**
   * Id of the project that owns the client; the provider's project when left out. Rules: must be a single name: not
   * empty and without slashes; must not be `.` or `..`. Left out: the provider's project. A change replaces the object.
   */
  readonly project?: Input<string | undefined> | undefined;
}

/** Fields that an existing object must have. */
export interface OAuthClientState {
  /**
   * Grant types that the client may use. Rules: known values: AUTHORIZATION_CODE_GRANT, REFRESH_TOKEN_GRANT; the vendor
   * requires at least one.
   */
  readonly allowedGrantTypes?: Input<readonly Input<"AUTHORIZATION_CODE_GRANT" | "REFRESH_TOKEN_GRANT" | (string & {})>[] | undefined> | undefined;
  /**
   * Addresses to which the browser may be sent back when the authorization is complete. Rules: the vendor requires at
   * least one.
   */
  readonly allowedRedirectUris?: Input<readonly Input<string>[] | undefined> | undefined;
  /**
   * Scopes that the client may ask for; the cloud-platform scope is the only one supported. Rules: one of
   * https://www.googleapis.com/auth/cloud-platform; the vendor requires at least one.
   */
  readonly allowedScopes?: Input<readonly Input<"https://www.googleapis.com/auth/cloud-platform">[] | undefined> | undefined;
  /**
   * Location in which the client lives, a segment of its name. Rules: must be a single name: not empty and without
   * slashes; must not be `.` or `..`; the vendor documents `global` as the only location of OAuth clients. A change
   * replaces the object.
   */
  readonly location?: Input<string | undefined> | undefined;
  /**
   * Identifier of the client, the last part of its name. It stays reserved for 30 days after a delete. Rules: 6 to 63
   * characters; may hold only lower-case letters, digits and hyphens; must start with a letter; must not end with a
   * hyphen; must not start with `cloud-`, which is reserved; the vendor reserves the prefix `gcp-` for itself. A change
   * replaces the object.
   */
  readonly oauthClientId?: Input<string | undefined> | undefined;
  /**
   * Whether the client can keep a secret. The secrets of confidential clients are resources of their own:
   * `iam:OAuthClientCredential`. Rules: one of CLIENT_TYPE_UNSPECIFIED, PUBLIC_CLIENT, CONFIDENTIAL_CLIENT. Absent
   * means "CLIENT_TYPE_UNSPECIFIED". A change replaces the object. It never changes after creation.
   */
  readonly clientType?: Input<"CLIENT_TYPE_UNSPECIFIED" | "PUBLIC_CLIENT" | "CONFIDENTIAL_CLIENT" | undefined> | undefined;
  /** What the client is for, up to 256 characters. Rules: at most 256 characters. Absent means "". */
  readonly description?: Input<string | undefined> | undefined;
  /** Switches the client off: while true it cannot be used. Absent means false. */
  readonly disabled?: Input<boolean | undefined> | undefined;
  /** Name shown to people, up to 32 characters. Rules: at most 32 characters. Absent means "". */
  readonly displayName?: Input<string | undefined> | undefined;
  /**
   * Id of the project that owns the client; the provider's project when left out. Rules: must be a single name: not
   * empty and without slashes; must not be `.` or `..`. Left out: the provider's project. A change replaces the object.
   */
  readonly project?: Input<string | undefined> | undefined;
  /** The OAuth client id that the platform generated. */
  readonly clientId?: Input<string | undefined> | undefined;
  /** When a deleted client is purged for good; null while it is not deleted. */
  readonly expireTime?: Input<string | undefined> | undefined;
  /** Id under which the client can be imported. */
  readonly id?: Input<string | undefined> | undefined;
  /** Full name of the client on the platform. It never changes after creation. */
  readonly name?: Input<string | undefined> | undefined;
  /** Whether the client is active or deleted (and not purged yet). Rules: one of STATE_UNSPECIFIED, ACTIVE, DELETED. */
  readonly state?: Input<"STATE_UNSPECIFIED" | "ACTIVE" | "DELETED" | undefined> | undefined;
}

/**
 * An OAuth 2.0 client with which an application gets access tokens on behalf of workforce-federated users. Section 2.1
 * of the specification.
 *
 * Ids that `get` and the option `import` take:
 * - `projects/<project>/locations/<location>/oauthClients/<oauthClientId>`
 * - `<project>/<location>/<oauthClientId>`
 * - `<location>/<oauthClientId>`
 *
 * @example
 * import { google, iam, project } from "plumbline-sdk";
 *
 * project("portal");
 *
 * new google.Provider("google", { project: "acme-prod" });
 *
 * const portal = new iam.OAuthClient("portal", {
 *   oauthClientId: "web-portal",
 *   location: "global",
 *   displayName: "Portal",
 *   clientType: "CONFIDENTIAL_CLIENT",
 *   allowedGrantTypes: ["AUTHORIZATION_CODE_GRANT"],
 *   allowedRedirectUris: ["https://portal.acme.example/callback"],
 *   allowedScopes: ["https://www.googleapis.com/auth/cloud-platform"],
 * });
 *
 * export const clientId = portal.clientId;
 */
export class OAuthClient extends Resource {
  /**
   * Reads an existing object by an id that can be imported. It is never changed; `state` holds fields that it must
   * have.
   */
  static get(name: string, id: Input<string>, state?: OAuthClientState, options?: ReadOptions<"google">): OAuthClient {
    return new OAuthClient(name, existing<OAuthClientArgs>(id, state), options);
  }

  /** `name` is the logical name, unique among all resources and look-ups of the stack. */
  constructor(name: string, args: OAuthClientArgs, options?: ResourceOptions<"google", keyof OAuthClientArgs, "clientId" | "expireTime" | "name" | "state">) {
    super("iam:OAuthClient", "google", name, args, options as ResourceOptions | undefined);
  }

  /**
   * Grant types that the client may use. Rules: known values: AUTHORIZATION_CODE_GRANT, REFRESH_TOKEN_GRANT; the vendor
   * requires at least one.
   */
  get allowedGrantTypes(): Output<readonly ("AUTHORIZATION_CODE_GRANT" | "REFRESH_TOKEN_GRANT" | (string & {}))[]> {
    return this.field("allowedGrantTypes");
  }

  /**
   * Addresses to which the browser may be sent back when the authorization is complete. Rules: the vendor requires at
   * least one.
   */
  get allowedRedirectUris(): Output<readonly string[]> {
    return this.field("allowedRedirectUris");
  }

  /**
   * Scopes that the client may ask for; the cloud-platform scope is the only one supported. Rules: one of
   * https://www.googleapis.com/auth/cloud-platform; the vendor requires at least one.
   */
  get allowedScopes(): Output<readonly "https://www.googleapis.com/auth/cloud-platform"[]> {
    return this.field("allowedScopes");
  }

  /**
   * Location in which the client lives, a segment of its name. Rules: must be a single name: not empty and without
   * slashes; must not be `.` or `..`; the vendor documents `global` as the only location of OAuth clients. A change
   * replaces the object.
   */
  get location(): Output<string> {
    return this.field("location");
  }

  /**
   * Identifier of the client, the last part of its name. It stays reserved for 30 days after a delete. Rules: 6 to 63
   * characters; may hold only lower-case letters, digits and hyphens; must start with a letter; must not end with a
   * hyphen; must not start with `cloud-`, which is reserved; the vendor reserves the prefix `gcp-` for itself. A change
   * replaces the object.
   */
  get oauthClientId(): Output<string> {
    return this.field("oauthClientId");
  }

  /**
   * Whether the client can keep a secret. The secrets of confidential clients are resources of their own:
   * `iam:OAuthClientCredential`. Rules: one of CLIENT_TYPE_UNSPECIFIED, PUBLIC_CLIENT, CONFIDENTIAL_CLIENT. Absent
   * means "CLIENT_TYPE_UNSPECIFIED". A change replaces the object. It never changes after creation.
   */
  get clientType(): Output<"CLIENT_TYPE_UNSPECIFIED" | "PUBLIC_CLIENT" | "CONFIDENTIAL_CLIENT" | undefined> {
    return this.field("clientType");
  }

  /** What the client is for, up to 256 characters. Rules: at most 256 characters. Absent means "". */
  get description(): Output<string | undefined> {
    return this.field("description");
  }

  /** Switches the client off: while true it cannot be used. Absent means false. */
  get disabled(): Output<boolean | undefined> {
    return this.field("disabled");
  }

  /** Name shown to people, up to 32 characters. Rules: at most 32 characters. Absent means "". */
  get displayName(): Output<string | undefined> {
    return this.field("displayName");
  }

  /**
   * Id of the project that owns the client; the provider's project when left out. Rules: must be a single name: not
   * empty and without slashes; must not be `.` or `..`. Left out: the provider's project. A change replaces the object.
   */
  get project(): Output<string | undefined> {
    return this.field("project");
  }

  /** The OAuth client id that the platform generated. */
  get clientId(): Output<string> {
    return this.field("clientId");
  }

  /** When a deleted client is purged for good; null while it is not deleted. */
  get expireTime(): Output<string> {
    return this.field("expireTime");
  }

  /** Id under which the client can be imported. */
  get id(): Output<string> {
    return this.field("id");
  }

  /** Full name of the client on the platform. It never changes after creation. */
  get name(): Output<string> {
    return this.field("name");
  }

  /** Whether the client is active or deleted (and not purged yet). Rules: one of STATE_UNSPECIFIED, ACTIVE, DELETED. */
  get state(): Output<"STATE_UNSPECIFIED" | "ACTIVE" | "DELETED"> {
    return this.field("state");
  }
}

/** Arguments of OAuthClientCredential. */
export interface OAuthClientCredentialArgs {
  /**
   * Location of the client, a segment of the credential's name. Rules: must be a single name: not empty and without
   * slashes; must not be `.` or `..`; the vendor documents `global` as the only location of OAuth clients. A change
   * replaces the object.
   */
  readonly location: Input<string>;
  /**
   * Identifier of the credential, the last part of its name. Rules: 4 to 32 characters; may hold only lower-case
   * letters, digits and hyphens; must not start with `cloud-`, which is reserved; the vendor reserves the prefix `gcp-`
   * for itself. A change replaces the object.
   */
  readonly oauthClientCredentialId: Input<string>;
  /**
   * Identifier of the client whose secret it is. The client must be confidential. Rules: must be a single name: not
   * empty and without slashes; must not be `.` or `..`. A change replaces the object.
   */
  readonly oauthClientId: Input<string>;
  /** Switches the credential off: while true its secret is not accepted. Absent means false. */
  readonly disabled?: Input<boolean | undefined> | undefined;
  /** Name shown to people, up to 32 characters. Rules: at most 32 characters. Absent means "". */
  readonly displayName?: Input<string | undefined> | undefined;
  /**
   * Id of the project that owns the client; the provider's project when left out. Rules: must be a single name: not
   * empty and without slashes; must not be `.` or `..`. Left out: the provider's project. A change replaces the object.
   */
  readonly project?: Input<string | undefined> | undefined;
}

/** Fields that an existing object must have. */
export interface OAuthClientCredentialState {
  /**
   * Location of the client, a segment of the credential's name. Rules: must be a single name: not empty and without
   * slashes; must not be `.` or `..`; the vendor documents `global` as the only location of OAuth clients. A change
   * replaces the object.
   */
  readonly location?: Input<string | undefined> | undefined;
  /**
   * Identifier of the credential, the last part of its name. Rules: 4 to 32 characters; may hold only lower-case
   * letters, digits and hyphens; must not start with `cloud-`, which is reserved; the vendor reserves the prefix `gcp-`
   * for itself. A change replaces the object.
   */
  readonly oauthClientCredentialId?: Input<string | undefined> | undefined;
  /**
   * Identifier of the client whose secret it is. The client must be confidential. Rules: must be a single name: not
   * empty and without slashes; must not be `.` or `..`. A change replaces the object.
   */
  readonly oauthClientId?: Input<string | undefined> | undefined;
  /** Switches the credential off: while true its secret is not accepted. Absent means false. */
  readonly disabled?: Input<boolean | undefined> | undefined;
  /** Name shown to people, up to 32 characters. Rules: at most 32 characters. Absent means "". */
  readonly displayName?: Input<string | undefined> | undefined;
  /**
   * Id of the project that owns the client; the provider's project when left out. Rules: must be a single name: not
   * empty and without slashes; must not be `.` or `..`. Left out: the provider's project. A change replaces the object.
   */
  readonly project?: Input<string | undefined> | undefined;
  /**
   * The secret that the platform generated. It is sealed wherever it is kept and masked wherever it is shown; `plumb
   * outputs NAME --reveal` shows an output that passes it on. It never changes after creation. It is sealed at rest and
   * masked everywhere. It can be passed on whole only: no text and no computation takes it.
   */
  readonly clientSecret?: Input<string | undefined> | undefined;
  /** Id under which the credential can be imported. */
  readonly id?: Input<string | undefined> | undefined;
  /** Full name of the credential on the platform. It never changes after creation. */
  readonly name?: Input<string | undefined> | undefined;
}

/**
 * A secret of a confidential OAuth client. The platform makes the secret up; to change it, make another credential and
 * delete this one. Section 2.1 of the specification.
 *
 * Ids that `get` and the option `import` take:
 * - `projects/<project>/locations/<location>/oauthClients/<oauthClientId>/credentials/<oauthClientCredentialId>`
 * - `<project>/<location>/<oauthClientId>/<oauthClientCredentialId>`
 * - `<location>/<oauthClientId>/<oauthClientCredentialId>`
 *
 * @example
 * import { google, iam, project } from "plumbline-sdk";
 *
 * project("orders");
 *
 * new google.Provider("google", { project: "acme-prod" });
 *
 * const orders = new iam.OAuthClient("orders", {
 *   oauthClientId: "orders-portal",
 *   location: "global",
 *   clientType: "CONFIDENTIAL_CLIENT",
 *   allowedGrantTypes: ["AUTHORIZATION_CODE_GRANT"],
 *   allowedRedirectUris: ["https://orders.acme.example/callback"],
 *   allowedScopes: ["https://www.googleapis.com/auth/cloud-platform"],
 * });
 *
 * const ordersSecret = new iam.OAuthClientCredential("ordersSecret", {
 *   oauthClientId: orders.oauthClientId,
 *   location: orders.location,
 *   oauthClientCredentialId: "first-secret",
 *   displayName: "Orders, first",
 * });
 *
 * export const clientSecret = ordersSecret.clientSecret;
 */
export class OAuthClientCredential extends Resource {
  /**
   * Reads an existing object by an id that can be imported. It is never changed; `state` holds fields that it must
   * have.
   */
  static get(name: string, id: Input<string>, state?: OAuthClientCredentialState, options?: ReadOptions<"google">): OAuthClientCredential {
    return new OAuthClientCredential(name, existing<OAuthClientCredentialArgs>(id, state), options);
  }

  /** `name` is the logical name, unique among all resources and look-ups of the stack. */
  constructor(name: string, args: OAuthClientCredentialArgs, options?: ResourceOptions<"google", keyof OAuthClientCredentialArgs, "clientSecret" | "name">) {
    super("iam:OAuthClientCredential", "google", name, args, options as ResourceOptions | undefined);
  }

  /**
   * Location of the client, a segment of the credential's name. Rules: must be a single name: not empty and without
   * slashes; must not be `.` or `..`; the vendor documents `global` as the only location of OAuth clients. A change
   * replaces the object.
   */
  get location(): Output<string> {
    return this.field("location");
  }

  /**
   * Identifier of the credential, the last part of its name. Rules: 4 to 32 characters; may hold only lower-case
   * letters, digits and hyphens; must not start with `cloud-`, which is reserved; the vendor reserves the prefix `gcp-`
   * for itself. A change replaces the object.
   */
  get oauthClientCredentialId(): Output<string> {
    return this.field("oauthClientCredentialId");
  }

  /**
   * Identifier of the client whose secret it is. The client must be confidential. Rules: must be a single name: not
   * empty and without slashes; must not be `.` or `..`. A change replaces the object.
   */
  get oauthClientId(): Output<string> {
    return this.field("oauthClientId");
  }

  /** Switches the credential off: while true its secret is not accepted. Absent means false. */
  get disabled(): Output<boolean | undefined> {
    return this.field("disabled");
  }

  /** Name shown to people, up to 32 characters. Rules: at most 32 characters. Absent means "". */
  get displayName(): Output<string | undefined> {
    return this.field("displayName");
  }

  /**
   * Id of the project that owns the client; the provider's project when left out. Rules: must be a single name: not
   * empty and without slashes; must not be `.` or `..`. Left out: the provider's project. A change replaces the object.
   */
  get project(): Output<string | undefined> {
    return this.field("project");
  }

  /**
   * The secret that the platform generated. It is sealed wherever it is kept and masked wherever it is shown; `plumb
   * outputs NAME --reveal` shows an output that passes it on. It never changes after creation. It is sealed at rest and
   * masked everywhere. It can be passed on whole only: no text and no computation takes it.
   */
  get clientSecret(): Output<string> {
    return this.field("clientSecret");
  }

  /** Id under which the credential can be imported. */
  get id(): Output<string> {
    return this.field("id");
  }

  /** Full name of the credential on the platform. It never changes after creation. */
  get name(): Output<string> {
    return this.field("name");
  }
}
