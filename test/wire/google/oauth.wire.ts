import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { auth, iam } from "@googleapis/iam";
import { ExternalAccountAuthorizedUserClient } from "google-auth-library";
import * as oidc from "openid-client";
import { afterEach, describe, expect, test } from "vitest";
import { runPlumb } from "../../e2e/run-plumb.fixture.ts";
import { GoogleCloud } from "./google-cloud.ts";
import { type ServedFolder, serveFolder } from "./served-folder.ts";

const cloudPlatform = "https://www.googleapis.com/auth/cloud-platform";
const redirectUri = "https://portal.example.com/callback";
const parent = "projects/acme/locations/global";

/** Signs the user in, as a browser would: follows the client's own address to the redirect that answers it. */
async function signIn(
  config: oidc.Configuration,
  parameters: Readonly<Record<string, string>> = {},
): Promise<{ readonly url: URL; readonly verifier: string; readonly state: string }> {
  const verifier = oidc.randomPKCECodeVerifier();
  const state = oidc.randomState();
  const address = oidc.buildAuthorizationUrl(config, {
    redirect_uri: redirectUri,
    scope: cloudPlatform,
    state,
    code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
    code_challenge_method: "S256",
    login_hint: "ann@example.com",
    ...parameters,
  });
  const response = await fetch(address, { redirect: "manual" });
  if (response.status !== 302) throw new Error(`${response.status} ${await response.text()}`);
  return { url: new URL(response.headers.get("location") ?? ""), verifier, state };
}

/**
 * The OAuth error that a call ends with. One by Basic authentication ends with the challenge, and the error is in the
 * body.
 */
async function errorOf(call: Promise<unknown>): Promise<unknown> {
  try {
    await call;
  } catch (thrown) {
    if (thrown instanceof oidc.ResponseBodyError) return thrown.error;
    if (!(thrown instanceof oidc.WWWAuthenticateChallengeError)) throw thrown;
    return ((await thrown.response.json()) as { readonly error?: unknown }).error;
  }
  throw new Error("the call was not refused");
}

async function secretOf(url: string, client: string): Promise<string> {
  const credentials = new auth.OAuth2();
  credentials.setCredentials({ access_token: "any-token" });
  const { oauthClients } = iam({ version: "v1", rootUrl: `${url}/`, auth: credentials }).projects.locations;
  const { data } = await oauthClients.credentials.create({
    parent: client,
    oauthClientCredentialId: "secret-1",
    requestBody: {},
  });
  return data.clientSecret ?? "";
}

function discover(url: string, clientId: string, method: oidc.ClientAuth): Promise<oidc.Configuration> {
  return oidc.discovery(new URL(url), clientId, undefined, method, { execute: [oidc.allowInsecureRequests] });
}

describe("an OAuth client that plumb made", { timeout: 120_000 }, () => {
  let folder = "";
  let served: ServedFolder | undefined;
  const declare = (disabled: boolean) =>
    writeFileSync(
      join(folder, "plumb.yaml"),
      JSON.stringify({
        name: "portal",
        providers: { google: { kind: "google", project: "acme" } },
        resources: {
          portal: {
            type: "iam:OAuthClient",
            properties: {
              oauthClientId: "web-portal",
              location: "global",
              clientType: "CONFIDENTIAL_CLIENT",
              allowedGrantTypes: ["AUTHORIZATION_CODE_GRANT", "REFRESH_TOKEN_GRANT"],
              allowedRedirectUris: [redirectUri],
              allowedScopes: [cloudPlatform],
              disabled,
            },
          },
        },
        outputs: { clientId: `\${portal.clientId}` },
      }),
    );
  const plumb = async (...argv: string[]) => {
    const run = await runPlumb(argv, folder);
    expect(run).toMatchObject({ exitCode: 0 });
    return run.stdout;
  };

  afterEach(async () => {
    await served?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  test("signs users in by openid-client, and no more as soon as it is disabled", async () => {
    folder = mkdtempSync(join(tmpdir(), "plumb-oauth-"));
    declare(false);
    await plumb("up", "--yes");
    const clientId = (await plumb("outputs", "clientId")).trim();
    served = await serveFolder(folder);
    const { url } = served;
    const secret = await secretOf(url, `${parent}/oauthClients/web-portal`);
    const config = await discover(url, clientId, oidc.ClientSecretBasic(secret));
    const first = await signIn(config);
    const checks = { pkceCodeVerifier: first.verifier, expectedState: first.state };
    const tokens = await oidc.authorizationCodeGrant(config, first.url, checks);
    expect(tokens).toMatchObject({ token_type: "bearer", scope: cloudPlatform, expires_in: 3600 });
    expect(await oidc.tokenIntrospection(config, tokens.access_token)).toMatchObject({
      active: true,
      username: "ann@example.com",
    });
    const refreshed = await oidc.refreshTokenGrant(config, tokens.refresh_token ?? "");
    expect(refreshed.access_token).not.toBe(tokens.access_token);
    const google = new ExternalAccountAuthorizedUserClient({
      type: "external_account_authorized_user",
      audience: "//iam.googleapis.com/locations/global/workforcePools/local/providers/local",
      client_id: clientId,
      client_secret: secret,
      refresh_token: tokens.refresh_token ?? "",
      token_url: `${url}/v1/oauthtoken`,
      token_info_url: `${url}/v1/introspect`,
    });
    const { token } = await google.getAccessToken();
    expect(await oidc.tokenIntrospection(config, token ?? "")).toMatchObject({ active: true });
    const guess = await discover(url, clientId, oidc.ClientSecretPost("guess"));
    expect(await errorOf(oidc.refreshTokenGrant(guess, tokens.refresh_token ?? ""))).toBe("invalid_client");
    await expect(signIn(config, { redirect_uri: "https://evil.example.com/" })).rejects.toThrow("invalid_request");
    const strange = await signIn(config, { scope: "openid" });
    expect(strange.url.searchParams.get("error")).toBe("invalid_scope");

    const waiting = await signIn(config);
    declare(true);
    await plumb("up", "--yes");
    await expect(signIn(config)).rejects.toThrow("invalid_client");
    const late = { pkceCodeVerifier: waiting.verifier, expectedState: waiting.state };
    expect(await errorOf(oidc.authorizationCodeGrant(config, waiting.url, late))).toBe("invalid_client");
    expect(await errorOf(oidc.refreshTokenGrant(config, tokens.refresh_token ?? ""))).toBe("invalid_client");

    declare(false);
    await plumb("up", "--yes");
    expect(await oidc.refreshTokenGrant(config, tokens.refresh_token ?? "")).toMatchObject({ expires_in: 3600 });
    // The code once more: nobody can tell who has it, so everything that came of it ends.
    expect(await errorOf(oidc.authorizationCodeGrant(config, first.url, checks))).toBe("invalid_grant");
    expect(await oidc.tokenIntrospection(config, tokens.access_token)).toEqual({ active: false });
    await plumb("destroy", "--yes");
    await expect(signIn(config)).rejects.toThrow("invalid_client");
  });
});

describe("the newer scopes, where the service is imitated faithfully", () => {
  let cloud: GoogleCloud;
  afterEach(() => {
    expect(cloud.close()).toEqual([]);
  });

  test("openid-client checks the ID token of a public client, and revokes its tokens", async () => {
    cloud = await GoogleCloud.start({ mode: "faithful" });
    await cloud.seed([
      {
        kind: "oauthClient",
        name: `${parent}/oauthClients/single-page`,
        clientId: "4711",
        clientType: "PUBLIC_CLIENT",
        allowedGrantTypes: ["AUTHORIZATION_CODE_GRANT", "REFRESH_TOKEN_GRANT"],
        allowedRedirectUris: [redirectUri],
        allowedScopes: [cloudPlatform, "openid", "email"],
      },
    ]);
    const config = await discover(cloud.url, "4711", oidc.None());
    oidc.enableNonRepudiationChecks(config);
    const nonce = oidc.randomNonce();
    const { url, verifier, state } = await signIn(config, { scope: `openid email ${cloudPlatform}`, nonce });
    const checks = { pkceCodeVerifier: verifier, expectedState: state, expectedNonce: nonce, idTokenExpected: true };
    const tokens = await oidc.authorizationCodeGrant(config, url, checks);
    expect(tokens.claims()).toMatchObject({ iss: cloud.url, aud: "4711", email: "ann@example.com", nonce });

    await oidc.tokenRevocation(config, tokens.refresh_token ?? "");
    expect(await errorOf(oidc.refreshTokenGrant(config, tokens.refresh_token ?? ""))).toBe("invalid_grant");
  });
});
