import type { Fetch } from "../../base/fetch.ts";
import { isJsonObject, type JsonObject } from "../../base/json.ts";
import { clientCredentialsGrant, oauthPaths, oauthScope } from "../databricks/wire/token-wire.ts";
import { bearerHeader, type CredentialSource } from "./credential-source.ts";
import { failedCredentials } from "./failed-credentials.ts";

interface Machine {
  readonly clientId: string;
  readonly clientSecret: string;
}

interface Token {
  readonly text: string;
  readonly expiresAt: number;
}

const remedy = "check DATABRICKS_CLIENT_ID and DATABRICKS_CLIENT_SECRET, or give DATABRICKS_TOKEN";
/** A token is renewed so long before it expires, for calls on their way and clocks that differ. */
const marginMs = 60_000;

/**
 * OAuth for machines: a service principal's secret against tokens, which are kept until shortly before they expire. The
 * secret goes to the workspace's own origin and nowhere else. Calls that wait for a token wait for one and the same.
 */
export function databricksMachine(machine: Machine, network: Fetch, now: () => number): CredentialSource {
  const held = new Map<string, { readonly token: Promise<Token>; until: number }>();
  const renewed = (origin: string) => {
    const entry = { token: freshToken(origin, machine, network, now), until: Number.POSITIVE_INFINITY };
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

async function freshToken(origin: string, machine: Machine, network: Fetch, now: () => number): Promise<Token> {
  const endpoint = await tokenEndpoint(origin, network);
  const asked = now();
  const basic = Buffer.from(`${encoded(machine.clientId)}:${encoded(machine.clientSecret)}`).toString("base64");
  const answer = await jsonFrom(network, endpoint, {
    method: "POST",
    headers: { authorization: `Basic ${basic}` },
    body: new URLSearchParams({ grant_type: clientCredentialsGrant, scope: oauthScope }),
  });
  const { access_token: text, expires_in: seconds } = answer;
  if (typeof text !== "string" || typeof seconds !== "number")
    throw new Error("the token endpoint's answer holds no token");
  return { text, expiresAt: asked + seconds * 1000 };
}

async function tokenEndpoint(origin: string, network: Fetch): Promise<string> {
  const { token_endpoint: endpoint } = await jsonFrom(network, `${origin}/${oauthPaths.workspaceServer}`, {});
  if (typeof endpoint !== "string" || !URL.canParse(endpoint)) throw new Error("the workspace names no token endpoint");
  if (new URL(endpoint).origin === origin) return endpoint;
  throw new Error(`the workspace names a token endpoint at ${new URL(endpoint).origin}, which is not its own`);
}

/** The JSON object at a URL; a refusal is an error that carries its status. */
async function jsonFrom(network: Fetch, url: string, init: RequestInit): Promise<JsonObject> {
  const response = await network(new Request(url, { ...init, redirect: "manual" }));
  const body: unknown = await response.json().catch(() => undefined);
  if (response.ok && isJsonObject(body)) return body;
  const code = isJsonObject(body) && typeof body["error"] === "string" ? ` ${body["error"]}` : "";
  throw Object.assign(new Error(`${new URL(url).host} answered ${response.status}${code}`), {
    status: response.status,
  });
}

/** Each half of Basic credentials is form-encoded (RFC 6749, section 2.3.1). */
function encoded(text: string): string {
  return new URLSearchParams({ "": text }).toString().slice(1);
}
