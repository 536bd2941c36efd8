import { describe, expect, test } from "vitest";
import { localOrigin } from "../local.fixture.ts";
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
  sentBack,
  verifier,
} from "./oauth-app.fixture.ts";

describe("the authorization code flow", () => {
  test("leads to tokens that stand for the user who signed in", async () => {
    const each = await app();
    const answer = await authorize(each);
    expect(answer.status).toBe(302);
    expect(answer.headers.get("location")).toMatch(/^https:\/\/app\.example\.com\/cb\?tenant=a&code=/);
    expect(sentBack(answer.headers)).toMatchObject({ state: "s1", iss: localOrigin });
    const tokens = await exchange(each, { code: sentBack(answer.headers)["code"] ?? "" });
    expect(tokens.body).toEqual({
      access_token: expect.any(String),
      refresh_token: expect.any(String),
      token_type: "Bearer",
      expires_in: 3600,
      scope: cloudPlatform,
    });
    expect(tokens.headers.get("cache-control")).toBe("no-store");
    const info = await post(each, "v1/introspect", { token: String(tokens.body["access_token"]) });
    expect(info.body).toEqual({
      active: true,
      client_id: each.clientId,
      scope: cloudPlatform,
      iss: localOrigin,
      iat: "1767225600",
      exp: "1767229200",
      sub: "principal://iam.googleapis.com/locations/global/workforcePools/local/subject/ann@example.com",
      username: "ann@example.com",
    });
  });

  test("takes the secret in the Authorization header, form-encoded, and JSON as the vendor's own clients write it", async () => {
    const each = await app();
    const basic = Buffer.from(`${each.clientId}:${each.secret}`).toString("base64");
    const code = await codeOf(each);
    const body = JSON.stringify({
      grantType: "authorization_code",
      code,
      redirectUri,
      codeVerifier: verifier,
    });
    const headers = { authorization: `Basic ${basic}`, "content-type": "application/json" };
    expect((await each.cloud.send("POST", "v1/oauthtoken", body, headers)).status).toBe(200);
    for (const header of ["Basic ?", "Bearer x", `Basic ${Buffer.from("no-colon").toString("base64")}`]) {
      const refused = await each.cloud.send("POST", "v1/oauthtoken", body, { ...headers, authorization: header });
      expect(outcome(refused)).toEqual([401, "invalid_client"]);
      expect(refused.headers.get("www-authenticate")).toMatch(/^Basic /);
    }
    const twice = new URLSearchParams({ client_id: each.clientId, client_secret: each.secret }).toString();
    const form = { authorization: `Basic ${basic}`, "content-type": "application/x-www-form-urlencoded" };
    expect(outcome(await each.cloud.send("POST", "v1/oauthtoken", twice, form))).toEqual([400, "invalid_request"]);
  });

  test("needs no secret for a public client, and takes none", async () => {
    const each = await app({ clientType: "PUBLIC_CLIENT" });
    expect((await exchange(each)).status).toBe(200);
    expect(outcome(await exchange({ ...each, secret: "guess" }))).toEqual([401, "invalid_client"]);
  });

  test("gives a refresh token to those only who may use one", async () => {
    const each = await app({ allowedGrantTypes: ["AUTHORIZATION_CODE_GRANT"] });
    expect((await exchange(each)).body).not.toHaveProperty("refresh_token");
    expect(outcome(await refresh(each, "x"))).toEqual([400, "unauthorized_client"]);
  });
});

describe("the authorization endpoint sends nobody anywhere", () => {
  test.each([
    ["an unknown client", { client_id: "4711" }, [401, "invalid_client"]],
    ["no client", { client_id: "" }, [401, "invalid_client"]],
    ["another redirect address", { redirect_uri: "https://evil.example.com/cb" }, [400, "invalid_request"]],
    ["a longer redirect address", { redirect_uri: `${redirectUri}&x=1` }, [400, "invalid_request"]],
    ["no redirect address", { redirect_uri: "" }, [400, "invalid_request"]],
  ])("for %s", async (_, changes, expected) => {
    expect(outcome(await authorize(await app(), changes))).toEqual(expected);
  });

  test("for a parameter that is given twice", async () => {
    const { cloud } = await app();
    expect(outcome(await cloud.call("GET", "authorize?state=a&state=b", undefined, null))).toEqual([
      400,
      "invalid_request",
    ]);
  });
});

describe("the authorization endpoint sends back the error", () => {
  test.each([
    ["another scope", { scope: `${cloudPlatform} openid` }, "invalid_scope"],
    ["no scope", { scope: "" }, "invalid_scope"],
    ["another response type", { response_type: "token" }, "unsupported_response_type"],
    ["another response mode", { response_mode: "fragment" }, "invalid_request"],
    ["a plain challenge", { code_challenge_method: "plain" }, "invalid_request"],
    ["a malformed challenge", { code_challenge: "short" }, "invalid_request"],
    ["a method without a challenge", { code_challenge: "" }, "invalid_request"],
  ])("for %s", async (_, changes, error) => {
    const answer = await authorize(await app(), changes);
    expect(answer.status).toBe(302);
    expect(sentBack(answer.headers)).toMatchObject({ error, state: "s1", iss: localOrigin });
    expect(sentBack(answer.headers)).not.toHaveProperty("code");
  });

  test("for a grant type that the client may not use", async () => {
    const answer = await authorize(await app({ allowedGrantTypes: ["REFRESH_TOKEN_GRANT"] }));
    expect(sentBack(answer.headers)).toMatchObject({ error: "unauthorized_client" });
  });

  test("for a public client without a challenge", async () => {
    const each = await app({ clientType: "PUBLIC_CLIENT" });
    const answer = await authorize(each, { code_challenge: "", code_challenge_method: "" });
    expect(sentBack(answer.headers)).toMatchObject({ error: "invalid_request" });
  });

  test("for a caller without any rights", async () => {
    const answer = await authorize(await app(), { login_hint: "" }, "local:nobody@local.example");
    expect(sentBack(answer.headers)).toMatchObject({ error: "access_denied" });
  });
});

describe("the token endpoint refuses", () => {
  test.each([
    ["an unknown code", { code: "4/x" }, [400, "invalid_grant"]],
    ["another redirect address", { redirect_uri: "https://app.example.com/other" }, [400, "invalid_grant"]],
    ["another verifier", { code_verifier: "w".repeat(43) }, [400, "invalid_grant"]],
    ["no verifier", { code_verifier: "" }, [400, "invalid_grant"]],
    ["a short verifier", { code_verifier: "v" }, [400, "invalid_grant"]],
    ["another grant type", { grant_type: "client_credentials" }, [400, "unsupported_grant_type"]],
    ["a wrong secret", { client_secret: "guess" }, [401, "invalid_client"]],
    ["no secret", { client_secret: "" }, [401, "invalid_client"]],
    ["no client", { client_id: "" }, [401, "invalid_client"]],
  ])("%s", async (_, changes, expected) => {
    expect(outcome(await exchange(await app(), changes))).toEqual(expected);
  });

  test("a verifier where there was no challenge", async () => {
    const each = await app();
    const code = await codeOf(each, { code_challenge: "", code_challenge_method: "" });
    expect(outcome(await exchange(each, { code }))).toEqual([400, "invalid_grant"]);
    expect((await exchange(each, { code, code_verifier: "" })).status).toBe(200);
  });

  test("a body that is no form", async () => {
    const { cloud } = await app();
    expect(outcome(await cloud.call("POST", "v1/oauthtoken", "text", null))).toEqual([400, "invalid_request"]);
    expect(outcome(await cloud.send("POST", "v1/oauthtoken", "{", {}))).toEqual([400, "invalid_request"]);
    const twice = new URLSearchParams("code=a&code=b");
    expect(outcome(await cloud.call("POST", "v1/oauthtoken", twice, null))).toEqual([400, "invalid_request"]);
  });

  test("a code after ten minutes", async () => {
    const each = await app();
    const code = await codeOf(each);
    await each.cloud.advance(600_000);
    expect(outcome(await exchange(each, { code }))).toEqual([400, "invalid_grant"]);
  });

  test("a code for the second time, and ends what came of the first", async () => {
    const each = await app();
    const code = await codeOf(each);
    const { body } = await exchange(each, { code });
    expect(await isActive(each, body["access_token"])).toBe(true);
    expect(outcome(await exchange(each, { code }))).toEqual([400, "invalid_grant"]);
    expect(await isActive(each, body["access_token"])).toBe(false);
    expect(outcome(await refresh(each, body["refresh_token"]))).toEqual([400, "invalid_grant"]);
  });

  test("a code that another client was given", async () => {
    const each = await app();
    const code = await codeOf(each);
    const other = await each.cloud.call("POST", `${clients}?oauthClientId=other-app`, {
      allowedGrantTypes: ["AUTHORIZATION_CODE_GRANT"],
      allowedScopes: [cloudPlatform],
      allowedRedirectUris: [redirectUri],
      clientType: "PUBLIC_CLIENT",
    });
    const thief = { ...each, clientId: String(other.body["clientId"]), secret: "" };
    expect(outcome(await exchange(thief, { code }))).toEqual([400, "invalid_grant"]);
    expect((await exchange(each, { code })).status).toBe(200);
  });

  test("a secret that is disabled", async () => {
    const each = await app();
    await each.cloud.call("PATCH", `${each.path}/credentials/secret-1?updateMask=disabled`, { disabled: true });
    expect(outcome(await exchange(each))).toEqual([401, "invalid_client"]);
  });

  test("a client without a type that shows no secret: leaving the type out opens nothing", async () => {
    const each = await app({ clientType: "CLIENT_TYPE_UNSPECIFIED" });
    expect(outcome(await exchange({ ...each, secret: "" }))).toEqual([401, "invalid_client"]);
    expect((await exchange(each)).status).toBe(200);
  });
});
