import { ApiError, Config, type ConfigOptions, WorkspaceClient } from "@databricks/sdk-experimental";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { DatabricksCloud } from "./databricks-cloud.ts";
import { type Action, admin, cells, chief, jobId, member, other, people, robot, secret } from "./governed.ts";

let cloud: DatabricksCloud;
beforeEach(async () => {
  cloud = await DatabricksCloud.start();
  await cloud.seed(...people);
});
afterEach(() => cloud.close());

/** The client as it comes, with no configuration of this machine. */
function client(options: ConfigOptions): WorkspaceClient {
  return new WorkspaceClient(new Config({ host: cloud.host, loaders: [], ...options }));
}
const as = (name: string) => client({ token: `local:${name}` });
const chiefs = () => client({ clientId: chief, clientSecret: secret, authType: "oauth-m2m" });

async function refusal(call: Promise<unknown>): Promise<ApiError> {
  try {
    await call;
  } catch (cause) {
    if (cause instanceof ApiError) return cause;
    throw cause;
  }
  throw new Error("the call was not refused");
}

describe("the setting", () => {
  test("is read, found stale with the fresh etag, and deleted", async () => {
    const { restrictWorkspaceAdmins } = chiefs().settings;
    await cloud.seed({ kind: "workspaceSetting", status: "RESTRICT_TOKENS_AND_JOB_RUN_AS" });
    const read = await restrictWorkspaceAdmins.get({});
    expect(read).toMatchObject({
      restrict_workspace_admins: { status: "RESTRICT_TOKENS_AND_JOB_RUN_AS" },
      setting_name: "default",
    });
    expect(await restrictWorkspaceAdmins.get({ etag: "anything" })).toEqual(read);
    const stale = await refusal(restrictWorkspaceAdmins.delete({ etag: "stale" }));
    expect([stale.statusCode, stale.errorCode, stale.isRetryable()]).toEqual([409, "RESOURCE_CONFLICT", false]);
    const fresh = stale.getErrorInfo()[0]?.metadata?.get("etag");
    expect(fresh).toBe(read.etag);
    const deleted = await restrictWorkspaceAdmins.delete({ etag: String(fresh) });
    expect(deleted.etag).not.toBe(fresh);
    expect(await restrictWorkspaceAdmins.get({ etag: deleted.etag })).toMatchObject({
      etag: deleted.etag,
      restrict_workspace_admins: { status: "ALLOW_ALL" },
    });
    expect(await cloud.log()).toEqual([`delete ${chief}`]);
  });

  test.each([admin, member])("is not deleted by %s", async (name) => {
    const { restrictWorkspaceAdmins } = as(name).settings;
    const refused = await refusal(restrictWorkspaceAdmins.delete({ etag: "any" }));
    expect([refused.statusCode, refused.errorCode]).toEqual([403, "PERMISSION_DENIED"]);
    expect(refused.message).toContain("not an account admin");
  });

  test("this client sends a PATCH without its body, which is refused as content", async () => {
    const setting = { restrict_workspace_admins: { status: "ALLOW_ALL" as const }, setting_name: "default" };
    const call = chiefs().settings.restrictWorkspaceAdmins.update({
      allow_missing: true,
      field_mask: "restrict_workspace_admins.status",
      setting,
    });
    expect(await refusal(call)).toMatchObject({ statusCode: 400, errorCode: "INVALID_PARAMETER_VALUE" });
  });
});

describe("credentials", () => {
  test("OAuth for machines: the principal's own", async () => {
    const me = await chiefs().currentUser.me();
    expect(me).toMatchObject({ applicationId: chief, groups: [{ display: "admins" }, { display: "users" }] });
  });

  test("a wrong secret is no client", async () => {
    const call = client({ clientId: chief, clientSecret: "wrong", authType: "oauth-m2m" }).currentUser.me();
    await expect(call).rejects.toThrow(/client authentication failed|invalid_client|401/i);
  });

  test("a void token is refused with a number for a code", async () => {
    const refused = await refusal(client({ token: `dapi${"0".repeat(32)}` }).settings.restrictWorkspaceAdmins.get({}));
    expect([refused.statusCode, refused.errorCode, refused.message]).toEqual([403, 403, "Invalid access token."]);
  });
});

test.each([
  [400, "BAD_REQUEST"],
  [401, 401],
  [403, 403],
  [404, "NOT_FOUND"],
  [409, "ABORTED"],
  [499, "CANCELLED"],
  [500, "INTERNAL_ERROR"],
  [501, "NOT_IMPLEMENTED"],
  [503, "TEMPORARILY_UNAVAILABLE"],
  [504, "DEADLINE_EXCEEDED"],
])("status %i is an error that the client understands: %s", async (statusCode, errorCode) => {
  cloud.fail(statusCode);
  const { restrictWorkspaceAdmins } = as(admin).settings;
  expect(await refusal(restrictWorkspaceAdmins.get({}))).toMatchObject({ statusCode, errorCode, details: [] });
});

/** Each thing that the setting governs, by this client. */
const attempts: Readonly<Record<Action, (caller: string) => Promise<unknown>>> = {
  token: (caller) => as(caller).tokenManagement.createOboToken({ application_id: robot, lifetime_seconds: 60 }),
  "owner other": (caller) => giveTo(caller, other),
  "owner self": (caller) => giveTo(caller, caller),
  "run_as other": (caller) => runAs(caller, { user_name: other }),
  "run_as self": (caller) => runAs(caller, { user_name: caller }),
  "run_as robot": (caller) => runAs(caller, { service_principal_name: robot }),
};

function giveTo(caller: string, user_name: string): Promise<unknown> {
  const access_control_list = [{ user_name, permission_level: "IS_OWNER" as const }];
  return as(caller).jobs.setPermissions({ job_id: String(jobId), access_control_list });
}

function runAs(caller: string, run_as: { user_name: string } | { service_principal_name: string }): Promise<unknown> {
  return as(caller).jobs.update({ job_id: jobId, new_settings: { run_as } });
}

describe("what the setting governs", () => {
  test.each(cells)("%s under %s: %s is allowed: %s", async (role, status, action, isAllowed) => {
    await cloud.seed({ kind: "workspaceSetting", status });
    const call = attempts[action](role);
    if (isAllowed) {
      await call;
      expect(await cloud.log()).toHaveLength(1);
    } else {
      expect(await refusal(call)).toMatchObject({ statusCode: 403, errorCode: "PERMISSION_DENIED" });
      expect(await cloud.log()).toEqual([]);
    }
  });

  test("tokens are made, used, listed and taken away", async () => {
    const { tokenManagement } = as(admin);
    const made = await tokenManagement.createOboToken({ application_id: robot, comment: "CI", lifetime_seconds: 60 });
    expect(await client({ token: String(made.token_value) }).currentUser.me()).toMatchObject({ applicationId: robot });
    const listed = [];
    for await (const info of tokenManagement.list({ created_by_username: admin })) listed.push(info);
    expect(listed).toEqual([made.token_info]);
    const token_id = String(made.token_info?.token_id);
    expect(await tokenManagement.get({ token_id })).toEqual({ token_info: made.token_info });
    await tokenManagement.delete({ token_id });
    expect(await refusal(tokenManagement.get({ token_id }))).toMatchObject({
      statusCode: 404,
      errorCode: "RESOURCE_DOES_NOT_EXIST",
    });
  });

  test("jobs are made, read, listed, overwritten and deleted", async () => {
    const { jobs } = as(member);
    const ids: number[] = [];
    for (const name of ["one", "two", "three"]) {
      const { job_id } = await jobs.create({ name, tasks: [{ task_key: "t" }], run_as: { user_name: member } });
      ids.push(Number(job_id));
    }
    const [job_id = 0] = ids;
    expect(await jobs.get({ job_id })).toMatchObject({ job_id, run_as_user_name: member, creator_user_name: member });
    await jobs.reset({ job_id, new_settings: { name: "again" } });
    expect((await jobs.get({ job_id })).settings).toMatchObject({ name: "again" });
    const listed = [];
    for await (const job of jobs.list({ limit: 2 })) listed.push(job.job_id);
    expect(listed).toEqual(ids.toReversed());
    await jobs.delete({ job_id });
    expect(await refusal(jobs.get({ job_id }))).toMatchObject({
      statusCode: 400,
      errorCode: "INVALID_PARAMETER_VALUE",
      message: `Job ${job_id} does not exist.`,
    });
  });

  test("the Service Principal User role is given under the rule set's etag, and counts at once", async () => {
    const name = `accounts/00000000-0000-4000-8000-0000000000ac/servicePrincipals/${robot}/ruleSets/default`;
    await cloud.seed({ kind: "workspaceSetting", status: "RESTRICT_TOKENS_AND_JOB_RUN_AS" });
    await refusal(attempts.token(admin));
    const proxy = chiefs().accountAccessControlProxy;
    const present = await proxy.getRuleSet({ name, etag: "" });
    const grant_rules = [
      ...(present.grant_rules ?? []),
      { role: "roles/servicePrincipal.user", principals: [`users/${admin}`] },
    ];
    const rule_set = { name, etag: String(present.etag), grant_rules };
    await proxy.updateRuleSet({ name, rule_set });
    await attempts.token(admin);
    expect(await refusal(proxy.updateRuleSet({ name, rule_set }))).toMatchObject({ statusCode: 409 });
  });
});
