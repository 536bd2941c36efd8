import { describe, expect, test } from "vitest";
import { databricksPaths } from "../../vendor-wire/databricks/paths.ts";
import { accountHost, host, openWorkspace } from "./workspace.fixture.ts";
import { workspace as facts } from "./workspace.ts";

const setting = databricksPaths.restrictWorkspaceAdmins;
const assignments = `api/2.0/accounts/${facts.account_id}/workspaces/${facts.workspace_id}/permissionassignments`;

describe("hosts", () => {
  test("each tells what it is, to anybody", async () => {
    const { call } = openWorkspace();
    const { account_id, workspace_id } = facts;
    expect((await call("GET", databricksPaths.hostMetadata, undefined, null)).body).toEqual({
      oidc_endpoint: `${host}/oidc`,
      host_type: "workspace",
      account_id,
      workspace_id,
      cloud: "AWS",
    });
    expect((await call("GET", `${accountHost}/${databricksPaths.hostMetadata}`, undefined, null)).body).toEqual({
      oidc_endpoint: `${accountHost}/oidc/accounts/${account_id}`,
      host_type: "account",
      account_id,
      cloud: "AWS",
    });
  });

  test.each(["GET", "PATCH", "DELETE"])("the account's host has no workspace setting to %s", async (method) => {
    const { call, log } = openWorkspace();
    const answer = await call(method, `${accountHost}/${setting}`, method === "PATCH" ? {} : undefined);
    expect([answer.status, answer.body["error_code"]]).toEqual([404, "ENDPOINT_NOT_FOUND"]);
    expect(answer.body["message"]).toContain(`'${method} /2.0/settings/`);
    expect(await log()).toEqual([]);
  });

  test.each([
    ["documented", host, 200],
    ["documented", accountHost, 200],
    ["faithful", host, 404],
    ["faithful", accountHost, 200],
  ] as const)("%s: the account's API on %s answers %i", async (mode, origin, status) => {
    const { call } = openWorkspace(mode);
    expect((await call("GET", `${origin}/${assignments}`)).status).toBe(status);
  });

  test("another account and another workspace are not here", async () => {
    const { call } = openWorkspace();
    for (const path of [assignments.replace(facts.account_id, "other"), assignments.replace(facts.workspace_id, "2")]) {
      expect((await call("GET", path)).body["error_code"]).toBe("RESOURCE_DOES_NOT_EXIST");
    }
  });

  test.each(["X-Databricks-Workspace-Id", "X-Databricks-Org-Id"])(
    "%s names the workspace that is meant",
    async (header) => {
      const { call } = openWorkspace();
      const as = { authorization: "Bearer local:admin@local.example" };
      expect((await call("GET", setting, undefined, { ...as, [header]: facts.workspace_id })).status).toBe(200);
      expect((await call("GET", setting, undefined, { ...as, [header]: "2" })).status).toBe(404);
    },
  );

  test.each([
    ["GET", "api/2.0/clusters/list"],
    ["POST", setting],
    ["PUT", "api/2.0/token-management/tokens"],
    ["GET", "api/2.0/jobs/get"],
  ])("there is no %s %s", async (method, path) => {
    const answer = await openWorkspace().call(method, path);
    expect([answer.status, answer.body]).toEqual([
      404,
      { error_code: "ENDPOINT_NOT_FOUND", message: `No API found for '${method} ${path.slice("api".length)}'` },
    ]);
  });
});

describe("tokens that were not given out here", () => {
  const vendorLike = `dapi${"0".repeat(32)}`;
  test.each([
    ["documented", "anything", 200],
    ["documented", vendorLike, 403],
    ["documented", "local:admin@local.example", 200],
    ["faithful", "anything", 403],
    ["faithful", vendorLike, 403],
    ["faithful", "local:admin@local.example", 200],
  ] as const)("%s: %s answers %i", async (mode, token, status) => {
    const answer = await openWorkspace(mode).call("GET", setting, undefined, { authorization: `Bearer ${token}` });
    expect(answer.status).toBe(status);
    if (status === 403) expect(answer.body).toEqual({ error_code: 403, message: "Invalid access token." });
  });

  test("credentials of another kind are void, and none at all are missing", async () => {
    const { call } = openWorkspace();
    expect((await call("GET", setting, undefined, { authorization: "Basic YTpi" })).status).toBe(403);
    const missing = await call("GET", setting, undefined, null);
    expect([missing.status, missing.body["error_code"]]).toEqual([401, 401]);
  });
});
