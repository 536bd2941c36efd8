import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { asking } from "../../packages/base/exchange/asking.fixture.ts";
import { exchangeOver } from "../../packages/base/exchange/exchange-over.fixture.ts";
import type { JsonObject } from "../../packages/base/json/json.ts";
import type { CredentialPlace } from "../../src/engine/ports/credential-binding.ts";
import { accesses } from "../../src/providers/credentials/shipped-accesses.fixture.ts";
import { passageOf } from "../../src/providers/credentials/sources/credential-rule.ts";
import { thisMachine } from "../../src/providers/credentials/sources/this-machine.ts";
import { vendorExchange } from "../../src/providers/credentials/vendor-exchange.ts";
import { answer, openSink, type Sink } from "./sink.fixture.ts";

/** What the workload proves itself with; it is worth as much as the vendor's token. */
const subject = "canary-subject-token-4410";

let folder: string;
let sink: Sink;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "plumb-key-file-"));
  writeFileSync(join(folder, "subject"), subject);
  for (const name of ["HOME", "CLOUDSDK_CONFIG"]) vi.stubEnv(name, folder);
  vi.stubEnv("GOOGLE_APPLICATION_CREDENTIALS", undefined);
  sink = await openSink(() =>
    answer("200 OK", {
      access_token: "t",
      accessToken: "t",
      expireTime: "2999-01-01T00:00:00Z",
      expires_in: 3600,
      token_type: "Bearer",
    }),
  );
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await sink.close();
  rmSync(folder, { recursive: true, force: true });
});

/**
 * Signs a call in with a credential file, found in one of the places where it may be. Gives the refusal, or what was
 * sent.
 */
async function signIn(
  place: "named" | "variable" | "well-known",
  key: JsonObject,
  { origins = null, vendor = Response.json({}) }: { origins?: readonly string[] | null; vendor?: Response } = {},
): Promise<string> {
  const path = join(folder, place === "well-known" ? "application_default_credentials.json" : "key.json");
  writeFileSync(path, JSON.stringify(key), { mode: 0o600 });
  if (place === "variable") vi.stubEnv("GOOGLE_APPLICATION_CREDENTIALS", path);
  const credential: CredentialPlace = place === "named" ? { kind: "file", path, clientId: null } : { kind: "usual" };
  const binding = { name: "google", kind: "google", origins, mayBePrivate: false, credential, stacks: ["*"] };
  const provider = { ref: "google", kind: "google", config: {} };
  const ground = { bindings: [binding], trusted: [], environment: {}, welcomesLocal: false, remedy: () => "" };
  const passage = passageOf(provider, null, ground, accesses);
  if (passage.kind === "refused") throw new Error(passage.why);
  const machine = { ...thisMachine, readText: async (name: string) => readFileSync(name, "utf8") };
  const network = async (request: Request) =>
    new URL(request.url).hostname === "127.0.0.1" ? globalThis.fetch(request) : vendor.clone();
  const call = vendorExchange(provider, passage, {
    ...{
      environment: process.env,
      network: exchangeOver(network),
      machine,
      now: () => Date.now(),
      version: "0",
      accesses,
    },
  });
  return asking(call)(new Request("https://iam.googleapis.com/v1/x")).then(
    () => "sent",
    (cause: Error) => cause.message,
  );
}

const at = (path: string) => `http://127.0.0.1:${sink.port}${path}`;
const workload = (more: JsonObject): JsonObject => ({
  type: "external_account",
  audience: "//iam.googleapis.com/projects/1/locations/global/workloadIdentityPools/p/providers/q",
  subject_token_type: "urn:ietf:params:oauth:token-type:jwt",
  token_url: "https://sts.googleapis.com/v1/token",
  credential_source: { file: join(folder, "subject") },
  ...more,
});
const impersonated = (source: JsonObject): JsonObject => ({
  type: "impersonated_service_account",
  service_account_impersonation_url:
    "https://iamcredentials.googleapis.com/v1/projects/-/serviceAccounts" +
    "/a@b.iam.gserviceaccount.com:generateAccessToken",
  source_credentials: source,
});
const person = (type: string): JsonObject => ({
  type,
  ...{ client_id: "c", client_secret: "canary-client-secret-91", refresh_token: "canary-refresh-token-17" },
});

/**
 * Credential files as others might have written them, and the field that the refusal names; null for one that is passed
 * over.
 */
const files: Readonly<Record<string, readonly [field: string | null, key: () => JsonObject]>> = {
  "a workload's token exchange": ["token_url", () => workload({ token_url: at("/token") })],
  "a workload's token exchange, spelt otherwise": [
    null,
    () => {
      const { token_url: _, ...key } = workload({ tokenUrl: at("/token") });
      return key;
    },
  ],
  "the impersonation of a workload": [
    "service_account_impersonation_url",
    () => workload({ service_account_impersonation_url: at("/serviceAccounts/a:generateAccessToken") }),
  ],
  "a workload's source of its own token": [
    "credential_source.url",
    () => workload({ credential_source: { url: at("/subject"), headers: { "x-secret": subject } } }),
  ],
  "AWS's session": [
    "credential_source.imdsv2_session_token_url",
    () =>
      workload({
        subject_token_type: "urn:ietf:params:aws:token-type:aws4_request",
        credential_source: {
          environment_id: "aws1",
          imdsv2_session_token_url: at("/session"),
          regional_cred_verification_url:
            "https://sts.{region}.amazonaws.com?Action=GetCallerIdentity&Version=2011-06-15",
        },
      }),
  ],
  "a workforce's refresh": [
    "token_url",
    () => ({ ...person("external_account_authorized_user"), audience: "//iam.googleapis.com/x", token_url: at("/t") }),
  ],
  "a person's refresh": ["token_uri", () => ({ ...person("authorized_user"), token_uri: at("/t") })],
  "an impersonated account": [
    "service_account_impersonation_url",
    () => ({
      ...impersonated(workload({})),
      service_account_impersonation_url: at("/serviceAccounts/a:generateAccessToken"),
    }),
  ],
  "the source of an impersonated account": [
    "source_credentials.token_url",
    () => impersonated(workload({ token_url: at("/token") })),
  ],
  "an impersonated account's own interface": [null, () => ({ ...impersonated(workload({})), endpoint: at("") })],
  "a way for all calls of the library": [null, () => workload({ transporterOptions: { proxy: at("") } })],
  "a cloud of another name": [
    "universe_domain",
    () => {
      const { token_url: _, ...key } = workload({ universe_domain: `127.0.0.1:${sink.port}` });
      return key;
    },
  ],
};

describe.each(["named", "variable", "well-known"] as const)("a credential file in its %s place", (place) => {
  test.each(Object.entries(files))("leads nowhere by %s", async (_, [field, key]) => {
    const said = await signIn(place, key());
    expect(sink.received).toBe("");
    if (field !== null) expect(said).toContain(`\`${field}\``);
    expect(said).not.toContain("canary");
  });
});

test("a place for exchanges that redirects brings nothing there", async () => {
  for (const status of [301, 302, 303, 307, 308]) {
    const vendor = new Response(null, { status, headers: { location: at("/token") } });
    const said = await signIn("named", workload({}), { vendor });
    expect(sink.received).toBe("");
    expect(said).toContain("no credentials");
  }
});

test("a port of this machine gives what a workload proves itself with, once that was allowed, and exchanges nothing", async () => {
  const origins = ["https://iam.googleapis.com", "https://connectors.googleapis.com", "https://compute.googleapis.com"];
  const own = workload({ credential_source: { url: at("/subject") } });
  const vendor = Response.json({ access_token: "t", expires_in: 3600, token_type: "Bearer" });
  expect(await signIn("named", own, { vendor, origins })).toContain("`credential_source.url`");
  expect(sink.received).toBe("");
  const allowed = [...origins, at("")];
  expect(await signIn("named", own, { vendor, origins: allowed })).toBe("sent");
  expect(sink.received).toContain("GET /subject");
  sink.forget();
  const exchanging = workload({ token_url: at("/token") });
  expect(await signIn("named", exchanging, { vendor, origins: allowed })).toContain("`token_url`");
  expect(sink.received).toBe("");
});
