import { describe, expect, test } from "vitest";
import type { Json, JsonObject } from "../../../base/json/json.ts";
import { databricksPaths } from "../../../vendor-wire/databricks/paths.ts";
import { type Answer, openWorkspace } from "../workspace.fixture.ts";

/** A workspace and its setting. `as`: a principal's name, null for no credentials. */
function workspace() {
  const { call, log } = openWorkspace();
  const path = databricksPaths.restrictWorkspaceAdmins;
  return {
    call,
    get: (as?: string | null) => call("GET", path, undefined, as),
    patch: (etag: string | undefined, status: string, more: JsonObject = {}, as?: string | null) =>
      call("PATCH", path, patchBody(etag, { status }, more), as),
    patchWith: (body: Json | undefined) => call("PATCH", path, body),
    remove: (etag: string | undefined, as?: string | null) =>
      call("DELETE", `${path}${etag === undefined ? "" : `?etag=${encodeURIComponent(etag)}`}`, undefined, as),
    log,
    seed: (seed: Json) => call("POST", "_local/seed", seed),
  };
}

function patchBody(etag: string | undefined, message: JsonObject, more: JsonObject = {}): JsonObject {
  return {
    allow_missing: true,
    field_mask: "restrict_workspace_admins.status",
    setting: { ...(etag === undefined ? {} : { etag }), setting_name: "default", restrict_workspace_admins: message },
    ...more,
  };
}

const etagOf = (answer: Answer) => String(answer.body["etag"]);
const messageOf = (answer: Answer) => answer.body["restrict_workspace_admins"];
function freshEtagOf(answer: Answer): string {
  const [info] = answer.body["details"] as readonly { "@type": string; metadata: { etag: string } }[];
  expect(info?.["@type"]).toBe("type.googleapis.com/google.rpc.ErrorInfo");
  return info?.metadata.etag ?? "";
}
const restricted = "RESTRICT_TOKENS_AND_JOB_RUN_AS";

describe("reading", () => {
  test("a workspace is born with ALLOW_ALL", async () => {
    const answer = await workspace().get();
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      etag: expect.stringMatching(/^[A-Za-z0-9+/]+=*$/),
      restrict_workspace_admins: { status: "ALLOW_ALL" },
      setting_name: "default",
    });
    expect(answer.headers.get("server")).toBe("databricks");
    expect(answer.headers.get("x-request-id")).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
  });

  test("changes nothing, whatever etag it asks with", async () => {
    const { call, get, log } = workspace();
    const before = etagOf(await get());
    for (const etag of ["", "stale", before]) {
      const answer = await call("GET", `${databricksPaths.restrictWorkspaceAdmins}?etag=${encodeURIComponent(etag)}`);
      expect([answer.status, etagOf(answer)]).toEqual([200, before]);
    }
    expect(await log()).toEqual([]);
  });
});

describe("etags", () => {
  test("never written: an update without etag is answered 404 with the etag to use, which works", async () => {
    const { patch, log } = workspace();
    const refused = await patch(undefined, restricted);
    expect([refused.status, refused.body["error_code"]]).toEqual([404, "NOT_FOUND"]);
    const done = await patch(freshEtagOf(refused), restricted);
    expect([done.status, messageOf(done)]).toEqual([200, { status: restricted }]);
    expect(await log()).toMatchObject([{ action: "create", object: "settings/restrict_workspace_admins" }]);
  });

  test("written: an update without etag is a conflict with the etag to use", async () => {
    const { get, patch } = workspace();
    const written = await patch(etagOf(await get()), restricted);
    for (const etag of [undefined, ""]) {
      const refused = await patch(etag, "ALLOW_ALL");
      expect([refused.status, refused.body["error_code"]]).toEqual([409, "RESOURCE_CONFLICT"]);
      expect(freshEtagOf(refused)).toBe(etagOf(written));
    }
  });

  test("a stale etag is a conflict, before the first write too, and changes nothing", async () => {
    const { get, patch, log } = workspace();
    const birth = etagOf(await get());
    expect((await patch("stale", restricted)).status).toBe(409);
    await patch(birth, restricted);
    const refused = await patch(birth, "ALLOW_ALL");
    expect([refused.status, freshEtagOf(refused)]).toEqual([409, etagOf(await get())]);
    expect(messageOf(await get())).toEqual({ status: restricted });
    expect(await log()).toHaveLength(1);
  });

  test("each write makes a new one, greater than all before, with characters a query must escape", async () => {
    const { get, patch } = workspace();
    const etags = [etagOf(await get())];
    for (let round = 0; round < 20; round += 1) {
      etags.push(etagOf(await patch(etags.at(-1), round % 2 === 0 ? restricted : "ALLOW_ALL")));
    }
    const bytes = etags.map((etag) => Buffer.from(etag, "base64").toString("hex"));
    expect(new Set(etags).size).toBe(etags.length);
    expect(bytes).toEqual(bytes.toSorted());
    for (const character of ["+", "/", "="]) expect(etags.some((etag) => etag.includes(character))).toBe(true);
  });

  test("DELETE reverts to ALLOW_ALL and answers the new etag; an update without etag is then 404 again", async () => {
    const { get, patch, remove, log } = workspace();
    const written = etagOf(await patch(etagOf(await get()), restricted));
    for (const etag of [undefined, "stale"]) {
      const refused = await remove(etag);
      expect([refused.status, refused.body["error_code"]]).toEqual([409, "RESOURCE_CONFLICT"]);
      expect(freshEtagOf(refused)).toBe(written);
    }
    const removed = await remove(written);
    expect([removed.status, Object.keys(removed.body)]).toEqual([200, ["etag"]]);
    expect(etagOf(removed)).not.toBe(written);
    const after = await get();
    expect([etagOf(after), messageOf(after)]).toEqual([etagOf(removed), { status: "ALLOW_ALL" }]);
    const refused = await patch(undefined, restricted);
    expect([refused.status, freshEtagOf(refused)]).toEqual([404, etagOf(removed)]);
    expect(await log()).toMatchObject([{ action: "create" }, { action: "delete" }]);
  });
});

describe("the body of an update", () => {
  test.each<[string, Json | undefined]>([
    ["no body", undefined],
    ["a list", []],
    ["no allow_missing", { field_mask: "*", setting: { restrict_workspace_admins: { status: restricted } } }],
    ["allow_missing false", patchBody("E", { status: restricted }, { allow_missing: false })],
    ["no field_mask", patchBody("E", { status: restricted }, { field_mask: "" })],
    [
      "an unknown field_mask",
      patchBody("E", { status: restricted }, { field_mask: "restrict_workspace_admins.colour" }),
    ],
    ["spaces in field_mask", patchBody("E", { status: restricted }, { field_mask: "restrict_workspace_admins, *" })],
    ["no setting", { allow_missing: true, field_mask: "*" }],
    ["no message", { allow_missing: true, field_mask: "*", setting: {} }],
    ["an etag of a wrong type", { ...patchBody(undefined, {}), setting: { etag: 7 } }],
    ["no status", patchBody("E", {})],
    ["an unknown status", patchBody("E", { status: "RESTRICT_EVERYTHING" })],
    ["a status in other case", patchBody("E", { status: "allow_all" })],
    ["a sibling of a wrong type", patchBody("E", { status: restricted, disable_gov_tag_creation: "yes" })],
  ])("%s is invalid", async (_, body) => {
    const { patchWith, log } = workspace();
    const answer = await patchWith(body);
    expect([answer.status, answer.body["error_code"]]).toEqual([400, "INVALID_PARAMETER_VALUE"]);
    expect(await log()).toEqual([]);
  });

  const sibling = { disable_gov_tag_creation: true };
  test.each<[string, JsonObject, JsonObject]>([
    ["restrict_workspace_admins.status", { status: restricted }, { status: restricted, ...sibling }],
    [
      "restrict_workspace_admins.status",
      { status: restricted, disable_gov_tag_creation: false },
      { status: restricted, ...sibling },
    ],
    ["restrict_workspace_admins.disable_gov_tag_creation", { status: restricted }, { status: "ALLOW_ALL" }],
    [
      "restrict_workspace_admins.disable_gov_tag_creation",
      { disable_gov_tag_creation: false },
      { status: "ALLOW_ALL", disable_gov_tag_creation: false },
    ],
    [
      "restrict_workspace_admins.status,restrict_workspace_admins.disable_gov_tag_creation",
      { status: restricted, disable_gov_tag_creation: false },
      { status: restricted, disable_gov_tag_creation: false },
    ],
    ["restrict_workspace_admins", { status: restricted }, { status: restricted }],
    ["*", { status: restricted }, { status: restricted }],
    ["*", { status: restricted, ...sibling }, { status: restricted, ...sibling }],
  ])("field_mask %s with %j", async (field_mask, message, expected) => {
    const { get, patchWith, seed } = workspace();
    expect((await seed({ kind: "workspaceSetting", status: "ALLOW_ALL", ...sibling })).status).toBe(200);
    const answer = await patchWith(patchBody(etagOf(await get()), message, { field_mask }));
    expect([answer.status, messageOf(answer)]).toEqual([200, expected]);
    expect((await get()).body).toEqual(answer.body);
  });

  test("setting_name is ignored: the path wins", async () => {
    const { get, patchWith } = workspace();
    const body = patchBody(etagOf(await get()), { status: restricted });
    const answer = await patchWith({ ...body, setting: { ...(body["setting"] as JsonObject), setting_name: "other" } });
    expect([answer.status, answer.body["setting_name"]]).toEqual([200, "default"]);
  });
});

describe("who may", () => {
  const both = "admin@local.example";
  const accountAdmin = "account-admin-only@local.example";
  const member = "member-only@local.example";
  const nobody = "nobody@local.example";
  test.each<[string | null, number, number, number, string[]]>([
    [both, 200, 200, 200, []],
    [accountAdmin, 403, 403, 403, ["not a member"]],
    [member, 200, 403, 403, ["not an account admin"]],
    [nobody, 403, 403, 403, ["not an account admin", "not a member"]],
    ["never-heard-of", 403, 403, 403, ["not an account admin", "not a member"]],
    [null, 401, 401, 401, []],
  ])("%s: GET %i, PATCH %i, DELETE %i", async (as, reads, patches, removes, missing) => {
    const { get, patch, remove, log } = workspace();
    const answers = [
      await get(as),
      await patch(etagOf(await get()), restricted, {}, as),
      await remove(etagOf(await get()), as),
    ];
    expect(answers.map((answer) => answer.status)).toEqual([reads, patches, removes]);
    expect(await log()).toHaveLength([patches, removes].filter((status) => status === 200).length);
    for (const refused of answers.slice(1).filter((answer) => answer.status === 403)) {
      expect(refused.body["error_code"]).toBe("PERMISSION_DENIED");
      for (const half of missing) expect(refused.body["message"]).toContain(half);
      expect(refused.body).not.toHaveProperty("details");
    }
    const unchanged = await get();
    expect(messageOf(unchanged)).toEqual({ status: "ALLOW_ALL" });
  });

  test("a refusal comes before anything is said about the body or the etag", async () => {
    const { patch, remove } = workspace();
    expect((await patch(undefined, "NONSENSE", {}, member)).status).toBe(403);
    expect((await remove("stale", null)).body["error_code"]).toBe(401);
  });

  test("a seeded principal has the rights it was given, and the log names it", async () => {
    const { get, patch, seed, log } = workspace();
    await seed({ kind: "principal", name: "ada", accountAdmin: true, workspaceMember: true });
    expect((await patch(etagOf(await get()), restricted, {}, "ada")).status).toBe(200);
    expect(await log()).toMatchObject([{ caller: "ada", vendor: "databricks", method: "PATCH" }]);
  });
});

describe("the workspace itself", () => {
  test("tells anybody that it is a workspace", async () => {
    const answer = await workspace().call("GET", databricksPaths.hostMetadata, undefined, null);
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      host_type: "workspace",
      account_id: expect.any(String),
      workspace_id: expect.any(String),
      oidc_endpoint: "https://workspace.test/oidc",
    });
  });

  test.each<[string | null, number]>([
    ["admin@local.example", 200],
    ["member-only@local.example", 200],
    ["account-admin-only@local.example", 403],
    [null, 401],
  ])("tells %s who they are: %i", async (as, status) => {
    const answer = await workspace().call("GET", databricksPaths.currentUser, undefined, as);
    expect(answer.status).toBe(status);
    if (status === 200)
      expect(answer.body).toMatchObject({ userName: as, groups: [{ display: "admins" }, { display: "users" }] });
  });
});

describe("seeding", () => {
  test("a planted setting counts as written and is no write", async () => {
    const { get, patch, seed, log } = workspace();
    await seed({ kind: "workspaceSetting", status: restricted });
    expect(messageOf(await get())).toEqual({ status: restricted });
    expect((await patch(undefined, "ALLOW_ALL")).status).toBe(409);
    expect(await log()).toEqual([]);
  });

  test.each<[JsonObject]>([[{}], [{ status: "SOMETHING" }], [{ status: restricted, disable_gov_tag_creation: 1 }]])(
    "%j is malformed",
    async (object) => {
      const { get, seed } = workspace();
      expect((await seed({ kind: "workspaceSetting", ...object })).status).toBe(400);
      expect(messageOf(await get())).toEqual({ status: "ALLOW_ALL" });
    },
  );
});
