import { createVerify, generateKeyPairSync } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { exchangeOver } from "../../../packages/base/exchange/exchange-over.fixture.ts";
import type { JsonObject } from "../../../packages/base/json/json.ts";
import { azureCredentials } from "./azure/azure-credentials.ts";
import { googleCredentials } from "./google/google-credentials.ts";
import { inIdentityThread } from "./in-identity-thread.fixture.ts";
import { thisMachine } from "./sources/this-machine.ts";

/** What the vendors' libraries read from the environment of the process; each test starts without any of it. */
const straight = exchangeOver((request) => fetch(request));

const foreign = /^(GOOGLE|GCLOUD|GCE|CLOUDSDK|AZURE|IDENTITY|MSI|IMDS|HOME|APPDATA|METADATA|K_|FUNCTION_)/;
const before = { ...process.env };

interface Asked {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}

let folder = "";
let origin = "";
let server: Server;
let asked: Asked[] = [];
let reached: string[] = [];
let answer: (request: Asked) => { readonly status: number; readonly body: JsonObject | string };

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "plumb-identity-"));
  for (const name of Object.keys(process.env)) if (foreign.test(name)) delete process.env[name];
  process.env["HOME"] = folder;
  process.env["CLOUDSDK_CONFIG"] = folder;
  asked = [];
  reached = [];
  answer = () => ({ status: 404, body: {} });
  server = createServer(async (incoming, outgoing) => {
    const body = Buffer.concat(await Array.fromAsync(incoming)).toString("utf8");
    const request = { method: incoming.method ?? "", path: incoming.url ?? "", headers: incoming.headers, body };
    asked.push(request);
    const { status, body: said } = answer(request);
    outgoing.writeHead(status, { "content-type": "application/json", "metadata-flavor": "Google" });
    outgoing.end(typeof said === "string" ? said : JSON.stringify(said));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(() => {
  server.close();
  server.closeAllConnections();
  rmSync(folder, { recursive: true, force: true });
  for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name];
  Object.assign(process.env, before);
});

/**
 * Google's credentials of this process. The vendor's own addresses lead to the server, and remember which they were.
 */
function google() {
  const network = (request: Request) => {
    const { host, pathname, search } = new URL(request.url);
    reached.push(host);
    return fetch(new Request(`${origin}${pathname}${search}`, request));
  };
  return googleCredentials({ environment: process.env, network: exchangeOver(network), origins: [] });
}

function credentialsFile(content: JsonObject): void {
  const path = join(folder, "credentials.json");
  writeFileSync(path, JSON.stringify(content));
  process.env["GOOGLE_APPLICATION_CREDENTIALS"] = path;
}

describe("Google's application default credentials", () => {
  const url = "https://iam.googleapis.com/v1/x";

  test("a service account signs for itself, with its quota project, and asks nobody", async () => {
    const { publicKey, privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
    credentialsFile({
      type: "service_account",
      client_email: "plumb@acme.iam.gserviceaccount.com",
      private_key_id: "k1",
      private_key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
      quota_project_id: "billing",
    });
    const headers = await google()(url);
    expect(headers["x-goog-user-project"]).toBe("billing");
    const [head = "", claims = "", signature = ""] = (headers["authorization"] ?? "").replace("Bearer ", "").split(".");
    const verified = createVerify("RSA-SHA256").update(`${head}.${claims}`).verify(publicKey, signature, "base64url");
    expect(verified).toBe(true);
    expect(JSON.parse(Buffer.from(claims, "base64url").toString("utf8"))).toMatchObject({
      iss: "plumb@acme.iam.gserviceaccount.com",
      scope: "https://www.googleapis.com/auth/cloud-platform",
    });
    expect(asked).toEqual([]);
  });

  test("credentials of another universe than the address are withheld", async () => {
    const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
    credentialsFile({
      type: "service_account",
      client_email: "plumb@acme.s3ns.iam.gserviceaccount.com",
      private_key_id: "k1",
      private_key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
      universe_domain: "s3nsapis.fr",
    });
    const credentials = google();
    expect(await credentials("https://iam.s3nsapis.fr/v1/x")).toHaveProperty("authorization");
    const detail = expect.stringMatching(/ s3nsapis\.fr, .* googleapis\.com$/);
    await expect(credentials(url)).rejects.toMatchObject({ refusal: { kind: "denied", detail } });
    expect(asked).toEqual([]);
  });

  test("a workload's own token is exchanged, once for many calls", async () => {
    writeFileSync(join(folder, "subject"), "the workload's token");
    credentialsFile({
      type: "external_account",
      audience: "//iam.googleapis.com/projects/1/locations/global/workloadIdentityPools/p/providers/q",
      subject_token_type: "urn:ietf:params:oauth:token-type:jwt",
      token_url: "https://sts.googleapis.com/v1/token",
      credential_source: { file: join(folder, "subject") },
    });
    answer = () => ({
      status: 200,
      body: {
        access_token: "exchanged",
        issued_token_type: "urn:ietf:params:oauth:token-type:access_token",
        token_type: "Bearer",
        expires_in: 3600,
      },
    });
    const credentials = google();
    expect(await credentials(url)).toMatchObject({ authorization: "Bearer exchanged" });
    expect(await credentials(url)).toMatchObject({ authorization: "Bearer exchanged" });
    expect(reached).toEqual(["sts.googleapis.com"]);
    expect(asked).toHaveLength(1);
    expect(asked[0]?.body).toContain("subject_token=the+workload%27s+token");
  });

  test("the metadata server of a machine in the cloud", async () => {
    process.env["GCE_METADATA_HOST"] = origin.replace("http://", "");
    process.env["METADATA_SERVER_DETECTION"] = "assume-present";
    answer = ({ path }) =>
      path.includes("/token")
        ? { status: 200, body: { access_token: "the machine's", token_type: "Bearer", expires_in: 3600 } }
        : { status: 404, body: {} };
    expect(await google()(url)).toMatchObject({ authorization: "Bearer the machine's" });
    expect(asked.at(-1)).toMatchObject({ headers: { "metadata-flavor": "Google" } });
  });

  test("a machine in a sovereign cloud says so, and its token goes nowhere else", async () => {
    process.env["GCE_METADATA_HOST"] = origin.replace("http://", "");
    process.env["METADATA_SERVER_DETECTION"] = "assume-present";
    answer = ({ path }) => {
      if (path.includes("/universe/")) return { status: 200, body: "s3nsapis.fr" };
      const token = { access_token: "the machine's", token_type: "Bearer", expires_in: 3600 };
      return { status: 200, body: path.includes("/token") ? token : {} };
    };
    const credentials = google();
    expect(await credentials("https://iam.s3nsapis.fr/v1/x")).toMatchObject({ authorization: "Bearer the machine's" });
    await expect(credentials(url)).rejects.toThrow(/ s3nsapis\.fr, .* googleapis\.com/);
  });

  test("a file that is named and not there is told, and read once it is", async () => {
    const path = join(folder, "later.json");
    process.env["GOOGLE_APPLICATION_CREDENTIALS"] = path;
    const credentials = google();
    await expect(credentials(url)).rejects.toThrow(new RegExp(`GOOGLE_APPLICATION_CREDENTIALS .*${path},`));
    const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
    const key = privateKey.export({ type: "pkcs8", format: "pem" }).toString();
    writeFileSync(path, JSON.stringify({ type: "service_account", client_email: "a@b", private_key: key }));
    expect(await credentials(url)).toHaveProperty("authorization");
  });

  test("the project that pays is the one of the environment, before the file's", async () => {
    process.env["GOOGLE_CLOUD_QUOTA_PROJECT"] = "payer";
    const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
    const private_key = privateKey.export({ type: "pkcs8", format: "pem" }).toString();
    credentialsFile({ type: "service_account", client_email: "a@b", private_key, quota_project_id: "billing" });
    expect((await google()(url))["x-goog-user-project"]).toBe("payer");
  });

  test("none at all are denied, with the ways to give some", async () => {
    process.env["METADATA_SERVER_DETECTION"] = "none";
    await expect(google()(url)).rejects.toMatchObject({
      refusal: { kind: "denied", detail: expect.stringContaining("GOOGLE_APPLICATION_CREDENTIALS") },
    });
  });

  test("none at all are told by the refusal alone, also where what answers as the metadata server is none", async () => {
    process.env["GCE_METADATA_HOST"] = origin.replace("http://", "");
    answer = () => ({ status: 403, body: {} });
    const warnings: string[] = [];
    const note = ({ name }: Error) => void warnings.push(name);
    process.on("warning", note);
    await expect(google()(url)).rejects.toMatchObject({ refusal: { kind: "denied" } });
    await new Promise((resolve) => setImmediate(resolve));
    process.off("warning", note);
    expect(warnings).toEqual([]);
  });

  test("an exchange that the other side can't do now is for later", async () => {
    writeFileSync(join(folder, "subject"), "the workload's token");
    credentialsFile({
      type: "external_account",
      audience: "//iam.googleapis.com/projects/1/locations/global/workloadIdentityPools/p/providers/q",
      subject_token_type: "urn:ietf:params:oauth:token-type:jwt",
      token_url: "https://sts.googleapis.com/v1/token",
      credential_source: { file: join(folder, "subject") },
    });
    await new Promise((resolve) => server.close(resolve));
    await expect(google()(url)).rejects.toMatchObject({ refusal: { kind: "unavailable" } });
  });
});

describe("Azure's default chain", () => {
  const url = "https://management.azure.com/subscriptions/s";
  const identityToken = () => ({
    status: 200,
    body: {
      access_token: "the identity's",
      token_type: "Bearer",
      expires_on: String(Math.floor(Date.now() / 1000) + 86_400),
    },
  });

  test("the managed identity of the place where it runs, once for many calls", async () => {
    answer = identityToken;
    // A national cloud's management plane is asked for by its own name.
    const national = "https://management.usgovcloudapi.net";
    const shown = await inIdentityThread([url, url, `${national}/subscriptions/s`], {
      HOME: folder,
      IDENTITY_ENDPOINT: `${origin}/msi/token`,
      IDENTITY_HEADER: "proof",
      AZURE_TOKEN_CREDENTIALS: "ManagedIdentityCredential",
    });
    expect(shown).toEqual(Array.from({ length: 3 }, () => ({ authorization: "Bearer the identity's" })));
    for (const request of asked)
      expect(request).toMatchObject({ method: "GET", headers: { "x-identity-header": "proof" } });
    const resources = asked.map(({ path }) => new URL(path, origin).searchParams.get("resource"));
    expect(resources).toEqual(["https://management.azure.com", national]);
  });

  test("none at all are denied, with the ways to give some", async () => {
    process.env["AZURE_TOKEN_CREDENTIALS"] = "EnvironmentCredential";
    await expect(azureCredentials(undefined, straight)(url)).rejects.toMatchObject({
      refusal: { kind: "denied", detail: expect.stringContaining("ARM_ACCESS_TOKEN") },
    });
  });
});

test("this machine knows itself by name, and a name that nobody has", async () => {
  for (const address of await thisMachine.resolve("localhost")) expect(["127.0.0.1", "::1"]).toContain(address);
  expect(await thisMachine.resolve("nobody.invalid")).toEqual([]);
});
