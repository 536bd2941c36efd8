import { describe, expect, test } from "vitest";
import type { Json, JsonObject } from "../../../base/json/json.ts";
import { openWorkspace } from "../workspace.fixture.ts";

const robot = "11111111-2222-4333-8444-555555555555";

async function withPeople() {
  const workspace = openWorkspace();
  await workspace.seed(
    { kind: "workspaceUser", userName: "ada", displayName: "Ada" },
    { kind: "workspaceUser", userName: "ben" },
    { kind: "workspaceUser", userName: "gone", active: false },
    { kind: "workspaceUser", userName: "elsewhere", permission: null },
    { kind: "workspaceServicePrincipal", applicationId: robot },
    { kind: "workspaceGroup", displayName: "crew", members: ["users/ada"] },
  );
  const job = async (body: JsonObject = {}, as = "ada") => {
    const answer = await workspace.call("POST", "api/2.2/jobs/create", body, as);
    expect(answer.status).toBe(200);
    return Number(answer.body["job_id"]);
  };
  const get = async (id: number, as = "ada") => workspace.call("GET", `api/2.1/jobs/get?job_id=${id}`, undefined, as);
  const post = (operation: string, body: Json, as = "ada") =>
    workspace.call("POST", `api/2.2/jobs/${operation}`, body, as);
  return { ...workspace, job, get, post };
}
const owner = (principal: JsonObject) => ({ ...principal, permission_level: "IS_OWNER" });
const level = (principal: JsonObject, permission_level: string) => ({ ...principal, permission_level });

describe("jobs", () => {
  test("belong to who makes them and run as their owner; run_as is told by name only", async () => {
    const { job, get, log } = await withPeople();
    const id = await job({ name: "nightly", tasks: [{ task_key: "a" }], run_as: { user_name: "ada" } });
    expect((await get(id)).body).toEqual({
      job_id: id,
      creator_user_name: "ada",
      run_as_user_name: "ada",
      created_time: Date.parse("2026-01-02T03:04:05Z"),
      settings: {
        name: "nightly",
        tasks: [{ task_key: "a" }],
        max_concurrent_runs: 1,
        timeout_seconds: 0,
        format: "MULTI_TASK",
      },
    });
    expect(await log()).toMatchObject([{ action: "create", object: `jobs/${id}`, caller: "ada" }]);
  });

  test.each<[JsonObject, string, string]>([
    [{ name: 5 }, "MALFORMED_REQUEST", "name must be a string"],
    [{ description: ["d"] }, "MALFORMED_REQUEST", "description must be a string"],
    [{ tasks: { task_key: "a" } }, "MALFORMED_REQUEST", "tasks must be a list of objects"],
    [{ tasks: ["a"] }, "MALFORMED_REQUEST", "tasks must be a list of objects"],
    [{ tasks: [{}] }, "INVALID_PARAMETER_VALUE", "tasks must have a task_key in every element"],
    [{ tasks: [{ task_key: "a" }, { task_key: "a" }] }, "INVALID_PARAMETER_VALUE", "tasks has the task_key a twice"],
    [{ tags: { a: 1 } }, "MALFORMED_REQUEST", "tags must be a map of strings"],
    [{ max_concurrent_runs: "many" }, "MALFORMED_REQUEST", "max_concurrent_runs must be an integer"],
    [{ max_concurrent_runs: 1001 }, "INVALID_PARAMETER_VALUE", "max_concurrent_runs must be from 0 to 1000"],
    [{ timeout_seconds: 1.5 }, "MALFORMED_REQUEST", "timeout_seconds must be an integer"],
    [{ schedule: "daily" }, "MALFORMED_REQUEST", "schedule must be an object"],
    [{ format: "MANY" }, "INVALID_PARAMETER_VALUE", "format must be one of SINGLE_TASK, MULTI_TASK"],
    [{ name: "ü".repeat(2049) }, "INVALID_PARAMETER_VALUE", "name is longer than 4096"],
  ])("%j is refused wherever settings are sent", async (settings, error_code, why) => {
    const { call, job, get, post } = await withPeople();
    const id = await job({ name: "kept" });
    const before = (await get(id)).body;
    const refused = { status: 400, body: { error_code, message: expect.stringContaining(why) } };
    expect(await call("POST", "api/2.2/jobs/create", settings, "ada")).toMatchObject(refused);
    for (const operation of ["update", "reset"]) {
      expect(await post(operation, { job_id: id, new_settings: settings })).toMatchObject(refused);
    }
    expect((await get(id)).body).toEqual(before);
  });

  test("digits count as numbers, nulls say nothing, and what nobody knows is passed over", async () => {
    const { job, get, post } = await withPeople();
    const id = await job({ name: null, max_concurrent_runs: "3", colour: "red", run_as: null });
    expect((await get(id)).body["settings"]).toEqual({
      name: "Untitled",
      max_concurrent_runs: 3,
      timeout_seconds: 0,
      format: "MULTI_TASK",
    });
    expect((await post("update", { job_id: String(id), new_settings: { name: "b" } })).status).toBe(200);
  });

  test.each<[string, Json]>([
    ["create", []],
    ["update", "text"],
    ["update", { job_id: "one" }],
    ["update", { job_id: 1, new_settings: [] }],
    ["update", { job_id: 1, fields_to_remove: "name" }],
    ["reset", { job_id: 1, new_settings: "none" }],
    ["delete", { job_id: {} }],
  ])("%s of %j can't be parsed", async (operation, body) => {
    const { post } = await withPeople();
    expect(await post(operation, body)).toMatchObject({ status: 400, body: { error_code: "MALFORMED_REQUEST" } });
  });

  test("an update merges lists by their key and replaces the rest; a reset replaces all but whom it runs as", async () => {
    const { job, get, post } = await withPeople();
    const id = await job({ tasks: [{ task_key: "a", n: 1 }, { task_key: "b" }], tags: { x: "1" }, description: "d" });
    const new_settings = { tasks: [{ task_key: "a", n: 2 }, { task_key: "c" }], tags: { y: "2" } };
    await post("update", { job_id: id, new_settings, fields_to_remove: ["description", "tasks/b", "run_as"] });
    const merged = (await get(id)).body["settings"] as JsonObject;
    expect(merged).toMatchObject({ tags: { y: "2" }, tasks: [{ task_key: "a", n: 2 }, { task_key: "c" }] });
    expect(merged).not.toHaveProperty("description");
    await post("reset", { job_id: id, new_settings: { name: "again" } });
    const { settings, run_as_user_name } = (await get(id)).body;
    expect(settings).toEqual({ name: "again", max_concurrent_runs: 1, timeout_seconds: 0, format: "MULTI_TASK" });
    expect(run_as_user_name).toBe("ada");
  });

  test("run as what was set, whoever owns them later; with nothing set, as the owner", async () => {
    const { job, get, post, call } = await withPeople();
    const [set, unset] = [await job(), await job()];
    await post("update", { job_id: set, new_settings: { run_as: { user_name: "ben" } } }, "admin@local.example");
    for (const id of [set, unset]) {
      await call(
        "PUT",
        `api/2.0/permissions/jobs/${id}`,
        { access_control_list: [owner({ user_name: "ben" })] },
        "ada",
      );
    }
    await post("update", { job_id: set, fields_to_remove: ["run_as"] }, "ben");
    expect((await get(set, "ben")).body["run_as_user_name"]).toBe("ben");
    expect((await get(unset, "ben")).body["run_as_user_name"]).toBe("ben");
    expect((await get(unset, "ada")).status).toBe(403);
  });

  test("a group runs them for its members", async () => {
    const { job, get, post } = await withPeople();
    const run_as = { group_name: "crew" };
    const id = await job({ run_as });
    expect((await get(id)).body["run_as_user_name"]).toBe("crew");
    const bens = await job({}, "ben");
    expect((await post("update", { job_id: bens, new_settings: { run_as } }, "ben")).status).toBe(403);
  });

  test.each<[string, Json]>([
    ["nobody", {}],
    ["two at once", { user_name: "ada", service_principal_name: robot }],
    ["a stranger", { user_name: "nobody" }],
    ["somebody of another workspace", { user_name: "elsewhere" }],
    ["somebody who is not active", { user_name: "gone" }],
    ["no object", "ada"],
  ])("run_as %s is invalid", async (_, run_as) => {
    const { job, post, log } = await withPeople();
    const id = await job();
    const answer = await post("update", { job_id: id, new_settings: { run_as } });
    expect([answer.status, answer.body["error_code"]]).toEqual([400, "INVALID_PARAMETER_VALUE"]);
    expect((await post("create", { run_as })).status).toBe(400);
    expect(await log()).toHaveLength(1);
  });

  test("one that is not there is an invalid parameter to the jobs API and missing to the permissions API", async () => {
    const { get, post, call, job } = await withPeople();
    const expected = { error_code: "INVALID_PARAMETER_VALUE", message: "Job 7 does not exist." };
    for (const answer of [await get(7), await post("update", { job_id: 7 }), await post("delete", { job_id: 7 })]) {
      expect([answer.status, answer.body]).toEqual([400, expected]);
    }
    expect((await post("delete", {})).body["error_code"]).toBe("INVALID_PARAMETER_VALUE");
    expect((await post("reset", { job_id: await job() })).body["error_code"]).toBe("INVALID_PARAMETER_VALUE");
    expect((await call("GET", "api/2.0/permissions/jobs/7")).body["error_code"]).toBe("RESOURCE_DOES_NOT_EXIST");
  });

  test("are deleted by who manages them", async () => {
    const { job, post, get, log } = await withPeople();
    const id = await job();
    expect((await post("delete", { job_id: id }, "ben")).body["error_code"]).toBe("PERMISSION_DENIED");
    expect((await post("delete", { job_id: id })).body).toEqual({});
    expect((await get(id)).status).toBe(400);
    expect(await log()).toMatchObject([{ action: "create" }, { action: "delete" }]);
  });

  test("are listed newest first, in pages, to those who may see them", async () => {
    const { job, call } = await withPeople();
    const ids: number[] = [];
    for (let index = 0; index < 5; index += 1)
      ids.push(await job({ name: `job ${index}`, tasks: [{ task_key: "t" }] }));
    const list = async (query: string, as = "ada") =>
      (await call("GET", `api/2.2/jobs/list?${query}`, undefined, as)).body;
    const idsIn = (body: JsonObject) => (body["jobs"] as readonly JsonObject[]).map((each) => each["job_id"]);
    const seen: unknown[] = [];
    let token: Json | undefined = "";
    do {
      const page: JsonObject = await list(`limit=2&page_token=${token}`);
      seen.push(...idsIn(page));
      token = page["next_page_token"];
      expect(page["has_more"]).toBe(token !== undefined);
    } while (token !== undefined);
    expect(seen).toEqual(ids.toReversed());
    const [named] = (await list("name=JOB%203&expand_tasks=true"))["jobs"] as readonly JsonObject[];
    expect(named).toMatchObject({ job_id: ids[3], settings: { tasks: [{ task_key: "t" }] } });
    expect(JSON.stringify(await list(""))).not.toContain("task_key");
    expect(await list("", "ben")).toEqual({ has_more: false });
    expect(idsIn(await list("", "admin@local.example"))).toHaveLength(5);
    for (const query of ["limit=0", "limit=101", "page_token=x"]) {
      expect((await list(query))["error_code"]).toBe("INVALID_PARAMETER_VALUE");
    }
  });
});

describe("the permissions of a job", () => {
  test("are shown with what admins inherit, merged by PATCH and replaced by PUT", async () => {
    const { job, call } = await withPeople();
    const path = `api/2.0/permissions/jobs/${await job()}`;
    const inherited = {
      group_name: "admins",
      all_permissions: [{ permission_level: "CAN_MANAGE", inherited: true, inherited_from_object: ["/jobs/"] }],
    };
    const direct = (principal: JsonObject, permission_level: string) => ({
      ...principal,
      all_permissions: [{ permission_level, inherited: false }],
    });
    const ada = direct({ user_name: "ada", display_name: "Ada" }, "IS_OWNER");
    const crew = direct({ group_name: "crew", display_name: "crew" }, "CAN_MANAGE_RUN");
    const send = async (method: string, ...list: readonly JsonObject[]) =>
      (await call(method, path, { access_control_list: list }, "ada")).body["access_control_list"];
    expect((await call("GET", path, undefined, "ada")).body).toMatchObject({
      object_type: "job",
      access_control_list: [ada, inherited],
    });
    expect(await send("PATCH", level({ group_name: "crew" }, "CAN_MANAGE_RUN"))).toEqual([ada, crew, inherited]);
    expect(await send("PATCH", level({ user_name: "ben" }, "CAN_VIEW"))).toHaveLength(4);
    expect(await send("PUT", owner({ user_name: "ada" }))).toEqual([ada, inherited]);
    const levels = (await call("GET", `${path}/permissionLevels`, undefined, "ada")).body["permission_levels"];
    expect((levels as readonly JsonObject[]).map((each) => each["permission_level"])).toEqual([
      "CAN_VIEW",
      "CAN_MANAGE_RUN",
      "CAN_MANAGE",
      "IS_OWNER",
    ]);
  });

  test("let others see and manage", async () => {
    const { job, call, get, post } = await withPeople();
    const id = await job();
    const path = `api/2.0/permissions/jobs/${id}`;
    const grant = (permission_level: string) =>
      call("PATCH", path, { access_control_list: [level({ user_name: "ben" }, permission_level)] }, "ada");
    await grant("CAN_VIEW");
    expect((await get(id, "ben")).status).toBe(200);
    expect((await post("update", { job_id: id }, "ben")).status).toBe(403);
    expect((await call("GET", path, undefined, "ben")).status).toBe(403);
    await grant("CAN_MANAGE");
    expect((await post("update", { job_id: id, new_settings: { name: "bens" } }, "ben")).status).toBe(200);
    expect((await call("GET", path, undefined, "ben")).status).toBe(200);
  });

  test.each<[string, string, readonly JsonObject[], number, string]>([
    ["PUT", "no owner", [level({ user_name: "ben" }, "CAN_VIEW")], 400, "The job must have exactly one owner."],
    ["PUT", "an empty list", [], 400, "The job must have exactly one owner."],
    ["PUT", "two owners", [owner({ user_name: "ada" }), owner({ user_name: "ben" })], 400, "exactly one owner"],
    ["PATCH", "an owner who steps down", [level({ user_name: "ada" }, "CAN_VIEW")], 400, "exactly one owner"],
    ["PUT", "a group as owner", [owner({ group_name: "crew" })], 400, "group"],
    ["PATCH", "an unknown level", [level({ user_name: "ben" }, "CAN_FLY")], 400, "permission_level"],
    ["PATCH", "nobody", [level({}, "CAN_VIEW")], 400, "Exactly one of"],
    [
      "PATCH",
      "a stranger",
      [level({ service_principal_name: "x" }, "CAN_VIEW")],
      404,
      "ServicePrincipalName(x) does not exist",
    ],
  ])("%s with %s is refused", async (method, _, access_control_list, status, message) => {
    const { job, call, log } = await withPeople();
    const answer = await call(method, `api/2.0/permissions/jobs/${await job()}`, { access_control_list }, "ada");
    expect([answer.status, answer.body["message"]]).toEqual([status, expect.stringContaining(message)]);
    expect(await log()).toHaveLength(1);
  });
});
