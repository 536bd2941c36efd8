import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../../base/json/json.ts";
import { type LocalFixture, localFixture } from "../local.fixture.ts";

const clients = "v1/projects/p1/locations/global/oauthClients";
const name = "projects/p1/locations/global/oauthClients/web-portal";
const client = {
  allowedGrantTypes: ["AUTHORIZATION_CODE_GRANT"],
  allowedScopes: ["https://www.googleapis.com/auth/cloud-platform"],
  allowedRedirectUris: ["https://app.example.com/cb"],
};
const dayMs = 24 * 60 * 60 * 1000;

function create(cloud: LocalFixture, id = "web-portal", body: JsonObject = client) {
  return cloud.call("POST", `${clients}?oauthClientId=${id}`, body);
}

function status(body: JsonObject): unknown {
  return (body["error"] as JsonObject | undefined)?.["status"];
}

function fields(body: JsonObject): readonly unknown[] {
  const details = (body["error"] as JsonObject)["details"] as readonly JsonObject[];
  return details.flatMap((each) =>
    ((each["fieldViolations"] ?? []) as readonly JsonObject[]).map((one) => one["field"]),
  );
}

describe("create", () => {
  test("gives the whole client, without the fields that are at their default", async () => {
    const cloud = localFixture();
    const body = { ...client, disabled: false, description: "", displayName: "Portal", clientType: "PUBLIC_CLIENT" };
    const reply = await create(cloud, "web-portal", body);
    expect(reply.status).toBe(200);
    expect(reply.body).toEqual({
      ...client,
      name,
      state: "ACTIVE",
      clientId: expect.stringMatching(/^\d{21}$/),
      displayName: "Portal",
      clientType: "PUBLIC_CLIENT",
    });
    expect((await cloud.call("GET", `v1/${name}`)).body).toEqual(reply.body);
    expect(await cloud.log()).toEqual([`create ${name}`]);
  });

  test("takes snake_case names, nulls and the global parameters, and ignores the platform's own fields", async () => {
    const cloud = localFixture();
    const body = {
      allowed_grant_types: client.allowedGrantTypes,
      allowed_scopes: client.allowedScopes,
      allowed_redirect_uris: client.allowedRedirectUris,
      description: null,
      state: "DELETED",
      clientId: "mine",
    };
    const path = `${clients}?oauth_client_id=web-portal&alt=json&prettyPrint=false&%24.xgafv=2`;
    const reply = await cloud.call("POST", path, body);
    expect(reply.body).toMatchObject({ ...client, state: "ACTIVE", clientId: expect.stringMatching(/^\d+$/) });
  });

  test.each([
    ["too short", "abcde", client, "oauth_client_id"],
    ["too long", `a${"b".repeat(63)}`, client, "oauth_client_id"],
    ["a digit first", "1abcdef", client, "oauth_client_id"],
    ["a hyphen last", "abcdef-", client, "oauth_client_id"],
    ["upper case", "Abcdefg", client, "oauth_client_id"],
    ["the reserved prefix", "gcp-abcdef", client, "oauth_client_id"],
    ["no id", "", client, "oauth_client_id"],
    ["no grant type", "web-portal", { ...client, allowedGrantTypes: [] }, "oauth_client.allowed_grant_types"],
    [
      "the unspecified grant type",
      "web-portal",
      { ...client, allowedGrantTypes: ["GRANT_TYPE_UNSPECIFIED"] },
      "oauth_client.allowed_grant_types",
    ],
    ["another scope", "web-portal", { ...client, allowedScopes: ["openid"] }, "oauth_client.allowed_scopes"],
    ["no redirect address", "web-portal", { ...client, allowedRedirectUris: [] }, "oauth_client.allowed_redirect_uris"],
    ["a long display name", "web-portal", { ...client, displayName: "é".repeat(33) }, "oauth_client.display_name"],
    ["a long description", "web-portal", { ...client, description: "x".repeat(257) }, "oauth_client.description"],
    ["a strange client type", "web-portal", { ...client, clientType: "SECRET" }, "oauth_client.client_type"],
    ["a wrong type", "web-portal", { ...client, disabled: "yes" }, "oauth_client.disabled"],
    ["an unknown field", "web-portal", { ...client, colour: "red" }, "oauth_client"],
  ])("refuses %s", async (_, id, body, field) => {
    const cloud = localFixture();
    const reply = await create(cloud, id, body);
    expect(reply.status).toBe(400);
    expect(status(reply.body)).toBe("INVALID_ARGUMENT");
    expect(fields(reply.body)).toContain(field);
    expect(await cloud.log()).toEqual([]);
  });

  test("counts characters, not UTF-16 units", async () => {
    const reply = await create(localFixture(), "web-portal", { ...client, displayName: "🔑".repeat(32) });
    expect(reply.status).toBe(200);
  });

  test("takes any location as documented, only global when faithful, and newer scopes then too", async () => {
    const elsewhere = "v1/projects/p1/locations/europe-west1/oauthClients?oauthClientId=web-portal";
    expect((await localFixture().call("POST", elsewhere, client)).status).toBe(200);
    const faithful = localFixture({ mode: "faithful" });
    expect((await faithful.call("POST", elsewhere, client)).status).toBe(400);
    expect((await create(faithful, "web-portal", { ...client, allowedScopes: ["openid", "groups"] })).status).toBe(200);
  });

  test("refuses a duplicate, and one whose name a deleted client keeps", async () => {
    const cloud = localFixture();
    await create(cloud);
    const again = await create(cloud);
    expect([again.status, status(again.body)]).toEqual([409, "ALREADY_EXISTS"]);
    await cloud.call("DELETE", `v1/${name}`);
    const reserved = await create(cloud);
    expect([reserved.status, status(reserved.body)]).toEqual([409, "ALREADY_EXISTS"]);
  });
});

describe("patch", () => {
  test("changes what the mask names, clears what the body lacks, and ignores the rest of the body", async () => {
    const cloud = localFixture();
    await create(cloud, "web-portal", { ...client, displayName: "Old", description: "Old", disabled: true });
    const body = { description: "New", displayName: "ignored" };
    const changed = await cloud.call("PATCH", `v1/${name}?updateMask=description,disabled`, body);
    expect(changed.body).toMatchObject({ displayName: "Old", description: "New" });
    expect(changed.body).not.toHaveProperty("disabled");
    const cleared = await cloud.call("PATCH", `v1/${name}?update_mask=display_name`, {});
    expect(cleared.body).not.toHaveProperty("displayName");
    expect(await cloud.log()).toEqual([`create ${name}`, `update ${name}`, `update ${name}`]);
  });

  test.each([
    ["no mask", ""],
    ["an unknown path", "?updateMask=colour"],
    ["an immutable field", "?updateMask=clientType"],
    ["a required field cleared", "?updateMask=allowedScopes"],
    ["an unknown parameter", "?updateMask=description&foo=1"],
  ])("refuses %s", async (_, query) => {
    const cloud = localFixture();
    await create(cloud);
    const reply = await cloud.call("PATCH", `v1/${name}${query}`, {});
    expect([reply.status, status(reply.body)]).toEqual([400, "INVALID_ARGUMENT"]);
  });

  test("refuses a deleted client and one that is not there", async () => {
    const cloud = localFixture();
    expect((await cloud.call("PATCH", `v1/${name}?updateMask=disabled`, {})).status).toBe(404);
    await create(cloud);
    await cloud.call("DELETE", `v1/${name}`);
    const reply = await cloud.call("PATCH", `v1/${name}?updateMask=disabled`, { disabled: true });
    expect([reply.status, status(reply.body)]).toEqual([400, "FAILED_PRECONDITION"]);
  });
});

describe("soft delete", () => {
  test("keeps the client for thirty days, shown by get, and purges it then", async () => {
    const cloud = localFixture();
    await create(cloud);
    const deleted = await cloud.call("DELETE", `v1/${name}`);
    expect(deleted.body).toMatchObject({ state: "DELETED", expireTime: "2026-01-31T00:00:00.000000000Z" });
    expect((await cloud.call("DELETE", `v1/${name}`)).status).toBe(404);
    await cloud.advance(30 * dayMs - 1);
    expect((await cloud.call("GET", `v1/${name}`)).body).toEqual(deleted.body);
    await cloud.advance(1);
    expect((await cloud.call("GET", `v1/${name}`)).status).toBe(404);
    expect((await cloud.call("POST", `v1/${name}:undelete`)).status).toBe(404);
    expect((await create(cloud)).status).toBe(200);
  });

  test("undelete brings the same client back, once", async () => {
    const cloud = localFixture();
    const created = await create(cloud);
    await cloud.call("DELETE", `v1/${name}`);
    const back = await cloud.call("POST", `v1/${name}:undelete`, {});
    expect(back.body).toEqual(created.body);
    const again = await cloud.call("POST", `v1/${name}:undelete`);
    expect([again.status, status(again.body)]).toEqual([409, "ALREADY_EXISTS"]);
    expect(await cloud.log()).toEqual([`create ${name}`, `delete ${name}`, `undelete ${name}`]);
  });
});

describe("list", () => {
  test("pages in name order, hides deleted clients unless asked, and stays in its parent", async () => {
    const cloud = localFixture();
    for (const id of ["client-c", "client-a", "client-b", "client-d"]) await create(cloud, id);
    await cloud.call("POST", "v1/projects/p2/locations/global/oauthClients?oauthClientId=client-e", client);
    await cloud.call("DELETE", `${clients}/client-b`);
    const seen: unknown[] = [];
    let token = "";
    do {
      const { body } = await cloud.call("GET", `${clients}?pageSize=2&pageToken=${token}`);
      seen.push((body["oauthClients"] as readonly JsonObject[]).map((each) => String(each["name"]).split("/").at(-1)));
      token = String(body["nextPageToken"] ?? "");
    } while (token !== "");
    expect(seen).toEqual([["client-a", "client-c"], ["client-d"]]);
    const all = await cloud.call("GET", `${clients}?showDeleted=true`);
    expect(all.body["oauthClients"]).toHaveLength(4);
  });

  test("gives 50 unless asked, and never more than 100", async () => {
    const cloud = localFixture();
    const seeds = Array.from({ length: 120 }, (_, index) => ({
      kind: "oauthClient",
      ...client,
      name: `projects/p1/locations/global/oauthClients/client-${index}`,
    }));
    expect((await cloud.call("POST", "_local/seed", seeds)).body).toEqual({ seeded: 120 });
    expect((await cloud.call("GET", clients)).body["oauthClients"]).toHaveLength(50);
    expect((await cloud.call("GET", `${clients}?pageSize=1000`)).body["oauthClients"]).toHaveLength(100);
    expect(await cloud.log()).toEqual([]);
  });

  test.each(["pageSize=-1", "pageSize=x", "pageToken=forged", "showDeleted=maybe"])("refuses %s", async (query) => {
    expect((await localFixture().call("GET", `${clients}?${query}`)).status).toBe(400);
  });

  test("an empty collection is an empty answer", async () => {
    expect((await localFixture().call("GET", clients)).body).toEqual({});
  });
});

describe("callers", () => {
  test("nobody is 401 with the reason, and the challenge", async () => {
    const reply = await localFixture().call("GET", `v1/${name}`, undefined, null);
    expect(reply.status).toBe(401);
    expect(reply.body).toMatchObject({
      error: {
        status: "UNAUTHENTICATED",
        details: [
          {
            reason: "CREDENTIALS_MISSING",
            metadata: { service: "iam.googleapis.com", method: "google.iam.admin.v1.OauthClients.GetOauthClient" },
          },
        ],
      },
    });
  });

  test("a caller without rights is 403 with the permission", async () => {
    const path = `${clients}?oauthClientId=web-portal`;
    const reply = await localFixture().call("POST", path, client, "local:nobody@local.example");
    expect(reply.status).toBe(403);
    expect(reply.body).toMatchObject({
      error: {
        status: "PERMISSION_DENIED",
        details: [{ reason: "IAM_PERMISSION_DENIED", metadata: { permission: "iam.oauthClients.create" } }],
      },
    });
  });
});

describe("seeds", () => {
  test("a deleted client gets its time of purge", async () => {
    const cloud = localFixture();
    await cloud.call("POST", "_local/seed", { kind: "oauthClient", ...client, name, state: "DELETED" });
    const { body } = await cloud.call("GET", `v1/${name}`);
    expect(body).toMatchObject({ state: "DELETED", expireTime: "2026-01-31T00:00:00.000000000Z" });
  });

  test.each([{ name: "web-portal" }, { name, colour: "red" }, {}])("refuses %j", async (object) => {
    const reply = await localFixture().call("POST", "_local/seed", { kind: "oauthClient", ...object });
    expect(reply.status).toBe(400);
  });
});
