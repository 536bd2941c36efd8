import { createHash } from "node:crypto";
import { documentCodec } from "../../../base/json/plain.ts";
import { cloudPlatformScope } from "../../../vendor-wire/google/oauth-client-wire.ts";
import { oauthLifetimes } from "../../../vendor-wire/google/oauth-flow-wire.ts";
import type { EmulatorContext, Principal } from "../../runtime/local-vendor.ts";

/** What a user has let a client do. Codes and tokens that follow from one consent share its `grant`. */
export interface Consent {
  readonly grant: string;
  readonly clientId: string;
  /** E-mail address of the workforce user. */
  readonly subject: string;
  readonly scopes: readonly string[];
}

/** A code that waits for its exchange. */
export interface AuthorizationCode extends Consent {
  readonly redirectUri: string;
  /** S256 challenge, null where the client sent none. */
  readonly challenge: string | null;
  readonly nonce: string | null;
  readonly expiresMs: number;
  readonly used: boolean;
}

export interface Token extends Consent {
  readonly use: "access" | "refresh";
  readonly issuedMs: number;
  readonly expiresMs: number;
}

const codes = "oauth-code";
const tokens = "oauth-token";
const grants = "oauth-grant";

/** Keeps a new code, and gives it. Only digests of codes and tokens are kept. */
export function issueCode(
  code: Omit<AuthorizationCode, "expiresMs" | "used" | "grant">,
  context: EmulatorContext,
): string {
  const text = `4/${context.unique()}`;
  const grant = context.unique();
  context.documents.put(grants, grant, { revoked: false });
  const expiresMs = context.now() + oauthLifetimes.code * 1000;
  context.documents.put(codes, keyOf(text), { ...code, grant, expiresMs, used: false });
  return text;
}

const codeCodec = documentCodec<AuthorizationCode>();
const tokenCodec = documentCodec<Token>();

export function findCode(text: string, context: EmulatorContext): AuthorizationCode | undefined {
  const stored = context.documents.get(codes, keyOf(text));
  return stored && codeCodec.read(stored);
}

export function markUsed(text: string, code: AuthorizationCode, context: EmulatorContext): void {
  context.documents.put(codes, keyOf(text), codeCodec.write({ ...code, used: true }));
}

/** Keeps a new token, and gives it. */
export function issueToken(
  use: Token["use"],
  { grant, clientId, subject, scopes }: Consent,
  context: EmulatorContext,
): string {
  const text = `${prefixes[use]}${context.unique()}${context.unique()}`;
  const issuedMs = context.now();
  const seconds = use === "access" ? oauthLifetimes.accessToken : oauthLifetimes.refreshToken;
  const token = { use, grant, clientId, subject, scopes, issuedMs, expiresMs: issuedMs + seconds * 1000 };
  context.documents.put(tokens, keyOf(text), token);
  return text;
}

/** A token that is good now: neither expired nor revoked. */
export function findToken(text: string, context: EmulatorContext): Token | undefined {
  const stored = context.documents.get(tokens, keyOf(text));
  const token = stored && tokenCodec.read(stored);
  if (token === undefined || token.expiresMs <= context.now()) return undefined;
  return context.documents.get(grants, token.grant)?.["revoked"] === false ? token : undefined;
}

/** Ends everything that follows from a consent. */
export function revokeGrant(grant: string, context: EmulatorContext): void {
  context.documents.put(grants, grant, { revoked: true });
}

const prefixes = { access: "ya29.local-", refresh: "1//local-" } as const;

/**
 * Who an access token of this cloud stands for: null when it is void, undefined for any other token. A user who was
 * never seeded has no rights but those that policies give. A token without the scope for the APIs has no name.
 */
export function principalOfToken(text: string, context: EmulatorContext): Principal | null | undefined {
  if (!text.startsWith(prefixes.access)) return undefined;
  const token = findToken(text, context);
  if (token === undefined) return null;
  const name = token.scopes.includes(cloudPlatformScope) ? token.subject : "";
  const known = context.principals().find((each) => each.name === name);
  return known ?? { name, accountAdmin: false, workspaceMember: false, permitted: false };
}

function keyOf(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
