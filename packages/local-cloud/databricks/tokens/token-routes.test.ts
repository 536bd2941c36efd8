import { describe, expect, test } from "vitest";
import type { Json, JsonObject } from "../../../base/json/json.ts";
import { databricksPaths } from "../../../vendor-wire/databricks/paths.ts";
import { openWorkspace } from "../workspace.fixture.ts";

const robot = "11111111-2222-4333-8444-555555555555";
const onBehalf = "api/2.0/token-management/on-behalf-of/tokens";
const tokens = "api/2.0/token-management/tokens";
const born = Date.parse("2026-01-02T03:04:05Z");

async function withRobot() {
  const workspace = openWorkspace();
  await workspace.seed(
    { kind: "workspaceServicePrincipal", applicationId: robot },
    { kind: "workspaceServicePrincipal", applicationId: "asleep", active: false },
    { kind: "workspaceServicePrincipal", applicationId: "elsewhere", permission: null },
    { kind: "workspaceUser", userName: "member" },
  );
  const create = (body: Json, as?: string) => workspace.call("POST", onBehalf, body, as);
  const asBearer = (token: Json | undefined) =>
    workspace.call("GET", databricksPaths.currentUser, undefined, { authorization: `Bearer ${token}` });
  return { ...workspace, create, asBearer };
}
const info = (answer: { readonly body: JsonObject }) => answer.body["token_info"] as JsonObject;

describe("a token on behalf of a service principal", () => {
  test("is shown once, with what is known of it", async () => {
    const { create, call } = await withRobot();
    const made = await create({ application_id: robot, comment: "for CI", lifetime_seconds: 60, scopes: ["sql"] });
    expect(made.body).toEqual({
      token_value: expect.stringMatching(/^dapi[0-9a-f]{32}$/),
      token_info: {
        token_id: expect.any(String),
        comment: "for CI",
        scopes: ["sql"],
        creation_time: born,
        expiry_time: born + 60_000,
        created_by_id: expect.any(Number),
        created_by_username: "admin@local.example",
        owner_id: expect.any(Number),
        workspace_id: 1_000_000_000_000_001,
      },
    });
    const read = await call("GET", `${tokens}/${info(made)["token_id"]}`);
    expect(read.body).toEqual({ token_info: info(made) });
    expect(JSON.stringify(await call("GET", tokens))).not.toContain(made.body["token_value"]);
  });

  test("stands for the principal until it expires", async () => {
    const { create, asBearer, advance } = await withRobot();
    const made = await create({ application_id: robot, lifetime_seconds: 60 });
    expect((await asBearer(made.body["token_value"])).body).toMatchObject({ applicationId: robot, active: true });
    await advance(59_999);
    expect((await asBearer(made.body["token_value"])).status).toBe(200);
    await advance(1);
    const refused = await asBearer(made.body["token_value"]);
    expect([refused.status, refused.body]).toEqual([403, { error_code: 403, message: "Invalid access token." }]);
    expect(refused.headers.get("x-databricks-reason-phrase")).toBe("Invalid access token.");
  });

  test("without a lifetime never expires; deleted, it is void at once", async () => {
    const { create, asBearer, advance, call, log } = await withRobot();
    const made = await create({ application_id: robot });
    expect(info(made)["expiry_time"]).toBe(-1);
    await advance(100 * 365 * 86_400_000);
    expect((await asBearer(made.body["token_value"])).status).toBe(200);
    expect((await call("DELETE", `${tokens}/${info(made)["token_id"]}`)).body).toEqual({});
    expect((await asBearer(made.body["token_value"])).status).toBe(403);
    expect((await call("DELETE", `${tokens}/${info(made)["token_id"]}`)).body["error_code"]).toBe(
      "RESOURCE_DOES_NOT_EXIST",
    );
    expect(await log()).toMatchObject([{ action: "create" }, { action: "delete" }]);
  });

  test("is void with its owner", async () => {
    const { create, asBearer, call } = await withRobot();
    const made = await create({ application_id: robot });
    const { body } = await call("GET", `api/2.0/preview/scim/v2/ServicePrincipals?filter=applicationId eq "${robot}"`);
    const [found] = body["Resources"] as readonly JsonObject[];
    await call("DELETE", `api/2.0/preview/scim/v2/ServicePrincipals/${found?.["id"]}`);
    expect((await asBearer(made.body["token_value"])).body["error_code"]).toBe(403);
  });

  test.each<[string, Json, number, string]>([
    ["no body", null, 400, "INVALID_PARAMETER_VALUE"],
    ["no principal", {}, 400, "INVALID_PARAMETER_VALUE"],
    ["a stranger", { application_id: "nobody" }, 404, "RESOURCE_DOES_NOT_EXIST"],
    ["a principal of another workspace", { application_id: "elsewhere" }, 404, "RESOURCE_DOES_NOT_EXIST"],
    ["a principal that is not active", { application_id: "asleep" }, 400, "INVALID_STATE"],
    ["no time at all", { application_id: robot, lifetime_seconds: 0 }, 400, "INVALID_PARAMETER_VALUE"],
    ["half a second", { application_id: robot, lifetime_seconds: 0.5 }, 400, "INVALID_PARAMETER_VALUE"],
    ["a comment that is none", { application_id: robot, comment: 7 }, 400, "INVALID_PARAMETER_VALUE"],
    ["scopes that are none", { application_id: robot, scopes: "sql" }, 400, "INVALID_PARAMETER_VALUE"],
  ])("for %s is refused", async (_, body, status, code) => {
    const { create, log } = await withRobot();
    const answer = await create(body);
    expect([answer.status, answer.body["error_code"]]).toEqual([status, code]);
    expect(await log()).toEqual([]);
  });

  test("is for those who may have tokens", async () => {
    const { create, call } = await withRobot();
    const path = "api/2.0/permissions/authorization/tokens";
    expect((await call("GET", path)).body).toMatchObject({
      object_id: "/authorization/tokens",
      access_control_list: [
        { group_name: "users", all_permissions: [{ permission_level: "CAN_USE", inherited: false }] },
        { group_name: "admins" },
      ],
    });
    const only = (name: string) => ({
      access_control_list: [{ service_principal_name: name, permission_level: "CAN_USE" }],
    });
    await call("PUT", path, only("asleep"));
    expect((await create({ application_id: robot })).body["error_code"]).toBe("PERMISSION_DENIED");
    await call("PATCH", path, only(robot));
    expect((await create({ application_id: robot })).status).toBe(200);
    expect((await call("PUT", path, { access_control_list: [] }, "member")).status).toBe(403);
    expect((await call("GET", `${path}/permissionLevels`)).body["permission_levels"]).toEqual([
      { permission_level: "CAN_USE", description: expect.any(String) },
    ]);
  });
});

describe("the management of tokens", () => {
  test("lists by creator, changes the comment, and nothing else", async () => {
    const { create, call } = await withRobot();
    expect((await call("GET", tokens)).body).toEqual({});
    const made = await create({ application_id: robot, comment: "old", scopes: ["sql"] });
    await create({ application_id: robot }, "member-only@local.example");
    expect((await call("GET", tokens)).body["token_infos"]).toHaveLength(2);
    for (const query of ["created_by_username=admin@local.example", `created_by_id=${info(made)["created_by_id"]}`]) {
      expect((await call("GET", `${tokens}?${query}`)).body["token_infos"]).toEqual([info(made)]);
    }
    const path = `${tokens}/${info(made)["token_id"]}`;
    const patched = await call("PATCH", path, { token: { comment: "new" }, update_mask: "comment,scopes" });
    const { scopes: _scopes, ...rest } = info(made);
    expect(patched.body).toEqual({ ...rest, comment: "new" });
    for (const body of [
      {},
      { token: {}, update_mask: "owner_id" },
      { token: { comment: 1 }, update_mask: "comment" },
    ]) {
      expect((await call("PATCH", path, body)).body["error_code"]).toBe("INVALID_PARAMETER_VALUE");
    }
  });

  test.each([
    ["GET", tokens],
    ["GET", `${tokens}/x`],
    ["DELETE", `${tokens}/x`],
    ["PATCH", `${tokens}/x`],
  ])("%s %s is for workspace admins", async (method, path) => {
    const { call } = await withRobot();
    expect((await call(method, path, undefined, "member")).body["error_code"]).toBe("PERMISSION_DENIED");
    expect((await call(method, path, undefined, null)).status).toBe(401);
  });
});

describe("the caller's own tokens", () => {
  const own = (operation: string) => `api/2.0/token/${operation}`;

  test("are made, listed and deleted by their owner, under either status of the setting", async () => {
    const { call, seed, asBearer } = await withRobot();
    await seed({ kind: "workspaceSetting", status: "RESTRICT_TOKENS_AND_JOB_RUN_AS" });
    const made = await call("POST", own("create"), { comment: "mine", lifetime_seconds: 60 }, "member");
    const { token_id } = info(made);
    expect(info(made)).toEqual({ token_id, comment: "mine", creation_time: born, expiry_time: born + 60_000 });
    expect((await asBearer(made.body["token_value"])).body).toMatchObject({ userName: "member" });
    expect((await call("GET", own("list"), undefined, "member")).body).toEqual({ token_infos: [info(made)] });
    expect((await call("GET", own("list"))).body).toEqual({});
    expect((await call("POST", own("delete"), { token_id: token_id ?? "" })).body["error_code"]).toBe(
      "RESOURCE_DOES_NOT_EXIST",
    );
    expect((await call("POST", own("delete"), { token_id: token_id ?? "" }, "member")).body).toEqual({});
    expect((await asBearer(made.body["token_value"])).status).toBe(403);
  });

  test("are for those who may have tokens", async () => {
    const { call } = await withRobot();
    await call("PUT", "api/2.0/permissions/authorization/tokens", { access_control_list: [] });
    expect((await call("POST", own("create"), {}, "member")).body["error_code"]).toBe("PERMISSION_DENIED");
    expect((await call("POST", own("create"), { lifetime_seconds: 0 })).status).toBe(400);
    expect((await call("POST", own("delete"), {})).status).toBe(400);
    expect((await call("POST", own("create"), {})).status).toBe(200);
  });
});
