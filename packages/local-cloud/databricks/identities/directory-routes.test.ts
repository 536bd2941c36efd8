import { describe, expect, test } from "vitest";
import type { Json, JsonObject } from "../../../base/json/json.ts";
import { openWorkspace } from "../workspace.fixture.ts";
import { workspace as facts } from "../workspace.ts";

const robot = "11111111-2222-4333-8444-555555555555";
const scim = "api/2.0/preview/scim/v2";
const member = "member-only@local.example";
const ruleSetName = `accounts/${facts.account_id}/servicePrincipals/${robot}/ruleSets/default`;
const resources = (body: JsonObject) => body["Resources"] as readonly JsonObject[];

async function withPeople() {
  const workspace = openWorkspace();
  await workspace.seed(
    { kind: "workspaceUser", userName: "ada@acme.example", displayName: "Ada" },
    { kind: "workspaceServicePrincipal", applicationId: robot, displayName: "Robot" },
    { kind: "workspaceGroup", displayName: "crew", members: ["users/ada@acme.example"] },
  );
  return workspace;
}

describe("SCIM", () => {
  test.each([
    ["Users", 'userName eq "ADA@acme.example"', { userName: "ada@acme.example", displayName: "Ada", active: true }],
    ["ServicePrincipals", `applicationId eq ${robot}`, { applicationId: robot, displayName: "Robot" }],
    ["Groups", 'displayName eq "crew"', { displayName: "crew", members: [{ display: "Ada" }] }],
  ])("%s are found by %s, and then by id", async (collection, filter, expected) => {
    const { call } = await withPeople();
    const { body } = await call("GET", `${scim}/${collection}?filter=${encodeURIComponent(filter)}`);
    expect(body).toMatchObject({ totalResults: 1, startIndex: 1, itemsPerPage: 1, Resources: [expected] });
    const [found] = resources(body);
    expect((await call("GET", `${scim}/${collection}/${found?.["id"]}`)).body).toEqual(found);
  });

  test("lists come in windows that count from 1", async () => {
    const { call } = await withPeople();
    const all = (await call("GET", `${scim}/Users`)).body;
    expect(all["totalResults"]).toBe(3);
    const second = (await call("GET", `${scim}/Users?startIndex=2&count=1`)).body;
    expect(second).toMatchObject({ totalResults: 3, startIndex: 2, itemsPerPage: 1 });
    expect(resources(second)).toEqual([resources(all)[1]]);
    expect((await call("GET", `${scim}/Users?filter=userName%20sw%20%22a%22`)).body["scimType"]).toBe("invalidFilter");
  });

  test("admins make and remove identities, and errors have SCIM's shape", async () => {
    const { call, log } = await withPeople();
    const made = await call("POST", `${scim}/Users`, { userName: "ben@acme.example" });
    expect([made.status, made.body]).toMatchObject([
      201,
      { userName: "ben@acme.example", groups: [{ display: "users" }] },
    ]);
    const again = await call("POST", `${scim}/Users`, { userName: "BEN@acme.example" });
    expect([again.status, again.body["scimType"], again.body["status"]]).toEqual([409, "uniqueness", "409"]);
    expect((await call("POST", `${scim}/Users`, {})).body["scimType"]).toBe("invalidValue");
    const path = `${scim}/Users/${made.body["id"]}`;
    expect((await call("DELETE", path)).body).toEqual({});
    for (const method of ["GET", "DELETE"]) expect((await call(method, path)).body["status"]).toBe("404");
    expect(await log()).toMatchObject([{ action: "create" }, { action: "delete" }]);
  });

  test("a principal of the ground that is removed can do nothing any more", async () => {
    const { call } = await withPeople();
    const me = await call("GET", `${scim}/Me`, undefined, member);
    await call("DELETE", `${scim}/Users/${me.body["id"]}`);
    expect((await call("GET", `${scim}/Me`, undefined, member)).body["error_code"]).toBe(403);
  });

  test.each<[string, string, string, Json]>([
    ["ada@acme.example", "POST", "Users", { userName: "x" }],
    ["ada@acme.example", "POST", "ServicePrincipals", {}],
    // Whoever could make a group could let himself into one that holds a role.
    [member, "POST", "Groups", { displayName: "x" }],
    [member, "DELETE", "Groups/1", null],
  ])("%s may not %s %s", async (as, method, collection, body) => {
    const { call, log } = await withPeople();
    expect((await call(method, `${scim}/${collection}`, body, as)).body["error_code"]).toBe("PERMISSION_DENIED");
    expect(await log()).toEqual([]);
  });
});

describe("rule sets", () => {
  const surfaces = [
    "api/2.0/preview/accounts/access-control/rule-sets",
    `api/2.0/preview/accounts/${facts.account_id}/access-control/rule-sets`,
  ];
  const query = `?name=${encodeURIComponent(ruleSetName)}&etag=`;
  const rules = (principal: string) => [{ role: "roles/servicePrincipal.user", principals: [principal] }];

  test.each(surfaces)("%s reads and replaces them under their etag", async (path) => {
    const { call } = await withPeople();
    const before = (await call("GET", path + query)).body;
    expect(before).toEqual({ name: ruleSetName, etag: expect.any(String), grant_rules: [] });
    const body = (etag: Json | undefined, grant_rules: Json) => ({
      name: ruleSetName,
      rule_set: { name: ruleSetName, etag: etag ?? "", grant_rules },
    });
    const put = await call("PUT", path, body(before["etag"], rules("users/ada@acme.example")));
    expect(put.body["grant_rules"]).toEqual(rules("users/ada@acme.example"));
    const stale = await call("PUT", path, body(before["etag"], []));
    expect([stale.status, stale.body["error_code"]]).toEqual([409, "RESOURCE_CONFLICT"]);
    expect((await call("GET", path + query)).body).toEqual(put.body);
    for (const wrong of [
      {},
      body(put.body["etag"], "none"),
      body(put.body["etag"], [{ role: "roles/group.manager", principals: [] }]),
      body(put.body["etag"], rules("users/nobody-here")),
      { ...body(put.body["etag"], []), name: "accounts/other/ruleSets/default" },
    ]) {
      expect((await call("PUT", path, wrong)).body["error_code"]).toBe("INVALID_PARAMETER_VALUE");
    }
  });

  test("the query names the etag, even if it is empty, and a service principal that is there", async () => {
    const { call } = await withPeople();
    const [path = ""] = surfaces;
    expect((await call("GET", `${path}?name=${ruleSetName}`)).status).toBe(400);
    expect((await call("GET", path + query.replace(robot, "nobody"))).status).toBe(404);
    expect((await call("GET", path + query, undefined, member)).status).toBe(403);
  });

  test("who makes a service principal manages it, and may let himself use it", async () => {
    const { call, seed } = await withPeople();
    await seed({ kind: "workspaceSetting", status: "RESTRICT_TOKENS_AND_JOB_RUN_AS" });
    const made = await call("POST", `${scim}/ServicePrincipals`, { displayName: "Mine" }, member);
    const application = String(made.body["applicationId"]);
    const token = () =>
      call("POST", "api/2.0/token-management/on-behalf-of/tokens", { application_id: application }, member);
    expect((await token()).status).toBe(403);
    const [path = ""] = surfaces;
    const name = ruleSetName.replace(robot, application);
    const { body } = await call("GET", path + query.replace(robot, application), undefined, member);
    const grant_rules = [...(body["grant_rules"] as readonly Json[]), ...rules(`users/${member}`)];
    await call("PUT", path, { name, rule_set: { ...body, grant_rules } }, member);
    expect((await token()).status).toBe(200);
  });
});

describe("assignments", () => {
  const path = `api/2.0/accounts/${facts.account_id}/workspaces/${facts.workspace_id}/permissionassignments`;
  const idOf = async ({ call }: Awaited<ReturnType<typeof withPeople>>, name: string) =>
    resources((await call("GET", `${scim}/Users?filter=${encodeURIComponent(`userName eq "${name}"`)}`)).body)[0]?.[
      "id"
    ];

  test("say who is in the workspace, and change that", async () => {
    const workspace = await withPeople();
    const { call } = workspace;
    const id = await idOf(workspace, "ada@acme.example");
    const listed = async () => (await call("GET", path)).body["permission_assignments"] as readonly JsonObject[];
    expect(await listed()).toContainEqual({
      principal: { principal_id: Number(id), user_name: "ada@acme.example", display_name: "Ada" },
      permissions: ["USER"],
    });
    const setting = "api/2.0/settings/types/restrict_workspace_admins/names/default";
    expect((await call("GET", setting, undefined, "ada@acme.example")).status).toBe(403);
    await call("PUT", `${path}/principals/${id}`, { permissions: ["USER", "ADMIN"] });
    expect((await call("GET", setting, undefined, "ada@acme.example")).status).toBe(200);
    expect((await call("DELETE", `${path}/principals/${id}`)).body).toEqual({});
    expect((await call("GET", setting, undefined, "ada@acme.example")).body["message"]).toContain("not a member");
    expect(JSON.stringify(await listed())).not.toContain("ada@acme.example");
    expect((await call("PUT", `${path}/principals/${id}`, { permissions: ["KING"] })).status).toBe(400);
    expect((await call("PUT", `${path}/principals/7`, { permissions: [] })).status).toBe(404);
  });

  test("are for account admins, members of the workspace or not", async () => {
    const { call } = await withPeople();
    expect((await call("GET", path, undefined, "account-admin-only@local.example")).status).toBe(200);
    expect((await call("GET", path, undefined, member)).body["error_code"]).toBe("PERMISSION_DENIED");
    expect((await call("GET", path, undefined, null)).status).toBe(401);
  });
});

test.each<[JsonObject]>([
  [{ kind: "workspaceUser" }],
  [{ kind: "workspaceUser", userName: "x", permission: "KING" }],
  [{ kind: "workspaceServicePrincipal", applicationId: "x", secret: 7 }],
  [{ kind: "workspaceGroup", displayName: "x", members: ["users/nobody-here"] }],
  [{ kind: "workspaceGroup", displayName: "x", members: "all" }],
  [{ kind: "servicePrincipalGrant", applicationId: "x", principal: "users/admin@local.example" }],
  [{ kind: "servicePrincipalGrant", applicationId: robot, principal: "ada" }],
  [{ kind: "servicePrincipalGrant", applicationId: robot, principal: "users/ada@acme.example", role: "king" }],
  [{ kind: "workspaceJob", owner: "users/nobody-here" }],
  [{ kind: "workspaceJob", owner: "users/ada@acme.example", job_id: "x" }],
])("the seed %j is malformed", async (seed) => {
  const { call } = await withPeople();
  expect((await call("POST", "_local/seed", seed)).status).toBe(400);
});
