import { type Exchange, type ExchangeRequest, isOk } from "../../../../packages/base/exchange/exchange.ts";
import { isJsonObject, type JsonObject } from "../../../../packages/base/json/json.ts";
import { parsedJson } from "../../../../packages/base/json/parsed-json.ts";
import { databricksPaths } from "../../../../packages/vendor-wire/databricks/paths.ts";
import {
  clientCredentialsGrant,
  oauthPaths,
  oauthScope,
  oauthServer,
  tokenExchangeGrant,
} from "../../../../packages/vendor-wire/databricks/token-wire.ts";
import { SignInRefused } from "../sign-in/sign-in-refusals.ts";
import { bearerHeader, type CredentialSource } from "../sources/credential-source.ts";
import { failedCredentials } from "../sources/failed-credentials.ts";

interface Machine {
  readonly clientId: string;
  readonly clientSecret: string;
}

/** A workload with a token of another issuer's. */
interface Subject {
  /** Left out: a policy of the whole account says for whom the token stands. */
  readonly clientId: string | undefined;
  /** A fresh one for the token endpoint at this address. */
  readonly token: (endpoint: string) => Promise<string>;
}

/** How tokens are asked for. */
interface Asking {
  readonly network: Exchange;
  /** Origins besides the workspace's own that an operator allowed. */
  readonly tokenOrigins: readonly string[];
  readonly now: () => number;
  /** What the token endpoint at this address is shown. */
  readonly shown: (endpoint: string) => Promise<Shown>;
  /** What to do where there is no token. */
  readonly remedy: string;
}

/** A form, and maybe a proof in a field. */
type Shown = Pick<ExchangeRequest, "headers"> & { readonly form: URLSearchParams };

interface Token {
  readonly text: string;
  readonly expiresAt: number;
}

/** A token is renewed so long before it expires, for calls on their way and clocks that differ. */
const marginMs = 60_000;

/** OAuth for machines: a service principal's secret against tokens. */
export function databricksMachine(
  { clientId, clientSecret }: Machine,
  network: Exchange,
  now: () => number,
  tokenOrigins: readonly string[] = [],
): CredentialSource {
  const basic = Buffer.from(`${encoded(clientId)}:${encoded(clientSecret)}`).toString("base64");
  const shown = async () => ({
    headers: { authorization: `Basic ${basic}` },
    form: new URLSearchParams({ grant_type: clientCredentialsGrant, scope: oauthScope }),
  });
  const remedy = "check DATABRICKS_CLIENT_ID and DATABRICKS_CLIENT_SECRET, or give DATABRICKS_TOKEN";
  return databricksTokens({ network, now, tokenOrigins, shown, remedy });
}

/** OAuth for workloads: a token of another issuer's against tokens (RFC 8693). */
export function databricksFederated(
  { clientId, token }: Subject,
  network: Exchange,
  now: () => number,
  tokenOrigins: readonly string[] = [],
): CredentialSource {
  const client = clientId === undefined ? {} : { client_id: clientId };
  const shown = async (endpoint: string) => ({
    headers: {},
    form: new URLSearchParams({
      ...tokenExchangeGrant,
      subject_token: await token(endpoint),
      scope: oauthScope,
      ...client,
    }),
  });
  const remedy = "look at the workload's token, and at the federation policy of its service principal";
  return databricksTokens({ network, now, tokenOrigins, shown, remedy });
}

/**
 * Tokens that a workspace issues, kept until shortly before they expire. What is shown for them goes to the workspace's
 * own origin, and to those of `tokenOrigins` where the workspace names one of them. Calls that wait for a token wait
 * for one and the same.
 */
function databricksTokens(asking: Asking): CredentialSource {
  const { now, remedy } = asking;
  const held = new Map<string, { readonly token: Promise<Token>; until: number }>();
  const renewed = (origin: string) => {
    const entry = { token: freshToken(origin, asking), until: Number.POSITIVE_INFINITY };
    held.set(origin, entry);
    entry.token.then(
      ({ expiresAt }) => {
        entry.until = expiresAt - marginMs;
      },
      () => held.delete(origin),
    );
    return entry;
  };
  return async (url) => {
    const { origin } = new URL(url);
    const present = held.get(origin);
    const entry = present !== undefined && now() < present.until ? present : renewed(origin);
    try {
      return bearerHeader((await entry.token).text);
    } catch (cause) {
      throw failedCredentials(cause, remedy);
    }
  };
}

async function freshToken(origin: string, asking: Asking): Promise<Token> {
  const { network, now, shown } = asking;
  const endpoint = await tokenEndpoint(origin, asking);
  const asked = now();
  const { headers, form } = await shown(endpoint);
  const answer = await jsonFrom(network, {
    method: "POST",
    url: endpoint,
    headers: { ...headers, "content-type": "application/x-www-form-urlencoded;charset=UTF-8" },
    body: form.toString(),
  });
  const { access_token: text, expires_in: seconds } = answer;
  if (typeof text !== "string" || typeof seconds !== "number")
    throw new Error("the token endpoint's answer holds no token");
  return { text, expiresAt: asked + seconds * 1000 };
}

/**
 * Where the workspace says that tokens are issued. A host that serves several workspaces, or an account's, says it
 * below its account: its metadata tell where.
 */
async function tokenEndpoint(origin: string, { network, tokenOrigins }: Asking): Promise<string> {
  const said = await jsonFrom(network, reading(`${origin}/${oauthPaths.workspaceServer}`)).catch(async (cause) => {
    if (statusOf(cause) !== 404) throw cause;
    const { oidc_endpoint: base, account_id: account } = await jsonFrom(
      network,
      reading(`${origin}/${databricksPaths.hostMetadata}`),
    );
    if (typeof base !== "string") throw cause;
    const below = base.replace("{account_id}", typeof account === "string" ? encodeURIComponent(account) : "");
    return jsonFrom(network, reading(`${permitted(below, origin, tokenOrigins).replace(/\/+$/, "")}/${oauthServer}`));
  });
  const { token_endpoint: endpoint } = said;
  if (typeof endpoint !== "string") throw new Error("the workspace names no token endpoint");
  return permitted(endpoint, origin, tokenOrigins);
}

/** The address, where it is the workspace's own or the operator has allowed its origin for the credential. */
function permitted(address: string, own: string, tokenOrigins: readonly string[]): string {
  const origin = URL.parse(address)?.origin;
  if (origin === undefined) throw new Error("the workspace names no token endpoint");
  if (origin === own || tokenOrigins.includes(origin)) return address;
  throw new Error(
    `the workspace names a token endpoint at ${origin}, which is not its own; ` +
      "if that is meant, let whoever allows origins for this credential allow that one too",
  );
}

function statusOf(cause: unknown): unknown {
  return cause instanceof Error && "status" in cause ? cause.status : undefined;
}

/** The JSON object at a URL; a refusal is an error that carries its status. */
async function jsonFrom(network: Exchange, request: ExchangeRequest): Promise<JsonObject> {
  const response = await network(request);
  const body = parsedJson(response.body);
  if (isOk(response) && isJsonObject(body)) return body;
  throw new SignInRefused(new URL(request.url).host, response.status, isJsonObject(body) ? body : {});
}

function reading(url: string): ExchangeRequest {
  return { method: "GET", url, headers: {}, body: "" };
}

/** Each half of Basic credentials is form-encoded (RFC 6749, section 2.3.1). */
function encoded(text: string): string {
  return new URLSearchParams({ "": text }).toString().slice(1);
}
