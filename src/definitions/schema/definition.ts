import type { Json } from "../../../packages/base/json/json.ts";
import type { ObjectSchema, Schema } from "./schema.ts";

/** The interface versions of a definition; `others` can be asked for as `type@version`. */
export interface InterfaceVersions {
  readonly default: string;
  readonly others: readonly string[];
}

/**
 * What the interface versions of a vendor look like, where a call can ask for one that the definition does not list:
 * one that the vendor has in place of those it retired. `description`: the form in words.
 */
export interface VersionForm {
  readonly pattern: string;
  readonly description: string;
}

/** Where an identity variable gets its value; the first source that has one wins. */
export type VariableSource =
  /** An input, whole. */
  | { readonly input: string }
  /** A variable of a template that the input (a path such as `condition.title`) must match. */
  | { readonly input: string; readonly template: string; readonly variable: string }
  /** The input without leading slashes, or only its last path segment. */
  | { readonly input: string; readonly take: "without-leading-slashes" | "last-segment" }
  /**
   * A field of the provider's configuration. `constant`: the same for every instance, so that an id that says otherwise
   * is none of its ids.
   */
  | { readonly provider: string; readonly constant?: true };

/** One accepted form of an id in `import` and `get`. */
export interface ImportForm {
  readonly template: string;
  /** Documented by the specification, or decided by us. */
  readonly source: "specification" | "ours";
}

/** How an object is named on the platform. */
export interface Identity {
  readonly variables: Readonly<Record<string, readonly VariableSource[]>>;
  /** The output `id`: the first template whose variables all have values. */
  readonly formats: readonly string[];
  /** The physical object that a declaration claims for itself, where that is more than its own id. */
  readonly claim?: string;
  /**
   * Fields that hold a name which the platform changes of its own accord: they say what the object is called now, and
   * are no change of it. Paths below the outputs, joined by dots.
   */
  readonly renamed?: readonly string[];
  /** Ids compare without regard to case. */
  readonly ignoreCase?: true;
  readonly imports: readonly ImportForm[];
}

/**
 * The rights at the vendor that it takes. Unverified: they are taken from the vendor's documents, and none was tried on
 * an account.
 */
export interface Permissions {
  /** To plan: what a look at an object takes. */
  readonly read: readonly string[];
  /** To carry a plan out, besides. */
  readonly write: readonly string[];
  /** What a name can't say. */
  readonly note?: string;
  /** The document of the vendor. */
  readonly source: string;
}

/** Of an object that grants one right: dotted paths of the inputs that name it. */
export interface Grants {
  readonly who: string;
  readonly what: string;
  /** The condition under which it holds. */
  readonly when?: string;
  /** Below the condition: what decides. The rest of it describes; without it all of the condition decides. */
  readonly decides?: string;
  /**
   * The same paths in what the driver tells of others that a write takes away on the same physical object; `who` leads
   * to a list there.
   */
  readonly beside?: { readonly who: string; readonly what: string; readonly when?: string };
}

/** Where an object's values say who may do what. */
export interface RightRule {
  /** Dotted path below inputs and outputs; `*` is each member of a list. */
  readonly at: string;
  /**
   * Only where this value stands there, or is meant where none does (`absentMeans`); left out, any value counts but
   * null.
   */
  readonly is?: Json;
  /** Who has the right, in words, of one person; left out where the path leads to the people or places themselves. */
  readonly who?: string;
  /** Who has had it by a value that another one has taken the place of, where those are not the same people. */
  readonly formerly?: string;
  /** The member of those people that says what they are called, beside the key of their list. */
  readonly called?: string;
  /** What the right is, in words; `{value}` stands for the value, `{stage}` for the place in a list without keys. */
  readonly what: string;
  /** What people may do with it: they `may get` or `may no longer get` it, in place of gaining or losing it. */
  readonly verb?: string;
  /**
   * The value is a limit, or a level, of what people have: it is told in one row, with what was there before. What its
   * schema says of drift tells in which direction it moved.
   */
  readonly limit?: { readonly some: string; readonly none: string };
  /**
   * The path leads to a list that names what people are kept from; its schema may say what stands for all there could
   * be (`every`). Then this is said of all that it does not name, in the place of `{value}`.
   */
  readonly others?: string;
  /** The value keeps people from it: they gain the right when the value goes. */
  readonly guards?: true;
  /**
   * Who has it by the old object of a replacement has not got it by the new one: it is lost with the one and gained
   * with the other.
   */
  readonly anew?: true;
  /** The right is one to the object itself: it is neither gained nor lost where the object comes or goes. */
  readonly itself?: true;
}

export interface ResourceDefinition {
  readonly kind: "resource";
  /** Type token, `namespace:Name`. */
  readonly type: string;
  readonly title: string;
  readonly description: string;
  /** Section of the specification. */
  readonly section: string;
  /** Kind of the provider that manages it. */
  readonly provider: string;
  /** Fields that the provider's configuration must have with these values, e.g. `{ level: "workspace" }`. */
  readonly requiresProvider?: Readonly<Record<string, Json>>;
  /** The interface version; where the specification shows none, ours. */
  readonly versions: InterfaceVersions;
  /** Left out: no other version than the listed ones can be asked for. */
  readonly unlistedVersions?: VersionForm;
  readonly inputs: ObjectSchema;
  /** Outputs besides the inputs, all of which are outputs too. `required` lists what the specification marks so. */
  readonly outputs: ObjectSchema;
  /** Response shapes of inputs that answer with more than was sent (server collector `properties`). */
  readonly responses?: Readonly<Record<string, Schema>>;
  readonly identity: Identity;
  /**
   * `created`: does not exist before us. `standing`: the platform always has it (a setting, a default assignment);
   * creating takes it over. `part`: a share of a larger standing object that a write replaces as a whole (a policy).
   */
  readonly existence: "created" | "standing" | "part";
  /** After a delete the platform keeps the object, and refuses its identifier, for so many days. */
  readonly softDelete?: { readonly days: number; readonly stateField: string; readonly deletedValue: string };
  /** What destroy does unless the declaration says otherwise, and why it is not simply `delete`. */
  readonly onDestroy: "delete" | "restore" | "retain";
  /** Restoring (or deleting) leads from a strict to a wide value: the field, strictest first. */
  readonly strictness?: { readonly field: string; readonly strictestFirst: readonly string[] };
  /**
   * Inputs with the values that an object must have before the platform deletes it (`disabled: true`). A deletion sets
   * those that it has otherwise by a call of its own before the call that deletes.
   */
  readonly beforeDelete?: Readonly<Record<string, Json>>;
  /**
   * The object that it lies in on the platform, below whose name its own stands: the type, and a template of that one's
   * id over its own identity variables. It is made after that one and goes before it, and is kept with it where that
   * one is soft-deleted.
   */
  readonly liesIn?: { readonly type: string; readonly id: string };
  /** Values of the object that it lies in with which the platform makes none in it. */
  readonly refusedIn?: Readonly<Record<string, Json>>;
  /** It decides who may do what: its booleans and its texts of known values say what drift of them means. */
  readonly governsAccess?: true;
  /** Where its inputs tell which right it grants, to whom: for plans that show who gains and who loses what. */
  readonly grants?: Grants;
  /** The same where it says more of rights than one grant. */
  readonly rights?: readonly RightRule[];
  /** Where among the outputs the platform tells who changed the object last, and when (dotted paths). */
  readonly lastChange?: { readonly by?: string; readonly at?: string };
  /** Where among the outputs the platform tells when the object was made (a dotted path). */
  readonly createdAt?: string;
  /** Why the identifier can't be left out, for the problem that says so. */
  readonly noAutoNaming?: { readonly field: string; readonly says: string };
  /** How long an operation on it may run in the background, where it does; and who says so. */
  readonly longestOperation?: { readonly milliseconds: number; readonly source: string };
  readonly permissions?: Permissions;
  /**
   * Whole declarations in YAML that have one. The reference shows them, and each is planned by a test, in every
   * language.
   */
  readonly examples?: readonly string[];
}

export interface FunctionDefinition {
  readonly kind: "function";
  /** Function token, `namespace:name`. */
  readonly type: string;
  readonly aliases: readonly string[];
  readonly title: string;
  readonly description: string;
  readonly section: string;
  readonly provider: string;
  readonly versions: InterfaceVersions;
  /** Left out: no other version than the listed ones can be asked for. */
  readonly unlistedVersions?: VersionForm;
  /** Fields that the provider's configuration must have, whatever their values. */
  readonly needsOfProvider?: readonly string[];
  readonly arguments: ObjectSchema;
  readonly result: ObjectSchema;
  readonly permissions?: Permissions;
  /**
   * Whole declarations in YAML that have one. The reference shows them, and each is planned by a test, in every
   * language.
   */
  readonly examples?: readonly string[];
}

/** A field of a provider's configuration. */
export interface ProviderField {
  readonly schema: Schema;
  /** Environment variables that give the value when the configuration does not, first one set wins. */
  readonly environment: readonly string[];
  /** Other names of the field. */
  readonly aliases?: readonly string[];
  readonly default?: Json;
  /** It says how calls are made: not where they lead, nor what becomes of an object. No plan is bound to it. */
  readonly ofCalls?: true;
}

export interface ProviderDefinition {
  readonly kind: "provider";
  /** What a declaration names as its `kind`. */
  readonly type: string;
  readonly title: string;
  readonly description: string;
  /** What other tools call it; to tell a person who writes that what to write here. */
  readonly knownElsewhereAs?: readonly string[];
  readonly fields: Readonly<Record<string, ProviderField>>;
  /** Values that stand in ids and are the same for every instance (`namespace`). */
  readonly constants: Readonly<Record<string, string>>;
  /** A credential may be an OAuth client, whose secret is exchanged for tokens. */
  readonly takesOAuthClients?: true;
  /** Hosts at which the provider can't be of a level: `{ field: "level", value: "account", hosts: "^accounts\\." }`. */
  readonly hostLevels?: readonly { readonly field: string; readonly value: string; readonly hosts: string }[];
}

/** All that can be declared. The engine sees this type, never the definitions themselves. */
export interface Catalog {
  readonly resources: Readonly<Record<string, ResourceDefinition>>;
  /** By token and by alias. */
  readonly functions: Readonly<Record<string, FunctionDefinition>>;
  readonly providers: Readonly<Record<string, ProviderDefinition>>;
}
