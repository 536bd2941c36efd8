import { describe, expect, test } from "vitest";
import { change, scripted, target } from "./driver.fixture.ts";
import { oauthCredentialDriver } from "./oauth-credential-driver.ts";

const parent = "https://iam.googleapis.com/v1/projects/p1/locations/global/oauthClients/my-app/credentials";
const id = "projects/p1/locations/global/oauthClients/my-app/credentials/first";
const variables = { project: "p1", location: "global", oauthClientId: "my-app", oauthClientCredentialId: "first" };
const credential = target("iam:OAuthClientCredential", id, variables);
const wire = { name: id, displayName: "First", clientSecret: "4711" };
const outputs = { ...wire, ...variables, id, disabled: false };
const refused = (status: string, code: number) =>
  Response.json({ error: { code, message: "no", status } }, { status: code });

describe("a credential", () => {
  test("is read with its secret, and a list of the client's has all of them", async () => {
    const seen = { outputs, version: null, deleted: false, displaces: [] };
    expect(await oauthCredentialDriver(scripted(wire).exchange).read(credential)).toEqual({
      kind: "done",
      observation: seen,
    });
    const listing = scripted({ oauthClientCredentials: [wire] });
    expect(await oauthCredentialDriver(listing.exchange).list(credential)).toEqual({
      kind: "done",
      items: [{ id, observation: seen }],
    });
    expect(listing.requests).toEqual([{ line: `GET ${parent}`, body: undefined }]);
  });

  test("that is another one's is no answer to a read", async () => {
    const other = { ...wire, name: id.replace("/my-app/", "/other/") };
    expect(await oauthCredentialDriver(scripted(other).exchange).read(credential)).toMatchObject({
      kind: "unavailable",
    });
  });

  test("is disabled by one call and deleted by another", async () => {
    const patch = scripted({ ...wire, disabled: true });
    const disabling = change("update", credential, { inputs: { disabled: true } });
    expect(await oauthCredentialDriver(patch.exchange).write(disabling)).toMatchObject({
      kind: "done",
      observation: { outputs: { ...outputs, disabled: true } },
    });
    expect(patch.requests).toEqual([{ line: `PATCH ${parent}/first?updateMask=disabled`, body: { disabled: true } }]);
    const removal = scripted({});
    expect(await oauthCredentialDriver(removal.exchange).write(change("delete", credential))).toEqual({
      kind: "done",
      observation: null,
    });
    expect(removal.requests).toEqual([{ line: `DELETE ${parent}/first`, body: undefined }]);
  });

  test("that is in use is not deleted, and says that its state forbids it", async () => {
    const script = scripted(refused("FAILED_PRECONDITION", 400));
    expect(await oauthCredentialDriver(script.exchange).write(change("delete", credential))).toMatchObject({
      kind: "conflict",
      reason: "wrong-state",
    });
  });
});
