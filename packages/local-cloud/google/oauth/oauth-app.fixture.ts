import { createHash } from "node:crypto";
import type { JsonObject } from "../../../base/json/json.ts";
import { type LocalFixture, localFixture } from "../local.fixture.ts";

export const clients = "v1/projects/p1/locations/global/oauthClients";
export const cloudPlatform = "https://www.googleapis.com/auth/cloud-platform";
export const redirectUri = "https://app.example.com/cb?tenant=a";
export const verifier = "v".repeat(43);
const challenge = createHash("sha256").update(verifier).digest("base64url");

/**
 * An OAuth client on a local cloud, with a secret where it may have one; the functions below are what its program does.
 */
export interface App {
  readonly cloud: LocalFixture;
  readonly path: string;
  readonly clientId: string;
  /** Empty for a public client. */
  readonly secret: string;
}

export async function app(fields: JsonObject = {}, mode: "documented" | "faithful" = "documented"): Promise<App> {
  const cloud = localFixture({ mode });
  const created = await cloud.call("POST", `${clients}?oauthClientId=web-portal`, {
    allowedGrantTypes: ["AUTHORIZATION_CODE_GRANT", "REFRESH_TOKEN_GRANT"],
    allowedScopes: [cloudPlatform],
    allowedRedirectUris: [redirectUri, "https://app.example.com/other"],
    clientType: "CONFIDENTIAL_CLIENT",
    ...fields,
  });
  const path = `${clients}/web-portal`;
  const secret = await cloud.call("POST", `${path}/credentials?oauthClientCredentialId=secret-1`, {});
  return {
    cloud,
    path,
    clientId: String(created.body["clientId"]),
    secret: String(secret.body["clientSecret"] ?? ""),
  };
}

export function authorize(
  { cloud, clientId }: App,
  changes: Readonly<Record<string, string>> = {},
  caller: string | null = null,
) {
  const query = new URLSearchParams({
    client_id: clientId,
    redirect_uri: redirectUri,
    response_type: "code",
    scope: cloudPlatform,
    state: "s1",
    code_challenge: challenge,
    code_challenge_method: "S256",
    login_hint: "ann@example.com",
  });
  for (const [name, value] of Object.entries(changes)) query.set(name, value);
  return cloud.call("GET", `authorize?${query}`, undefined, caller);
}

export function sentBack(headers: Headers): Readonly<Record<string, string>> {
  return Object.fromEntries(new URL(headers.get("location") ?? "").searchParams);
}

export async function codeOf(each: App, changes: Readonly<Record<string, string>> = {}): Promise<string> {
  return sentBack((await authorize(each, changes)).headers)["code"] ?? "";
}

export function post({ cloud, clientId, secret }: App, path: string, fields: Readonly<Record<string, string>>) {
  const own = secret === "" ? {} : { client_secret: secret };
  return cloud.call("POST", path, new URLSearchParams({ client_id: clientId, ...own, ...fields }), null);
}

export async function exchange(each: App, changes: Readonly<Record<string, string>> = {}) {
  const code = changes["code"] ?? (await codeOf(each));
  return post(each, "v1/oauthtoken", {
    grant_type: "authorization_code",
    code,
    redirect_uri: redirectUri,
    code_verifier: verifier,
    ...changes,
  });
}

export function refresh(each: App, token: unknown, changes: Readonly<Record<string, string>> = {}) {
  return post(each, "v1/oauthtoken", { grant_type: "refresh_token", refresh_token: String(token), ...changes });
}

export async function isActive(each: App, token: unknown): Promise<unknown> {
  return (await post(each, "v1/introspect", { token: String(token) })).body["active"];
}

export function outcome({ status, body }: { readonly status: number; readonly body: JsonObject }): readonly unknown[] {
  return [status, body["error"]];
}
