import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { asking } from "../../../../packages/base/exchange/asking.fixture.ts";
import { exchangeOver } from "../../../../packages/base/exchange/exchange-over.fixture.ts";
import type { Fetch } from "../../../../packages/base/exchange/fetch.ts";
import type { JsonObject } from "../../../../packages/base/json/json.ts";
import type { ProviderInstance } from "../../../engine/ports/driver.ts";
import { judged } from "../judged.fixture.ts";
import { accesses } from "../shipped-accesses.fixture.ts";
import { passageOf } from "../sources/credential-rule.ts";
import { thisMachine } from "../sources/this-machine.ts";
import { vendorExchange } from "../vendor-exchange.ts";

const secret = "k7Qz93vT0xWpL4mB4sYd8nR6";
const second = "Hh20sPq7Lk19VbNm83XcZa5T";

let folder: string;
let server: Server;
let origin: string;
let received: string;
let form: { readonly status: number; readonly isHtml: boolean };
beforeEach(async () => {
  received = "";
  folder = mkdtempSync(join(tmpdir(), "plumb-echo-"));
  writeFileSync(join(folder, "subject"), secret);
  for (const name of ["HOME", "CLOUDSDK_CONFIG"]) vi.stubEnv(name, folder);
  server = createServer(async (incoming, outgoing) => {
    const body = Buffer.concat(await Array.fromAsync(incoming)).toString("utf8");
    received += body;
    const basic = (incoming.headers.authorization ?? "").replace("Basic ", "");
    const { authorization = "" } = incoming.headers;
    const fields = [...new URLSearchParams(body)]
      .filter(([name]) => /secret|token$/.test(name))
      .map(([, value]) => value);
    // What is told first is not cut off.
    const text = [authorization, Buffer.from(basic, "base64").toString("latin1"), ...fields, body].join(" ");
    const error = { error: text, error_description: text, message: text, error_codes: [7000215], correlation_id: text };
    outgoing.writeHead(form.status, { "content-type": form.isHtml ? "text/html" : "application/json" });
    outgoing.end(form.isHtml ? `<html>${text}</html>` : JSON.stringify(error));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(() => {
  vi.unstubAllEnvs();
  server.close();
  server.closeAllConnections();
  rmSync(folder, { recursive: true, force: true });
});

/** Every address leads to the server. */
const everywhere: Fetch = async (request) => {
  const { pathname, search } = new URL(request.url);
  if (pathname.includes("/.well-known/")) {
    const { origin: own } = new URL(request.url);
    const [, tenant] = pathname.split("/");
    return Response.json({
      issuer: `${own}/${tenant}/v2.0`,
      authorization_endpoint: `${own}/${tenant}/oauth2/v2.0/authorize`,
      token_endpoint: `${own}/oidc/v1/token`,
    });
  }
  return fetch(new Request(`${origin}${pathname}${search}`, request));
};

/** What a call says that can't be signed in. */
async function refusal(provider: ProviderInstance, url: string, network: Fetch = everywhere): Promise<string> {
  const trusted = [{ origin: "https://workspace.example", mayBePrivate: false }];
  const policy = { bindings: [], trusted, environment: {}, welcomesLocal: false, remedy: () => "" };
  const passage = passageOf(provider, null, policy, accesses);
  if (passage.kind === "refused") throw new Error(passage.why);
  const machine = {
    ...thisMachine,
    readText: async () => "",
    resolve: async () => ["203.0.113.1"],
    guarded: judged(network),
  };
  const environment = process.env;
  const call = asking(
    vendorExchange(provider, passage, {
      environment,
      network: exchangeOver(network),
      machine,
      now: () => Date.now(),
      version: "0",
      accesses,
    }),
  );
  return call(new Request(url)).then(
    () => "sent",
    (cause: Error) => `${cause.message} ${JSON.stringify(cause)}`,
  );
}

function expectNoPiece(text: string): void {
  for (const each of [secret, second])
    for (let from = 0; from + 8 <= each.length; from += 1) expect(text).not.toContain(each.slice(from, from + 8));
}

const forms = [200, 400, 401, 403].flatMap((status) => [
  { status, isHtml: false },
  { status, isHtml: true },
]);

describe.each(forms)("a sign-in that is answered by $status with what it sent (html: $isHtml)", (given) => {
  beforeEach(() => {
    form = given;
  });

  const google = { ref: "google", kind: "google", config: {} };
  const workload = () => ({
    type: "external_account",
    audience: "//iam.googleapis.com/projects/1/locations/global/workloadIdentityPools/p/providers/q",
    subject_token_type: "urn:ietf:params:oauth:token-type:jwt",
    token_url: "https://sts.googleapis.com/v1/token",
    credential_source: { file: join(folder, "subject") },
  });
  const person = (type: string) => ({ type, client_id: "c", client_secret: second, refresh_token: secret });
  const impersonating = "https://iamcredentials.googleapis.com/v1/projects/-/serviceAccounts/a@b:generateAccessToken";
  const keys: Readonly<Record<string, () => JsonObject>> = {
    "a workload": workload,
    "a workload with a client of its own": () => ({ ...workload(), client_id: "c", client_secret: second }),
    "a person": () => person("authorized_user"),
    "a person of a workforce": () => ({
      ...person("external_account_authorized_user"),
      audience: "//iam.googleapis.com/x",
    }),
    "an impersonated account": () => ({
      type: "impersonated_service_account",
      service_account_impersonation_url: impersonating,
      source_credentials: person("authorized_user"),
    }),
  };

  test.each(Object.entries(keys))("of %s", async (_, key) => {
    const path = join(folder, "key.json");
    writeFileSync(path, JSON.stringify(key()));
    vi.stubEnv("GOOGLE_APPLICATION_CREDENTIALS", path);
    const said = await refusal(google, "https://iam.googleapis.com/v1/x");
    expect(said).toContain("no credentials");
    expectNoPiece(said);
  });

  test("of a workload that impersonates an account shows none of the token in between", async () => {
    const path = join(folder, "key.json");
    writeFileSync(path, JSON.stringify({ ...workload(), service_account_impersonation_url: impersonating }));
    vi.stubEnv("GOOGLE_APPLICATION_CREDENTIALS", path);
    const said = await refusal(google, "https://iam.googleapis.com/v1/x", async (request) =>
      request.url.endsWith("/v1/token")
        ? Response.json({ access_token: second, expires_in: 3600, token_type: "Bearer" })
        : everywhere(request),
    );
    expectNoPiece(said);
  });

  test("of a client of Azure's", async () => {
    vi.stubEnv("AZURE_TOKEN_CREDENTIALS", "EnvironmentCredential");
    vi.stubEnv("AZURE_TENANT_ID", "11111111-2222-4333-8444-555555555555");
    vi.stubEnv("AZURE_CLIENT_ID", "22222222-2222-4333-8444-555555555555");
    vi.stubEnv("AZURE_CLIENT_SECRET", secret);
    const said = await refusal({ ref: "azure", kind: "azure", config: {} }, "https://management.azure.com/x");
    expect(said).toContain("no credentials");
    expect(received).toContain(secret);
    expectNoPiece(said);
  });

  test("of a workspace's service principal", async () => {
    vi.stubEnv("DATABRICKS_CLIENT_ID", "c");
    vi.stubEnv("DATABRICKS_CLIENT_SECRET", secret);
    const workspace = { ref: "w", kind: "databricks", config: { baseUrl: "https://workspace.example" } };
    const said = await refusal(workspace, "https://workspace.example/api");
    expect(said).toContain("no credentials");
    expectNoPiece(said);
  });
});

test.each(["GOOGLE_OAUTH_ACCESS_TOKEN", "DATABRICKS_TOKEN"])(
  "a token that no header can carry (%s) is named by its header alone",
  async (variable) => {
    vi.stubEnv(variable, `${secret}\n${second}`);
    const isGoogle = variable.startsWith("GOOGLE");
    const said = await (isGoogle
      ? refusal({ ref: "g", kind: "google", config: {} }, "https://iam.googleapis.com/v1/x")
      : refusal(
          { ref: "w", kind: "databricks", config: { baseUrl: "https://workspace.example" } },
          "https://workspace.example/api",
        ));
    expectNoPiece(said);
    expect(said).toContain("`authorization`");
  },
);

describe("what no header can carry is not said by a library either", () => {
  const google = { ref: "google", kind: "google", config: {} };
  const key = (source: JsonObject) => {
    const path = join(folder, "key.json");
    const content = {
      type: "external_account",
      audience: "//iam.googleapis.com/x",
      subject_token_type: "urn:ietf:params:oauth:token-type:jwt",
      token_url: "https://sts.googleapis.com/v1/token",
      credential_source: source,
    };
    writeFileSync(path, JSON.stringify(content));
    vi.stubEnv("GOOGLE_APPLICATION_CREDENTIALS", path);
  };

  test.each(["\n", "\u0100"])("a token that was issued (%j)", async (between) => {
    key({ file: join(folder, "subject") });
    const issued = { access_token: `${secret}${between}${second}`, expires_in: 3600, token_type: "Bearer" };
    const said = await refusal(google, "https://iam.googleapis.com/v1/x", async () => Response.json(issued));
    expect(said).toContain("no credentials");
    expectNoPiece(said);
  });

  test.each(["\n", "\u0100"])("a field of a credential file (%j)", async (between) => {
    key({ url: "http://169.254.169.254/x", headers: { "x-proof": `${secret}${between}${second}` } });
    const said = await refusal(google, "https://iam.googleapis.com/v1/x");
    expect(said).toContain("no credentials");
    expectNoPiece(said);
  });

  test.each(["\n", "\u0100"])("the proof of a managed identity (%j)", async (between) => {
    vi.stubEnv("AZURE_TOKEN_CREDENTIALS", "ManagedIdentityCredential");
    vi.stubEnv("IDENTITY_ENDPOINT", `${origin}/msi/token`);
    vi.stubEnv("IDENTITY_HEADER", `${secret}${between}${second}`);
    const azure = { ref: "azure", kind: "azure", config: { environment: "china" } };
    const said = await refusal(azure, "https://management.chinacloudapi.cn/x");
    expectNoPiece(said);
  });
});
