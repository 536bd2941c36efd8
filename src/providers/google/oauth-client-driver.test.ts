import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../../packages/base/json/json.ts";
import { change, scripted, target } from "./driver.fixture.ts";
import { oauthClientDriver } from "./oauth-client-driver.ts";

const parent = "https://iam.googleapis.com/v1/projects/p1/locations/global/oauthClients";
const id = "projects/p1/locations/global/oauthClients/my-app-client";
const client = target("iam:OAuthClient", id, { project: "p1", location: "global", oauthClientId: "my-app-client" });
const wire = {
  name: id,
  state: "ACTIVE",
  clientId: "4711",
  displayName: "My app",
  clientType: "CONFIDENTIAL_CLIENT",
  allowedGrantTypes: ["AUTHORIZATION_CODE_GRANT"],
  allowedScopes: ["https://www.googleapis.com/auth/cloud-platform"],
  allowedRedirectUris: ["https://app.example.com/cb"],
};
const outputs = {
  ...wire,
  id,
  project: "p1",
  location: "global",
  oauthClientId: "my-app-client",
  description: null,
  disabled: false,
  expireTime: null,
};
const notFound = () => Response.json({ error: { code: 404, message: "no", status: "NOT_FOUND" } }, { status: 404 });

describe("read", () => {
  test("gives every field, null or false where the platform leaves it out", async () => {
    const script = scripted(wire);
    expect(await oauthClientDriver(script.exchange).read(client)).toEqual({
      kind: "done",
      observation: { outputs, version: null, deleted: false, displaces: [] },
    });
    expect(script.requests).toEqual([{ line: `GET ${parent}/my-app-client`, body: undefined }]);
  });

  test("a soft-deleted client is there, and deleted", async () => {
    const expireTime = "2026-01-31T00:00:00.123456789+01:00";
    const outcome = await oauthClientDriver(scripted({ ...wire, state: "DELETED", expireTime }).exchange).read(client);
    expect(outcome).toMatchObject({ observation: { deleted: true, outputs: { state: "DELETED", expireTime } } });
  });

  test("what has no name is no client", async () => {
    const answer = await oauthClientDriver(scripted({ result: "ok" }).exchange).read(client);
    expect(answer).toMatchObject({ kind: "unavailable", detail: expect.stringContaining(" asked ") });
  });

  test("a missing client is absent", async () => {
    expect(await oauthClientDriver(scripted(notFound()).exchange).read(client)).toEqual({
      kind: "absent",
      detail: "no",
      version: null,
      displaces: [],
    });
  });
});

describe("list", () => {
  test("reads all pages, deleted clients included, and names them in the target's words", async () => {
    const numbered = { ...wire, name: "projects/123/locations/global/oauthClients/other-one", state: "DELETED" };
    const script = scripted({ oauthClients: [wire], nextPageToken: "t&1" }, { oauthClients: [numbered] });
    const driver = oauthClientDriver(script.exchange);
    const outcome = await driver.list(client);
    expect(outcome).toMatchObject({
      kind: "done",
      items: [
        { id, observation: { outputs } },
        {
          id: "projects/p1/locations/global/oauthClients/other-one",
          observation: { deleted: true, outputs: { oauthClientId: "other-one", project: "p1", name: numbered.name } },
        },
      ],
    });
    expect(script.requests.map((each) => each.line)).toEqual([
      `GET ${parent}?pageSize=100&showDeleted=true`,
      `GET ${parent}?pageSize=100&showDeleted=true&pageToken=t%261`,
    ]);
    expect(driver.collectionOf(client)).toBe(parent);
  });

  test("an empty page is an empty collection; a page that fails fails the list", async () => {
    expect(await oauthClientDriver(scripted({}).exchange).list(client)).toEqual({ kind: "done", items: [] });
    const failing = scripted({ oauthClients: [wire], nextPageToken: "t" }, new Response("", { status: 503 }));
    expect((await oauthClientDriver(failing.exchange).list(client)).kind).toBe("unavailable");
  });

  test.each<[string, JsonObject]>([
    ["null in place of the clients", { oauthClients: null }],
    ["an error in place of the list", { error: { code: 403, message: "denied", status: "PERMISSION_DENIED" } }],
    ["another document", { login: "please" }],
  ])("%s is no empty collection", async (_, page) => {
    expect((await oauthClientDriver(scripted(page).exchange).list(client)).kind).not.toBe("done");
  });

  test("a page token that repeats itself ends the list", async () => {
    const page = { oauthClients: [wire], nextPageToken: "t" };
    expect((await oauthClientDriver(scripted(page, page).exchange).list(client)).kind).toBe("unavailable");
  });
});

describe("write", () => {
  const inputs = {
    allowedGrantTypes: wire.allowedGrantTypes,
    allowedScopes: wire.allowedScopes,
    allowedRedirectUris: wire.allowedRedirectUris,
    location: "global",
    oauthClientId: "my-app-client",
    project: "p1",
    clientType: "CONFIDENTIAL_CLIENT",
    displayName: "My app",
    disabled: false,
    description: null,
  };

  test("create sends the whole client once", async () => {
    const script = scripted(wire);
    const outcome = await oauthClientDriver(script.exchange).write(change("create", client, { inputs }));
    expect(outcome).toMatchObject({ kind: "done", observation: { outputs } });
    expect(script.requests).toEqual([
      {
        line: `POST ${parent}?oauthClientId=my-app-client`,
        body: {
          allowedGrantTypes: wire.allowedGrantTypes,
          allowedScopes: wire.allowedScopes,
          allowedRedirectUris: wire.allowedRedirectUris,
          clientType: "CONFIDENTIAL_CLIENT",
          displayName: "My app",
          disabled: false,
        },
      },
    ]);
  });

  test("update names the changed fields; one without a value is cleared", async () => {
    const script = scripted(wire);
    const changed = change("update", client, { inputs, fields: ["description", "displayName"] });
    expect((await oauthClientDriver(script.exchange).write(changed)).kind).toBe("done");
    expect(script.requests).toEqual([
      {
        line: `PATCH ${parent}/my-app-client?updateMask=displayName%2Cdescription`,
        body: { displayName: "My app" },
      },
    ]);
  });

  test("an update of nothing that can be patched calls nobody", async () => {
    const script = scripted();
    const outcome = await oauthClientDriver(script.exchange).write(change("update", client, { inputs, fields: [] }));
    expect(outcome).toEqual({ kind: "done", observation: null });
    expect(script.requests).toEqual([]);
  });

  test("delete is done though the answer shows the deleted client; 404 is absent", async () => {
    const script = scripted({ ...wire, state: "DELETED" }, notFound());
    const driver = oauthClientDriver(script.exchange);
    expect(await driver.write(change("delete", client))).toEqual({ kind: "done", observation: null });
    expect((await driver.write(change("delete", client))).kind).toBe("absent");
    expect(script.requests[0]).toEqual({ line: `DELETE ${parent}/my-app-client`, body: undefined });
  });

  test("undelete gives the client back", async () => {
    const script = scripted(wire);
    const outcome = await oauthClientDriver(script.exchange).write(change("undelete", client));
    expect(outcome).toMatchObject({ kind: "done", observation: { deleted: false } });
    expect(script.requests).toEqual([{ line: `POST ${parent}/my-app-client:undelete`, body: {} }]);
  });

  test("a refusal comes back as one", async () => {
    const taken = Response.json({ error: { code: 409, message: "taken", status: "ALREADY_EXISTS" } }, { status: 409 });
    expect(await oauthClientDriver(scripted(taken).exchange).write(change("create", client, { inputs }))).toEqual({
      kind: "conflict",
      reason: "exists",
      detail: "taken",
      version: null,
    });
  });

  test("there is nothing to poll", async () => {
    expect((await oauthClientDriver(scripted().exchange).poll(change("create", client), "x")).kind).toBe("unknown");
  });
});
