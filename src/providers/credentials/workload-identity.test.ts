import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { exchangeOver } from "../../../packages/base/exchange/exchange-over.fixture.ts";
import { publicPlane } from "../../../packages/vendor-wire/azure/management-planes.ts";
import { azureCloud, azureCredentials } from "./azure/azure-credentials.ts";
import { entraDiscovery } from "./azure/entra-discovery.fixture.ts";
import { googleCredentials } from "./google/google-credentials.ts";
import { routed } from "./guards/outwards.ts";
import { thisMachine } from "./sources/this-machine.ts";
import { type VendorAnswer, type VendorRequest, vendorsBehindProxy } from "./vendors-behind-proxy.fixture.ts";

/** What the vendors' libraries read from the environment of the process; each test starts without any of it. */
const foreign =
  /^(GOOGLE|GCLOUD|GCE|CLOUDSDK|AZURE|IDENTITY|MSI|IMDS|HOME|APPDATA|METADATA|K_|FUNCTION_|HTTPS?_PROXY|NO_PROXY|ALL_PROXY)/i;
const before = { ...process.env };

let folder = "";
let close: () => Promise<void> = async () => {};
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "plumb-workload-"));
  for (const name of Object.keys(process.env)) if (foreign.test(name)) delete process.env[name];
  process.env["HOME"] = folder;
  process.env["CLOUDSDK_CONFIG"] = folder;
  process.env["METADATA_SERVER_DETECTION"] = "none";
});
afterEach(async () => {
  await close();
  close = async () => {};
  rmSync(folder, { recursive: true, force: true });
  for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name];
  Object.assign(process.env, before);
});

/** Vendors that only the proxy of the environment leads to. */
async function behindProxy(names: readonly string[], answer: (request: VendorRequest) => VendorAnswer) {
  const world = await vendorsBehindProxy(names, answer);
  close = world.close;
  process.env["HTTPS_PROXY"] = world.proxy;
  return world;
}

/** The way out of this process as its environment is now. */
function network() {
  return routed({
    environment: process.env,
    network: exchangeOver((request) => fetch(request)),
    machine: { ...thisMachine, readText: async () => "" },
  });
}

function secretFile(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text, { mode: 0o600 });
  return path;
}

describe("what a vendor says against a sign-in is told, with what to check", () => {
  test("Azure: a wrong client secret", async () => {
    const authority = "login.microsoftonline.com";
    const tenant = "11111111-2222-3333-4444-555555555555";
    await behindProxy([authority], ({ path }) => {
      const found = entraDiscovery(authority, tenant, path);
      const body = {
        error: "invalid_client",
        error_description: "AADSTS7000215: Invalid client secret provided. Trace ID: 1 Correlation ID: 2",
        error_codes: [7000215],
      };
      return found ?? { status: 401, body: JSON.stringify(body) };
    });
    Object.assign(process.env, { AZURE_CLIENT_ID: "22222222-3333-4444-5555-666666666666", AZURE_TENANT_ID: tenant });
    process.env["AZURE_CLIENT_SECRET"] = "wrong-secret";
    const source = azureCredentials(azureCloud(publicPlane, process.env), network());
    const { refusal } = await source("https://management.azure.com/subscriptions/s").catch((cause) => cause);
    expect(refusal.detail).toContain(
      "login.microsoftonline.com answered 401 invalid_client: AADSTS7000215: Invalid client secret provided",
    );
    expect(refusal.detail).toContain("check AZURE_CLIENT_SECRET");
    expect(refusal.detail).not.toContain("wrong-secret");
    expect(refusal).toMatchObject({ kind: "denied", lacks: "credential" });
  });

  test("Google: a refresh token that is revoked", async () => {
    await behindProxy(["oauth2.googleapis.com"], () => ({
      status: 400,
      body: JSON.stringify({ error: "invalid_grant", error_description: "Token has been expired or revoked." }),
    }));
    const user = { type: "authorized_user", client_id: "c", client_secret: "s", refresh_token: "r" };
    process.env["GOOGLE_APPLICATION_CREDENTIALS"] = secretFile("adc.json", JSON.stringify(user));
    const source = googleCredentials({ environment: process.env, network: network(), origins: [] });
    const { refusal } = await source("https://iam.googleapis.com/v1").catch((cause) => cause);
    expect(refusal.detail).toContain(
      "oauth2.googleapis.com answered 400 invalid_grant: Token has been expired or revoked",
    );
    expect(refusal.detail).toContain("gcloud auth application-default login");
  });
});

describe("a workload's own token behind a proxy", () => {
  test("Azure: the federated token file against a token, with client and tenant of the environment", async () => {
    const authority = "login.microsoftonline.com";
    const tenant = "11111111-2222-3333-4444-555555555555";
    const { requests, tunnels } = await behindProxy([authority], ({ path }) => {
      const found = entraDiscovery(authority, tenant, path);
      if (found !== undefined) return found;
      return { body: JSON.stringify({ token_type: "Bearer", expires_in: 3600, access_token: "the workload's" }) };
    });
    process.env["AZURE_CLIENT_ID"] = "22222222-3333-4444-5555-666666666666";
    process.env["AZURE_TENANT_ID"] = tenant;
    process.env["AZURE_FEDERATED_TOKEN_FILE"] = secretFile("federated", "the pod's token");
    const headers = await azureCredentials(undefined, network())("https://management.azure.com/subscriptions/s");
    expect(headers).toEqual({ authorization: "Bearer the workload's" });
    const exchange = new URLSearchParams(requests.findLast(({ path }) => path.includes("/oauth2/v2.0/token"))?.body);
    expect(exchange.get("client_assertion")).toBe("the pod's token");
    expect(exchange.get("client_id")).toBe("22222222-3333-4444-5555-666666666666");
    expect(exchange.get("scope")).toContain("https://management.azure.com/.default");
    expect(new Set(tunnels.map(({ to }) => to))).toEqual(new Set([`${authority}:443`]));
  });

  test("Google: an external account's subject token against a token, and that against a service account's", async () => {
    const account = "plumb@acme.iam.gserviceaccount.com";
    const { requests, tunnels } = await behindProxy(
      ["sts.googleapis.com", "iamcredentials.googleapis.com"],
      ({ host }) => {
        if (host.startsWith("sts."))
          return {
            body: JSON.stringify({
              access_token: "federated",
              issued_token_type: "urn:ietf:params:oauth:token-type:access_token",
              token_type: "Bearer",
              expires_in: 3600,
            }),
          };
        return { body: JSON.stringify({ accessToken: "impersonated", expireTime: "2099-01-01T00:00:00Z" }) };
      },
    );
    process.env["GOOGLE_APPLICATION_CREDENTIALS"] = secretFile(
      "account.json",
      JSON.stringify({
        type: "external_account",
        audience: "//iam.googleapis.com/projects/1/locations/global/workloadIdentityPools/p/providers/q",
        subject_token_type: "urn:ietf:params:oauth:token-type:jwt",
        token_url: "https://sts.googleapis.com/v1/token",
        service_account_impersonation_url: `https://iamcredentials.googleapis.com/v1/projects/-/serviceAccounts/${account}:generateAccessToken`,
        credential_source: { file: secretFile("subject", "the pod's token") },
      }),
    );
    const headers = await googleCredentials({ environment: process.env, origins: [], network: network() })(
      "https://iam.googleapis.com/v1/x",
    );
    expect(headers).toMatchObject({ authorization: "Bearer impersonated" });
    expect(requests[0]?.body).toContain("subject_token=the+pod%27s+token");
    expect(requests[1]?.headers.authorization).toBe("Bearer federated");
    expect(tunnels.map(({ to }) => to)).toEqual(["sts.googleapis.com:443", "iamcredentials.googleapis.com:443"]);
  });
});
