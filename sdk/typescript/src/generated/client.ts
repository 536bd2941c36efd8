// Generated from docs/reference/openapi.json by `npm run generate`; changes are lost.
// biome-ignore-all format: lines are broken by the generator
import { type Answered, type CallOptions, Transport } from "../transport.ts";

/** An answer to a run that waits for approval. */
export interface Approval {
  /** Principal of a person. */
  readonly by: string;
  /** What people know them by. */
  readonly name: string;
  /** When. */
  readonly at: string;
  /** Why. */
  readonly comment: string | null;
  /** The answer. */
  readonly verdict: "approved" | "rejected";
}

/** An answer to a run that waits for approval. */
export interface ApprovalRequest {
  /** Why; shown with the run. */
  readonly comment?: string | undefined;
}

/** An entry of the audit log. */
export type AuditEntry = ({ readonly seq: number; readonly at: string; readonly previous: string | null; readonly digest: string; readonly kind: "intent"; readonly principal: string; readonly principalName?: string | undefined; readonly from: { readonly address: string | null; readonly userAgent: string | null; }; readonly request: string; readonly action: string; readonly operation?: string | undefined; readonly role?: string | undefined; readonly stack: string | null; readonly subject: string | null; readonly plan: string | null; readonly paths: readonly string[]; }) | ({ readonly seq: number; readonly at: string; readonly previous: string | null; readonly digest: string; readonly kind: "outcome"; readonly of: number; readonly result: "done" | "refused" | "failed"; readonly status: number | null; readonly code: string | null; readonly intent?: { readonly seq: number; readonly at: string; readonly previous: string | null; readonly digest: string; readonly kind: "intent"; readonly principal: string; readonly principalName?: string | undefined; readonly from: { readonly address: string | null; readonly userAgent: string | null; }; readonly request: string; readonly action: string; readonly operation?: string | undefined; readonly role?: string | undefined; readonly stack: string | null; readonly subject: string | null; readonly plan: string | null; readonly paths: readonly string[]; } | undefined; });

/** A page of the log. */
export interface AuditEntryList {
  /** A page of the log. */
  readonly entries: readonly AuditEntry[];
  /** Where the next page begins; absent on the last. */
  readonly nextCursor?: string | undefined;
}

/** How the audit log is. */
export interface AuditReport {
  /** Nothing was found. */
  readonly ok: boolean;
  /** How many entries there are. */
  readonly length: number;
  /** Digest of the last entry. */
  readonly head: string | null;
  /** The first ones. */
  readonly findings: readonly { readonly seq: number; readonly kind: string; readonly detail: string; }[];
  /** How many there are besides. */
  readonly moreFindings?: number | undefined;
  /** Up to where checkpoints vouch for the log. */
  readonly vouchedFor: number;
  /** Checkpoints of keys that are not at hand. */
  readonly ofOtherKeys: number;
  /** Places of intents without an outcome. */
  readonly open: readonly number[];
}

/** Inputs of Role management policy assignment. */
export interface AuthorizationRoleManagementPolicyAssignmentInputs {
  /** Where the policy applies, such as `/subscriptions/<id>` or a resource group's id. */
  readonly scope: unknown & unknown & unknown;
  /** Id of the policy to assign; found by scope and role definition when left out. */
  readonly policyId?: string | undefined;
  /** Id of the role definition to which the policy is assigned. */
  readonly roleDefinitionId?: string | undefined;
  /**
   * Name of the assignment: the policy's GUID, an underscore and the role definition's GUID. Follows from the two ids
   * when left out.
   */
  readonly roleManagementPolicyAssignmentName?: unknown | undefined;
}

/** A function to be called. */
export interface CallRequest {
  /** Arguments of the function. */
  readonly arguments?: Readonly<Record<string, unknown>> | undefined;
  readonly declaration?: DeclarationText | undefined;
  /** Name of the provider; its kind's default where none is named. */
  readonly provider?: string | undefined;
}

/** An answer. */
export interface CallResult {
  /** Token of the function. */
  readonly function: string;
  /** What was found. */
  readonly result: Readonly<Record<string, unknown>>;
}

/** Who asks, as far as it was proved. */
export interface Caller {
  /** Unique and stable. */
  readonly principal: string;
  /** Whose token it is. */
  readonly owner?: string | undefined;
  /** Who is behind the token: approvals count by this. */
  readonly person?: string | undefined;
  /** An e-mail address, or the name of a token. */
  readonly name: string;
  /** The groups it is in. */
  readonly groups: readonly string[];
  /** Account admin of the platforms that know such a rank. */
  readonly accountAdmin: boolean;
  /** The workspaces it is a member of. */
  readonly workspaces: readonly string[];
  /** What a token is limited to. */
  readonly scope: { readonly stacks: readonly string[] | null; readonly role: "reader" | "planner" | "operator" | "admin"; } | null;
}

/** A run that was asked to stop, and its calls in flight. */
export interface CancelledRun {
  /** Id of the run. */
  readonly run: string;
  /** Whole name of the stack: its project's, a slash, its own. */
  readonly stack: string;
  /** Content address of the plan. */
  readonly plan: string;
  /** What its plan is for: apply, destroy, undo, refresh or import; absent in runs of 0.1. */
  readonly kind?: string | undefined;
  /** How many steps may be under way at once; 0 where it is not recorded. */
  readonly parallel: number;
  /** How long a platform may put off the calls of one step, where that was given. */
  readonly retryForMs?: number | undefined;
  /** It may leave the stack with nothing to manage. */
  readonly allowEmpty?: boolean | undefined;
  /** How it stands. */
  readonly status: "awaiting-approval" | "queued" | "running" | "done" | "failed" | "refused" | "rejected" | "stopped" | "cancelled" | "broken-off";
  readonly startedBy: StartedBy;
  /** When it was asked for. */
  readonly createdAt: string;
  /** When it began. */
  readonly startedAt: string | null;
  /** When it ended. */
  readonly endedAt: string | null;
  /** How many others must approve before it begins. */
  readonly approvalsNeeded: number;
  /** The answers so far. */
  readonly approvals: readonly Approval[];
  /** Number of the last event before it was resumed; 0 when it never was. */
  readonly eventsBefore: number;
  /** Steps that changed something so far. */
  readonly changes?: number | undefined;
  /** Calls whose result is not recorded: these objects may exist. */
  readonly inFlight: readonly InFlightCall[];
  /** Calls that their platform has turned away for now (429), and that are not sent again. */
  readonly putOff: readonly InFlightCall[];
}

/** All that can be declared, for machines. */
export interface Catalog {
  /** Content address of the rest. */
  readonly digest: string;
  /** Types of resources. */
  readonly resources: readonly CatalogResource[];
  /** Functions. */
  readonly functions: readonly CatalogFunction[];
  /** Kinds of providers. */
  readonly providers: readonly CatalogProvider[];
}

/** Where the value of a field that was left out comes from. */
export type CatalogDefault = { readonly from: "provider"; readonly field: string; } | { readonly from: "auto-name"; readonly suffixLength: number; } | { readonly from: "composed"; readonly format: string; } | { readonly from: "platform"; readonly by: readonly string[]; };

/** A value under a name in an object. */
export interface CatalogField {
  /** As declarations write it. */
  readonly name: string;
  /** Of what is given: it must be there. Of what is told: it is there. */
  readonly required: boolean;
  readonly type: CatalogType;
  /** For people. */
  readonly description: string;
  /** Changing it forces a replacement. */
  readonly replace?: boolean | undefined;
  /** The platform never changes it after creation. */
  readonly immutable?: boolean | undefined;
  /** Sealed at rest, masked everywhere. */
  readonly secret?: boolean | undefined;
  /** A concurrency tag: sent as a precondition, never compared. */
  readonly precondition?: boolean | undefined;
  /** Why it moves although the object stays as it is. That is no drift. */
  readonly volatile?: string | undefined;
  /** May change whenever the object is written. */
  readonly followsWrites?: boolean | undefined;
  /** Known before the first call: a template over the variables of the identity. */
  readonly composed?: string | undefined;
  /**
   * What drift of it means for people's access: a rank, or ranks by what it is now (`to`) or was (`from`), by the place
   * among values of which each permits more than the one before (`strictestFirst`, `looser`), by what came or went
   * (`gained`, `lost`, `changed`; `every` stands for all there could be), or where a duration grew (`longer`).
   */
  readonly drift?: unknown | undefined;
  readonly default?: CatalogDefault | undefined;
  /** The value that the platform means where it is absent. */
  readonly absentMeans?: unknown | undefined;
  /** What a reference usually leads to, `type#output`. */
  readonly reference?: string | undefined;
  /** The vendor documents it as not updatable. */
  readonly vendorRefusesUpdate?: boolean | undefined;
  /** Tighter rules that only the vendor documents. */
  readonly vendorLimits: readonly CatalogVendorLimit[];
  /** The first interface version that has it; all from the first on where it is left out. */
  readonly since?: string | undefined;
  /** The first interface version that has it no more. */
  readonly until?: string | undefined;
}

/** A function that looks something up. */
export interface CatalogFunction {
  /** Always `function`. */
  readonly kind: "function";
  /** Token, `namespace:Name`. */
  readonly type: string;
  /** For people. */
  readonly title: string;
  /** For people. */
  readonly description: string;
  /** Of the specification. */
  readonly section: string;
  /** Kind of the provider that it needs. */
  readonly provider: string;
  readonly versions: CatalogVersions;
  readonly unlistedVersions?: CatalogVersionForm | undefined;
  readonly permissions?: CatalogPermissions | undefined;
  /** Declarations that have one. */
  readonly examples: readonly string[];
  /** Other tokens. */
  readonly aliases: readonly string[];
  /** What the provider's configuration must have. */
  readonly needsOfProvider: readonly string[];
  /** What it takes. */
  readonly arguments: readonly CatalogField[];
  /** What it gives. */
  readonly result: readonly CatalogField[];
}

/** The rights at the vendor that it takes, as the vendor documents them. */
export interface CatalogPermissions {
  /** To plan. */
  readonly read: readonly string[];
  /** To carry a plan out, besides. */
  readonly write: readonly string[];
  /** What a name can't say. */
  readonly note?: string | undefined;
  /** The document of the vendor. */
  readonly source: string;
}

/** A kind of provider. */
export interface CatalogProvider {
  /** Always `provider`. */
  readonly kind: "provider";
  /** What a declaration names as its kind. */
  readonly type: string;
  /** For people. */
  readonly title: string;
  /** For people. */
  readonly description: string;
  /** Its configuration. */
  readonly fields: readonly CatalogProviderField[];
  /** Values that stand in ids and are the same for all of the kind. */
  readonly constants: Readonly<Record<string, string>>;
  /** A credential of it may be an OAuth client, whose secret is exchanged for tokens. */
  readonly takesOAuthClients: boolean;
  /** What other tools call it. */
  readonly knownElsewhereAs: readonly string[];
  /** What addresses tell. */
  readonly hostLevels: readonly { readonly field: string; readonly value: string; readonly hosts: string; }[];
}

/** A field of a provider's configuration. */
export interface CatalogProviderField {
  readonly field: CatalogField;
  /** Variables that give the value where the declaration does not. */
  readonly environment: readonly string[];
  /** Other names of the field. */
  readonly aliases: readonly string[];
  /** It says how calls are made: not where they lead, nor what becomes of an object. */
  readonly ofCalls: boolean;
  /** The value where nothing gives one. */
  readonly default?: unknown | undefined;
}

/** A type of resource. */
export interface CatalogResource {
  /** Always `resource`. */
  readonly kind: "resource";
  /** Token, `namespace:Name`. */
  readonly type: string;
  /** For people. */
  readonly title: string;
  /** For people. */
  readonly description: string;
  /** Of the specification. */
  readonly section: string;
  /** Kind of the provider that it needs. */
  readonly provider: string;
  readonly versions: CatalogVersions;
  readonly unlistedVersions?: CatalogVersionForm | undefined;
  readonly permissions?: CatalogPermissions | undefined;
  /** Declarations that have one. */
  readonly examples: readonly string[];
  /** What the provider's configuration must say. */
  readonly requiresProvider?: Readonly<Record<string, unknown>> | undefined;
  /** What a declaration gives. Each is an output too. */
  readonly inputs: readonly CatalogField[];
  /**
   * What the platform tells besides, and inputs that answer with more than was sent, in the form in which they answer.
   */
  readonly outputs: readonly CatalogField[];
  /** How an object is named on the platform. */
  readonly identity: { readonly variables: Readonly<Record<string, readonly ({ readonly input?: string | undefined; readonly template?: string | undefined; readonly variable?: string | undefined; readonly take?: string | undefined; readonly provider?: string | undefined; readonly constant?: boolean | undefined; })[]>>; readonly formats: readonly string[]; readonly claim?: string | undefined; readonly renamed: readonly string[]; readonly ignoreCase?: boolean | undefined; readonly imports: readonly ({ readonly template: string; readonly source: "specification" | "ours"; })[]; };
  /** `created`: not there before it is created; `standing`: always there; `part`: a share of a larger object. */
  readonly existence: "created" | "standing" | "part";
  /** It decides who may do what: drift of its values is ranked by what it means for that. */
  readonly governsAccess?: boolean | undefined;
  /** Where its inputs tell which right it grants, to whom. */
  readonly grants?: { readonly who: string; readonly what: string; readonly when?: string | undefined; readonly decides?: string | undefined; readonly beside?: { readonly who: string; readonly what: string; readonly when?: string | undefined; } | undefined; } | undefined;
  /** Where its values say who may do what. */
  readonly rights: readonly ({ readonly at: string; readonly is?: unknown | undefined; readonly who?: string | undefined; readonly formerly?: string | undefined; readonly called?: string | undefined; readonly what: string; readonly verb?: string | undefined; readonly guards?: boolean | undefined; readonly anew?: boolean | undefined; readonly itself?: boolean | undefined; readonly limit?: { readonly some: string; readonly none: string; } | undefined; readonly others?: string | undefined; })[];
  /** After a deletion the platform keeps the object and its identifier. */
  readonly softDelete?: { readonly days: number; readonly stateField: string; readonly deletedValue: string; } | undefined;
  /** What a destroy does to an object. */
  readonly onDestroy: "delete" | "restore" | "retain";
  /** Inputs with the values that an object must have before the platform deletes it; a deletion sets them first. */
  readonly beforeDelete?: Readonly<Record<string, unknown>> | undefined;
  /**
   * The object that it lies in on the platform: made before it, deleted after it, and kept with it while that one can
   * come back.
   */
  readonly liesIn?: { readonly type: string; readonly id: string; } | undefined;
  /** Values of the object that it lies in with which the platform makes none in it. */
  readonly refusedIn?: Readonly<Record<string, unknown>> | undefined;
  /** The field whose value may go from strict to wide. */
  readonly strictness?: { readonly field: string; readonly strictestFirst: readonly string[]; } | undefined;
  /** Where the platform tells who changed the object last, and when. */
  readonly lastChange?: { readonly by?: string | undefined; readonly at?: string | undefined; } | undefined;
  /** Where the platform tells when the object was made: a dotted path below the outputs. */
  readonly createdAt?: string | undefined;
  /** The identifier is never chosen for anybody. */
  readonly noAutoNaming?: { readonly field: string; readonly says: string; } | undefined;
  /** How long an operation on it may run in the background. */
  readonly longestOperation?: { readonly milliseconds: number; readonly source: string; } | undefined;
}

/** What values of a place look like, for machines. */
export type CatalogType = ({ readonly kind: "text"; readonly minLength?: number | undefined; readonly maxLength?: number | undefined; readonly values?: readonly string[] | undefined; readonly knownValues?: readonly string[] | undefined; readonly pattern?: string | undefined; readonly rules?: readonly { readonly pattern: string; readonly description: string; }[] | undefined; readonly format?: "cel" | "date-time" | "duration" | undefined; readonly equality?: "exact" | "ignore-case" | undefined; }) | { readonly kind: "boolean"; } | ({ readonly kind: "integer"; readonly minimum?: number | undefined; readonly maximum?: number | undefined; }) | ({ readonly kind: "list"; readonly items: CatalogValue; readonly minItems?: number | undefined; readonly maxItems?: number | undefined; readonly unordered?: boolean | undefined; readonly itemKey?: string | undefined; }) | { readonly kind: "map"; readonly values: CatalogValue; } | ({ readonly kind: "object"; readonly name?: string | undefined; readonly fields: readonly CatalogField[]; }) | { readonly kind: "union"; readonly discriminator: string; readonly variants: readonly CatalogValue[]; };

/** A value: its type, and what is said of it besides. */
export interface CatalogValue {
  readonly type: CatalogType;
  /** For people. */
  readonly description: string;
  /** Changing it forces a replacement. */
  readonly replace?: boolean | undefined;
  /** The platform never changes it after creation. */
  readonly immutable?: boolean | undefined;
  /** Sealed at rest, masked everywhere. */
  readonly secret?: boolean | undefined;
  /** A concurrency tag: sent as a precondition, never compared. */
  readonly precondition?: boolean | undefined;
  /** Why it moves although the object stays as it is. That is no drift. */
  readonly volatile?: string | undefined;
  /** May change whenever the object is written. */
  readonly followsWrites?: boolean | undefined;
  /** Known before the first call: a template over the variables of the identity. */
  readonly composed?: string | undefined;
  /**
   * What drift of it means for people's access: a rank, or ranks by what it is now (`to`) or was (`from`), by the place
   * among values of which each permits more than the one before (`strictestFirst`, `looser`), by what came or went
   * (`gained`, `lost`, `changed`; `every` stands for all there could be), or where a duration grew (`longer`).
   */
  readonly drift?: unknown | undefined;
  readonly default?: CatalogDefault | undefined;
  /** The value that the platform means where it is absent. */
  readonly absentMeans?: unknown | undefined;
  /** What a reference usually leads to, `type#output`. */
  readonly reference?: string | undefined;
  /** The vendor documents it as not updatable. */
  readonly vendorRefusesUpdate?: boolean | undefined;
  /** Tighter rules that only the vendor documents. */
  readonly vendorLimits: readonly CatalogVendorLimit[];
  /** The first interface version that has it; all from the first on where it is left out. */
  readonly since?: string | undefined;
  /** The first interface version that has it no more. */
  readonly until?: string | undefined;
}

/** A tighter rule that only the vendor documents: to break it is warned of, and is no mistake. */
export interface CatalogVendorLimit {
  /** What a text must match. */
  readonly pattern?: string | undefined;
  /** The only values; none where it does not list them. */
  readonly values: readonly string[];
  /** Characters at most. */
  readonly maxLength?: number | undefined;
  /** Keys of a map at most. */
  readonly maxProperties?: number | undefined;
  /** Items of a list at least. */
  readonly minItems?: number | undefined;
  /** What each key of a map must match. */
  readonly keyPattern?: string | undefined;
  /** The rule, as a sentence part. */
  readonly says: string;
}

/** Versions that are not listed and can be asked for all the same, as `type@unlisted:version`. */
export interface CatalogVersionForm {
  /** What such a version matches. */
  readonly pattern: string;
  /** The form, in words. */
  readonly description: string;
}

/** Interface versions. */
export interface CatalogVersions {
  /** The usual one. */
  readonly default: string;
  /** Asked for as `type@version`. */
  readonly others: readonly string[];
}

/** How the service treats a stack after a change. */
export interface ChangedStackSettings {
  /** How many others must approve a run. */
  readonly approvals: number;
  /** How often drift is looked for, in milliseconds; null: never. */
  readonly driftEveryMs: number | null;
  /** Who is told. */
  readonly webhooks: readonly Webhook[];
  /** Warnings: that no one can give the approvals. */
  readonly problems: readonly Problem[];
}

/** Every problem of a declaration. */
export interface CheckResult {
  /** In the order of the text. */
  readonly problems: readonly Problem[];
}

/** Inputs of Reservation IAM member. */
export interface ComputeReservationIamMemberInputs {
  /**
   * Who gets the role: `user:<email>`, `serviceAccount:<email>`, `group:<email>` or `domain:<domain>` (a domain's
   * primary name).
   */
  readonly member: unknown;
  /**
   * The reservation: its bare name (in the provider's project and zone) or
   * `projects/<project>/zones/<zone>/reservations/<name>`.
   */
  readonly name: unknown & unknown;
  /** The role to grant, such as `roles/compute.viewer`. */
  readonly role: unknown;
  /** Condition under which the binding applies. */
  readonly condition?: { readonly expression: string; readonly title: string; readonly description?: string | undefined; } | undefined;
}

/** A config value to be sealed. */
export interface ConfigValue {
  /** The config key. */
  readonly key: string;
  /** Its value. */
  readonly value: string;
}

/** Inputs of Endpoint attachment. */
export interface ConnectorsEndpointAttachmentInputs {
  /** Identifier of the attachment, unique within its project and location. It is never chosen for you. */
  readonly endpointAttachmentId: unknown & unknown;
  /** Path of the service attachment, `projects/<project>/regions/<region>/serviceAttachments/<name>`. */
  readonly serviceAttachment: string;
  /** What the attachment is for. */
  readonly description?: string | undefined;
  /** Labels of your own. */
  readonly labels?: Readonly<Record<string, string>> | undefined;
  /** Location of the attachment; the provider's region when left out. */
  readonly location?: unknown & unknown | undefined;
  /** Id of the project that owns the attachment; the provider's project when left out. */
  readonly project?: unknown & unknown | undefined;
}

/** A token that was made. */
export interface CreatedToken {
  /** Names the token; no secret. */
  readonly id: string;
  /** What people know it by. */
  readonly name: string;
  /** Whose rights it lends; null: a machine's. */
  readonly owner: string | null;
  /** What people know the owner by. */
  readonly ownerName?: string | undefined;
  readonly scope: TokenScope;
  /** Of a machine: account admin of the platforms that know such a rank. */
  readonly accountAdmin: boolean;
  /** Of a machine: the workspaces it is a member of. */
  readonly workspaces: readonly string[];
  /** Unique and stable. */
  readonly createdBy: string;
  /** When it was made. */
  readonly createdAt: string;
  /** When it ends. */
  readonly expiresAt: string;
  /** When it was revoked. */
  readonly revokedAt: string | null;
  /** Why it is not good any more, in words; absent while it is, and in older versions. */
  readonly ended?: string | undefined;
  /** Unique and stable. */
  readonly principal: string;
  /** The token itself: here, and never again. */
  readonly token?: string | undefined;
}

/** A credential of the service for a vendor: where it is found and where it may go, never what it is. */
export interface Credential {
  /** A provider of that name means it where several would do. */
  readonly name: string;
  /** Its entity tag, without the quotes. */
  readonly etag: string;
  /** Kind of the providers that it is for. */
  readonly kind: string;
  /** Where it may go; null: the vendor's own. */
  readonly origins: readonly string[] | null;
  /** Those origins may have private addresses. */
  readonly private: boolean;
  readonly credential: CredentialPlace;
  /** Who may use it. */
  readonly stacks: readonly string[];
  /** Where it was named. */
  readonly from: "settings" | "api";
  /** When it was named; null of one of the settings. */
  readonly at: string | null;
  /** Principal of who named it; null of one of the settings. */
  readonly by: string | null;
}

/** A page of credentials. */
export interface CredentialList {
  /** A page of credentials. */
  readonly credentials: readonly Credential[];
  /** Where the next page begins; absent on the last. */
  readonly nextCursor?: string | undefined;
}

/** Where a credential is found; where neither is named, in the usual variables and tools of the kind. */
export interface CredentialPlace {
  /** Environment variable of the server that holds it. */
  readonly environment: string | null;
  /** File of the server that holds it. */
  readonly file: string | null;
  /** OAuth client whose secret it is; null: it is a bearer token. */
  readonly clientId: string | null;
}

/** A credential for a vendor, by where it is found. */
export interface CredentialWrite {
  /** Kind of the providers: `google`, `azure` or `databricks`. */
  readonly kind: string;
  /** Where it may go; the vendor's own where none are named. */
  readonly origins?: readonly string[] | null | undefined;
  /** Those origins may have private addresses. */
  readonly private?: boolean | undefined;
  /** Where it is found; where none is named, in the usual variables and tools of the kind. */
  readonly credential?: { readonly environment?: string | null | undefined; readonly file?: string | null | undefined; readonly clientId?: string | null | undefined; } | null | undefined;
  /** The stacks that may use it; all where none are named. */
  readonly stacks?: readonly string[] | undefined;
}

/** The declaration that is kept for a stack. */
export interface Declaration {
  /** 1 for the first; each further one has the next number. */
  readonly version: number;
  /** Its entity tag, without the quotes. */
  readonly etag: string;
  /** As the user named the text. */
  readonly file: string;
  /** When it was kept. */
  readonly at: string;
  /** Principal of who kept it. */
  readonly by: string;
  /** What people know them by. */
  readonly byName: string;
  /** Whole name of the stack: its project's, a slash, its own. */
  readonly stack: string;
  /** YAML or JSON. */
  readonly text: string;
  /** Values for `config`. */
  readonly config: Readonly<Record<string, unknown>>;
  /** Advice from its check. */
  readonly problems: readonly Problem[];
}

/** What a declaration says of itself. */
export interface DeclarationSummary {
  /** Its `name`; empty where it has none. */
  readonly project: string;
  /** By key. */
  readonly config: Readonly<Record<string, { readonly type: string; readonly secret: boolean; }>>;
}

/** A declaration as the user wrote it, with the configuration values given beside it. */
export interface DeclarationText {
  /** Name for the places of problems, as the user typed it. */
  readonly file: string;
  /** YAML or JSON. */
  readonly text: string;
  /** Values for `config`. */
  readonly config?: Readonly<Record<string, unknown>> | undefined;
  /**
   * Values for `config` that are sealed, by key: they are opened where the request is about the stack that they are
   * sealed for. The key must be a secret one. Whoever may plan may send them, and is never shown them.
   */
  readonly sealed?: Readonly<Record<string, string>> | undefined;
  /** Where values of `config` come from. A value that is missing later is told; a program's own are not. */
  readonly configFrom?: Readonly<Record<string, "option" | "environment" | "file" | "program">> | undefined;
  /** Where values of `config` stand in a file of their own: problems with them are told there. */
  readonly configAt?: Readonly<Record<string, { readonly key: Span; readonly value: Span; readonly isPlain: boolean; }>> | undefined;
}

/** A version of a declaration. */
export interface DeclarationVersion {
  /** 1 for the first; each further one has the next number. */
  readonly version: number;
  /** Its entity tag, without the quotes. */
  readonly etag: string;
  /** As the user named the text. */
  readonly file: string;
  /** When it was kept. */
  readonly at: string;
  /** Principal of who kept it. */
  readonly by: string;
  /** What people know them by. */
  readonly byName: string;
}

/** A page of versions, newest first. */
export interface DeclarationVersionList {
  /** A page of versions, newest first. */
  readonly versions: readonly DeclarationVersion[];
  /** Where the next page begins; absent on the last. */
  readonly nextCursor?: string | undefined;
}

/** The new version; or, under `validateOnly`, the problems. */
export type DeclarationWritten = Declaration | CheckResult;

/** What can be planned only after other steps. */
export interface Deferred {
  /** Logical name. */
  readonly name: string;
  /** The reason. */
  readonly why: string;
}

/** Where two values differ. */
export interface Difference {
  /** The places, in their order. */
  readonly hunks: readonly Hunk[];
}

/** How far the platforms are from the records. */
export interface Drift {
  /** Whole name of the stack: its project's, a slash, its own. */
  readonly stack: string;
  /** How many managed objects were looked at. */
  readonly objects: number;
  /** The differences. */
  readonly drift: readonly DriftRow[];
  /** When they were looked at, where that was not now. */
  readonly at?: string | undefined;
  /** Calls of runs whose end is not known: what they did is not counted as drift. */
  readonly inFlight: readonly InFlightCall[];
}

/** A difference between a record and the platform. */
export interface DriftRow {
  /** Logical name. */
  readonly name: string;
  /** Token of the type. */
  readonly type: string;
  /** Id on the platform. */
  readonly id: string;
  /** It is the old object of a replacement, which waits for its deletion. */
  readonly superseded?: boolean | undefined;
  /**
   * `out-of-band`: an input moved. `output`: a value that only the platform gives moved. `equivalent form`: another
   * spelling of the same value, which is no drift.
   */
  readonly class: "out-of-band" | "output" | "equivalent form" | "gone" | "lagging read" | "unreadable";
  /**
   * What it means for people's access; of a lagging read what it would mean if another hand has done it.
   * `guard-removed`: a condition, an approval or another requirement is gone or weaker. `rights-changed`: the direction
   * can't be told. `rights-lost`: what gave a right is gone.
   */
  readonly rank?: string | undefined;
  /**
   * JSON pointer below the outputs; empty where the whole object is meant. Items of unordered lists are named by their
   * key.
   */
  readonly path: string;
  /** What is recorded. */
  readonly old?: unknown | undefined;
  /** What is there. */
  readonly new?: unknown | undefined;
  readonly difference?: Difference | undefined;
  readonly rights?: RightsChange | undefined;
  /** In words. */
  readonly detail?: string | undefined;
  /** The declaration leaves the field alone (`ignoreChanges`): no plan puts it back. */
  readonly ignored?: boolean | undefined;
  /** Its record stays for now: a read so soon after our last write may lag behind. */
  readonly kept?: boolean | undefined;
  /** Who changed it last, where the platform tells. */
  readonly by?: string | undefined;
  /** When, where the platform tells. */
  readonly at?: string | undefined;
}

/** Whose providers to examine; without a declaration those of the one that is kept. */
export interface ExamineRequest {
  readonly declaration?: DeclarationText | undefined;
}

/** A field that differs. */
export interface Field {
  /** JSON pointer below the resource's properties; `/id` where the reason is the identity. */
  readonly path: string;
  /** The value so far; absent when there was none. */
  readonly old?: unknown | undefined;
  /** The value to be; absent when it goes away, `{$unknown}` when only the run can tell. */
  readonly new?: unknown | undefined;
  /** Why it differs. */
  readonly reason: "declared" | "drifted" | "identity" | "before deletion" | "platform default" | "known after apply";
  /** Changing it forces a replacement. */
  readonly replace: boolean;
  readonly difference?: Difference | undefined;
  /** Of a resource that governs access: what the change means for people's access, as the same drift would. */
  readonly rank?: string | undefined;
}

/** A type in the words of JSON Schema. What is inside an object stands in the fields of its field. */
export interface FieldType {
  /** As JSON has it. */
  readonly type: "string" | "boolean" | "integer" | "array" | "object";
  /** Of a text: `date-time`, `duration` or `cel`. */
  readonly format?: string | undefined;
  readonly items?: FieldType | undefined;
  readonly additionalProperties?: FieldType | undefined;
}

/** One thing that was looked at. */
export interface Finding {
  /** What was looked at: one word, or the type and id of an object. */
  readonly check: string;
  /** `unknown`: it can't be told from there, which is no failure. */
  readonly status: "pass" | "fail" | "unknown";
  /** What was found. */
  readonly detail: string;
  /** What to do. */
  readonly remedy: string | null;
  /** The right that is missing, by the vendor's name, where the answer names it. */
  readonly permission: string | null;
  /** The platform's name of what has to be registered, or switched on, before. */
  readonly registers: string | null;
}

/** A role as it was given. */
export interface GivenRole {
  /** A principal, or `group:` and the name of a group. */
  readonly subject: string;
  /** What people know the principal by, where the service has seen it. */
  readonly subjectName?: string | undefined;
  /** Whole name of the stack; `*`: every stack, and the service itself. */
  readonly stack: string;
  /** The role. */
  readonly role: "reader" | "planner" | "operator" | "admin";
  /** Who gave it. */
  readonly by: string;
  /** When. */
  readonly at: string;
  /** Warnings: that the service has never seen whom it is for. */
  readonly problems: readonly Problem[];
}

/** What needs what. */
export interface Graph {
  /** What is declared. */
  readonly nodes: readonly GraphNode[];
  /** What needs what. */
  readonly edges: readonly { readonly from: string; readonly to: string; }[];
}

/** A node. */
export interface GraphNode {
  /** Logical name. */
  readonly name: string;
  /** What it is. */
  readonly kind: "resource" | "get" | "lookup";
  /** Token of the type. */
  readonly type: string;
  /** The resource that it is grouped under. */
  readonly parent?: string | undefined;
  readonly span?: Span | undefined;
}

/** How the process is. */
export interface Health {
  /** How it is. */
  readonly status: "ok" | "unavailable" | "ending";
  /** Why requests can't be served. */
  readonly reason?: string | undefined;
}

/** A place at which two values differ, and how. A reader passes over kinds that it does not know. */
export type Hunk = ({ readonly kind: "value"; readonly path: string; readonly old?: unknown | undefined; readonly new?: unknown | undefined; }) | { readonly kind: "text"; readonly path: string; readonly parts: readonly TextPart[]; } | { readonly kind: "list"; readonly path: string; readonly ordered: boolean; readonly parts: readonly ListPart[]; } | ({ readonly kind: "secret"; readonly path: string; readonly old?: unknown | undefined; readonly new?: unknown | undefined; });

/** Inputs of OAuth client credential. */
export interface IamOAuthClientCredentialInputs {
  /** Location of the client, a segment of the credential's name. */
  readonly location: unknown & unknown;
  /** Identifier of the credential, the last part of its name. */
  readonly oauthClientCredentialId: unknown & unknown;
  /** Identifier of the client whose secret it is. The client must be confidential. */
  readonly oauthClientId: unknown & unknown;
  /** Switches the credential off: while true its secret is not accepted. */
  readonly disabled?: boolean | undefined;
  /** Name shown to people, up to 32 characters. */
  readonly displayName?: string | undefined;
  /** Id of the project that owns the client; the provider's project when left out. */
  readonly project?: unknown & unknown | undefined;
}

/** Inputs of OAuth client. */
export interface IamOAuthClientInputs {
  /** Grant types that the client may use. */
  readonly allowedGrantTypes: readonly string[];
  /** Addresses to which the browser may be sent back when the authorization is complete. */
  readonly allowedRedirectUris: readonly string[];
  /** Scopes that the client may ask for; the cloud-platform scope is the only one supported. */
  readonly allowedScopes: readonly "https://www.googleapis.com/auth/cloud-platform"[];
  /** Location in which the client lives, a segment of its name. */
  readonly location: unknown & unknown;
  /** Identifier of the client, the last part of its name. It stays reserved for 30 days after a delete. */
  readonly oauthClientId: unknown & unknown & unknown & unknown;
  /**
   * Whether the client can keep a secret. The secrets of confidential clients are resources of their own:
   * `iam:OAuthClientCredential`.
   */
  readonly clientType?: "CLIENT_TYPE_UNSPECIFIED" | "PUBLIC_CLIENT" | "CONFIDENTIAL_CLIENT" | undefined;
  /** What the client is for, up to 256 characters. */
  readonly description?: string | undefined;
  /** Switches the client off: while true it cannot be used. */
  readonly disabled?: boolean | undefined;
  /** Name shown to people, up to 32 characters. */
  readonly displayName?: string | undefined;
  /** Id of the project that owns the client; the provider's project when left out. */
  readonly project?: unknown & unknown | undefined;
}

/** An object to import. */
export interface ImportEntry {
  /** Token of the type. */
  readonly type: string;
  /** Logical name that it gets. */
  readonly name: string;
  /** Id, in any of the type's forms. */
  readonly id: string;
  /** Name of the provider; its kind's default where none is named. */
  readonly provider?: string | undefined;
}

/** Objects to import: all of them, or none. */
export interface ImportRequest {
  /** The objects. */
  readonly imports: readonly ImportEntry[];
  readonly declaration?: DeclarationText | undefined;
}

/** What was recorded. */
export interface ImportResult {
  /** In the order asked for. */
  readonly imported: readonly Imported[];
}

/** An object that was brought under management, and the declaration that plans empty for it. */
export interface Imported {
  /** Token of the type. */
  readonly type: string;
  /** Logical name. */
  readonly name: string;
  /** Id on the platform. */
  readonly id: string;
  /** What was read. */
  readonly outputs: Readonly<Record<string, unknown>>;
  /** The entry under `resources:`. */
  readonly declaration: Readonly<Record<string, unknown>>;
  /** Warnings: what a run would do to others all the same. */
  readonly problems: readonly Problem[];
}

/** A call whose result is not recorded: its object may exist. */
export interface InFlightCall {
  /** Id of the run. */
  readonly run: string;
  /** Logical name. */
  readonly name: string;
  /** Token of the type. */
  readonly type: string;
  /** What was asked. */
  readonly operation: "create" | "update" | "delete" | "undelete";
  /** Id on the platform. */
  readonly id: string;
  /** The inputs that it writes. */
  readonly fields: readonly string[];
  /** When it was noted, just before it was sent. */
  readonly at: string;
  /** The platform has answered that it is at work on it. */
  readonly isConfirmed: boolean;
  /** Name of the operation that goes on, by which the platform's own tools find it. */
  readonly platformOperation?: string | undefined;
}

/** A resource that is none of the targets and is needed by one. */
export interface IncludedResource {
  /** Logical name. */
  readonly name: string;
  /** Logical name. */
  readonly neededBy: string;
}

/** A resource that a plan leaves as it is. */
export interface LeftResource {
  /** Logical name. */
  readonly name: string;
  /** The reason. */
  readonly why: string;
}

/** A part of a list. */
export type ListPart = { readonly kind: "same"; readonly items: readonly unknown[]; } | { readonly kind: "changed"; readonly old: readonly unknown[]; readonly new: readonly unknown[]; };

/** A resource in a list. */
export interface ListedResource {
  /** Logical name. */
  readonly name: string;
  /** Token of the type. */
  readonly type: string;
  /** Id on the platform. */
  readonly id: string;
  /** Name of its provider. */
  readonly provider: string;
  /** How its record stands. */
  readonly status: string;
  /**
   * It was imported and no run has seen it declared yet: it is protected until it is declared or forgotten. Left out
   * where it is not so.
   */
  readonly awaitsDeclaration?: boolean | undefined;
  /** Tells it apart from all others of the stack, through renames and replacements. */
  readonly key: string;
}

/** Where one can sign in. */
export interface Login {
  /** Of tokens. */
  readonly issuer: string;
  /** As which the command signs in. */
  readonly clientId: string;
  /** What is asked for. */
  readonly scope: string;
  /** For whom tokens must be. */
  readonly audience: string;
}

/** Where one can sign in. */
export interface LoginList {
  /** The issuers. */
  readonly logins: readonly Login[];
}

/** Counters in OpenMetrics. */
export type MetricsText = string;

/** Inputs of Server collector. */
export interface MigrateServerCollectorInputs {
  /** Name of the assessment project. */
  readonly projectName: unknown & unknown;
  /** Name of the resource group that holds the project. */
  readonly resourceGroupName: unknown & unknown;
  /**
   * Tag of the version to change; the write is refused when the collector has another. Left out, the version last read
   * counts.
   */
  readonly eTag?: string | undefined;
  /** Properties of the collector. */
  readonly properties?: { readonly agentProperties?: { readonly spnDetails?: { readonly applicationId?: string | undefined; readonly audience?: string | undefined; readonly authority?: string | undefined; readonly objectId?: string | undefined; readonly tenantId?: string | undefined; } | undefined; } | undefined; readonly discoverySiteId?: string | undefined; } | undefined;
  /** Name of the collector, unique within its project; made from the logical name when left out. */
  readonly serverCollectorName?: unknown & unknown | undefined;
}

/** A stack to be made. */
export interface NewStack {
  /** Its name within the project. */
  readonly name: string;
}

/** A token to be made. */
export interface NewToken {
  /** What people know it by. */
  readonly name: string;
  /** The most that it may do; never more than its owner may. */
  readonly role: "reader" | "planner" | "operator" | "admin";
  /** The stacks that it reaches; all that its owner may reach where none are named. */
  readonly stacks?: readonly string[] | null | undefined;
  /** How long it lasts. */
  readonly expiresInDays: number;
  /** It has no rights of its maker: roles are assigned to it. */
  readonly machine?: boolean | undefined;
  /** Of a machine: account admin of the platforms that know such a rank, as the caller is. */
  readonly accountAdmin?: boolean | undefined;
  /** Of a machine: the workspaces it is a member of, as the caller is. */
  readonly workspaces?: readonly string[] | undefined;
}

/** An object by type and id. */
export interface Object {
  /** Token of the type. */
  readonly type: string;
  /** Id on the platform. */
  readonly id: string;
  /** Kind of the provider that it is reached through. */
  readonly provider: string;
  /** Its entity tag, without the quotes. */
  readonly etag: string;
  /** It is managed by itself. */
  readonly managed: boolean;
  /** What was declared, with its defaults; null of what is not managed. */
  readonly properties: Readonly<Record<string, unknown>> | null;
  /** As in a declaration; null of what is not managed. */
  readonly options: Readonly<Record<string, unknown>> | null;
  /** What the platform showed. */
  readonly outputs: Readonly<Record<string, unknown>>;
  /** When the platform was read. */
  readonly observedAt: string;
  /** Of a live read: how it differs from what is recorded. */
  readonly drift: readonly ObjectDrift[];
}

/** An object to be made. */
export interface ObjectCreate {
  /** Inputs of the type. */
  readonly properties: Readonly<Record<string, unknown>>;
  /** Options of the resource, as in a declaration. */
  readonly options?: Readonly<Record<string, unknown>> | undefined;
  /** Name of a kept provider, or a provider itself; the service's own surroundings where none is given. */
  readonly provider?: string | ProviderWrite | undefined;
}

/** A difference between a record and the platform. */
export interface ObjectDrift {
  /** Token of the type. */
  readonly type: string;
  /** Id on the platform. */
  readonly id: string;
  /** It is the old object of a replacement, which waits for its deletion. */
  readonly superseded?: boolean | undefined;
  /**
   * `out-of-band`: an input moved. `output`: a value that only the platform gives moved. `equivalent form`: another
   * spelling of the same value, which is no drift.
   */
  readonly class: "out-of-band" | "output" | "equivalent form" | "gone" | "lagging read" | "unreadable";
  /**
   * What it means for people's access; of a lagging read what it would mean if another hand has done it.
   * `guard-removed`: a condition, an approval or another requirement is gone or weaker. `rights-changed`: the direction
   * can't be told. `rights-lost`: what gave a right is gone.
   */
  readonly rank?: string | undefined;
  /**
   * JSON pointer below the outputs; empty where the whole object is meant. Items of unordered lists are named by their
   * key.
   */
  readonly path: string;
  /** What is recorded. */
  readonly old?: unknown | undefined;
  /** What is there. */
  readonly new?: unknown | undefined;
  readonly difference?: Difference | undefined;
  readonly rights?: RightsChange | undefined;
  /** In words. */
  readonly detail?: string | undefined;
  /** The declaration leaves the field alone (`ignoreChanges`): no plan puts it back. */
  readonly ignored?: boolean | undefined;
  /** Its record stays for now: a read so soon after our last write may lag behind. */
  readonly kept?: boolean | undefined;
  /** Who changed it last, where the platform tells. */
  readonly by?: string | undefined;
  /** When, where the platform tells. */
  readonly at?: string | undefined;
}

/** An object to be managed. */
export interface ObjectImport {
  /** Id, in any of the type's forms. */
  readonly id: string;
  /** Name of a kept provider, or a provider itself; the service's own surroundings where none is given. */
  readonly provider?: string | ProviderWrite | undefined;
}

/** A page of objects. */
export interface ObjectList {
  /** A page of objects. */
  readonly objects: readonly ObjectRow[];
  /** Where the next page begins; absent on the last. */
  readonly nextCursor?: string | undefined;
  /** What the platform lists besides. */
  readonly unmanaged: readonly UnlistedObject[];
  /** Objects that can't be shown, since what is stored of them is damaged. */
  readonly problems: readonly Problem[];
}

/** An object on its platform. */
export interface ObjectRead {
  /** Token of the type. */
  readonly type: string;
  /** Id on the platform. */
  readonly id: string;
  /** All its fields. */
  readonly outputs: Readonly<Record<string, unknown>>;
}

/** What an object is to be. */
export interface ObjectReplace {
  /** Inputs of the type. */
  readonly properties: Readonly<Record<string, unknown>>;
  /** Options of the resource, as in a declaration. */
  readonly options?: Readonly<Record<string, unknown>> | undefined;
  /** Name of a kept provider, or a provider itself; the service's own surroundings where none is given. */
  readonly provider?: string | ProviderWrite | undefined;
}

/** An object that is managed by itself. */
export interface ObjectRow {
  /** Token of the type. */
  readonly type: string;
  /** Id on the platform. */
  readonly id: string;
  /** Kind of the provider that it is reached through. */
  readonly provider: string;
  /** How its record stands. */
  readonly status: string;
  /** Its entity tag, without the quotes. */
  readonly etag: string;
}

/** A description in OpenAPI. */
export type OpenApiDocument = { readonly openapi: string; } & Readonly<Record<string, unknown>>;

/** Config values in the clear. */
export interface OpenedConfig {
  /** By config key. */
  readonly values: Readonly<Record<string, string>>;
}

/** Something that takes its time. */
export interface Operation {
  /** `operations/` and its id. */
  readonly name: string;
  /** It has a result, or problems. */
  readonly done: boolean;
  readonly metadata: OperationMetadata;
  readonly result?: OperationResult | undefined;
  /** Why it did not succeed. */
  readonly problems: readonly Problem[];
}

/** What an operation is about. */
export interface OperationMetadata {
  /** Whole name of the stack: its project's, a slash, its own. */
  readonly stack: string | null;
  /** Where no stack is: which object. */
  readonly object?: { readonly action: string; readonly type: string; readonly id: string | null; } | undefined;
  /** Id of the run. */
  readonly run: string;
  /** Digest of the plan. */
  readonly plan: string;
  /** How the run stands. */
  readonly status: string;
  /** When it was asked for. */
  readonly createdAt: string;
  /** When it began. */
  readonly startedAt: string | null;
  /** When it ended. */
  readonly endedAt: string | null;
}

/** The result of an operation. */
export interface OperationResult {
  readonly summary: RunSummary;
  /** The object as it is now. */
  readonly object?: { readonly type: string; readonly id: string; readonly provider: string; readonly etag: string; readonly managed: boolean; readonly properties: Readonly<Record<string, unknown>> | null; readonly options: Readonly<Record<string, unknown>> | null; readonly outputs: Readonly<Record<string, unknown>>; readonly observedAt: string; readonly drift: readonly ObjectDrift[]; } | null | undefined;
}

/** An option that is declared otherwise than it is recorded. */
export interface OptionChange {
  /** Logical name. */
  readonly name: string;
  /**
   * The option, as declarations name it; `version` is the interface version, `provider.KEY` a value of its provider's
   * configuration.
   */
  readonly option: string;
  /** The value so far; absent when there was none. */
  readonly old?: unknown | undefined;
  /** The value to be; absent when there is none any more. */
  readonly new?: unknown | undefined;
  readonly difference?: Difference | undefined;
}

/** The outputs of a stack. */
export interface Outputs {
  /** By name. */
  readonly outputs: Readonly<Record<string, unknown>>;
}

/** What a run would do, addressed by its content. */
export interface Plan {
  /** Content address of the plan. */
  readonly digest: string;
  /** Whole name of the stack: its project's, a slash, its own. */
  readonly stack: string;
  /** What it is for. */
  readonly kind: "apply" | "destroy" | "undo" | "refresh" | "import";
  readonly summary: Summary;
  /** Outputs whose values differ. */
  readonly outputs: readonly PlannedOutput[];
  /** What is planned later. */
  readonly deferred: readonly Deferred[];
  /**
   * What moved on the platform since it was recorded and no step puts back: a run takes the new values into the
   * records.
   */
  readonly drift: readonly DriftRow[];
  /**
   * Options of managed resources that are declared otherwise than they are recorded: a run notes them without a call.
   */
  readonly options: readonly OptionChange[];
  readonly estimate?: RunEstimate | undefined;
  /** Unchanged resources whose record alone is brought up to date. */
  readonly records: readonly string[];
  /** Of an import: each object, and the declaration that plans empty for it. */
  readonly imports: readonly Imported[];
  /** Calls that were in flight when it was made; told where it is made. */
  readonly inFlight: readonly SettledCall[];
  /** There is no such stack yet: the run makes it. */
  readonly makesStack?: boolean | undefined;
  /** Nothing of what the stack manages stays: a run is refused unless its request says `allowEmpty`. */
  readonly removesAll?: boolean | undefined;
  /** Made in the read-only mode, in which no run begins (`PLUMB_READ_ONLY`); told where it is made. */
  readonly readOnly?: boolean | undefined;
  /** Where the request tells of its round; told where the plan is made. */
  readonly round?: { readonly doubted: readonly string[]; readonly beyond: readonly Problem[]; } | undefined;
  /** The run notes another project or other sources of config than before, if nothing else. */
  readonly notesContext?: boolean | undefined;
  /** The stack was restored from a backup: a run that ends well ends that, if nothing else. */
  readonly restored?: boolean | undefined;
  /** Of a plan with targets: what is done beside them, since they need it. */
  readonly included: readonly IncludedResource[];
  /** What is left as it is, and why. */
  readonly left: readonly LeftResource[];
  /** What could not be read and is left as it is, and why. */
  readonly notObserved: readonly UnobservedResource[];
  /** How many others of the stack are none of the targets and needed by none. */
  readonly outside?: number | undefined;
  /** Errors stop it from being carried out; warnings do not. */
  readonly problems: readonly Problem[];
  /**
   * What would be done, sorted by the characters of the names (`a10` before `a2`), so that two plans can be compared.
   * `needs` has the order of the run; texts for people group the steps by risk.
   */
  readonly steps: readonly Step[];
}

/** A page of plans, newest first. */
export interface PlanList {
  /** A page of plans, newest first. */
  readonly plans: readonly PlanRow[];
  /** Where the next page begins; absent on the last. */
  readonly nextCursor?: string | undefined;
}

/** What to plan. */
export type PlanRequest = ({ readonly kind: "apply"; readonly declaration?: DeclarationText | undefined; readonly refresh?: boolean | undefined; readonly forRun?: boolean | undefined; readonly withoutConfig?: readonly string[] | undefined; readonly dropAllOf?: readonly string[] | undefined; readonly target?: readonly string[] | undefined; readonly exclude?: readonly string[] | undefined; readonly replace?: readonly string[] | undefined; readonly skipUnreadable?: boolean | undefined; readonly noDelete?: boolean | undefined; readonly maxDeletions?: number | undefined; readonly round?: { readonly used?: readonly string[] | undefined; readonly after?: string | undefined; } | undefined; readonly newStack?: boolean | undefined; }) | ({ readonly kind: "destroy"; readonly declaration?: DeclarationText | undefined; readonly refresh?: boolean | undefined; readonly dropAllOf?: readonly string[] | undefined; readonly target?: readonly string[] | undefined; readonly exclude?: readonly string[] | undefined; readonly skipUnreadable?: boolean | undefined; readonly keepProtected?: boolean | undefined; readonly maxDeletions?: number | undefined; readonly forRun?: boolean | undefined; }) | ({ readonly kind: "refresh"; readonly dropAllOf?: readonly string[] | undefined; readonly target?: readonly string[] | undefined; readonly exclude?: readonly string[] | undefined; readonly forRun?: boolean | undefined; }) | ({ readonly kind: "import"; readonly imports: readonly ImportEntry[]; readonly declaration?: DeclarationText | undefined; readonly forRun?: boolean | undefined; }) | ({ readonly kind: "undo"; readonly run: string; readonly dropAllOf?: readonly string[] | undefined; readonly forRun?: boolean | undefined; });

/** A plan in a list. */
export interface PlanRow {
  /** Content address of the plan. */
  readonly digest: string;
  /** What it is for. */
  readonly kind: "apply" | "destroy" | "undo" | "refresh" | "import";
  /** When it was made. */
  readonly createdAt: string;
  readonly summary: Summary;
}

/** A page of the steps of a plan, by name as the plan has them. */
export interface PlanStepList {
  /** A page of the steps of a plan, by name as the plan has them. */
  readonly steps: readonly Step[];
  /** Where the next page begins; absent on the last. */
  readonly nextCursor?: string | undefined;
}

/** What a run would do, without the steps, which `listPlanSteps` gives in pages. */
export interface PlanWithoutSteps {
  /** Content address of the plan. */
  readonly digest: string;
  /** Whole name of the stack: its project's, a slash, its own. */
  readonly stack: string;
  /** What it is for. */
  readonly kind: "apply" | "destroy" | "undo" | "refresh" | "import";
  readonly summary: Summary;
  /** Outputs whose values differ. */
  readonly outputs: readonly PlannedOutput[];
  /** What is planned later. */
  readonly deferred: readonly Deferred[];
  /**
   * What moved on the platform since it was recorded and no step puts back: a run takes the new values into the
   * records.
   */
  readonly drift: readonly DriftRow[];
  /**
   * Options of managed resources that are declared otherwise than they are recorded: a run notes them without a call.
   */
  readonly options: readonly OptionChange[];
  readonly estimate?: RunEstimate | undefined;
  /** Unchanged resources whose record alone is brought up to date. */
  readonly records: readonly string[];
  /** Of an import: each object, and the declaration that plans empty for it. */
  readonly imports: readonly Imported[];
  /** Calls that were in flight when it was made; told where it is made. */
  readonly inFlight: readonly SettledCall[];
  /** There is no such stack yet: the run makes it. */
  readonly makesStack?: boolean | undefined;
  /** Nothing of what the stack manages stays: a run is refused unless its request says `allowEmpty`. */
  readonly removesAll?: boolean | undefined;
  /** Made in the read-only mode, in which no run begins (`PLUMB_READ_ONLY`); told where it is made. */
  readonly readOnly?: boolean | undefined;
  /** Where the request tells of its round; told where the plan is made. */
  readonly round?: { readonly doubted: readonly string[]; readonly beyond: readonly Problem[]; } | undefined;
  /** The run notes another project or other sources of config than before, if nothing else. */
  readonly notesContext?: boolean | undefined;
  /** The stack was restored from a backup: a run that ends well ends that, if nothing else. */
  readonly restored?: boolean | undefined;
  /** Of a plan with targets: what is done beside them, since they need it. */
  readonly included: readonly IncludedResource[];
  /** What is left as it is, and why. */
  readonly left: readonly LeftResource[];
  /** What could not be read and is left as it is, and why. */
  readonly notObserved: readonly UnobservedResource[];
  /** How many others of the stack are none of the targets and needed by none. */
  readonly outside?: number | undefined;
  /** Errors stop it from being carried out; warnings do not. */
  readonly problems: readonly Problem[];
}

/** An output whose value differs. */
export interface PlannedOutput {
  /** Logical name. */
  readonly name: string;
  /** The value so far. */
  readonly old?: unknown | undefined;
  /** The value to be. */
  readonly new?: unknown | undefined;
  readonly difference?: Difference | undefined;
}

/** A person who has signed in. */
export type Principal = { readonly principal: string; readonly name: string; readonly groups: readonly string[]; readonly accountAdmin?: boolean | undefined; readonly workspaces: readonly string[]; } & Readonly<Record<string, unknown>>;

/** A page of principals. */
export interface PrincipalList {
  /** A page of principals. */
  readonly principals: readonly Principal[];
  /** Where the next page begins; absent on the last. */
  readonly nextCursor?: string | undefined;
}

/** Something that the caller can mend. */
export interface Problem {
  /** Stable code; the reference lists them. */
  readonly code: string;
  /** Errors stop; warnings never do. */
  readonly severity: "error" | "warning";
  /** One sentence part, the same for every problem of the code. */
  readonly summary: string;
  /** What is wrong here, why, and what to do. */
  readonly detail: string;
  /** The logical name it is about. */
  readonly address?: string | undefined;
  /** JSON pointer into the declaration, or into the body that was sent. */
  readonly pointer?: string | undefined;
  /** Whether the guilty token is the key or the value at the pointer. */
  readonly at?: string | undefined;
  readonly span?: Span | undefined;
  /** A way out in words. */
  readonly hint?: string | undefined;
  /** A replacement for the guilty token, where there is exactly one sensible. */
  readonly fix?: string | undefined;
}

/** What went wrong (RFC 9457). */
export interface ProblemDocument {
  /** Names the kind of problem. */
  readonly type: string;
  /** The same for every problem of the kind. */
  readonly title: string;
  /** The HTTP status. */
  readonly status: number;
  /** What is wrong here. */
  readonly detail: string;
  /** Stable code. */
  readonly code: string;
  /** Every violation, where there are such. */
  readonly problems: readonly Problem[];
}

/** A provider that is kept under a name. */
export interface Provider {
  /** Logical name. */
  readonly name: string;
  /** Its entity tag, without the quotes. */
  readonly etag: string;
  /** Its kind. */
  readonly kind: string;
  /** Whatever its kind takes. */
  readonly properties: Readonly<Record<string, unknown>>;
  /** When it was kept. */
  readonly at: string;
  /** Principal of who kept it. */
  readonly by: string;
}

/** A page of providers. */
export interface ProviderList {
  /** A page of providers. */
  readonly providers: readonly Provider[];
  /** Where the next page begins; absent on the last. */
  readonly nextCursor?: string | undefined;
}

/** A provider: its kind, and whatever its kind takes. */
export type ProviderWrite = { readonly kind: string; } & Readonly<Record<string, unknown>>;

/** What was pruned of a stack. */
export interface PrunedStack {
  /** Whole name of the stack: its project's, a slash, its own. */
  readonly stack: string;
  /** Nothing went: it was only told what would go. */
  readonly dryRun: boolean;
  /** How many runs went, with their events. */
  readonly runs: number;
  /** How many edits of the state went from its history. */
  readonly edits: number;
  /** How many plans went. */
  readonly plans: number;
  /** How many runs stay. */
  readonly runsKept: number;
  /** Of what happened up to then only its result is kept; null: all of it is. */
  readonly upTo: string | null;
}

/** An object to be read. */
export interface ReadRequest {
  /** Id, in any of the type's forms. */
  readonly id: string;
  /** Qualifiers. */
  readonly state?: Readonly<Record<string, unknown>> | undefined;
  readonly declaration?: DeclarationText | undefined;
  /** Name of the provider; its kind's default where none is named. */
  readonly provider?: string | undefined;
}

/** What a refresh may do. */
export interface RefreshRequest {
  /**
   * Providers of which every record may go. A plan or a refresh that would drop records of a provider of which no
   * object is seen is refused without its name.
   */
  readonly dropAllOf?: readonly string[] | undefined;
  /** Only these, with what they need. A pattern that names nothing is refused. */
  readonly target?: readonly string[] | undefined;
  /** All but these and what leans on them. */
  readonly exclude?: readonly string[] | undefined;
}

/** Something that was not registered, and why. */
export interface RefusedRegistration {
  /** As the declaration calls it. */
  readonly provider: string;
  /** As the platform calls it, and a finding says. */
  readonly registers: string;
  readonly finding: Finding;
}

/** What the vendors of a declaration's providers are to register. */
export interface RegisterRequest {
  readonly declaration?: DeclarationText | undefined;
  /** What is wanted; what no finding names is passed over. */
  readonly registrations: readonly Registration[];
}

/** Something that a vendor is to register, or was asked to. */
export interface Registration {
  /** As the declaration calls it. */
  readonly provider: string;
  /** As the platform calls it, and a finding says. */
  readonly registers: string;
}

/** What became of registrations. */
export interface RegistrationList {
  /** What was asked for. */
  readonly registrations: readonly Registration[];
  /** What a vendor refused, and what was not sent. */
  readonly refused: readonly RefusedRegistration[];
}

/** Another logical name. */
export interface RenameRequest {
  /** The new name. */
  readonly to: string;
}

/** A resource as it is recorded. */
export interface Resource {
  /** Logical name. */
  readonly name: string;
  /** Token of the type. */
  readonly type: string;
  /** Id on the platform. */
  readonly id: string;
  /** Name of its provider. */
  readonly provider: string;
  /** How its record stands. */
  readonly status: string;
  /**
   * It was imported and no run has seen it declared yet: it is protected until it is declared or forgotten. Left out
   * where it is not so.
   */
  readonly awaitsDeclaration?: boolean | undefined;
  /** What was declared. */
  readonly inputs: Readonly<Record<string, unknown>>;
  /** What the platform showed last. */
  readonly outputs: Readonly<Record<string, unknown>>;
  /** What it needs. */
  readonly dependsOn: readonly string[];
  /** Interface version through which it is managed. */
  readonly apiVersion: string;
  /** Grows when its object is replaced. */
  readonly generation: number;
  /** When the platform was last read. */
  readonly observedAt: string;
}

/** Something that befell a resource. */
export interface ResourceChange {
  /** Id of the run. */
  readonly run: string;
  /** When. */
  readonly at: string | null;
  /** What was done; `record`: only what is recorded has changed. */
  readonly operation: "create" | "update" | "delete" | "undelete" | "record";
  /** Logical name. */
  readonly name: string;
  /** Token of its type; versions before 0.2 do not tell it. */
  readonly type?: string | undefined;
  /** Id on the platform. */
  readonly id: string;
  /** What came of it. */
  readonly outcome: "done" | "failed" | "open";
  /** In words. */
  readonly detail: string;
  /** What is recorded otherwise since. */
  readonly fields: readonly ({ readonly path: string; readonly old?: unknown | undefined; readonly new?: unknown | undefined; })[];
}

/** A page of what befell a resource, newest first. */
export interface ResourceHistory {
  /** A page of what befell a resource, newest first. */
  readonly changes: readonly ResourceChange[];
  /** Where the next page begins; absent on the last. */
  readonly nextCursor?: string | undefined;
}

/** A resource from every side. */
export interface ResourceInspection {
  /** Logical name. */
  readonly name: string;
  /** Token of the type. */
  readonly type: string;
  /** Id on the platform. */
  readonly id: string;
  /** Name of its provider. */
  readonly provider: string;
  /** How its record stands. */
  readonly status: string;
  /**
   * It was imported and no run has seen it declared yet: it is protected until it is declared or forgotten. Left out
   * where it is not so.
   */
  readonly awaitsDeclaration?: boolean | undefined;
  /** What was declared. */
  readonly inputs: Readonly<Record<string, unknown>>;
  /** What the platform showed last. */
  readonly outputs: Readonly<Record<string, unknown>>;
  /** What it needs. */
  readonly dependsOn: readonly string[];
  /** Interface version through which it is managed. */
  readonly apiVersion: string;
  /** Grows when its object is replaced. */
  readonly generation: number;
  /** When the platform was last read. */
  readonly observedAt: string;
  /** As the kept declaration has it; null where it is not in it. */
  readonly declared: { readonly type: string; readonly properties: Readonly<Record<string, unknown>>; readonly options: Readonly<Record<string, unknown>>; } | null;
  /** How the platform differs, read live. */
  readonly drift: readonly DriftRow[];
}

/** A page of resources, and from where to watch. */
export interface ResourceList {
  /** A page of resources, and from where to watch. */
  readonly resources: readonly ListedResource[];
  /** Where the next page begins; absent on the last. */
  readonly nextCursor?: string | undefined;
  /** From where to watch. */
  readonly resourceVersion: string;
}

/** How to go on. */
export interface ResumeRequest {
  /** How many steps may be under way at once. */
  readonly parallel?: number | undefined;
  /** How long a platform that is asked too much may put off the calls of one step, all waits together. */
  readonly retryForMs?: number | undefined;
}

/** A right, and who holds it. */
export interface Right {
  /** Who holds it. */
  readonly who: string;
  /** What it lets do, such as a role. */
  readonly what: string;
  /** The condition under which it holds. */
  readonly when?: unknown | undefined;
  /** What is told of them, in place of that they gain or lose it. */
  readonly says?: string | undefined;
}

/** Who gains and who loses what. A right in both is there before and after, and is otherwise than before. */
export interface RightsChange {
  /** Who gains what. */
  readonly gains: readonly Right[];
  /** Who loses what. */
  readonly loses: readonly Right[];
}

/** A role, and who holds it. */
export interface RoleAssignment {
  /** A principal, or `group:` and the name of a group. */
  readonly subject: string;
  /** What people know the principal by, where the service has seen it. */
  readonly subjectName?: string | undefined;
  /** Whole name of the stack; `*`: every stack, and the service itself. */
  readonly stack: string;
  /** The role. */
  readonly role: "reader" | "planner" | "operator" | "admin";
  /** Who gave it. */
  readonly by: string;
  /** When. */
  readonly at: string;
}

/** A page of roles, by who holds them. */
export interface RoleAssignmentList {
  /** A page of roles, by who holds them. */
  readonly assignments: readonly RoleAssignment[];
  /** Where the next page begins; absent on the last. */
  readonly nextCursor?: string | undefined;
}

/** A role to be held. */
export interface RoleWrite {
  /** The role. */
  readonly role: "reader" | "planner" | "operator" | "admin";
}

/** A run as it is now. */
export interface Run {
  /** Id of the run. */
  readonly run: string;
  /** Whole name of the stack: its project's, a slash, its own. */
  readonly stack: string;
  /** Content address of the plan. */
  readonly plan: string;
  /** What its plan is for: apply, destroy, undo, refresh or import; absent in runs of 0.1. */
  readonly kind?: string | undefined;
  /** How many steps may be under way at once; 0 where it is not recorded. */
  readonly parallel: number;
  /** How long a platform may put off the calls of one step, where that was given. */
  readonly retryForMs?: number | undefined;
  /** It may leave the stack with nothing to manage. */
  readonly allowEmpty?: boolean | undefined;
  /** How it stands. */
  readonly status: "awaiting-approval" | "queued" | "running" | "done" | "failed" | "refused" | "rejected" | "stopped" | "cancelled" | "broken-off";
  readonly startedBy: StartedBy;
  /** When it was asked for. */
  readonly createdAt: string;
  /** When it began. */
  readonly startedAt: string | null;
  /** When it ended. */
  readonly endedAt: string | null;
  /** How many others must approve before it begins. */
  readonly approvalsNeeded: number;
  /** The answers so far. */
  readonly approvals: readonly Approval[];
  /** Number of the last event before it was resumed; 0 when it never was. */
  readonly eventsBefore: number;
  /** Steps that changed something so far. */
  readonly changes?: number | undefined;
}

/** A run, with how many of its steps have which result and its calls in flight. */
export interface RunDetails {
  /** Id of the run. */
  readonly run: string;
  /** Whole name of the stack: its project's, a slash, its own. */
  readonly stack: string;
  /** Content address of the plan. */
  readonly plan: string;
  /** What its plan is for: apply, destroy, undo, refresh or import; absent in runs of 0.1. */
  readonly kind?: string | undefined;
  /** How many steps may be under way at once; 0 where it is not recorded. */
  readonly parallel: number;
  /** How long a platform may put off the calls of one step, where that was given. */
  readonly retryForMs?: number | undefined;
  /** It may leave the stack with nothing to manage. */
  readonly allowEmpty?: boolean | undefined;
  /** How it stands. */
  readonly status: "awaiting-approval" | "queued" | "running" | "done" | "failed" | "refused" | "rejected" | "stopped" | "cancelled" | "broken-off";
  readonly startedBy: StartedBy;
  /** When it was asked for. */
  readonly createdAt: string;
  /** When it began. */
  readonly startedAt: string | null;
  /** When it ended. */
  readonly endedAt: string | null;
  /** How many others must approve before it begins. */
  readonly approvalsNeeded: number;
  /** The answers so far. */
  readonly approvals: readonly Approval[];
  /** Number of the last event before it was resumed; 0 when it never was. */
  readonly eventsBefore: number;
  /** Steps that changed something so far. */
  readonly changes: number;
  readonly stepCounts: StepCounts;
  /** Calls whose result is not recorded: these objects may exist. */
  readonly inFlight: readonly InFlightCall[];
}

/**
 * What a run will cost, as far as can be told before it. Platforms that work in the background or ask for fewer calls
 * take longer.
 */
export interface RunEstimate {
  /** The calls by vendor, the most first. Reads that make sure of a call are not counted. */
  readonly calls: readonly { readonly vendor: string; readonly calls: number; }[];
  /** How long the calls take where each takes as long as usual, in milliseconds. */
  readonly atLeastMs: number;
}

/** One event of a run; the last is the summary. */
export type RunEvent = ({ readonly event: "started"; readonly at?: string | undefined; readonly run: string; readonly stack: string; readonly plan: string; readonly steps: number; readonly inFlight: readonly SettledCall[]; }) | ({ readonly event: "taken-over"; readonly at?: string | undefined; readonly run: string; readonly attempt: number; }) | ({ readonly event: "step"; readonly at?: string | undefined; readonly step?: string | undefined; readonly name: string; readonly type: string; readonly action: "same" | "create" | "update" | "replace" | "delete" | "read" | "import" | "adopt" | "undelete" | "retain" | "move"; readonly attempt?: number | undefined; readonly putBack?: boolean | undefined; readonly phase: "started"; readonly platform?: string | undefined; }) | ({ readonly event: "step"; readonly at?: string | undefined; readonly step?: string | undefined; readonly name: string; readonly type: string; readonly action: "same" | "create" | "update" | "replace" | "delete" | "read" | "import" | "adopt" | "undelete" | "retain" | "move"; readonly attempt?: number | undefined; readonly putBack?: boolean | undefined; readonly phase: "waiting"; readonly why?: string | undefined; readonly platform?: string | undefined; readonly detail: string; readonly since?: string | undefined; }) | ({ readonly event: "retrying"; readonly at?: string | undefined; readonly step: string; readonly name: string; readonly type: string; readonly action: "same" | "create" | "update" | "replace" | "delete" | "read" | "import" | "adopt" | "undelete" | "retain" | "move"; readonly attempt: number; readonly why: "throttled" | "unavailable" | "conflict" | "unknown" | "absent" | "denied" | "invalid"; readonly status?: number | undefined; readonly afterMs: number; }) | ({ readonly event: "call"; readonly at?: string | undefined; readonly step: string; readonly name: string; readonly type: string; readonly action: "same" | "create" | "update" | "replace" | "delete" | "read" | "import" | "adopt" | "undelete" | "retain" | "move"; readonly attempt: number; readonly method: string; readonly host: string; readonly status?: number | undefined; readonly durationMs: number; }) | ({ readonly event: "step"; readonly at?: string | undefined; readonly step?: string | undefined; readonly name: string; readonly type: string; readonly action: "same" | "create" | "update" | "replace" | "delete" | "read" | "import" | "adopt" | "undelete" | "retain" | "move"; readonly attempt?: number | undefined; readonly putBack?: boolean | undefined; readonly phase: "done"; readonly id?: string | undefined; readonly durationMs: number; readonly wasAbsent?: boolean | undefined; readonly wasAsWanted?: boolean | undefined; readonly keepsOld?: boolean | undefined; readonly warning?: Problem | undefined; }) | ({ readonly event: "step"; readonly at?: string | undefined; readonly step?: string | undefined; readonly name: string; readonly type: string; readonly action: "same" | "create" | "update" | "replace" | "delete" | "read" | "import" | "adopt" | "undelete" | "retain" | "move"; readonly attempt?: number | undefined; readonly putBack?: boolean | undefined; readonly phase: "failed" | "skipped" | "in-flight"; readonly problem: Problem; }) | RunSummary;

/** A page of runs, newest first. */
export interface RunList {
  /** A page of runs, newest first. */
  readonly runs: readonly Run[];
  /** Where the next page begins; absent on the last. */
  readonly nextCursor?: string | undefined;
}

/** A plan to be carried out. */
export interface RunRequest {
  /** Digest of the plan. */
  readonly plan: string;
  /** How many steps may be under way at once. */
  readonly parallel?: number | undefined;
  /** How long a platform that is asked too much may put off the calls of one step, all waits together. */
  readonly retryForMs?: number | undefined;
  /** It may delete everything that the stack manages. */
  readonly allowEmpty?: boolean | undefined;
}

/** One call of a run, or a step that ended without any. */
export interface RunStep {
  /** Id of the step in its plan. */
  readonly step?: string | undefined;
  /** The steps of its plan that went before; empty too where that plan is not kept any more. */
  readonly needs: readonly string[];
  /** Logical name. */
  readonly name: string;
  /** Token of the type. */
  readonly type: string | null;
  /** The call. */
  readonly operation: "create" | "update" | "delete" | "undelete" | null;
  /** Id on the platform. */
  readonly id: string | null;
  /** When it was sent. */
  readonly at: string | null;
  /** When its result was recorded; absent without one, and in runs of older versions. */
  readonly endedAt?: string | undefined;
  /** How often it was made, where its platform had pushed it back. */
  readonly attempts?: number | undefined;
  /** How long it was left before it was made again, all waits together, in milliseconds. */
  readonly waitedMs?: number | undefined;
  /** What came of it; `open`: not known, since no result of its own is recorded. */
  readonly outcome: "done" | "failed" | "open";
  /** In words. */
  readonly detail: string;
  /** It is about the old object of a resource, which has another one now. */
  readonly superseded?: boolean | undefined;
  /** Id of the old object that the call has taken along, as its plan says. */
  readonly removed?: string | undefined;
}

/** A page of the steps of a run, in the order in which they began. */
export interface RunStepList {
  /** A page of the steps of a run, in the order in which they began. */
  readonly steps: readonly RunStep[];
  /** Where the next page begins; absent on the last. */
  readonly nextCursor?: string | undefined;
}

/** How a run ended. */
export interface RunSummary {
  /** Always `summary`. */
  readonly event: "summary";
  /** When; absent where it was not recorded, as in runs of older versions. */
  readonly at?: string | undefined;
  /** Id of the run. */
  readonly run: string;
  /** How it ended. */
  readonly status: "done" | "failed" | "refused" | "stopped" | "cancelled";
  /** Steps of the kind `same`. */
  readonly same: number;
  /** Steps of the kind `create`. */
  readonly create: number;
  /** Steps of the kind `update`. */
  readonly update: number;
  /** Steps of the kind `replace`. */
  readonly replace: number;
  /** Steps of the kind `delete`. */
  readonly delete: number;
  /** Steps of the kind `read`. */
  readonly read: number;
  /** Steps of the kind `import`. */
  readonly import: number;
  /** Steps of the kind `adopt`. */
  readonly adopt: number;
  /** Steps of the kind `undelete`. */
  readonly undelete: number;
  /** Steps of the kind `retain`. */
  readonly retain: number;
  /** Steps of the kind `move`. */
  readonly move: number;
  /** Steps that failed. */
  readonly failed: number;
  /** Steps that were not begun. */
  readonly skipped: number;
  /** Calls whose result is not recorded: these objects may exist. */
  readonly inFlight: readonly InFlightCall[];
  /** How long it took, in milliseconds, whichever processes carried it out. */
  readonly durationMs: number;
  /** Outputs of the stack. */
  readonly outputs: Readonly<Record<string, unknown>>;
  /** Errors stop it from being carried out; warnings do not. */
  readonly problems: readonly Problem[];
}

/** Sealed config values of a stack. */
export interface SealedConfig {
  /** By config key. */
  readonly values: Readonly<Record<string, string>>;
}

/** A sealed config value. */
export interface SealedConfigValue {
  /** For a file. */
  readonly sealed: string;
}

/** Inputs of Restrict-workspace-admins setting. */
export interface SettingsRestrictWorkspaceAdminsInputs {
  /** The setting's content. */
  readonly restrictWorkspaceAdmins: { readonly status: "ALLOW_ALL" | "RESTRICT_TOKENS_AND_JOB_RUN_AS"; };
  /**
   * Tag of the version to change; the write is refused when the setting has another. Left out, the version last read
   * counts.
   */
  readonly etag?: string | undefined;
  /** Name of the setting; a workspace has only the one named `default`. */
  readonly settingName?: "default" | undefined;
}

/** A call that was in flight, and what became of it. */
export interface SettledCall {
  /** Id of the run. */
  readonly run: string;
  /** Logical name. */
  readonly name: string;
  /** Token of the type. */
  readonly type: string;
  /** What was asked. */
  readonly operation: "create" | "update" | "delete" | "undelete";
  /** Id on the platform. */
  readonly id: string;
  /** The inputs that it writes. */
  readonly fields: readonly string[];
  /** When it was noted, just before it was sent. */
  readonly at: string;
  /** The platform has answered that it is at work on it. */
  readonly isConfirmed: boolean;
  /** Name of the operation that goes on, by which the platform's own tools find it. */
  readonly platformOperation?: string | undefined;
  /** What a look at its object has told. */
  readonly became: string;
  /** In words. */
  readonly detail: string;
}

/** A plan, with its steps or without them. */
export type ShownPlan = Plan | PlanWithoutSteps;

/** A place in a text that the user wrote. */
export interface Span {
  /** Name of the text, as it was given. */
  readonly file: string;
  /** From 1. */
  readonly line: number;
  /** From 1, in UTF-16 units. */
  readonly column: number;
  /** From 1. */
  readonly endLine: number;
  /** From 1; exclusive. */
  readonly endColumn: number;
}

/** A stack. */
export interface Stack {
  /** Whole name of the stack: its project's, a slash, its own. */
  readonly stack: string;
  /** Its project: the `name` of the declarations that it takes. */
  readonly project: string;
  /** Its name within the project. */
  readonly name: string;
  /** How many objects it manages. */
  readonly resources: number;
  /** Grows with every write to its state. */
  readonly serial: number;
  /** The run that began last; null where none ever did, and for who may not read runs. */
  readonly lastRun: { readonly run: string; readonly status: "running" | "done" | "failed" | "cancelled" | "broken-off"; readonly startedAt: string; readonly endedAt: string | null; } | null;
  /** What the last look by the clock found; null where there was none, and for who may not read the state. */
  readonly drift: { readonly at: string; readonly byClass: Readonly<Record<string, number>>; } | null;
  /** The stack was restored from a backup, and no run of all of it has ended well since. Left out elsewhere. */
  readonly restored?: { readonly at: string; readonly madeAt: string; } | undefined;
  /** The stack is on its way to or from another store, or has gone there. Left out elsewhere. */
  readonly transfer?: { readonly phase: "leaving" | "moved" | "arriving"; readonly place: string; } | undefined;
  /** Why nothing more is known of it: its numbers are 0 then. */
  readonly problems: readonly Problem[];
}

/** How far a stack is on its way to this store. */
export interface StackArrival {
  /** Whole name of the stack: its project's, a slash, its own. */
  readonly stack: string;
  /** `expected`: it can come; `arrived`: this store owns it. */
  readonly phase: "expected" | "arriving" | "arrived";
}

/** A stack of another store. */
export interface StackArrivalWrite {
  /** A store, in words: the address of a server, or a state directory. */
  readonly from: string;
  readonly content: StackContent;
  /** Only tell whether the stack can come. */
  readonly dryRun?: boolean | undefined;
}

/** All that goes along when a stack moves to another store. */
export interface StackContent {
  /** Id of the move. */
  readonly move: string | null;
  /** Digest of the receipt that the source gives out at last. */
  readonly receiptDigest: string | null;
  readonly state: State;
  /** Each secret that the state has. Empty where a move is only looked at. */
  readonly secrets: readonly { readonly id: string; readonly value: unknown; readonly parts: readonly unknown[]; }[];
}

/** How far a stack is on its way to another store. */
export interface StackDeparture {
  /** Whole name of the stack: its project's, a slash, its own. */
  readonly stack: string;
  /** `moved`: the other store owns the stack. */
  readonly phase: "staying" | "leaving" | "moved";
  /** Id of the move. */
  readonly move: string | null;
  /** A store, in words: the address of a server, or a state directory. */
  readonly to: string | null;
  readonly content?: StackContent | undefined;
}

/** Where a stack is to go. */
export interface StackDepartureWrite {
  /** A store, in words: the address of a server, or a state directory. */
  readonly to: string;
  /** Only tell whether the stack can leave, and what would go along. */
  readonly dryRun?: boolean | undefined;
}

/** A page of stacks, by name. */
export interface StackList {
  /** A page of stacks, by name. */
  readonly stacks: readonly Stack[];
  /** Where the next page begins; absent on the last. */
  readonly nextCursor?: string | undefined;
}

/** Another name for a stack. */
export interface StackMove {
  /** Its new whole name: `PROJECT/STACK`. */
  readonly to: string;
}

/** Which move is meant. */
export interface StackMoveNamed {
  /** Id of the move. */
  readonly move: string;
}

/** Which runs of a stack are to go: those that nothing of it keeps. */
export interface StackPrune {
  /** So many of the newest runs stay; 10 where neither this nor an age is given. */
  readonly keep?: number | undefined;
  /** What happened in this time stays, in milliseconds. */
  readonly olderThanMs?: number | undefined;
  /** Only tell what would go. */
  readonly dryRun?: boolean | undefined;
}

/** The proof that a store has given a stack away. */
export interface StackReceipt {
  /** Id of the move. */
  readonly move: string;
  /** What proves that the source has given the stack away. */
  readonly receipt: string;
}

/** How the service treats a stack. */
export interface StackSettings {
  /** How many others must approve a run. */
  readonly approvals: number;
  /** How often drift is looked for, in milliseconds; null: never. */
  readonly driftEveryMs: number | null;
  /** Who is told. */
  readonly webhooks: readonly Webhook[];
}

/** How the service is to treat a stack. */
export interface StackSettingsWrite {
  /** How many others must approve a run. */
  readonly approvals?: number | undefined;
  /** How often drift is looked for, in milliseconds; null: never. */
  readonly driftEveryMs?: number | null | undefined;
  /** Who is told. */
  readonly webhooks?: readonly WebhookWrite[] | undefined;
}

/** Whose rights each step is checked against. */
export interface StartedBy {
  /** Unique and stable. */
  readonly principal: string;
  /** What people know it by. */
  readonly name: string;
}

/** All that is recorded of a stack. */
export interface State {
  /** Of the document. */
  readonly format: number;
  /** Whole name of the stack: its project's, a slash, its own. */
  readonly stack: string;
  /** Names the stack's history. */
  readonly lineage: string;
  /** Grows with every write. */
  readonly serial: number;
  /** Records. */
  readonly records: readonly Readonly<Record<string, unknown>>[];
  /** By name. */
  readonly outputs: Readonly<Record<string, unknown>>;
  /** Keys of the records that each output was made from. */
  readonly outputSources?: Readonly<Record<string, unknown>> | undefined;
  /** Whose declarations the stack takes, and which config its last run had. */
  readonly context?: Readonly<Record<string, unknown>> | undefined;
  /** Calls whose end is not known; no import takes them. */
  readonly inFlight: readonly InFlightCall[];
  /** Over everything else. */
  readonly digest: string;
}

/** An edit of a stack's state: it has changed records without carrying out a plan. */
export interface StateEdit {
  /** Id of the edit: a plan of the kind `undo` takes it as its `run`. */
  readonly edit: string;
  /** What was done, in words. */
  readonly detail: string;
  /** When it was made; null for one of an older version, and for a repair by `plumb doctor`. */
  readonly at: string | null;
  /** Resources whose records it changed. */
  readonly changes: number;
  /** The last run that had begun before it; null where none had. */
  readonly afterRun: string | null;
}

/** A page of edits of a state, newest first. */
export interface StateEditList {
  /** A page of edits of a state, newest first. */
  readonly edits: readonly StateEdit[];
  /** Where the next page begins; absent on the last. */
  readonly nextCursor?: string | undefined;
}

/** A state to be put in the place of what is recorded. */
export interface StateImport {
  /** A state as it was exported. */
  readonly document: unknown;
  /** Take it even if it is older, or of another stack's history. */
  readonly force?: boolean | undefined;
}

/** The result of an import of a state. */
export interface StateImported {
  /** Objects of the former records that are in none of the document: they stay on their platforms as they are. */
  readonly forgotten: readonly { readonly name: string; readonly type: string; readonly id: string; }[];
}

/** What a run would do to one resource. */
export interface Step {
  /** Id of the step, unique in its plan; absent of what is left as it is, and of what goes with another step. */
  readonly step?: string | undefined;
  /** The steps that must be done before. */
  readonly needs: readonly string[];
  /** Logical name. */
  readonly name: string;
  /** Token of the type. */
  readonly type: string;
  /** What is done. */
  readonly action: "same" | "create" | "update" | "replace" | "delete" | "read" | "import" | "adopt" | "undelete" | "retain" | "move";
  /** Id on the platform, when it is known. */
  readonly id?: string | undefined;
  /** What differs. */
  readonly fields: readonly Field[];
  readonly rights?: RightsChange | undefined;
  /** What a careful colleague would say. */
  readonly warnings: readonly string[];
  /** Of what is unchanged: what `ignoreChanges` leaves as it is, be it as declared or not. */
  readonly ignores?: { readonly paths: readonly string[]; } | undefined;
  /**
   * The old self of a replaced or moved object, which goes apart from what is made in its place, or (`goneWith`) with
   * it.
   */
  readonly superseded?: boolean | undefined;
  /** Of a replacement: which comes first. */
  readonly order?: string | undefined;
  /** Of a replacement: the old object stays, because the plan is to delete nothing. */
  readonly keepsOld?: boolean | undefined;
  /** Of a read: it was done while planning. */
  readonly done?: boolean | undefined;
  /** The logical name that it had so far. */
  readonly movedFrom?: string | undefined;
  /** A soft-deleted object is undeleted instead of creating one. */
  readonly undeletes?: boolean | undefined;
  /** The resource to which something is done that takes this object along: no call of its own is made. */
  readonly goneWith?: string | undefined;
  /** Of a deletion or retention: the object stays, and is put back as it was before. */
  readonly putBack?: boolean | undefined;
  /** A run refuses it without a call, and what needs it too; `warnings` say why. It is not counted. */
  readonly blocked?: boolean | undefined;
}

/** How many steps of a run have which result, as `listRunSteps` has them. */
export interface StepCounts {
  /** How many are done. */
  readonly done: number;
  /** How many failed. */
  readonly failed: number;
  /** Of how many the result is not known. */
  readonly open: number;
}

/** How the store is. */
export interface StoreHealth {
  /** Where it is. */
  readonly file: string | null;
  /** How it is. */
  readonly status: "nothing" | "whole" | "damaged" | "repaired";
  /** What there is, or what a repair keeps. */
  readonly counts: { readonly stacks: number; readonly records: number; readonly openIntents: number; readonly claims: number; readonly journalEntries: number; readonly plans: number; readonly sealedValues: number; };
  /** What is not as it was written. */
  readonly damage: readonly string[];
  /** What can't be recovered or is unsure. */
  readonly lost: readonly string[];
  /** What a repair mends, or has mended, without any loss. */
  readonly mended: readonly Problem[];
  /** A repair brings nothing back here: the way back is a backup of the database. */
  readonly needsBackup?: boolean | undefined;
  /** The keys of sealed values, where anything was sealed. */
  readonly keys?: { readonly version: number; readonly former: number; readonly unfinished: boolean; } | undefined;
  /** Keys that signed the audit log and are not here, so that what they signed can't be checked. */
  readonly auditKeys: readonly string[];
  /** Where the damaged file is after a repair. */
  readonly keptAs: string | null;
}

/**
 * How many objects: each that is made, changed or removed counts once. `replace` is one removed and another made in its
 * place, and `create` where the old one stays; `delete` is every other removal, also one that comes with an update.
 */
export interface Summary {
  /** Steps of the kind `same`. */
  readonly same: number;
  /** Steps of the kind `create`. */
  readonly create: number;
  /** Steps of the kind `update`. */
  readonly update: number;
  /** Steps of the kind `replace`. */
  readonly replace: number;
  /** Steps of the kind `delete`. */
  readonly delete: number;
  /** Steps of the kind `read`. */
  readonly read: number;
  /** Steps of the kind `import`. */
  readonly import: number;
  /** Steps of the kind `adopt`. */
  readonly adopt: number;
  /** Steps of the kind `undelete`. */
  readonly undelete: number;
  /** Steps of the kind `retain`. */
  readonly retain: number;
  /** Steps of the kind `move`. */
  readonly move: number;
}

/** A part of a text, by line. */
export type TextPart = { readonly kind: "same"; readonly lines: readonly string[]; } | { readonly kind: "changed"; readonly old: readonly (readonly TextRun[])[]; readonly new: readonly (readonly TextRun[])[]; };

/** A run of characters in a line. */
export interface TextRun {
  /** The characters. */
  readonly text: string;
  /** The other side does not have them here. */
  readonly changed: boolean;
}

/** A token, without its secret. */
export interface Token {
  /** Names the token; no secret. */
  readonly id: string;
  /** What people know it by. */
  readonly name: string;
  /** Whose rights it lends; null: a machine's. */
  readonly owner: string | null;
  /** What people know the owner by. */
  readonly ownerName?: string | undefined;
  readonly scope: TokenScope;
  /** Of a machine: account admin of the platforms that know such a rank. */
  readonly accountAdmin: boolean;
  /** Of a machine: the workspaces it is a member of. */
  readonly workspaces: readonly string[];
  /** Unique and stable. */
  readonly createdBy: string;
  /** When it was made. */
  readonly createdAt: string;
  /** When it ends. */
  readonly expiresAt: string;
  /** When it was revoked. */
  readonly revokedAt: string | null;
  /** Why it is not good any more, in words; absent while it is, and in older versions. */
  readonly ended?: string | undefined;
  /** Unique and stable. */
  readonly principal: string;
}

/** A page of tokens, newest first. */
export interface TokenList {
  /** A page of tokens, newest first. */
  readonly tokens: readonly Token[];
  /** Where the next page begins; absent on the last. */
  readonly nextCursor?: string | undefined;
}

/** What a token is limited to. */
export interface TokenScope {
  /** Null: every stack that its owner may reach. */
  readonly stacks: readonly string[] | null;
  /** The role. */
  readonly role: "reader" | "planner" | "operator" | "admin";
}

/** What happened in one of the topics. */
export type TopicEvent = { readonly kind: "resource"; readonly topic: string; readonly event: WatchEvent; } | { readonly kind: "run"; readonly topic: string; readonly number: number; readonly event: RunEvent; } | { readonly kind: "refused"; readonly topic: string; readonly problem: ProblemDocument; } | { readonly kind: "over"; readonly topic: string; };

/** Everything one can know of a type before writing it down. */
export interface Type {
  /** Token. */
  readonly type: string;
  /** What it is. */
  readonly kind: "resource" | "function";
  /** For people. */
  readonly title: string;
  /** Kind of the provider that it needs. */
  readonly provider: string;
  /** Other tokens. */
  readonly aliases: readonly string[];
  /** For people. */
  readonly description: string;
  /** Of the specification. */
  readonly section: string;
  /** Interface versions. */
  readonly versions: { readonly default: string; readonly others: readonly string[]; };
  /** The one that is shown: the usual one, unless another was asked for as `type@version`. */
  readonly version: string;
  /** Inputs, or arguments. */
  readonly fields: readonly TypeField[];
  /** What references may read besides the inputs; the result of a function. */
  readonly outputs: readonly TypeField[];
  /** Forms of an id. */
  readonly importForms: readonly string[];
  /** What a destroy does to an object. */
  readonly onDestroy?: string | undefined;
}

/** A field of a type. */
export interface TypeField {
  /** Of the field. */
  readonly name: string;
  /** In words. */
  readonly type: string;
  readonly schema: FieldType;
  /** It must be given. */
  readonly required: boolean;
  /** Changing it forces a replacement. */
  readonly replace: boolean;
  /** The platform never changes it. */
  readonly immutable?: boolean | undefined;
  /** Sealed at rest, masked everywhere. */
  readonly secret?: boolean | undefined;
  /** For people. */
  readonly description: string;
  /** Rules on the value. */
  readonly limits: readonly string[];
  /** Where the value comes from when it is left out. */
  readonly default?: string | undefined;
  /** The value that the platform means when the field is absent. */
  readonly absentMeans?: unknown | undefined;
  /** The fields inside it. */
  readonly fields: readonly TypeField[];
}

/** What can be declared or called. */
export interface TypeList {
  /** What can be declared or called. */
  readonly types: readonly TypeRow[];
  /** Where the next page begins; absent on the last. */
  readonly nextCursor?: string | undefined;
}

/** A type or a function in a list. */
export interface TypeRow {
  /** Token, `namespace:Name`. */
  readonly type: string;
  /** What it is. */
  readonly kind: "resource" | "function";
  /** For people. */
  readonly title: string;
  /** Kind of the provider that it needs. */
  readonly provider: string;
}

/** A schema of JSON Schema 2020-12. */
export type TypeSchema = { readonly $schema: string; readonly type?: string | undefined; } & Readonly<Record<string, unknown>>;

/** An object that no stack here manages. */
export interface UnlistedObject {
  /** Token of the type. */
  readonly type: string;
  /** Id on the platform. */
  readonly id: string;
  /** All its fields. */
  readonly outputs: Readonly<Record<string, unknown>>;
}

/** Objects that no stack manages. */
export interface UnmanagedList {
  /** The objects. */
  readonly unmanaged: readonly UnmanagedObject[];
}

/** An object that no stack manages. */
export interface UnmanagedObject {
  /** Token of the type. */
  readonly type: string;
  /** Id on the platform. */
  readonly id: string;
  /** All its fields. */
  readonly outputs: Readonly<Record<string, unknown>>;
  /** A logical name that it could be imported under. */
  readonly suggestedName: string;
  /** The resource of the given declaration that has this identity. */
  readonly declaredAs?: string | undefined;
}

/** A collection to be searched. */
export interface UnmanagedRequest {
  /** What the id holds before its last part, as far as the provider does not say it. */
  readonly within?: Readonly<Record<string, unknown>> | undefined;
  readonly declaration?: DeclarationText | undefined;
  /** Name of the provider; its kind's default where none is named. */
  readonly provider?: string | undefined;
}

/** A resource that could not be read. */
export interface UnobservedResource {
  /** Logical name. */
  readonly name: string;
  /** Token of the type. */
  readonly type: string;
  /** The reason. */
  readonly why: string;
}

/** How the vendors that a declaration leads to look from there. */
export interface Vendors {
  /** The worst of all findings. */
  readonly status: "pass" | "fail" | "unknown";
  /** What belongs to no provider. */
  readonly findings: readonly Finding[];
  /** The providers of the declaration. */
  readonly providers: readonly { readonly name: string; readonly kind: string; readonly findings: readonly Finding[]; }[];
}

/** The version. */
export interface Version {
  /** Of Plumbline. */
  readonly version: string;
  /** Nothing but reads leaves for the vendors, and nothing that is kept is changed (`PLUMB_READ_ONLY`). */
  readonly readOnly: boolean;
}

/** What happened to a resource. */
export type WatchEvent = ({ readonly type: "ADDED" | "MODIFIED" | "DELETED"; readonly resource: WatchedResource; readonly resourceVersion: string; }) | { readonly type: "BOOKMARK"; readonly resourceVersion: string; } | { readonly type: "ERROR"; readonly problem: Problem; };

/** A resource as it is from now on. */
export interface WatchedResource {
  /** Logical name. */
  readonly name: string;
  /** Token of the type. */
  readonly type: string;
  /** Id on the platform. */
  readonly id: string;
  /** Name of its provider. */
  readonly provider: string;
  /** How its record stands. */
  readonly status: string;
  /**
   * It was imported and no run has seen it declared yet: it is protected until it is declared or forgotten. Left out
   * where it is not so.
   */
  readonly awaitsDeclaration?: boolean | undefined;
  /** What was declared. */
  readonly inputs: Readonly<Record<string, unknown>>;
  /** What the platform showed last. */
  readonly outputs: Readonly<Record<string, unknown>>;
  /** What it needs. */
  readonly dependsOn: readonly string[];
  /** Interface version through which it is managed. */
  readonly apiVersion: string;
  /** Grows when its object is replaced. */
  readonly generation: number;
  /** When the platform was last read. */
  readonly observedAt: string;
  /** Tells it apart from all others of the stack, through renames and replacements. */
  readonly key: string;
}

/** A target that is told what happens to a stack. */
export interface Webhook {
  /** Names it within the stack. */
  readonly id: string;
  /** Where messages are sent. */
  readonly url: string;
  /** What is told. */
  readonly topics: readonly ("run.ended" | "drift.found")[];
}

/** A target that is told what happens to a stack. */
export interface WebhookWrite {
  /** Names it within the stack. */
  readonly id: string;
  /** Where messages are sent, by HTTPS. */
  readonly url: string;
  /** What is told. */
  readonly topics: readonly ("run.ended" | "drift.found")[];
  /** What messages are signed with; kept as it was where it is left out. */
  readonly secret?: string | undefined;
}

/** Who asks. */
export interface WhoAmI {
  readonly caller: Caller;
  /**
   * The roles that are held, by name, as the token's owner, or in a group. Where no one signs in, the caller is an
   * admin.
   */
  readonly roles: readonly ({ readonly stack: string; readonly role: "reader" | "planner" | "operator" | "admin"; })[];
  /** Nothing but reads leaves for the vendors, and nothing that is kept is changed (`PLUMB_READ_ONLY`). */
  readonly readOnly: boolean;
}

/** The service's API: a method for each operation. */
export class PlumblineClient extends Transport {
  /** Show the version. */
  getVersion(options?: CallOptions): Promise<Answered<Version>> {
    return this.call({ method: "GET", path: `/v1/version` }, options);
  }

  /** Show who the caller is. What is known of this token's holder, and what the token is limited to. */
  getCaller(options?: CallOptions): Promise<Answered<WhoAmI>> {
    return this.call({ method: "GET", path: `/v1/whoami` }, options);
  }

  /**
   * List where one can sign in. The issuers of tokens that the service believes and that offer a login of their own.
   */
  listLogins(options?: CallOptions): Promise<Answered<LoginList>> {
    return this.call({ method: "GET", path: `/v1/logins` }, options);
  }

  /** Get this description. */
  getDescription(options?: CallOptions): Promise<Answered<OpenApiDocument>> {
    return this.call({ method: "GET", path: `/v1/openapi.json` }, options);
  }

  /**
   * Get this description in OpenAPI 3.0. For generators that read no later one. It says the same in fewer words:
   * `nullable` for a type that may be null, one example of a schema.
   */
  getEarlierDescription(options?: CallOptions): Promise<Answered<OpenApiDocument>> {
    return this.call({ method: "GET", path: `/v1/openapi-3.0.json` }, options);
  }

  /** Examine the store. Reads the whole store and compares it with its checksums; changes nothing. */
  getStoreHealth(options?: CallOptions): Promise<Answered<StoreHealth>> {
    return this.call({ method: "GET", path: `/v1/store/health` }, options);
  }

  /**
   * Repair the store. Recovers what can be of a damaged store, and keeps the damaged file; one that is whole stays as
   * it is.
   */
  repairStore(options?: CallOptions & { readonly prefer?: string | undefined }): Promise<Answered<StoreHealth>> {
    return this.call({ method: "POST", path: `/v1/store/health:repair`, headers: { prefer: options?.prefer } }, options);
  }

  /** Tell whether the process lives. */
  getLiveness(options?: CallOptions): Promise<Answered<Health>> {
    return this.call({ method: "GET", path: `/livez` }, options);
  }

  /**
   * Tell whether requests can be served. Asks the store. 503 while it can't be read or written to or does not answer
   * within 2 s, while the key of the process does not open what is sealed in it, and once the process is asked to end.
   */
  getReadiness(options?: CallOptions): Promise<Answered<Health>> {
    return this.call({ method: "GET", path: `/readyz` }, options);
  }

  /** Get what is counted. */
  getMetrics(options?: CallOptions): Promise<Answered<string>> {
    return this.text({ method: "GET", path: `/metrics` }, options);
  }

  /**
   * Follow several topics in one stream. For clients that may hold few connections. A topic is
   * `resources:PROJECT/STACK` or `run:PROJECT/STACK/RUN`; each is followed under the rights that it takes by itself,
   * and one that is refused ends no other. Behind `@` stands from where it goes on: a `resourceVersion`, or the number
   * of the last event. As server-sent events, `Last-Event-ID` goes on with all of them.
   */
  watchEvents(options?: CallOptions & { readonly topics?: string | undefined }): AsyncIterable<TopicEvent> {
    return this.follow({ method: "GET", path: `/v1/events`, query: { topics: options?.topics } }, options);
  }

  /** List types and functions. */
  listTypes(options?: CallOptions & { readonly limit?: number | undefined; readonly cursor?: string | undefined }): Promise<Answered<TypeList>> {
    return this.call({ method: "GET", path: `/v1/types`, query: { limit: options?.limit, cursor: options?.cursor } }, options);
  }

  /** All pages of `listTypes`, one after the other. */
  listTypesPages(options?: CallOptions & { readonly limit?: number | undefined }): AsyncIterable<TypeList> {
    return this.pages((cursor) => this.listTypes({ ...options, cursor }));
  }

  /** Get a type or a function. All its fields with their rules, for people and editors. */
  getType(type: string, options?: CallOptions): Promise<Answered<Type>> {
    return this.call({ method: "GET", path: `/v1/types/${encodeURIComponent(type)}` }, options);
  }

  /** Get the JSON Schema of a type's inputs. */
  getTypeSchema(type: string, options?: CallOptions): Promise<Answered<TypeSchema>> {
    return this.call({ method: "GET", path: `/v1/types/${encodeURIComponent(type)}/schema` }, options);
  }

  /**
   * Get the catalog. All types, functions and kinds of providers as one document for machines: types of values, rules,
   * marks, identities, versions, examples. It changes with the service's version only.
   */
  getCatalog(options?: CallOptions & { readonly ifNoneMatch?: string | undefined }): Promise<Answered<Catalog>> {
    return this.call({ method: "GET", path: `/v1/catalog`, headers: { "if-none-match": options?.ifNoneMatch } }, options);
  }

  /**
   * Check a declaration. Tells every problem of a text at once, each with its place in it. Nothing is kept and no
   * platform is asked. Problems are the answer, not a failure.
   */
  checkDeclaration(body: DeclarationText, options?: CallOptions & { readonly prefer?: string | undefined }): Promise<Answered<CheckResult>> {
    return this.call({ method: "POST", path: `/v1/declarations:check`, headers: { prefer: options?.prefer }, body }, options);
  }

  /**
   * Tell what a declaration says of itself. Its project and its config keys, whatever is wrong with the rest. Nothing
   * is kept.
   */
  describeDeclaration(body: DeclarationText, options?: CallOptions & { readonly prefer?: string | undefined }): Promise<Answered<DeclarationSummary>> {
    return this.call({ method: "POST", path: `/v1/declarations:describe`, headers: { prefer: options?.prefer }, body }, options);
  }

  /** Tell what needs what. */
  drawDeclaration(body: DeclarationText, options?: CallOptions & { readonly prefer?: string | undefined }): Promise<Answered<Graph>> {
    return this.call({ method: "POST", path: `/v1/declarations:graph`, headers: { prefer: options?.prefer }, body }, options);
  }

  /** Get the declaration that is kept for a stack. */
  getDeclaration(project: string, stack: string, options?: CallOptions & { readonly ifNoneMatch?: string | undefined }): Promise<Answered<Declaration>> {
    return this.call({ method: "GET", path: `/v1/projects/${encodeURIComponent(project)}/stacks/${encodeURIComponent(stack)}/declaration`, headers: { "if-none-match": options?.ifNoneMatch } }, options);
  }

  /**
   * Keep a declaration for a stack. As a new version, when it has no error: a refusal lists every problem, each with
   * its place in the text. `validateOnly` keeps nothing and answers with the problems.
   */
  replaceDeclaration(project: string, stack: string, body: DeclarationText, options?: CallOptions & { readonly validateOnly?: boolean | undefined; readonly ifMatch?: string | undefined; readonly ifNoneMatch?: "*" | undefined; readonly prefer?: string | undefined }): Promise<Answered<DeclarationWritten>> {
    return this.call({ method: "PUT", path: `/v1/projects/${encodeURIComponent(project)}/stacks/${encodeURIComponent(stack)}/declaration`, query: { validateOnly: options?.validateOnly }, headers: { "if-match": options?.ifMatch, "if-none-match": options?.ifNoneMatch, prefer: options?.prefer }, body }, options);
  }

  /** List the versions of a declaration. Who kept which and when, newest first. */
  listDeclarationVersions(project: string, stack: string, options?: CallOptions & { readonly limit?: number | undefined; readonly cursor?: string | undefined }): Promise<Answered<DeclarationVersionList>> {
    return this.call({ method: "GET", path: `/v1/projects/${encodeURIComponent(project)}/stacks/${encodeURIComponent(stack)}/declaration/versions`, query: { limit: options?.limit, cursor: options?.cursor } }, options);
  }

  /** All pages of `listDeclarationVersions`, one after the other. */
  listDeclarationVersionsPages(project: string, stack: string, options?: CallOptions & { readonly limit?: number | undefined }): AsyncIterable<DeclarationVersionList> {
    return this.pages((cursor) => this.listDeclarationVersions(project, stack, { ...options, cursor }));
  }

  /** Get a version of a declaration. */
  getDeclarationVersion(project: string, stack: string, version: string, options?: CallOptions & { readonly ifNoneMatch?: string | undefined }): Promise<Answered<Declaration>> {
    return this.call({ method: "GET", path: `/v1/projects/${encodeURIComponent(project)}/stacks/${encodeURIComponent(stack)}/declaration/versions/${encodeURIComponent(version)}`, headers: { "if-none-match": options?.ifNoneMatch } }, options);
  }

  /** List the stacks of all projects, or of one. Those that the caller may see. */
  listStacks(options?: CallOptions & { readonly project?: string | undefined; readonly limit?: number | undefined; readonly cursor?: string | undefined; readonly filter?: string | undefined }): Promise<Answered<StackList>> {
    return this.call({ method: "GET", path: `/v1/stacks`, query: { project: options?.project, limit: options?.limit, cursor: options?.cursor, filter: options?.filter } }, options);
  }

  /** All pages of `listStacks`, one after the other. */
  listStacksPages(options?: CallOptions & { readonly project?: string | undefined; readonly limit?: number | undefined; readonly filter?: string | undefined }): AsyncIterable<StackList> {
    return this.pages((cursor) => this.listStacks({ ...options, cursor }));
  }

  /** Make an empty stack. A stack needs no such beginning: it is for telling a new one from a misspelt one. */
  createStack(project: string, body: NewStack, options?: CallOptions & { readonly prefer?: string | undefined }): Promise<Answered<Stack>> {
    return this.call({ method: "POST", path: `/v1/projects/${encodeURIComponent(project)}/stacks`, headers: { prefer: options?.prefer }, body }, options);
  }

  /** Get a stack. */
  getStack(project: string, stack: string, options?: CallOptions): Promise<Answered<Stack>> {
    return this.call({ method: "GET", path: `/v1/projects/${encodeURIComponent(project)}/stacks/${encodeURIComponent(stack)}` }, options);
  }

  /** Remove a stack that manages nothing. */
  deleteStack(project: string, stack: string, options?: CallOptions): Promise<Answered<void>> {
    return this.call({ method: "DELETE", path: `/v1/projects/${encodeURIComponent(project)}/stacks/${encodeURIComponent(stack)}` }, options);
  }

  /**
   * Give a stack another name, or hand it to another project. What it manages, its history, its settings and the roles
   * on it go along. The caller needs the right to make the stack of the new name as well.
   */
  moveStack(project: string, stack: string, body: StackMove, options?: CallOptions & { readonly prefer?: string | undefined }): Promise<Answered<Stack>> {
    return this.call({ method: "POST", path: `/v1/projects/${encodeURIComponent(project)}/stacks/${encodeURIComponent(stack)}:move`, headers: { prefer: options?.prefer }, body }, options);
  }

  /**
   * Forget old runs of a stack, or tell which would go. Runs go with their plans and events, the oldest first, unless
   * their number or their age keeps them; their result stays. Kept are, too, a run that can go on or whose calls are
   * not settled, and all runs after it. A run that went can't be undone any more.
   */
  pruneStack(project: string, stack: string, body: StackPrune, options?: CallOptions & { readonly prefer?: string | undefined }): Promise<Answered<PrunedStack>> {
    return this.call({ method: "POST", path: `/v1/projects/${encodeURIComponent(project)}/stacks/${encodeURIComponent(stack)}:prune`, headers: { prefer: options?.prefer }, body }, options);
  }

  /**
   * Get the outputs of the last run. Secret ones stay sealed unless `reveal` asks for them in the clear, which takes a
   * right of its own and is put on record.
   */
  getStackOutputs(project: string, stack: string, options?: CallOptions & { readonly reveal?: boolean | undefined }): Promise<Answered<Outputs>> {
    return this.call({ method: "GET", path: `/v1/projects/${encodeURIComponent(project)}/stacks/${encodeURIComponent(stack)}/outputs`, query: { reveal: options?.reveal } }, options);
  }

  /**
   * Get how the service treats a stack. Approvals that a run needs, how often drift is looked for, and who is told
   * (without their secrets).
   */
  getStackSettings(project: string, stack: string, options?: CallOptions & { readonly ifNoneMatch?: string | undefined }): Promise<Answered<StackSettings>> {
    return this.call({ method: "GET", path: `/v1/projects/${encodeURIComponent(project)}/stacks/${encodeURIComponent(stack)}/settings`, headers: { "if-none-match": options?.ifNoneMatch } }, options);
  }

  /**
   * Set how the service treats a stack. A webhook's secret is sealed and never shown; one that is left out stays as it
   * was.
   */
  replaceStackSettings(project: string, stack: string, body: StackSettingsWrite, options?: CallOptions & { readonly ifMatch?: string | undefined; readonly ifNoneMatch?: "*" | undefined; readonly prefer?: string | undefined }): Promise<Answered<ChangedStackSettings>> {
    return this.call({ method: "PUT", path: `/v1/projects/${encodeURIComponent(project)}/stacks/${encodeURIComponent(stack)}/settings`, headers: { "if-match": options?.ifMatch, "if-none-match": options?.ifNoneMatch, prefer: options?.prefer }, body }, options);
  }

  /**
   * Compare all that is managed with the platforms. Reads every managed object now, or tells what the last look by the
   * clock found. Changes nothing.
   */
  getStackDrift(project: string, stack: string, options?: CallOptions & { readonly scheduled?: boolean | undefined; readonly target?: string | undefined; readonly exclude?: string | undefined }): Promise<Answered<Drift>> {
    return this.call({ method: "GET", path: `/v1/projects/${encodeURIComponent(project)}/stacks/${encodeURIComponent(stack)}/drift`, query: { scheduled: options?.scheduled, target: options?.target, exclude: options?.exclude } }, options);
  }

  /**
   * Record what the platforms show now. Writes to the state only. A plan of the kind `refresh` does the same in two
   * steps.
   */
  refreshState(project: string, stack: string, body: RefreshRequest, options?: CallOptions & { readonly prefer?: string | undefined }): Promise<Answered<Drift>> {
    return this.call({ method: "POST", path: `/v1/projects/${encodeURIComponent(project)}/stacks/${encodeURIComponent(stack)}/state:refresh`, headers: { prefer: options?.prefer }, body }, options);
  }

  /** Tell whether a stack is on its way to another store. */
  getDeparture(project: string, stack: string, options?: CallOptions): Promise<Answered<StackDeparture>> {
    return this.call({ method: "GET", path: `/v1/projects/${encodeURIComponent(project)}/stacks/${encodeURIComponent(stack)}/departure` }, options);
  }

  /**
   * Let a stack leave for another store. From now on nothing is planned, applied or edited here. The answer has all
   * that goes along, secrets in the clear: the caller needs the right to reveal them, and it is put on record. The same
   * request again gives the same move. With `dryRun` nothing changes, and no secret is told.
   */
  beginDeparture(project: string, stack: string, body: StackDepartureWrite, options?: CallOptions & { readonly prefer?: string | undefined }): Promise<Answered<StackDeparture>> {
    return this.call({ method: "PUT", path: `/v1/projects/${encodeURIComponent(project)}/stacks/${encodeURIComponent(stack)}/departure`, headers: { prefer: options?.prefer }, body }, options);
  }

  /** Keep a stack that was about to leave. */
  cancelDeparture(project: string, stack: string, options?: CallOptions): Promise<Answered<void>> {
    return this.call({ method: "DELETE", path: `/v1/projects/${encodeURIComponent(project)}/stacks/${encodeURIComponent(stack)}/departure` }, options);
  }

  /**
   * Give a stack away that the other store has taken in. The point of no return: from now on the other store owns it.
   * The same request again answers the same.
   */
  endDeparture(project: string, stack: string, body: StackMoveNamed, options?: CallOptions & { readonly prefer?: string | undefined }): Promise<Answered<StackReceipt>> {
    return this.call({ method: "PUT", path: `/v1/projects/${encodeURIComponent(project)}/stacks/${encodeURIComponent(stack)}/departure/receipt`, headers: { prefer: options?.prefer }, body }, options);
  }

  /**
   * Take in a stack of another store. Its records, outputs and claims, with its secrets sealed anew. Nothing is
   * planned, applied or edited until the source has given it away. The caller needs the right to make the stack as
   * well. The body may have 64 MiB. With `dryRun` nothing changes.
   */
  beginArrival(project: string, stack: string, body: StackArrivalWrite, options?: CallOptions & { readonly prefer?: string | undefined }): Promise<Answered<StackArrival>> {
    return this.call({ method: "PUT", path: `/v1/projects/${encodeURIComponent(project)}/stacks/${encodeURIComponent(stack)}/arrival`, headers: { prefer: options?.prefer }, body }, options);
  }

  /** Own a stack that its source has given away. The same request again answers the same. */
  endArrival(project: string, stack: string, body: StackReceipt, options?: CallOptions & { readonly prefer?: string | undefined }): Promise<Answered<StackArrival>> {
    return this.call({ method: "PUT", path: `/v1/projects/${encodeURIComponent(project)}/stacks/${encodeURIComponent(stack)}/arrival/receipt`, headers: { prefer: options?.prefer }, body }, options);
  }

  /** Forget a stack whose move was called off at its source. */
  cancelArrival(project: string, stack: string, move: string, options?: CallOptions): Promise<Answered<void>> {
    return this.call({ method: "DELETE", path: `/v1/projects/${encodeURIComponent(project)}/stacks/${encodeURIComponent(stack)}/arrival/${encodeURIComponent(move)}` }, options);
  }

  /**
   * Seal a config value. For a file of the caller's own: what is answered can be opened here only, and only for this
   * key of this stack, not of one made anew under its name. The value is not kept.
   */
  sealConfigValue(project: string, stack: string, body: ConfigValue, options?: CallOptions & { readonly prefer?: string | undefined }): Promise<Answered<SealedConfigValue>> {
    return this.call({ method: "POST", path: `/v1/projects/${encodeURIComponent(project)}/stacks/${encodeURIComponent(stack)}/config:seal`, headers: { prefer: options?.prefer }, body }, options);
  }

  /**
   * Open sealed config values. What `config:seal` has answered for these keys of this stack, in the clear. It is put on
   * record who asked for which keys.
   */
  openConfigValues(project: string, stack: string, body: SealedConfig, options?: CallOptions & { readonly prefer?: string | undefined }): Promise<Answered<OpenedConfig>> {
    return this.call({ method: "POST", path: `/v1/projects/${encodeURIComponent(project)}/stacks/${encodeURIComponent(stack)}/config:open`, headers: { prefer: options?.prefer }, body }, options);
  }

  /**
   * Make a plan. Looks at the platforms, says what a run would do, and keeps that under its digest. Changes nothing on
   * any platform, and carries no rights: a run checks each step again, as its own caller.
   */
  createPlan(project: string, stack: string, body: PlanRequest, options?: CallOptions & { readonly prefer?: string | undefined }): Promise<Answered<Plan>> {
    return this.call({ method: "POST", path: `/v1/projects/${encodeURIComponent(project)}/stacks/${encodeURIComponent(stack)}/plans`, headers: { prefer: options?.prefer }, body }, options);
  }

  /** List the plans of a stack. Newest first. */
  listPlans(project: string, stack: string, options?: CallOptions & { readonly limit?: number | undefined; readonly cursor?: string | undefined }): Promise<Answered<PlanList>> {
    return this.call({ method: "GET", path: `/v1/projects/${encodeURIComponent(project)}/stacks/${encodeURIComponent(stack)}/plans`, query: { limit: options?.limit, cursor: options?.cursor } }, options);
  }

  /** All pages of `listPlans`, one after the other. */
  listPlansPages(project: string, stack: string, options?: CallOptions & { readonly limit?: number | undefined }): AsyncIterable<PlanList> {
    return this.pages((cursor) => this.listPlans(project, stack, { ...options, cursor }));
  }

  /**
   * Examine the providers of a declaration. Looks, as the stack would, at each provider's credential, the way to its
   * vendor, what the vendor tells of itself, and each declared object. Reads only, and keeps nothing; the stack need
   * not be there yet.
   */
  examineProviders(project: string, stack: string, body: ExamineRequest, options?: CallOptions & { readonly prefer?: string | undefined }): Promise<Answered<Vendors>> {
    return this.call({ method: "POST", path: `/v1/projects/${encodeURIComponent(project)}/stacks/${encodeURIComponent(stack)}/providers:examine`, headers: { prefer: options?.prefer }, body }, options);
  }

  /**
   * Register what an examination found unregistered. Asks the vendors to register namespaces, or to switch APIs on,
   * that an examination of the same declaration names; nothing else. It goes on in the background: examine again until
   * it is not named any more.
   */
  registerProviders(project: string, stack: string, body: RegisterRequest, options?: CallOptions & { readonly prefer?: string | undefined }): Promise<Answered<RegistrationList>> {
    return this.call({ method: "POST", path: `/v1/projects/${encodeURIComponent(project)}/stacks/${encodeURIComponent(stack)}/providers:register`, headers: { prefer: options?.prefer }, body }, options);
  }

  /** Get a plan. A plan never changes: its digest is that of its content. */
  getPlan(project: string, stack: string, digest: string, options?: CallOptions & { readonly view?: "full" | "summary" | undefined; readonly ifNoneMatch?: string | undefined }): Promise<Answered<ShownPlan>> {
    return this.call({ method: "GET", path: `/v1/projects/${encodeURIComponent(project)}/stacks/${encodeURIComponent(stack)}/plans/${encodeURIComponent(digest)}`, query: { view: options?.view }, headers: { "if-none-match": options?.ifNoneMatch } }, options);
  }

  /** List the steps of a plan. In the order in which the plan has them. */
  listPlanSteps(project: string, stack: string, digest: string, options?: CallOptions & { readonly limit?: number | undefined; readonly cursor?: string | undefined; readonly filter?: string | undefined }): Promise<Answered<PlanStepList>> {
    return this.call({ method: "GET", path: `/v1/projects/${encodeURIComponent(project)}/stacks/${encodeURIComponent(stack)}/plans/${encodeURIComponent(digest)}/steps`, query: { limit: options?.limit, cursor: options?.cursor, filter: options?.filter } }, options);
  }

  /** All pages of `listPlanSteps`, one after the other. */
  listPlanStepsPages(project: string, stack: string, digest: string, options?: CallOptions & { readonly limit?: number | undefined; readonly filter?: string | undefined }): AsyncIterable<PlanStepList> {
    return this.pages((cursor) => this.listPlanSteps(project, stack, digest, { ...options, cursor }));
  }

  /**
   * Start a run. Carries a plan out. A plan with errors is refused with them, and no run begins. The run goes on after
   * its caller is gone; its events tell what happens. `Prefer: wait=N` lets the answer wait so many seconds for the end
   * of the run.
   */
  startRun(project: string, stack: string, body: RunRequest, options?: CallOptions & { readonly prefer?: string | undefined }): Promise<Answered<Run>> {
    return this.call({ method: "POST", path: `/v1/projects/${encodeURIComponent(project)}/stacks/${encodeURIComponent(stack)}/runs`, headers: { prefer: options?.prefer }, body }, options);
  }

  /** List the runs of a stack. Newest first. */
  listRuns(project: string, stack: string, options?: CallOptions & { readonly limit?: number | undefined; readonly cursor?: string | undefined; readonly filter?: string | undefined }): Promise<Answered<RunList>> {
    return this.call({ method: "GET", path: `/v1/projects/${encodeURIComponent(project)}/stacks/${encodeURIComponent(stack)}/runs`, query: { limit: options?.limit, cursor: options?.cursor, filter: options?.filter } }, options);
  }

  /** All pages of `listRuns`, one after the other. */
  listRunsPages(project: string, stack: string, options?: CallOptions & { readonly limit?: number | undefined; readonly filter?: string | undefined }): AsyncIterable<RunList> {
    return this.pages((cursor) => this.listRuns(project, stack, { ...options, cursor }));
  }

  /**
   * Get a run. With how many of its steps have which result, and its calls in flight. `listRunSteps` tells them one by
   * one.
   */
  getRun(project: string, stack: string, run: string, options?: CallOptions): Promise<Answered<RunDetails>> {
    return this.call({ method: "GET", path: `/v1/projects/${encodeURIComponent(project)}/stacks/${encodeURIComponent(stack)}/runs/${encodeURIComponent(run)}` }, options);
  }

  /**
   * List the steps of a run. What it did so far, call by call, in the order in which it began. While the run goes on,
   * what is new comes at the end, and what is under way may come to something.
   */
  listRunSteps(project: string, stack: string, run: string, options?: CallOptions & { readonly limit?: number | undefined; readonly cursor?: string | undefined; readonly filter?: string | undefined }): Promise<Answered<RunStepList>> {
    return this.call({ method: "GET", path: `/v1/projects/${encodeURIComponent(project)}/stacks/${encodeURIComponent(stack)}/runs/${encodeURIComponent(run)}/steps`, query: { limit: options?.limit, cursor: options?.cursor, filter: options?.filter } }, options);
  }

  /** All pages of `listRunSteps`, one after the other. */
  listRunStepsPages(project: string, stack: string, run: string, options?: CallOptions & { readonly limit?: number | undefined; readonly filter?: string | undefined }): AsyncIterable<RunStepList> {
    return this.pages((cursor) => this.listRunSteps(project, stack, run, { ...options, cursor }));
  }

  /**
   * Follow a run. The events of the run as they happen, those that have happened first; the last is the summary. As
   * server-sent events each has its number as its id, and `Last-Event-ID` goes on after it; as JSON lines they are
   * counted from `after` + 1.
   */
  followRun(project: string, stack: string, run: string, options?: CallOptions & { readonly after?: number | undefined }): AsyncIterable<RunEvent> {
    return this.follow({ method: "GET", path: `/v1/projects/${encodeURIComponent(project)}/stacks/${encodeURIComponent(stack)}/runs/${encodeURIComponent(run)}/events`, query: { after: options?.after } }, options);
  }

  /** Ask a run to stop. Calls in flight are finished, none is begun. The run's events tell when it is over. */
  cancelRun(project: string, stack: string, run: string, options?: CallOptions & { readonly prefer?: string | undefined }): Promise<Answered<CancelledRun>> {
    return this.call({ method: "POST", path: `/v1/projects/${encodeURIComponent(project)}/stacks/${encodeURIComponent(stack)}/runs/${encodeURIComponent(run)}:cancel`, headers: { prefer: options?.prefer } }, options);
  }

  /** Take a run up again. One that stopped or broke off goes on with the plan that was approved. */
  resumeRun(project: string, stack: string, run: string, body: ResumeRequest, options?: CallOptions & { readonly prefer?: string | undefined }): Promise<Answered<Run>> {
    return this.call({ method: "POST", path: `/v1/projects/${encodeURIComponent(project)}/stacks/${encodeURIComponent(stack)}/runs/${encodeURIComponent(run)}:resume`, headers: { prefer: options?.prefer }, body }, options);
  }

  /** Approve a run. By others than its starter, by each once. It begins with the last approval that it needs. */
  approveRun(project: string, stack: string, run: string, body: ApprovalRequest, options?: CallOptions & { readonly prefer?: string | undefined }): Promise<Answered<Run>> {
    return this.call({ method: "POST", path: `/v1/projects/${encodeURIComponent(project)}/stacks/${encodeURIComponent(stack)}/runs/${encodeURIComponent(run)}:approve`, headers: { prefer: options?.prefer }, body }, options);
  }

  /** Reject a run. By others than its starter, by each once. It begins with the last approval that it needs. */
  rejectRun(project: string, stack: string, run: string, body: ApprovalRequest, options?: CallOptions & { readonly prefer?: string | undefined }): Promise<Answered<Run>> {
    return this.call({ method: "POST", path: `/v1/projects/${encodeURIComponent(project)}/stacks/${encodeURIComponent(stack)}/runs/${encodeURIComponent(run)}:reject`, headers: { prefer: options?.prefer }, body }, options);
  }

  /**
   * List what a stack manages, or watch it. A list has a `resourceVersion`. With `watch` the answer streams what
   * happens after that version, in order, once each: ADDED, MODIFIED, DELETED; a BOOKMARK tells how far the watcher has
   * come, and an ERROR that it must list again. Without a version it begins with what there is.
   */
  listResources(project: string, stack: string, options?: CallOptions & { readonly resourceVersion?: string | undefined; readonly limit?: number | undefined; readonly cursor?: string | undefined; readonly filter?: string | undefined }): Promise<Answered<ResourceList>> {
    return this.call({ method: "GET", path: `/v1/projects/${encodeURIComponent(project)}/stacks/${encodeURIComponent(stack)}/resources`, query: { resourceVersion: options?.resourceVersion, limit: options?.limit, cursor: options?.cursor, filter: options?.filter } }, options);
  }

  /**
   * List what a stack manages, or watch it. A list has a `resourceVersion`. With `watch` the answer streams what
   * happens after that version, in order, once each: ADDED, MODIFIED, DELETED; a BOOKMARK tells how far the watcher has
   * come, and an ERROR that it must list again. Without a version it begins with what there is.
   */
  watchResources(project: string, stack: string, options?: CallOptions & { readonly resourceVersion?: string | undefined; readonly limit?: number | undefined; readonly cursor?: string | undefined; readonly filter?: string | undefined }): AsyncIterable<WatchEvent> {
    return this.follow({ method: "GET", path: `/v1/projects/${encodeURIComponent(project)}/stacks/${encodeURIComponent(stack)}/resources`, query: { watch: true, resourceVersion: options?.resourceVersion, limit: options?.limit, cursor: options?.cursor, filter: options?.filter } }, options);
  }

  /** All pages of `listResources`, one after the other. */
  listResourcesPages(project: string, stack: string, options?: CallOptions & { readonly limit?: number | undefined; readonly filter?: string | undefined }): AsyncIterable<ResourceList> {
    return this.pages((cursor) => this.listResources(project, stack, { ...options, cursor }));
  }

  /**
   * Get what is recorded of a resource. What was declared of it (`inputs`) and what its platform showed last
   * (`outputs`).
   */
  getResource(project: string, stack: string, name: string, options?: CallOptions & { readonly ifNoneMatch?: string | undefined }): Promise<Answered<Resource>> {
    return this.call({ method: "GET", path: `/v1/projects/${encodeURIComponent(project)}/stacks/${encodeURIComponent(stack)}/resources/${encodeURIComponent(name)}`, headers: { "if-none-match": options?.ifNoneMatch } }, options);
  }

  /** Forget a resource. It is managed no more, and stays on its platform as it is. */
  forgetResource(project: string, stack: string, name: string, options?: CallOptions): Promise<Answered<void>> {
    return this.call({ method: "DELETE", path: `/v1/projects/${encodeURIComponent(project)}/stacks/${encodeURIComponent(stack)}/resources/${encodeURIComponent(name)}` }, options);
  }

  /**
   * Look at a resource from every side. As it is declared, as it is recorded, and how its platform differs now, which
   * is read live.
   */
  inspectResource(project: string, stack: string, name: string, options?: CallOptions): Promise<Answered<ResourceInspection>> {
    return this.call({ method: "GET", path: `/v1/projects/${encodeURIComponent(project)}/stacks/${encodeURIComponent(stack)}/resources/${encodeURIComponent(name)}/inspection` }, options);
  }

  /** List what befell a resource. Newest first, through renames and replacements. */
  listResourceHistory(project: string, stack: string, name: string, options?: CallOptions & { readonly limit?: number | undefined; readonly cursor?: string | undefined }): Promise<Answered<ResourceHistory>> {
    return this.call({ method: "GET", path: `/v1/projects/${encodeURIComponent(project)}/stacks/${encodeURIComponent(stack)}/resources/${encodeURIComponent(name)}/history`, query: { limit: options?.limit, cursor: options?.cursor } }, options);
  }

  /** All pages of `listResourceHistory`, one after the other. */
  listResourceHistoryPages(project: string, stack: string, name: string, options?: CallOptions & { readonly limit?: number | undefined }): AsyncIterable<ResourceHistory> {
    return this.pages((cursor) => this.listResourceHistory(project, stack, name, { ...options, cursor }));
  }

  /** Give a resource another logical name. */
  renameResource(project: string, stack: string, name: string, body: RenameRequest, options?: CallOptions): Promise<Answered<void>> {
    return this.call({ method: "POST", path: `/v1/projects/${encodeURIComponent(project)}/stacks/${encodeURIComponent(stack)}/resources/${encodeURIComponent(name)}:rename`, body }, options);
  }

  /**
   * Bring existing objects under management. Reads each object and records it: all of them, or none. Writes to no
   * platform.
   */
  importResources(project: string, stack: string, body: ImportRequest, options?: CallOptions): Promise<Answered<ImportResult>> {
    return this.call({ method: "POST", path: `/v1/projects/${encodeURIComponent(project)}/stacks/${encodeURIComponent(stack)}/resources:import`, body }, options);
  }

  /**
   * Export all that is recorded of a stack. Secrets stay sealed in it: only the stack that sealed them can open them. A
   * caller who may not reveal them gets a document that tells only where they are.
   */
  exportState(project: string, stack: string, options?: CallOptions & { readonly ifNoneMatch?: string | undefined }): Promise<Answered<State>> {
    return this.call({ method: "GET", path: `/v1/projects/${encodeURIComponent(project)}/stacks/${encodeURIComponent(stack)}/state`, headers: { "if-none-match": options?.ifNoneMatch } }, options);
  }

  /**
   * Replace what is recorded of a stack. By an exported document. Refused when it was altered, belongs to another
   * stack's history, or is older than what stands (unless `force`). `If-Match: *` replaces whatever stands. A sealed
   * value must stand where this stack has had it: no state carries secrets to another stack. The body may have 32 MiB.
   */
  importState(project: string, stack: string, body: StateImport, options?: CallOptions & { readonly ifMatch?: string | undefined; readonly ifNoneMatch?: "*" | undefined; readonly prefer?: string | undefined }): Promise<Answered<StateImported>> {
    return this.call({ method: "PUT", path: `/v1/projects/${encodeURIComponent(project)}/stacks/${encodeURIComponent(stack)}/state`, headers: { "if-match": options?.ifMatch, "if-none-match": options?.ifNoneMatch, prefer: options?.prefer }, body }, options);
  }

  /**
   * List the edits of a stack's state. Newest first: what has changed records without a plan, be it a rename, a
   * forgetting, an import of the state or a repair. Each can be undone by its id, like a run.
   */
  listStateEdits(project: string, stack: string, options?: CallOptions & { readonly limit?: number | undefined; readonly cursor?: string | undefined }): Promise<Answered<StateEditList>> {
    return this.call({ method: "GET", path: `/v1/projects/${encodeURIComponent(project)}/stacks/${encodeURIComponent(stack)}/edits`, query: { limit: options?.limit, cursor: options?.cursor } }, options);
  }

  /** All pages of `listStateEdits`, one after the other. */
  listStateEditsPages(project: string, stack: string, options?: CallOptions & { readonly limit?: number | undefined }): AsyncIterable<StateEditList> {
    return this.pages((cursor) => this.listStateEdits(project, stack, { ...options, cursor }));
  }

  /**
   * Read an object through the providers of a declaration. Live, by any form of its id, managed or not; `state` gives
   * qualifiers that must match what is read. Without a declaration the provider is a kept one, or what surrounds the
   * service.
   */
  readObject(type: string, body: ReadRequest, options?: CallOptions & { readonly prefer?: string | undefined }): Promise<Answered<ObjectRead>> {
    return this.call({ method: "POST", path: `/v1/types/${encodeURIComponent(type)}/objects:read`, headers: { prefer: options?.prefer }, body }, options);
  }

  /** Find objects that no stack manages. Those of one collection, live. Reads only. */
  findUnmanagedObjects(type: string, body: UnmanagedRequest, options?: CallOptions & { readonly prefer?: string | undefined }): Promise<Answered<UnmanagedList>> {
    return this.call({ method: "POST", path: `/v1/types/${encodeURIComponent(type)}/objects:findUnmanaged`, headers: { prefer: options?.prefer }, body }, options);
  }

  /** Call a look-up function. Live. Reads only. */
  callFunction(functionName: string, body: CallRequest, options?: CallOptions & { readonly prefer?: string | undefined }): Promise<Answered<CallResult>> {
    return this.call({ method: "POST", path: `/v1/functions/${encodeURIComponent(functionName)}:call`, headers: { prefer: options?.prefer }, body }, options);
  }

  /**
   * List objects that are managed by themselves. With `within`, the first page also has what else the platform lists
   * and no stack here manages.
   */
  listObjects(type: string, options?: CallOptions & { readonly provider?: string | undefined; readonly within?: string | undefined; readonly limit?: number | undefined; readonly cursor?: string | undefined; readonly filter?: string | undefined }): Promise<Answered<ObjectList>> {
    return this.call({ method: "GET", path: `/v1/types/${encodeURIComponent(type)}/objects`, query: { provider: options?.provider, within: options?.within, limit: options?.limit, cursor: options?.cursor, filter: options?.filter } }, options);
  }

  /** All pages of `listObjects`, one after the other. */
  listObjectsPages(type: string, options?: CallOptions & { readonly provider?: string | undefined; readonly within?: string | undefined; readonly limit?: number | undefined; readonly filter?: string | undefined }): AsyncIterable<ObjectList> {
    return this.pages((cursor) => this.listObjects(type, { ...options, cursor }));
  }

  /**
   * Make an object. Managed by itself. Answers when it is made, or with an operation when that takes its time: `Prefer:
   * respond-async` asks for one at once, `wait=N` waits so many seconds.
   */
  createObject(type: string, body: ObjectCreate, options?: CallOptions & { readonly prefer?: string | undefined }): Promise<Answered<Object>> {
    return this.call({ method: "POST", path: `/v1/types/${encodeURIComponent(type)}/objects`, headers: { prefer: options?.prefer }, body }, options);
  }

  /**
   * Get an object. What is recorded of it; `live` reads its platform, and tells how that differs. One that no stack
   * manages is always read.
   */
  getObject(type: string, id: string, options?: CallOptions & { readonly provider?: string | undefined; readonly live?: boolean | undefined; readonly ifNoneMatch?: string | undefined }): Promise<Answered<Object>> {
    return this.call({ method: "GET", path: `/v1/types/${encodeURIComponent(type)}/objects/${encodeURIComponent(id)}`, query: { provider: options?.provider, live: options?.live }, headers: { "if-none-match": options?.ifNoneMatch } }, options);
  }

  /**
   * Change an object in place. To these properties: what is left out is cleared, but for what names the object. A
   * change that takes another object is refused.
   */
  replaceObject(type: string, id: string, body: ObjectReplace, options?: CallOptions & { readonly ifMatch?: string | undefined; readonly prefer?: string | undefined }): Promise<Answered<Object>> {
    return this.call({ method: "PUT", path: `/v1/types/${encodeURIComponent(type)}/objects/${encodeURIComponent(id)}`, headers: { "if-match": options?.ifMatch, prefer: options?.prefer }, body }, options);
  }

  /**
   * End the care for an object. As its `onDestroy` says: it is deleted, or gets back what it was before, or stays as it
   * is.
   */
  deleteObject(type: string, id: string, options?: CallOptions & { readonly provider?: string | undefined; readonly ifMatch?: string | undefined; readonly prefer?: string | undefined }): Promise<Answered<Operation>> {
    return this.call({ method: "DELETE", path: `/v1/types/${encodeURIComponent(type)}/objects/${encodeURIComponent(id)}`, query: { provider: options?.provider }, headers: { "if-match": options?.ifMatch, prefer: options?.prefer } }, options);
  }

  /** Manage an existing object. As it stands; the platform is not changed. */
  importObject(type: string, body: ObjectImport, options?: CallOptions & { readonly prefer?: string | undefined }): Promise<Answered<Object>> {
    return this.call({ method: "POST", path: `/v1/types/${encodeURIComponent(type)}/objects:import`, headers: { prefer: options?.prefer }, body }, options);
  }

  /** List providers that are kept by name. */
  listProviders(options?: CallOptions & { readonly limit?: number | undefined; readonly cursor?: string | undefined; readonly filter?: string | undefined }): Promise<Answered<ProviderList>> {
    return this.call({ method: "GET", path: `/v1/providers`, query: { limit: options?.limit, cursor: options?.cursor, filter: options?.filter } }, options);
  }

  /** All pages of `listProviders`, one after the other. */
  listProvidersPages(options?: CallOptions & { readonly limit?: number | undefined; readonly filter?: string | undefined }): AsyncIterable<ProviderList> {
    return this.pages((cursor) => this.listProviders({ ...options, cursor }));
  }

  /** Get a provider. */
  getProvider(provider: string, options?: CallOptions & { readonly ifNoneMatch?: string | undefined }): Promise<Answered<Provider>> {
    return this.call({ method: "GET", path: `/v1/providers/${encodeURIComponent(provider)}`, headers: { "if-none-match": options?.ifNoneMatch } }, options);
  }

  /**
   * Keep a provider under a name. For objects to be reached through. Those that were made through the one it replaces
   * go on as they were recorded.
   */
  replaceProvider(provider: string, body: ProviderWrite, options?: CallOptions & { readonly ifMatch?: string | undefined; readonly ifNoneMatch?: "*" | undefined; readonly prefer?: string | undefined }): Promise<Answered<Provider>> {
    return this.call({ method: "PUT", path: `/v1/providers/${encodeURIComponent(provider)}`, headers: { "if-match": options?.ifMatch, "if-none-match": options?.ifNoneMatch, prefer: options?.prefer }, body }, options);
  }

  /** Forget a provider. Objects that were made through it go on being reached as they were recorded. */
  deleteProvider(provider: string, options?: CallOptions & { readonly ifMatch?: string | undefined }): Promise<Answered<void>> {
    return this.call({ method: "DELETE", path: `/v1/providers/${encodeURIComponent(provider)}`, headers: { "if-match": options?.ifMatch } }, options);
  }

  /** Get an operation. How it stands; once it is done, its result. */
  getOperation(operation: string, options?: CallOptions): Promise<Answered<Operation>> {
    return this.call({ method: "GET", path: `/v1/operations/${encodeURIComponent(operation)}` }, options);
  }

  /**
   * Wait for an operation. Until it is done, or for as many seconds as `Prefer: wait=N` says (60 at most, 10 where it
   * says nothing).
   */
  waitForOperation(operation: string, options?: CallOptions & { readonly prefer?: string | undefined }): Promise<Answered<Operation>> {
    return this.call({ method: "POST", path: `/v1/operations/${encodeURIComponent(operation)}:wait`, headers: { prefer: options?.prefer } }, options);
  }

  /** List tokens. The caller's own; all of them for who may manage access. Never with their secrets. */
  listTokens(options?: CallOptions & { readonly limit?: number | undefined; readonly cursor?: string | undefined }): Promise<Answered<TokenList>> {
    return this.call({ method: "GET", path: `/v1/tokens`, query: { limit: options?.limit, cursor: options?.cursor } }, options);
  }

  /** All pages of `listTokens`, one after the other. */
  listTokensPages(options?: CallOptions & { readonly limit?: number | undefined }): AsyncIterable<TokenList> {
    return this.pages((cursor) => this.listTokens({ ...options, cursor }));
  }

  /** Make a token. This answer alone holds it: what is kept is its digest. */
  createToken(body: NewToken, options?: CallOptions & { readonly prefer?: string | undefined }): Promise<Answered<CreatedToken>> {
    return this.call({ method: "POST", path: `/v1/tokens`, headers: { prefer: options?.prefer }, body }, options);
  }

  /** Revoke a token. It ends at once, and stays in the list. */
  revokeToken(handle: string, options?: CallOptions & { readonly prefer?: string | undefined }): Promise<Answered<Token>> {
    return this.call({ method: "POST", path: `/v1/tokens/${encodeURIComponent(handle)}:revoke`, headers: { prefer: options?.prefer } }, options);
  }

  /** List who has signed in. */
  listPrincipals(options?: CallOptions & { readonly limit?: number | undefined; readonly cursor?: string | undefined }): Promise<Answered<PrincipalList>> {
    return this.call({ method: "GET", path: `/v1/principals`, query: { limit: options?.limit, cursor: options?.cursor } }, options);
  }

  /** All pages of `listPrincipals`, one after the other. */
  listPrincipalsPages(options?: CallOptions & { readonly limit?: number | undefined }): AsyncIterable<PrincipalList> {
    return this.pages((cursor) => this.listPrincipals({ ...options, cursor }));
  }

  /** List the roles of every stack, and of the service itself. */
  listServiceRoleAssignments(options?: CallOptions & { readonly limit?: number | undefined; readonly cursor?: string | undefined }): Promise<Answered<RoleAssignmentList>> {
    return this.call({ method: "GET", path: `/v1/role-assignments`, query: { limit: options?.limit, cursor: options?.cursor } }, options);
  }

  /** All pages of `listServiceRoleAssignments`, one after the other. */
  listServiceRoleAssignmentsPages(options?: CallOptions & { readonly limit?: number | undefined }): AsyncIterable<RoleAssignmentList> {
    return this.pages((cursor) => this.listServiceRoleAssignments({ ...options, cursor }));
  }

  /** Give a role of every stack, and of the service itself. Instead of the one that is held there so far. */
  assignServiceRole(subject: string, body: RoleWrite, options?: CallOptions & { readonly prefer?: string | undefined }): Promise<Answered<GivenRole>> {
    return this.call({ method: "PUT", path: `/v1/role-assignments/${encodeURIComponent(subject)}`, headers: { prefer: options?.prefer }, body }, options);
  }

  /** Take a role back of every stack, and of the service itself. One that is not held counts as taken back. */
  removeServiceRole(subject: string, options?: CallOptions): Promise<Answered<void>> {
    return this.call({ method: "DELETE", path: `/v1/role-assignments/${encodeURIComponent(subject)}` }, options);
  }

  /** List the roles of a stack. */
  listStackRoleAssignments(project: string, stack: string, options?: CallOptions & { readonly limit?: number | undefined; readonly cursor?: string | undefined }): Promise<Answered<RoleAssignmentList>> {
    return this.call({ method: "GET", path: `/v1/projects/${encodeURIComponent(project)}/stacks/${encodeURIComponent(stack)}/role-assignments`, query: { limit: options?.limit, cursor: options?.cursor } }, options);
  }

  /** All pages of `listStackRoleAssignments`, one after the other. */
  listStackRoleAssignmentsPages(project: string, stack: string, options?: CallOptions & { readonly limit?: number | undefined }): AsyncIterable<RoleAssignmentList> {
    return this.pages((cursor) => this.listStackRoleAssignments(project, stack, { ...options, cursor }));
  }

  /** Give a role of a stack. Instead of the one that is held there so far. */
  assignStackRole(project: string, stack: string, subject: string, body: RoleWrite, options?: CallOptions & { readonly prefer?: string | undefined }): Promise<Answered<GivenRole>> {
    return this.call({ method: "PUT", path: `/v1/projects/${encodeURIComponent(project)}/stacks/${encodeURIComponent(stack)}/role-assignments/${encodeURIComponent(subject)}`, headers: { prefer: options?.prefer }, body }, options);
  }

  /** Take a role back of a stack. One that is not held counts as taken back. */
  removeStackRole(project: string, stack: string, subject: string, options?: CallOptions): Promise<Answered<void>> {
    return this.call({ method: "DELETE", path: `/v1/projects/${encodeURIComponent(project)}/stacks/${encodeURIComponent(stack)}/role-assignments/${encodeURIComponent(subject)}` }, options);
  }

  /** List the credentials for vendors. Where each is found, where it may go and for which stacks; never what it is. */
  listCredentials(options?: CallOptions & { readonly limit?: number | undefined; readonly cursor?: string | undefined; readonly filter?: string | undefined }): Promise<Answered<CredentialList>> {
    return this.call({ method: "GET", path: `/v1/credentials`, query: { limit: options?.limit, cursor: options?.cursor, filter: options?.filter } }, options);
  }

  /** All pages of `listCredentials`, one after the other. */
  listCredentialsPages(options?: CallOptions & { readonly limit?: number | undefined; readonly filter?: string | undefined }): AsyncIterable<CredentialList> {
    return this.pages((cursor) => this.listCredentials({ ...options, cursor }));
  }

  /** Get a credential for a vendor. Where it is found, where it may go and for which stacks; never what it is. */
  getCredential(binding: string, options?: CallOptions & { readonly ifNoneMatch?: string | undefined }): Promise<Answered<Credential>> {
    return this.call({ method: "GET", path: `/v1/credentials/${encodeURIComponent(binding)}`, headers: { "if-none-match": options?.ifNoneMatch } }, options);
  }

  /**
   * Name a credential for a vendor. Says where it is found, where it may go and for which stacks. Once one of a kind is
   * named, the kind's usual credential goes nowhere any more.
   */
  replaceCredential(binding: string, body: CredentialWrite, options?: CallOptions & { readonly ifMatch?: string | undefined; readonly ifNoneMatch?: "*" | undefined; readonly prefer?: string | undefined }): Promise<Answered<Credential>> {
    return this.call({ method: "PUT", path: `/v1/credentials/${encodeURIComponent(binding)}`, headers: { "if-match": options?.ifMatch, "if-none-match": options?.ifNoneMatch, prefer: options?.prefer }, body }, options);
  }

  /** Forget a credential for a vendor. From the next call on it goes nowhere. What it was is not touched. */
  deleteCredential(binding: string, options?: CallOptions & { readonly ifMatch?: string | undefined }): Promise<Answered<void>> {
    return this.call({ method: "DELETE", path: `/v1/credentials/${encodeURIComponent(binding)}`, headers: { "if-match": options?.ifMatch } }, options);
  }

  /**
   * List who did what. Each intent before its effect, and what came of it; the oldest first unless `order` says
   * otherwise. What came of an intent is about what that is about: its principal, its action, its stack. `result` gives
   * outcomes alone, each with its intent.
   */
  listAuditEntries(options?: CallOptions & { readonly principal?: string | undefined; readonly action?: string | undefined; readonly stack?: string | undefined; readonly result?: "done" | "refused" | "failed" | undefined; readonly from?: string | undefined; readonly to?: string | undefined; readonly order?: "oldest" | "newest" | undefined; readonly limit?: number | undefined; readonly cursor?: string | undefined }): Promise<Answered<AuditEntryList>> {
    return this.call({ method: "GET", path: `/v1/audit-entries`, query: { principal: options?.principal, action: options?.action, stack: options?.stack, result: options?.result, from: options?.from, to: options?.to, order: options?.order, limit: options?.limit, cursor: options?.cursor } }, options);
  }

  /** All pages of `listAuditEntries`, one after the other. */
  listAuditEntriesPages(options?: CallOptions & { readonly principal?: string | undefined; readonly action?: string | undefined; readonly stack?: string | undefined; readonly result?: "done" | "refused" | "failed" | undefined; readonly from?: string | undefined; readonly to?: string | undefined; readonly order?: "oldest" | "newest" | undefined; readonly limit?: number | undefined }): AsyncIterable<AuditEntryList> {
    return this.pages((cursor) => this.listAuditEntries({ ...options, cursor }));
  }

  /** Verify the log. Holds every entry against its place in the chain, and the chain against the signed checkpoints. */
  verifyAuditLog(options?: CallOptions & { readonly prefer?: string | undefined }): Promise<Answered<AuditReport>> {
    return this.call({ method: "POST", path: `/v1/audit-entries:verify`, headers: { prefer: options?.prefer } }, options);
  }
}
