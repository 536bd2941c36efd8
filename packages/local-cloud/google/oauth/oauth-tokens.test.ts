import { describe, expect, test } from "vitest";
import { localFixture, localOrigin } from "../local.fixture.ts";
import {
  app,
  authorize,
  clients,
  cloudPlatform,
  codeOf,
  exchange,
  isActive,
  outcome,
  post,
  redirectUri,
  refresh,
} from "./oauth-app.fixture.ts";

const dayMs = 24 * 60 * 60 * 1000;

describe("refresh tokens", () => {
  test("give new access tokens, for less when asked, never for more", async () => {
    const each = await app({ allowedScopes: [cloudPlatform, "email"] }, "faithful");
    const code = await codeOf(each, { scope: `${cloudPlatform} email` });
    const { body } = await exchange(each, { code });
    const again = await refresh(each, body["refresh_token"]);
    expect(again.body).toMatchObject({ scope: `${cloudPlatform} email` });
    expect(again.body["access_token"]).not.toBe(body["access_token"]);
    expect((await refresh(each, body["refresh_token"], { scope: "email" })).body).toMatchObject({ scope: "email" });
    expect(outcome(await refresh(each, body["refresh_token"], { scope: "openid" }))).toEqual([400, "invalid_scope"]);
    await each.cloud.call("PATCH", `${each.path}?updateMask=allowedScopes`, { allowedScopes: [cloudPlatform] });
    expect(outcome(await refresh(each, body["refresh_token"]))).toEqual([400, "invalid_scope"]);
  });

  test("end after twelve hours, and when they are revoked", async () => {
    const each = await app();
    const { body } = await exchange(each);
    expect(outcome(await refresh(each, body["access_token"]))).toEqual([400, "invalid_grant"]);
    expect((await post(each, "v1/revoke", { token: String(body["refresh_token"]) })).body).toEqual({});
    expect(outcome(await refresh(each, body["refresh_token"]))).toEqual([400, "invalid_grant"]);
    expect(await isActive(each, body["access_token"])).toBe(false);
    const later = await exchange(each);
    await each.cloud.advance(12 * 3600 * 1000);
    expect(outcome(await refresh(each, later.body["refresh_token"]))).toEqual([400, "invalid_grant"]);
  });
});

describe("a client that can't be used", () => {
  test("is refused at once when it is disabled, everywhere", async () => {
    const each = await app();
    const code = await codeOf(each);
    const { body } = await exchange(each);
    await each.cloud.call("PATCH", `${each.path}?updateMask=disabled`, { disabled: true });
    expect(outcome(await authorize(each))).toEqual([401, "invalid_client"]);
    expect(outcome(await exchange(each, { code }))).toEqual([401, "invalid_client"]);
    expect(outcome(await refresh(each, body["refresh_token"]))).toEqual([401, "invalid_client"]);
    await each.cloud.call("PATCH", `${each.path}?updateMask=disabled`, {});
    expect((await exchange(each, { code })).status).toBe(200);
    expect((await refresh(each, body["refresh_token"])).status).toBe(200);
  });

  test("gets no tokens while it is deleted; after undelete its refresh tokens work again", async () => {
    const each = await app();
    const { body } = await exchange(each);
    await each.cloud.call("DELETE", each.path);
    expect(outcome(await authorize(each))).toEqual([401, "invalid_client"]);
    expect(outcome(await refresh(each, body["refresh_token"]))).toEqual([401, "invalid_client"]);
    // What was issued goes on until it expires.
    const ask = { permissions: ["compute.reservations.get"] };
    const test = "compute/v1/projects/p1/zones/z1/reservations/r1/testIamPermissions";
    expect((await each.cloud.call("POST", test, ask, String(body["access_token"]))).status).toBe(200);
    await each.cloud.call("POST", `${each.path}:undelete`);
    expect((await refresh(each, body["refresh_token"])).status).toBe(200);
  });

  test("is unknown once it is purged, and nobody of its name can take its place", async () => {
    const each = await app();
    await each.cloud.call("DELETE", each.path);
    await each.cloud.advance(30 * dayMs);
    expect(outcome(await authorize(each))).toEqual([401, "invalid_client"]);
    await each.cloud.call("POST", `${clients}?oauthClientId=web-portal`, {
      allowedGrantTypes: ["AUTHORIZATION_CODE_GRANT"],
      allowedScopes: [cloudPlatform],
      allowedRedirectUris: [redirectUri],
      clientType: "PUBLIC_CLIENT",
    });
    expect(outcome(await authorize(each))).toEqual([401, "invalid_client"]);
  });
});

describe("access tokens at the APIs", () => {
  test("stand for their user, who has the rights that are planted", async () => {
    const each = await app();
    const token = String((await exchange(each)).body["access_token"]);
    expect((await each.cloud.call("GET", each.path, undefined, token)).status).toBe(403);
    await each.cloud.call("POST", "_local/seed", { kind: "principal", name: "ann@example.com" });
    expect((await each.cloud.call("GET", each.path, undefined, token)).status).toBe(200);
    await each.cloud.advance(3_600_000);
    const expired = await each.cloud.call("GET", each.path, undefined, token);
    expect(expired.status).toBe(401);
    expect(expired.body).toMatchObject({ error: { details: [{ reason: "ACCESS_TOKEN_EXPIRED" }] } });
  });

  test("open nothing without the scope for the APIs", async () => {
    const each = await app({ allowedScopes: [cloudPlatform, "email"] }, "faithful");
    await each.cloud.call("POST", "_local/seed", { kind: "principal", name: "ann@example.com" });
    const { body } = await exchange(each, { code: await codeOf(each, { scope: "email" }) });
    expect((await each.cloud.call("GET", each.path, undefined, String(body["access_token"]))).status).toBe(403);
  });

  test("say nothing about themselves to another client", async () => {
    const each = await app();
    const { body } = await exchange(each);
    expect(await isActive(each, "ya29.unknown")).toBe(false);
    expect(await isActive(each, body["refresh_token"])).toBe(false);
    expect(outcome(await post(each, "v1/introspect", {}))).toEqual([400, "invalid_request"]);
    expect(outcome(await post({ ...each, secret: "" }, "v1/introspect", { token: "x" }))).toEqual([
      401,
      "invalid_client",
    ]);
  });
});

describe("OpenID Connect", () => {
  test("the discovery document names the endpoints", async () => {
    const cloud = localFixture();
    const { body } = await cloud.call("GET", ".well-known/openid-configuration", undefined, null);
    expect(body).toMatchObject({
      issuer: localOrigin,
      authorization_endpoint: `${localOrigin}/authorize`,
      token_endpoint: `${localOrigin}/v1/oauthtoken`,
      code_challenge_methods_supported: ["S256"],
    });
    const other = await cloud.call("GET", ".well-known/oauth-authorization-server", undefined, null);
    expect(other.body).toEqual(body);
  });

  test("a signed ID token says who signed in, as far as the scopes go", async () => {
    const { createLocalJWKSet, jwtVerify } = await import("jose");
    const each = await app({ allowedScopes: [cloudPlatform, "openid", "email", "groups"] }, "faithful");
    const member = { kind: "googleGroup", email: "Staff@example.com", members: ["user:ann@example.com"] };
    await each.cloud.call("POST", "_local/seed", member);
    const code = await codeOf(each, { scope: "openid email groups", nonce: "n1" });
    const { body } = await exchange(each, { code });
    const keys = (await each.cloud.call("GET", ".well-known/jwks.json", undefined, null)).body;
    expect(JSON.stringify(keys)).not.toContain('"d"');
    const { payload, protectedHeader } = await jwtVerify(
      String(body["id_token"]),
      createLocalJWKSet(keys as unknown as Parameters<typeof createLocalJWKSet>[0]),
      { issuer: localOrigin, audience: each.clientId, currentDate: new Date("2026-01-01T00:30:00Z") },
    );
    expect(protectedHeader.alg).toBe("RS256");
    expect(payload).toMatchObject({
      nonce: "n1",
      email: "ann@example.com",
      groups: ["staff@example.com"],
      sub: expect.stringContaining("/subject/ann@example.com"),
    });
  });
});
