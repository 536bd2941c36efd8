import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../../base/json/json.ts";
import { databricksPaths } from "../../../vendor-wire/databricks/paths.ts";
import { accountHost, host, openWorkspace } from "../workspace.fixture.ts";
import { workspace as facts } from "../workspace.ts";

const robot = "11111111-2222-4333-8444-555555555555";
const secret = "dose-secret+/=%";
const grant = { grant_type: "client_credentials", scope: "all-apis" };
const basic = (id: string, password: string) => ({
  authorization: `Basic ${Buffer.from(`${id}:${password}`).toString("base64")}`,
});
const proof = basic(robot, encodeURIComponent(secret));

async function withRobot() {
  const workspace = openWorkspace();
  await workspace.seed(
    { kind: "workspaceServicePrincipal", applicationId: robot, permission: "ADMIN", secret },
    { kind: "workspaceServicePrincipal", applicationId: "asleep", active: false, secret },
    { kind: "workspaceServicePrincipal", applicationId: "elsewhere", permission: null, secret },
  );
  return workspace;
}

describe("OAuth for machines", () => {
  test.each([
    [host, "oidc"],
    [host, `oidc/accounts/${facts.account_id}`],
    [accountHost, `oidc/accounts/${facts.account_id}`],
  ])("%s/%s tells where its endpoints are, and they work", async (origin, prefix) => {
    const { call, form } = await withRobot();
    const { body } = await call("GET", `${origin}/${prefix}/.well-known/oauth-authorization-server`, undefined, null);
    expect(body).toMatchObject({
      token_endpoint: `${origin}/${prefix}/v1/token`,
      authorization_endpoint: `${origin}/${prefix}/v1/authorize`,
    });
    const answer = await form(String(body["token_endpoint"]), grant, proof);
    expect([answer.status, answer.body]).toEqual([
      200,
      { access_token: expect.any(String), token_type: "Bearer", expires_in: 3600, scope: "all-apis" },
    ]);
    expect(answer.headers.get("cache-control")).toBe("no-store");
  });

  test("a token stands for the principal, in the write log too, and for an hour", async () => {
    const { call, form, advance, log } = await withRobot();
    const { body } = await form("oidc/v1/token", { ...grant, client_id: robot, client_secret: secret });
    const bearer = { authorization: `Bearer ${body["access_token"]}` };
    expect((await call("POST", "api/2.2/jobs/create", {}, bearer)).status).toBe(200);
    expect(await log()).toMatchObject([{ caller: robot, vendor: "databricks" }]);
    await advance(3_600_000);
    expect((await call("GET", databricksPaths.currentUser, undefined, bearer)).body["error_code"]).toBe(403);
    // The next token that is given out clears away what has expired, and changes nothing for anybody.
    await form("oidc/v1/token", grant, proof);
    expect((await call("GET", databricksPaths.currentUser, undefined, bearer)).status).toBe(403);
  });

  test.each<[string, JsonObject, Record<string, string>, number, string]>([
    ["a wrong secret", grant, basic(robot, "wrong"), 401, "invalid_client"],
    ["an unknown client", grant, basic("nobody", encodeURIComponent(secret)), 401, "invalid_client"],
    ["a client that is not active", grant, basic("asleep", encodeURIComponent(secret)), 401, "invalid_client"],
    ["a client of another workspace", grant, basic("elsewhere", encodeURIComponent(secret)), 401, "invalid_client"],
    ["no client", grant, {}, 401, "invalid_client"],
    ["half a client", { ...grant, client_id: robot }, {}, 401, "invalid_client"],
    ["no grant", { scope: "all-apis" }, proof, 400, "invalid_request"],
    ["another grant", { grant_type: "password" }, proof, 400, "unsupported_grant_type"],
    ["another scope", { ...grant, scope: "all-apis offline_access" }, proof, 400, "invalid_scope"],
  ])("%s is refused", async (_, fields, headers, status, error) => {
    const { form } = await withRobot();
    const answer = await form("oidc/v1/token", fields as Record<string, string>, headers);
    expect([answer.status, answer.body["error"]]).toEqual([status, error]);
    expect(answer.body).not.toHaveProperty("access_token");
  });

  test("another account has no server here, and the account's host has none for a workspace", async () => {
    const { call } = await withRobot();
    for (const url of [
      `${host}/oidc/accounts/other/.well-known/oauth-authorization-server`,
      `${accountHost}/oidc/.well-known/oauth-authorization-server`,
    ]) {
      expect((await call("GET", url, undefined, null)).status).toBe(404);
    }
  });
});

describe("secrets of service principals", () => {
  const collection = async ({ call }: Awaited<ReturnType<typeof withRobot>>) => {
    const { body } = await call("GET", `api/2.0/preview/scim/v2/ServicePrincipals?filter=applicationId eq "${robot}"`);
    const [found] = body["Resources"] as readonly JsonObject[];
    const path = `servicePrincipals/${found?.["id"]}/credentials/secrets`;
    return [`api/2.0/accounts/${path}`, `api/2.0/accounts/${facts.account_id}/${path}`] as const;
  };

  test.each([0, 1] as const)("are made, used, listed without themselves, and deleted (surface %i)", async (surface) => {
    const workspace = await withRobot();
    const path = (await collection(workspace))[surface];
    const made = await workspace.call("POST", path);
    expect(made.body).toMatchObject({
      id: expect.any(String),
      secret: expect.stringMatching(/^dose/),
      status: "ACTIVE",
    });
    const listed = await workspace.call("GET", path);
    expect(listed.body["secrets"]).toHaveLength(2);
    expect(JSON.stringify(listed.body)).not.toContain(made.body["secret"]);
    const credentials = basic(robot, String(made.body["secret"]));
    expect((await workspace.form("oidc/v1/token", grant, credentials)).status).toBe(200);
    expect((await workspace.call("DELETE", `${path}/${made.body["id"]}`)).body).toEqual({});
    expect((await workspace.form("oidc/v1/token", grant, credentials)).status).toBe(401);
    expect((await workspace.call("DELETE", `${path}/${made.body["id"]}`)).status).toBe(404);
  });

  test("are at most five, and for account admins and managers only", async () => {
    const workspace = await withRobot();
    const [path] = await collection(workspace);
    for (let count = 2; count <= 5; count += 1) expect((await workspace.call("POST", path)).status).toBe(200);
    expect((await workspace.call("POST", path)).body["error_code"]).toBe("RESOURCE_EXHAUSTED");
    expect((await workspace.call("POST", path, undefined, "member-only@local.example")).status).toBe(403);
    expect((await workspace.call("POST", path.replace(/\d+(?=\/credentials)/, "7"))).status).toBe(404);
  });
});
