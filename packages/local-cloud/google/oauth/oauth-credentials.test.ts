import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../../base/json/json.ts";
import { type LocalFixture, localFixture } from "../local.fixture.ts";

const clients = "v1/projects/p1/locations/global/oauthClients";
const client = {
  allowedGrantTypes: ["AUTHORIZATION_CODE_GRANT"],
  allowedScopes: ["https://www.googleapis.com/auth/cloud-platform"],
  allowedRedirectUris: ["https://app.example.com/cb"],
  clientType: "CONFIDENTIAL_CLIENT",
};
const credentials = `${clients}/web-portal/credentials`;
const name = `${credentials}/secret-1`.slice("v1/".length);
const dayMs = 24 * 60 * 60 * 1000;

async function withClient(clientType = "CONFIDENTIAL_CLIENT"): Promise<LocalFixture> {
  const cloud = localFixture();
  await cloud.call("POST", `${clients}?oauthClientId=web-portal`, { ...client, clientType });
  return cloud;
}

function create(cloud: LocalFixture, id = "secret-1", body: JsonObject = {}) {
  return cloud.call("POST", `${credentials}?oauthClientCredentialId=${id}`, body);
}

function status(body: JsonObject): unknown {
  return (body["error"] as JsonObject | undefined)?.["status"];
}

describe("a credential", () => {
  test("gets a secret of its own, which reads return as well", async () => {
    const cloud = await withClient();
    const first = await create(cloud, "secret-1", { displayName: "First", disabled: false });
    expect(first.body).toEqual({ name, displayName: "First", clientSecret: expect.stringMatching(/^[0-9a-f]{64}$/) });
    const second = await create(cloud, "secret-2", { disabled: true, client_secret: "mine" });
    expect(second.body["clientSecret"]).not.toBe(first.body["clientSecret"]);
    expect((await cloud.call("GET", `v1/${name}`)).body).toEqual(first.body);
    expect((await cloud.call("GET", credentials)).body).toEqual({
      oauthClientCredentials: [first.body, second.body],
    });
    expect(await cloud.log()).toEqual([
      `create ${name.replace("/credentials/secret-1", "")}`,
      `create ${name}`,
      `create ${name.replace("secret-1", "secret-2")}`,
    ]);
  });

  test("is disabled before it can be deleted", async () => {
    const cloud = await withClient();
    await create(cloud);
    const early = await cloud.call("DELETE", `v1/${name}`);
    expect([early.status, status(early.body)]).toEqual([400, "FAILED_PRECONDITION"]);
    const disabled = await cloud.call("PATCH", `v1/${name}?updateMask=disabled`, { disabled: true });
    expect(disabled.body).toMatchObject({ disabled: true });
    expect((await cloud.call("DELETE", `v1/${name}`)).body).toEqual({});
    expect((await cloud.call("GET", `v1/${name}`)).status).toBe(404);
    expect((await cloud.call("GET", credentials)).body).toEqual({});
    expect((await create(cloud)).status).toBe(200);
  });

  test("patches by mask and keeps its secret", async () => {
    const cloud = await withClient();
    const created = await create(cloud, "secret-1", { displayName: "Old" });
    const cleared = await cloud.call("PATCH", `v1/${name}?updateMask=display_name`, { disabled: true });
    expect(cleared.body).toEqual({ name, clientSecret: created.body["clientSecret"] });
  });

  test.each([
    ["no id", "", {}],
    ["a short id", "abc", {}],
    ["a long id", "a".repeat(33), {}],
    ["the reserved prefix", "gcp-abc", {}],
    ["upper case", "Secret", {}],
    ["a long display name", "secret-1", { displayName: "x".repeat(33) }],
    ["an unknown field", "secret-1", { colour: "red" }],
  ])("refuses %s", async (_, id, body) => {
    const reply = await create(await withClient(), id, body);
    expect([reply.status, status(reply.body)]).toEqual([400, "INVALID_ARGUMENT"]);
  });

  test.each(["", "?updateMask=clientSecret", "?updateMask=disabled&pageSize=1"])(
    "refuses the patch %s",
    async (query) => {
      const cloud = await withClient();
      await create(cloud);
      expect((await cloud.call("PATCH", `v1/${name}${query}`, {})).status).toBe(400);
    },
  );

  test("is refused twice under one name, without its client, and for a public client", async () => {
    const cloud = await withClient();
    await create(cloud);
    const again = await create(cloud);
    expect([again.status, status(again.body)]).toEqual([409, "ALREADY_EXISTS"]);
    expect((await localFixture().call("GET", credentials)).status).toBe(404);
    const publicClient = await create(await withClient("PUBLIC_CLIENT"));
    expect([publicClient.status, status(publicClient.body)]).toEqual([400, "FAILED_PRECONDITION"]);
  });

  test("stays as it is while its client is deleted, and is purged with it", async () => {
    const cloud = await withClient();
    const created = await create(cloud);
    await cloud.call("DELETE", `${clients}/web-portal`);
    expect((await cloud.call("GET", `v1/${name}`)).body).toEqual(created.body);
    const patched = await cloud.call("PATCH", `v1/${name}?updateMask=disabled`, { disabled: true });
    expect([patched.status, status(patched.body)]).toEqual([400, "FAILED_PRECONDITION"]);
    await cloud.advance(30 * dayMs);
    expect((await cloud.call("GET", `v1/${name}`)).status).toBe(404);
    await cloud.call("POST", `${clients}?oauthClientId=web-portal`, client);
    expect((await cloud.call("GET", credentials)).body).toEqual({});
  });

  test("can be planted, on a client that is there", async () => {
    const cloud = await withClient();
    const seed = { kind: "oauthClientCredential", name, clientSecret: "s3cret" };
    expect((await cloud.call("POST", "_local/seed", seed)).status).toBe(200);
    expect((await cloud.call("GET", `v1/${name}`)).body).toEqual({ name, clientSecret: "s3cret" });
    for (const wrong of [
      { name: "secret-1" },
      { name: name.replace("web-portal", "nobody") },
      { name, colour: "red" },
    ]) {
      expect((await cloud.call("POST", "_local/seed", { ...seed, ...wrong })).status).toBe(400);
    }
  });
});
