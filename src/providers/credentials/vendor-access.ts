import type { Exchange } from "../../../packages/base/exchange/exchange.ts";
import type { JsonObject } from "../../../packages/base/json/json.ts";
import type { CredentialFacts } from "./sources/credential-facts.ts";
import type { CredentialSource } from "./sources/credential-source.ts";
import type { CredentialSurroundings } from "./sources/find-credential.ts";
import type { GivenCredential } from "./sources/given-credential.ts";
import type { SignInMeans, TokenMeans } from "./sources/sign-in-means.ts";

export type Environment = Readonly<Record<string, string | undefined>>;

/** A base address, and the field of the configuration that says so; null for the vendor's own. */
export interface BaseAddress {
  readonly base: string;
  readonly field: string | null;
}

/** An address of the vendor's own that is in another cloud than the configuration names. */
export interface Contradiction {
  /** The field with the address. */
  readonly field: string;
  readonly why: string;
}

/** Where providers of one kind lead. All of it is pure. */
export interface VendorPlaces {
  /** The vendor's public origins, whose names need no guard. */
  readonly publicOrigins: readonly string[];
  /** Where credentials of this kind go unless somebody says otherwise, as the environment is. */
  usualOrigins(environment: Environment): readonly string[];
  /** The base addresses that a configuration leads to. None: the kind has no address of its own, and none is given. */
  addresses(config: JsonObject): readonly BaseAddress[];
  /** Fields that name other addresses besides `baseUrl`. */
  readonly addressFields?: readonly string[];
  /** Of a base address the origin alone counts. Left out: paths are put behind it. */
  readonly takesOriginOnly?: true;
  /**
   * Null where a configuration names no cloud, or leads to that one, or to an address of which the cloud is not known.
   */
  contradiction?(config: JsonObject, environment: Environment): Contradiction | null;
  /** How the path of a POST ends that changes nothing; left out: none does. */
  readonly readingPosts?: RegExp;
  /**
   * Where the vendor is asked to register something, if not where calls go; `isOwn`: it is of the same cloud as an
   * origin.
   */
  registering?(config: JsonObject): { readonly origin: string; readonly isOwn: (origin: string) => boolean } | null;
  /** Whether the vendor's library signs in there by itself, whatever the address is. */
  isSignIn?(url: URL, environment: Environment): boolean;
}

/** Where the credential was found, and whether whoever gave it gives another one before it ends. */
export type CredentialLink = Pick<CredentialFacts, "link" | "isRenewed">;

/** How providers of one kind are signed in to. */
export interface VendorSignIn {
  /** The variable of the environment that holds a token. */
  readonly tokenVariable: string;
  /** Those that hold an OAuth client and its secret. */
  readonly clientVariables?: { readonly id: string; readonly secret: string };
  /**
   * A token of the environment comes first; then what the vendor's own tools would find. Null: none, as far as is
   * known.
   */
  usual(means: SignInMeans): CredentialSource | null;
  /** Where that one is found. Nothing is read but the environment. */
  usualLink(config: JsonObject, surroundings: CredentialSurroundings): CredentialLink;
  /** What shows a token that was given. */
  bearer(given: GivenCredential, means: SignInMeans): CredentialSource;
  /** What a file holds that is no token; null where it is one. */
  ofFile?(given: GivenCredential, means: SignInMeans): CredentialSource | null;
  /** What an OAuth client's secret is exchanged for. Left out: the vendor has no such clients. */
  ofClient?(clientId: string, clientSecret: string, means: TokenMeans): CredentialSource;
  /**
   * Tokens are issued by the vendor's sign-in alone. Left out: also at the origins that were allowed for a credential.
   */
  readonly hasOwnSignInOnly?: true;
  /** What the vendor tells of a token that goes to these origins. Never throws; null where nothing is told. */
  tokenFacts?(
    origins: readonly string[],
    headers: Readonly<Record<string, string>>,
    signIn: Exchange,
  ): Promise<Pick<CredentialFacts, "principal" | "endsAt" | "disownedBy"> | null>;
  /** The header by which a credential says what pays for its calls. */
  readonly payerHeader?: string;
}

/** How one vendor is reached: part of what it brings to the composition. */
export interface VendorAccess {
  readonly places: VendorPlaces;
  readonly signIn: VendorSignIn;
}
