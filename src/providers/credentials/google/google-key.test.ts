import { createVerify, generateKeyPairSync } from "node:crypto";
import { afterEach, expect, test, vi } from "vitest";
import { exchangeOver } from "../../../../packages/base/exchange/exchange-over.fixture.ts";
import { googleCredentials } from "./google-credentials.ts";

afterEach(() => {
  vi.restoreAllMocks();
});

const url = "https://iam.googleapis.com/v1/x";

/** The credentials of a key, over a network in which no address answers. */
function ofKey(text: string) {
  const network = exchangeOver(async (request) => {
    throw new Error(`${new URL(request.url).host} is not there`);
  });
  return googleCredentials({ key: { text, name: "/keys/google.json" }, environment: {}, network, origins: [] });
}

/** All that a library prints beside what it gives. */
function printed(): readonly unknown[] {
  const said: unknown[] = [];
  for (const name of ["log", "warn", "error", "info"] as const)
    vi.spyOn(console, name).mockImplementation((...words: unknown[]) => void said.push(words));
  return said;
}

test("a service account's key signs for itself with its quota project, and nothing is printed", async () => {
  const said = printed();
  const { publicKey, privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const text = JSON.stringify({
    type: "service_account",
    client_email: "plumb@acme.iam.gserviceaccount.com",
    private_key_id: "k1",
    private_key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    quota_project_id: "billing",
  });
  const headers = await ofKey(text)(url);
  expect(headers["x-goog-user-project"]).toBe("billing");
  const [head = "", claims = "", signature = ""] = (headers["authorization"] ?? "").replace("Bearer ", "").split(".");
  expect(createVerify("RSA-SHA256").update(`${head}.${claims}`).verify(publicKey, signature, "base64url")).toBe(true);
  expect(JSON.parse(Buffer.from(claims, "base64url").toString("utf8"))).toMatchObject({
    iss: "plumb@acme.iam.gserviceaccount.com",
    scope: "https://www.googleapis.com/auth/cloud-platform",
  });
  expect(said).toEqual([]);
});

const subject = { subject_token_type: "urn:ietf:params:oauth:token-type:jwt", audience: "//iam.googleapis.com/x" };
const token_url = "https://sts.googleapis.com/v1/token";
/** Without its refresh token: no call is made. */
const person = { type: "authorized_user", client_id: "c", client_secret: "s" };

test.each([
  ["a workload", { type: "external_account", ...subject, token_url, credential_source: { file: "/none" } }],
  [
    "a workload on AWS",
    {
      type: "external_account",
      ...subject,
      subject_token_type: "urn:ietf:params:aws:token-type:aws4_request",
      token_url,
      credential_source: {
        environment_id: "aws1",
        region_url: "http://169.254.169.254/latest/meta-data/placement/availability-zone",
        regional_cred_verification_url:
          "https://sts.{region}.amazonaws.com?Action=GetCallerIdentity&Version=2011-06-15",
      },
    },
  ],
  [
    "a workload whose token a command gives",
    {
      type: "external_account",
      ...subject,
      token_url,
      credential_source: { executable: { command: "/none" } },
    },
  ],
  [
    "a person of a workforce",
    {
      type: "external_account_authorized_user",
      audience: "//iam.googleapis.com/x",
      ...{ client_id: "c", client_secret: "s", refresh_token: "r", token_url },
    },
  ],
  [
    "an impersonated account",
    {
      type: "impersonated_service_account",
      service_account_impersonation_url:
        "https://iamcredentials.googleapis.com/v1/projects/-/serviceAccounts/a@b:generateAccessToken",
      source_credentials: {
        type: "external_account",
        ...subject,
        token_url,
        credential_source: { file: "/none" },
      },
    },
  ],
])("a key of %s is taken, and nothing is printed", async (_, key) => {
  const said = printed();
  const source = ofKey(JSON.stringify(key));
  // What the key leads to is not there: the refusal is the network's or the file system's, and none of the key's form.
  await expect(source(url)).rejects.toThrow(
    /^(?!.*`(type|external_account\w*|impersonated\w+)`).*\/keys\/google\.json/,
  );
  expect(said).toEqual([]);
});

test.each([
  ["no JSON", "{", /\/keys\/google\.json .*JSON/],
  ["an unknown kind", '{"type":"other"}', /`other`/],
  ["no kind", "{}", /`type`/],
])("a key with %s is refused, and nothing is printed", async (_, text, why) => {
  const said = printed();
  await expect(ofKey(text)(url)).rejects.toThrow(why);
  expect(said).toEqual([]);
});

test("a workload that would show a certificate of its own is refused before anything is asked, also within another key", async () => {
  const asked: string[] = [];
  const network = exchangeOver(async (request) => {
    asked.push(request.url);
    throw new Error("it was asked");
  });
  const workload = {
    ...{ type: "external_account", ...subject, token_url: "https://sts.mtls.googleapis.com/v1/token" },
    credential_source: { certificate: { use_default_certificate_config: true } },
  };
  const impersonated = {
    type: "impersonated_service_account",
    service_account_impersonation_url:
      "https://iamcredentials.googleapis.com/v1/projects/-/serviceAccounts/a@b:generateAccessToken",
    source_credentials: workload,
  };
  for (const [key, place] of [
    [workload, "`credential_source.certificate`"],
    [impersonated, "`source_credentials.credential_source.certificate`"],
  ] as const) {
    const given = { text: JSON.stringify(key), name: "/keys/google.json" };
    const source = googleCredentials({ key: given, environment: {}, network, origins: [] });
    await expect(source(url)).rejects.toThrow(`${place} `);
  }
  expect(asked).toEqual([]);
});

test("a person's own key is read by its own rules", async () => {
  const said = printed();
  const source = ofKey(JSON.stringify(person));
  await expect(source(url)).rejects.toThrow("does not contain a refresh_token field");
  expect(said).toEqual([]);
});

test("a key of the public universe signs no call to the one that the environment names", async () => {
  const sent: string[] = [];
  const key = { ...person, refresh_token: "r", universe_domain: "googleapis.com" };
  const credentials = googleCredentials({
    key: { text: JSON.stringify(key), name: "/keys/google.json" },
    environment: { GOOGLE_CLOUD_UNIVERSE_DOMAIN: "apis-tpczero.goog" },
    network: exchangeOver(async (request) => {
      sent.push(new URL(request.url).host);
      return Response.json({ access_token: "canary", token_type: "Bearer", expires_in: 3600 });
    }),
    origins: [],
  });
  await expect(credentials("https://iam.apis-tpczero.goog/v1/x")).rejects.toThrow(
    / googleapis\.com, .* apis-tpczero\.goog/,
  );
  expect(sent).toEqual([]);
});
