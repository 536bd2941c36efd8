import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { asking } from "../../../../packages/base/exchange/asking.fixture.ts";
import { exchangeOver } from "../../../../packages/base/exchange/exchange-over.fixture.ts";
import type { Fetch } from "../../../../packages/base/exchange/fetch.ts";
import { entraDiscovery } from "../azure/entra-discovery.fixture.ts";
import { judged } from "../judged.fixture.ts";
import { accesses } from "../shipped-accesses.fixture.ts";
import { linkOf } from "../sources/credential-link.ts";
import { type CredentialPolicy, passageOf } from "../sources/credential-rule.ts";
import type { Machine } from "../sources/machine.ts";
import { thisMachine } from "../sources/this-machine.ts";
import { vendorExchange } from "../vendor-exchange.ts";
import { vendorsBehindProxy } from "../vendors-behind-proxy.fixture.ts";

const client = "22222222-3333-4444-5555-666666666666";
const tenant = "11111111-2222-3333-4444-555555555555";
const application = "2ff814a6-3304-4ab8-85cb-cd0e6f879c1d";
const azureHost = "https://adb-1.2.azuredatabricks.net";
const usualHost = "https://acme.cloud.databricks.com";

/** What is asked of a token endpoint. */
interface Asked {
  readonly url: string;
  readonly authorization: string | null;
  readonly form: URLSearchParams;
}

let asked: Asked[] = [];
/** A workspace that issues tokens at itself, and GitHub's issuer of the workflow's own. */
const network: Fetch = async (request) => {
  const { url, headers } = request;
  asked.push({ url, authorization: headers.get("authorization"), form: new URLSearchParams(await request.text()) });
  const { origin, pathname } = new URL(url);
  if (pathname.startsWith("/oidc/.well-known")) return Response.json({ token_endpoint: `${origin}/oidc/v1/token` });
  if (pathname === "/oidc/v1/token") return Response.json({ access_token: "exchanged", expires_in: 3600 });
  if (origin === "https://actions.example") return Response.json({ value: "the workflow's own" });
  return Response.json({});
};

const files: Record<string, string> = {};
const machine: Machine = {
  ...thisMachine,
  readText: async (path) => {
    const text = files[path];
    if (text === undefined) throw new Error("there is no such file");
    return text;
  },
  resolve: async () => ["203.0.113.1"],
  guarded: judged(network),
  byProxy: () => exchangeOver(network),
};
/** Where Entra is signed in to. */
let entra = network;

function reach(baseUrl: string, environment: Readonly<Record<string, string>>, on: Machine = machine) {
  const policy: CredentialPolicy = {
    bindings: [],
    trusted: [],
    environment: { DATABRICKS_HOST: baseUrl },
    welcomesLocal: false,
    remedy: () => "trust it",
  };
  const provider = { ref: "it", kind: "databricks", config: { baseUrl } };
  const passage = passageOf(provider, null, policy, accesses);
  if (passage.kind === "refused") throw new Error(passage.why);
  const options = { environment, network: exchangeOver(entra), machine: on, now: () => 0, version: "1", accesses };
  return {
    fetch: asking(vendorExchange(provider, passage, options)),
    link: linkOf(provider, passage, options),
  };
}

async function authorization(baseUrl: string, environment: Readonly<Record<string, string>>, on: Machine = machine) {
  await reach(baseUrl, environment, on).fetch(new Request(`${baseUrl}/api/2.0/x`));
  return { authorization: asked.at(-1)?.authorization };
}

beforeEach(() => {
  asked = [];
  entra = network;
  for (const path of Object.keys(files)) delete files[path];
});

test.each([{}, { DATABRICKS_CLIENT_ID: "lone" }])(
  "with nothing to sign in with nothing is sent: %j",
  async (environment) => {
    asked = [];
    const { fetch } = reach(usualHost, environment);
    const refusal = { kind: "denied", lacks: "credential", detail: expect.stringContaining("give DATABRICKS_TOKEN") };
    await expect(fetch(new Request(`${usualHost}/api`))).rejects.toMatchObject({ refusal });
    expect(asked).toEqual([]);
  },
);

test("a profile that was passed over for a variable is named", async () => {
  const profile = { name: "prod", gives: [], passedOverFor: "DATABRICKS_CLIENT_ID" };
  const { fetch } = reach(usualHost, { DATABRICKS_CLIENT_ID: "lone" }, { ...machine, profile });
  await expect(fetch(new Request(`${usualHost}/api`))).rejects.toMatchObject({
    refusal: { detail: expect.stringMatching(/profile `prod`.*DATABRICKS_CLIENT_ID/) },
  });
});

describe("federated sign-in at Databricks", () => {
  const exchange = () => asked.find(({ url }) => url.endsWith("/oidc/v1/token"))?.form;

  test("a token of a variable against one of the workspace", async () => {
    const environment = { DATABRICKS_OIDC_TOKEN: "the job's own", DATABRICKS_CLIENT_ID: client };
    expect(await authorization(usualHost, environment)).toEqual({ authorization: "Bearer exchanged" });
    expect(Object.fromEntries(exchange() ?? [])).toEqual({
      grant_type: "urn:ietf:params:oauth:grant-type:token-exchange",
      subject_token_type: "urn:ietf:params:oauth:token-type:jwt",
      subject_token: "the job's own",
      scope: "all-apis",
      client_id: client,
    });
    expect(reach(usualHost, environment).link).toMatchObject({
      link: expect.stringContaining("DATABRICKS_OIDC_TOKEN"),
    });
  });

  test("of the variable that is named, and of a whole account's policy, which names no client", async () => {
    const environment = { DATABRICKS_OIDC_TOKEN_ENV: "CI_TOKEN", CI_TOKEN: "the pipeline's own" };
    await authorization(usualHost, environment);
    expect([exchange()?.get("subject_token"), exchange()?.has("client_id")]).toEqual(["the pipeline's own", false]);
  });

  test("of a file, which is read as secrets are", async () => {
    files["/run/token"] = "the pod's own\n";
    await authorization(usualHost, { DATABRICKS_OIDC_TOKEN_FILEPATH: "/run/token", DATABRICKS_CLIENT_ID: client });
    expect(exchange()?.get("subject_token")).toBe("the pod's own");
    const none = { DATABRICKS_OIDC_TOKEN_FILEPATH: "/run/none", DATABRICKS_CLIENT_ID: client };
    await expect(authorization(usualHost, none)).rejects.toMatchObject({
      refusal: { kind: "denied", detail: expect.stringContaining("/run/none") },
    });
  });

  test("of GitHub's workflow, asked for with the token endpoint as its audience", async () => {
    const environment = {
      ACTIONS_ID_TOKEN_REQUEST_URL: "https://actions.example/token?api-version=2",
      ACTIONS_ID_TOKEN_REQUEST_TOKEN: "may ask",
      DATABRICKS_CLIENT_ID: client,
    };
    await authorization(usualHost, environment);
    const question = asked.find(({ url }) => url.startsWith("https://actions.example/"));
    expect(question?.authorization).toBe("Bearer may ask");
    expect(Object.fromEntries(new URL(question?.url ?? "").searchParams)).toEqual({
      "api-version": "2",
      audience: `${usualHost}/oidc/v1/token`,
    });
    expect(exchange()?.get("subject_token")).toBe("the workflow's own");
    asked = [];
    await authorization(usualHost, { ...environment, DATABRICKS_TOKEN_AUDIENCE: "acme" });
    expect(new URL(asked.find(({ url }) => url.includes("actions"))?.url ?? "").searchParams.get("audience")).toBe(
      "acme",
    );
  });

  test("GitHub's own token goes to an https address only", async () => {
    const environment = {
      ACTIONS_ID_TOKEN_REQUEST_URL: "http://actions.example/token",
      ACTIONS_ID_TOKEN_REQUEST_TOKEN: "may ask",
      DATABRICKS_CLIENT_ID: client,
    };
    await expect(authorization(usualHost, environment)).rejects.toMatchObject({ refusal: { kind: "denied" } });
    expect(asked.filter(({ url }) => url.includes("actions"))).toEqual([]);
  });

  test("a subject's token goes to the workspace's own token endpoint alone, as a secret does", async () => {
    const elsewhere: Fetch = async (request) =>
      new URL(request.url).pathname.startsWith("/oidc/.well-known")
        ? Response.json({ token_endpoint: "https://stranger.example/token" })
        : network(request);
    const on = { ...machine, guarded: judged(elsewhere) };
    await expect(authorization(usualHost, { DATABRICKS_OIDC_TOKEN: "t" }, on)).rejects.toMatchObject({
      refusal: { kind: "denied", detail: expect.stringContaining("https://stranger.example") },
    });
    expect(asked).toEqual([]);
  });
});

describe("which way is taken", () => {
  const all = {
    DATABRICKS_TOKEN: "personal",
    DATABRICKS_CLIENT_ID: client,
    DATABRICKS_CLIENT_SECRET: "secret",
    DATABRICKS_OIDC_TOKEN: "the job's own",
  };

  test("a token first, unless DATABRICKS_AUTH_TYPE names another way", async () => {
    expect(await authorization(usualHost, all)).toEqual({ authorization: "Bearer personal" });
    await authorization(usualHost, { ...all, DATABRICKS_AUTH_TYPE: "env-oidc" });
    expect(asked.at(-2)?.form.get("subject_token")).toBe("the job's own");
    await authorization(usualHost, { ...all, DATABRICKS_AUTH_TYPE: "oauth-m2m" });
    expect(asked.at(-2)?.form.get("grant_type")).toBe("client_credentials");
  });

  test("a way that is named and has not what it needs, and one that is not known, are told", async () => {
    await expect(authorization(usualHost, { DATABRICKS_AUTH_TYPE: "file-oidc" })).rejects.toMatchObject({
      refusal: { kind: "denied", detail: expect.stringContaining("DATABRICKS_OIDC_TOKEN_FILEPATH") },
    });
    await expect(authorization(usualHost, { ...all, DATABRICKS_AUTH_TYPE: "basic" })).rejects.toMatchObject({
      refusal: { kind: "denied", detail: expect.stringContaining("`basic`") },
    });
    await expect(authorization(usualHost, { DATABRICKS_AUTH_TYPE: "azure-cli" })).rejects.toMatchObject({
      refusal: { kind: "denied", detail: expect.stringContaining("Azure") },
    });
  });
});

describe("Entra's tokens at Azure Databricks", () => {
  const authority = "login.microsoftonline.com";
  const foreign = /^(AZURE|IDENTITY|MSI|IMDS|HOME|HTTPS?_PROXY|NO_PROXY)/i;
  const before = { ...process.env };
  let folder = "";
  let close: () => Promise<void> = async () => {};
  let requests: readonly { readonly path: string; readonly body: string }[] = [];

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), "plumb-entra-"));
    for (const name of Object.keys(process.env)) if (foreign.test(name)) delete process.env[name];
    process.env["HOME"] = folder;
    const world = await vendorsBehindProxy([authority], ({ path, body }) => {
      const found = entraDiscovery(authority, tenant, path);
      if (found !== undefined) return found;
      const scope = new URLSearchParams(body).get("scope") ?? "";
      const token = scope.includes(application) ? "for the workspace" : "for management";
      return { body: JSON.stringify({ token_type: "Bearer", expires_in: 3600, access_token: token }) };
    });
    close = world.close;
    requests = world.requests;
    const byProxy = thisMachine.byProxy(world.proxy);
    // The library's way out leads to Entra, and the workspace's calls to the workspace.
    entra = async (request) => (new URL(request.url).host === authority ? asking(byProxy)(request) : network(request));
  });
  afterEach(async () => {
    await close();
    rmSync(folder, { recursive: true, force: true });
    for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name];
    Object.assign(process.env, before);
  });

  const exchanges = () =>
    requests.filter(({ path }) => path.includes("/token")).map(({ body }) => new URLSearchParams(body));
  const principal = { ARM_CLIENT_ID: client, ARM_TENANT_ID: tenant, ARM_CLIENT_SECRET: "s" };

  test("a service principal of Entra's, without a management token", async () => {
    expect(await authorization(azureHost, principal)).toEqual({ authorization: "Bearer for the workspace" });
    expect(exchanges().map((form) => [form.get("client_id"), form.get("client_secret")])).toEqual([[client, "s"]]);
    expect(exchanges()[0]?.get("scope")).toContain(`${application}/.default`);
  });

  test("one that is no member yet shows a management token and which workspace it means", async () => {
    const id = "/subscriptions/s/resourceGroups/g/providers/Microsoft.Databricks/workspaces/w";
    const shown: Headers[] = [];
    const on: Machine = {
      ...machine,
      guarded: judged(async (request) => {
        shown.push(request.headers);
        return Response.json({});
      }),
    };
    await authorization(azureHost, { ...principal, DATABRICKS_AZURE_RESOURCE_ID: id }, on);
    expect(shown[0]?.get("x-databricks-azure-sp-management-token")).toBe("for management");
    expect(shown[0]?.get("x-databricks-azure-workspace-resource-id")).toBe(id);
    expect(shown[0]?.get("authorization")).toBe("Bearer for the workspace");
  });

  test("GitHub's workflow by Entra", async () => {
    const environment = {
      ...{ ARM_CLIENT_ID: client, ARM_TENANT_ID: tenant },
      ACTIONS_ID_TOKEN_REQUEST_URL: "https://actions.example/token?v=1",
      ACTIONS_ID_TOKEN_REQUEST_TOKEN: "may ask",
    };
    expect(await authorization(azureHost, environment)).toEqual({ authorization: "Bearer for the workspace" });
    const question = new URL(asked.find(({ url }) => url.includes("actions"))?.url ?? "");
    expect(question.searchParams.get("audience")).toBe("api://AzureADTokenExchange");
    expect(exchanges()[0]?.get("client_assertion")).toBe("the workflow's own");
  });

  test("a workload's federated token, by Azure's default chain", async () => {
    const file = join(folder, "federated");
    writeFileSync(file, "the pod's own", { mode: 0o600 });
    const chain = { AZURE_CLIENT_ID: client, AZURE_TENANT_ID: tenant, AZURE_FEDERATED_TOKEN_FILE: file };
    Object.assign(process.env, chain);
    expect(await authorization(azureHost, chain)).toEqual({ authorization: "Bearer for the workspace" });
    expect(exchanges()[0]?.get("client_assertion")).toBe("the pod's own");
  });

  test("the Azure CLI's login", async () => {
    const cli = join(folder, "az");
    const answer = { accessToken: "of the login", expires_on: 4_102_444_800, tokenType: "Bearer" };
    writeFileSync(cli, `#!/bin/sh\necho "$@" >> "${folder}/asked"\necho '${JSON.stringify(answer)}'\n`);
    chmodSync(cli, 0o755);
    process.env["PATH"] = `${folder}:${before["PATH"]}`;
    const environment = { DATABRICKS_AUTH_TYPE: "azure-cli" };
    expect(await authorization(azureHost, environment)).toEqual({ authorization: "Bearer of the login" });
    expect(reach(azureHost, environment).link).toMatchObject({ link: expect.stringContaining("Azure CLI") });
  });

  // The vendor's library keeps the endpoint of the first identity that a process asks for, so it is not asked here.
  test("a managed identity, the one that is named", async () => {
    const asked: unknown[] = [];
    const on: Machine = {
      ...machine,
      entra: (signIn) => {
        asked.push(signIn);
        return async () => "of the identity";
      },
    };
    const environment = { ARM_USE_MSI: "true", ARM_CLIENT_ID: client };
    expect(await authorization(azureHost, environment, on)).toEqual({ authorization: "Bearer of the identity" });
    expect(asked).toMatchObject([{ way: "managed-identity", clientId: client }]);
  });

  test.each([
    ["https://adb-1.2.databricks.azure.us", "https://login.microsoftonline.us", "https://management.usgovcloudapi.net"],
    ["https://adb-1.2.databricks.azure.cn", "https://login.chinacloudapi.cn", "https://management.chinacloudapi.cn"],
  ])("%s is signed in to in its own cloud", async (host, expected, management) => {
    const asked: (string | undefined)[] = [];
    const on: Machine = {
      ...machine,
      entra: ({ authority: at }) => {
        asked.push(at);
        return async (scope) => {
          asked.push(scope);
          return "t";
        };
      },
    };
    await authorization(host, { ...principal, DATABRICKS_AZURE_RESOURCE_ID: "/w" }, on);
    expect(asked).toEqual([expected, `${application}/.default`, `${management}/.default`]);
    asked.length = 0;
    await authorization(host, { ...principal, AZURE_AUTHORITY_HOST: "https://login.company.example" }, on);
    expect(asked[0]).toBe("https://login.company.example");
  });

  test("none of it goes to a workspace that is not on Azure", async () => {
    Object.assign(process.env, principal);
    await expect(authorization(usualHost, principal)).rejects.toMatchObject({
      refusal: { kind: "denied", lacks: "credential" },
    });
    expect(requests).toEqual([]);
  });
});
