import { auth, iam, type iam_v1 } from "@googleapis/iam";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { GoogleCloud } from "./google-cloud.ts";
import { refusalOf } from "./refusal.ts";

const parent = "projects/p1/locations/global";
const name = `${parent}/oauthClients/web-portal`;
const requestBody = {
  allowedGrantTypes: ["AUTHORIZATION_CODE_GRANT"],
  allowedScopes: ["https://www.googleapis.com/auth/cloud-platform"],
  allowedRedirectUris: ["https://app.example.com/cb"],
  clientType: "CONFIDENTIAL_CLIENT",
};

let cloud: GoogleCloud;
let clients: iam_v1.Resource$Projects$Locations$Oauthclients;

function clientsAs(token = "any-token") {
  const credentials = new auth.OAuth2();
  credentials.setCredentials({ access_token: token });
  return iam({ version: "v1", rootUrl: `${cloud.url}/`, auth: credentials }).projects.locations.oauthClients;
}

beforeEach(async () => {
  cloud = await GoogleCloud.start();
  clients = clientsAs();
});

afterEach(() => {
  expect(cloud.close()).toEqual([]);
});

describe("OAuth clients by @googleapis/iam", () => {
  test("are made, read, changed, deleted and brought back", async () => {
    const created = await clients.create({ parent, oauthClientId: "web-portal", requestBody });
    expect(created.data).toEqual({ ...requestBody, name, state: "ACTIVE", clientId: expect.any(String) });
    expect((await clients.get({ name })).data).toEqual(created.data);
    const patched = await clients.patch({
      name,
      updateMask: "displayName,disabled",
      requestBody: { displayName: "Portal", disabled: true, description: "not in the mask" },
    });
    expect(patched.data).toEqual({ ...created.data, displayName: "Portal", disabled: true });
    const cleared = await clients.patch({ name, updateMask: "display_name,disabled", requestBody: {} });
    expect(cleared.data).toEqual(created.data);
    const deleted = await clients.delete({ name });
    expect(deleted.data).toMatchObject({ state: "DELETED", expireTime: expect.any(String) });
    expect((await clients.get({ name })).data).toEqual(deleted.data);
    expect((await clients.undelete({ name })).data).toEqual(created.data);
  });

  test("are listed by pages, deleted ones on demand", async () => {
    for (const id of ["client-a", "client-b", "client-c"]) {
      await clients.create({ parent, oauthClientId: id, requestBody });
    }
    await clients.delete({ name: `${parent}/oauthClients/client-b` });
    const seen: (string | null | undefined)[] = [];
    let pageToken: string | undefined;
    do {
      const { data } = await clients.list({ parent, pageSize: 1, ...(pageToken === undefined ? {} : { pageToken }) });
      seen.push(...(data.oauthClients ?? []).map((each) => each.name));
      pageToken = data.nextPageToken ?? undefined;
    } while (pageToken !== undefined);
    expect(seen).toEqual([`${parent}/oauthClients/client-a`, `${parent}/oauthClients/client-c`]);
    expect((await clients.list({ parent, showDeleted: true })).data.oauthClients).toHaveLength(3);
    expect((await clients.list({ parent: "projects/p2/locations/global" })).data).toEqual({});
  });

  test("are refused with the client's own errors", async () => {
    const make = () => clients.create({ parent, oauthClientId: "web-portal", requestBody });
    const gaxios = (status: number, reason: string) => ({ type: "GaxiosError", code: status, status, reason });
    expect(await refusalOf(clients.get({ name }))).toEqual(gaxios(404, "NOT_FOUND"));
    await make();
    expect(await refusalOf(make())).toEqual(gaxios(409, "ALREADY_EXISTS"));
    expect(await refusalOf(clients.undelete({ name }))).toEqual(gaxios(409, "ALREADY_EXISTS"));
    const immutable = clients.patch({ name, updateMask: "clientType", requestBody: {} });
    expect(await refusalOf(immutable)).toEqual(gaxios(400, "INVALID_ARGUMENT"));
    await clients.delete({ name });
    expect(await refusalOf(make())).toEqual(gaxios(409, "ALREADY_EXISTS"));
    const patch = clients.patch({ name, updateMask: "disabled", requestBody: { disabled: true } });
    expect(await refusalOf(patch)).toEqual(gaxios(400, "FAILED_PRECONDITION"));
    expect(await refusalOf(clients.delete({ name }))).toEqual(gaxios(404, "NOT_FOUND"));
    const denied = clientsAs("local:nobody@local.example").get({ name });
    expect(await refusalOf(denied)).toEqual(gaxios(403, "PERMISSION_DENIED"));
    await cloud.advance(30 * 24 * 60 * 60 * 1000);
    expect(await refusalOf(clients.undelete({ name }))).toEqual(gaxios(404, "NOT_FOUND"));
    expect((await make()).status).toBe(200);
  });

  test("are refused in everything to a caller without rights", async () => {
    await clients.create({ parent, oauthClientId: "web-portal", requestBody });
    const stranger = clientsAs("local:nobody@local.example");
    for (const call of [
      () => stranger.create({ parent, oauthClientId: "another", requestBody }),
      () => stranger.list({ parent }),
      () => stranger.patch({ name, updateMask: "disabled", requestBody: { disabled: true } }),
      () => stranger.delete({ name }),
      () => stranger.undelete({ name }),
    ]) {
      expect(await refusalOf(call())).toMatchObject({ type: "GaxiosError", status: 403, reason: "PERMISSION_DENIED" });
    }
  });

  test("are refused where nobody made them, and where their content is none", async () => {
    const patch = clients.patch({ name, updateMask: "disabled", requestBody: { disabled: true } });
    expect(await refusalOf(patch)).toMatchObject({ status: 404, reason: "NOT_FOUND" });
    const senseless = { ...requestBody, allowedGrantTypes: ["NO_SUCH_GRANT"] };
    const create = clients.create({ parent, oauthClientId: "web-portal", requestBody: senseless });
    expect(await refusalOf(create)).toMatchObject({ status: 400, reason: "INVALID_ARGUMENT" });
  });
});

describe("OAuth client credentials by @googleapis/iam", () => {
  test("are made, read, listed, disabled and then deleted", async () => {
    await clients.create({ parent, oauthClientId: "web-portal", requestBody });
    const { credentials } = clients;
    const make = () =>
      credentials.create({
        parent: name,
        oauthClientCredentialId: "secret-1",
        requestBody: { displayName: "First" },
      });
    const created = await make();
    const secret = `${name}/credentials/secret-1`;
    expect(created.data).toEqual({ name: secret, displayName: "First", clientSecret: expect.any(String) });
    expect((await credentials.get({ name: secret })).data).toEqual(created.data);
    expect((await credentials.list({ parent: name })).data).toEqual({ oauthClientCredentials: [created.data] });
    expect(await refusalOf(make())).toMatchObject({ status: 409, reason: "ALREADY_EXISTS" });
    expect(await refusalOf(credentials.delete({ name: secret }))).toMatchObject({
      status: 400,
      reason: "FAILED_PRECONDITION",
    });
    await credentials.patch({ name: secret, updateMask: "disabled", requestBody: { disabled: true } });
    expect((await credentials.delete({ name: secret })).data).toEqual({});
    expect(await refusalOf(credentials.get({ name: secret }))).toMatchObject({ status: 404, reason: "NOT_FOUND" });
  });

  test("are refused in everything to a caller without rights", async () => {
    await clients.create({ parent, oauthClientId: "web-portal", requestBody });
    const oauthClientCredentialId = "secret-1";
    await clients.credentials.create({ parent: name, oauthClientCredentialId, requestBody: {} });
    const { credentials: stranger } = clientsAs("local:nobody@local.example");
    const secret = `${name}/credentials/${oauthClientCredentialId}`;
    for (const call of [
      () => stranger.create({ parent: name, oauthClientCredentialId: "secret-2", requestBody: {} }),
      () => stranger.list({ parent: name }),
      () => stranger.get({ name: secret }),
      () => stranger.patch({ name: secret, updateMask: "disabled", requestBody: { disabled: true } }),
      () => stranger.delete({ name: secret }),
    ]) {
      expect(await refusalOf(call())).toMatchObject({ type: "GaxiosError", status: 403, reason: "PERMISSION_DENIED" });
    }
  });

  test("are refused where there are none, and where their name is none", async () => {
    await clients.create({ parent, oauthClientId: "web-portal", requestBody });
    const { credentials } = clients;
    const secret = `${name}/credentials/secret-1`;
    const patch = credentials.patch({ name: secret, updateMask: "disabled", requestBody: { disabled: true } });
    expect(await refusalOf(patch)).toMatchObject({ status: 404, reason: "NOT_FOUND" });
    expect(await refusalOf(credentials.delete({ name: secret }))).toMatchObject({ status: 404, reason: "NOT_FOUND" });
    const create = credentials.create({ parent: name, oauthClientCredentialId: "No Name", requestBody: {} });
    expect(await refusalOf(create)).toMatchObject({ status: 400, reason: "INVALID_ARGUMENT" });
  });
});
