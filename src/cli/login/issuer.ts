import {
  AuthorizationResponseError,
  allowInsecureRequests,
  ClientError,
  type Configuration,
  type CustomFetch,
  customFetch,
  discovery,
  ResponseBodyError,
  WWWAuthenticateChallengeError,
} from "openid-client";
import { isJsonObject } from "../../../packages/base/json/json.ts";
import { parsedJson } from "../../../packages/base/json/parsed-json.ts";
import { err, ok, type Result } from "../../../packages/base/result.ts";
import type { LoginOffer } from "../../contract/documents/access.ts";
import type { CliContext } from "../cli-context.ts";
import { cancelledFault } from "../connection/api-client.ts";
import { unanswered } from "./issuer-client.ts";
import { isSafeAddress } from "./safe-address.ts";

type IssuerContext = Pick<CliContext, "network" | "signal">;

/** No answer came. */
class NoAnswer extends Error {
  override readonly name = "NoAnswer";
}

/** Why an issuer gave nothing: its own code where it has one, else a text for people. */
export interface IssuerFailure {
  readonly why: string;
  readonly isUnanswered: boolean;
}

/** An issuer, and where a login is made new and ended later, without openid-client. */
export interface FoundIssuer {
  readonly configuration: Configuration;
  readonly tokenEndpoint: string;
  readonly revocationEndpoint: string | null;
}

/**
 * Asks an issuer for its addresses (OpenID Connect Discovery, section 4). It must call itself by the name it was asked
 * by, and name a safe address for tokens. The error is for people.
 */
export async function discovered(
  { issuer, clientId }: Pick<LoginOffer, "issuer" | "clientId">,
  context: IssuerContext,
): Promise<Result<FoundIssuer, string>> {
  if (!isSafeAddress(issuer)) return err(`${issuer} is no https address`);
  const url = new URL(issuer);
  // Such an address would be asked as it is, and whoever answers there could speak for any issuer.
  if (url.pathname.includes("/.well-known/")) return err(`${issuer} is the address of a document, not of an issuer`);
  const found = await asked(context, () =>
    discovery(url, clientId, undefined, undefined, {
      [customFetch]: fetchIn(context),
      // Which addresses are safe is our own rule: those of this machine are, without TLS.
      execute: [allowInsecureRequests],
    }),
  );
  if (!found.ok) {
    const { why, isUnanswered } = found.error;
    if (isUnanswered) return err(`${issuer} can't be asked where to sign in: ${why}`);
    return err(`${issuer} does not say where to sign in (${why})`);
  }
  const { token_endpoint, revocation_endpoint } = found.value.serverMetadata();
  const [tokenEndpoint, revocationEndpoint] = [safe(token_endpoint), safe(revocation_endpoint)];
  if (tokenEndpoint === null) return err(`${issuer} names no safe address for tokens`);
  return ok({ configuration: found.value, tokenEndpoint, revocationEndpoint });
}

/** An address that an issuer names, where a secret may go there. */
export function safe(address: string | undefined): string | null {
  return address !== undefined && isSafeAddress(address) ? address : null;
}

/** What is asked for in each way to sign in. */
export function requested({ scope, audience }: Pick<LoginOffer, "scope" | "audience">): Record<string, string> {
  return { scope, ...(audience === "" ? {} : { audience }) };
}

/** Asks an issuer something. Throws a Fault `cancelled` when the user asks to stop. */
export async function asked<T>(
  { signal }: Pick<CliContext, "signal">,
  ask: () => Promise<T>,
): Promise<Result<T, IssuerFailure>> {
  try {
    return ok(await ask());
  } catch (cause) {
    if (signal.aborted) throw cancelledFault();
    return err(failureOf(cause));
  }
}

/** The network, which tells a missing answer from one that is wrong. */
function fetchIn({ network, signal: stop }: IssuerContext): CustomFetch {
  return async (url, { method, headers, redirect, body = null, signal = stop }) => {
    try {
      const request = new Request(url, { method, headers, redirect, body, signal: AbortSignal.any([stop, signal]) });
      return await withoutNulls(await network(request));
    } catch (cause) {
      throw new NoAnswer(unanswered(cause), { cause });
    }
  };
}

/**
 * The same answer without the members that it has nothing to say of: some issuers write null there, which no standard
 * knows.
 */
async function withoutNulls(answer: Response): Promise<Response> {
  if (!answer.headers.get("content-type")?.includes("json")) return answer;
  const text = await answer.text();
  const parsed: unknown = parsedJson(text);
  const body = isJsonObject(parsed)
    ? JSON.stringify(Object.fromEntries(Object.entries(parsed).filter(([, value]) => value !== null)))
    : text;
  const { status, statusText, headers } = answer;
  return new Response(body, { status, statusText, headers });
}

function failureOf(cause: unknown): IssuerFailure {
  if (cause instanceof ResponseBodyError || cause instanceof AuthorizationResponseError)
    return { why: cause.error, isUnanswered: false };
  if (cause instanceof WWWAuthenticateChallengeError)
    return { why: `HTTP status ${cause.status}`, isUnanswered: false };
  // What an issuer calls an address and is none.
  if (cause instanceof TypeError) return { why: cause.message, isUnanswered: false };
  if (!(cause instanceof ClientError)) throw cause;
  const inner = cause.cause;
  if (inner instanceof NoAnswer) return { why: inner.message, isUnanswered: true };
  if (inner instanceof Response) return { why: `HTTP status ${inner.status}`, isUnanswered: false };
  const why = cause.code === "OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED" ? "it speaks for another issuer" : cause.message;
  return { why, isUnanswered: false };
}
