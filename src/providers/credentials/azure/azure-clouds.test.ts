import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { exchangeOver } from "../../../../packages/base/exchange/exchange-over.fixture.ts";
import { managementPlanes, publicPlane } from "../../../../packages/vendor-wire/azure/management-planes.ts";
import type { ProviderInstance } from "../../../engine/ports/driver.ts";
import { armDriver } from "../../azure/arm-driver.ts";
import { judged } from "../judged.fixture.ts";
import { accesses } from "../shipped-accesses.fixture.ts";
import { passageOf } from "../sources/credential-rule.ts";
import { vendorExchange } from "../vendor-exchange.ts";
import { type AzureCloud, azureCloud, azureCredentials, azureToken } from "./azure-credentials.ts";

const nowhere = () => Promise.reject(new Error("nothing is sent"));
function tokenFor(audience: string): string {
  const part = (content: object) => Buffer.from(JSON.stringify(content)).toString("base64url");
  return `${part({ alg: "none" })}.${part({ aud: audience })}.x`;
}

describe.each(managementPlanes)("the cloud $name", (plane) => {
  const provider: ProviderInstance = { ref: "azure", kind: "azure", config: { environment: plane.name } };

  test("is led to by its name, with its own tokens only", async () => {
    const driver = armDriver(exchangeOver(async () => Response.json({})));
    expect(driver.cloudId(provider)).toBe(plane.origin);
    const url = `${plane.origin}/subscriptions/s`;
    for (const other of managementPlanes) {
      for (const audience of other.audiences) {
        const headers = azureToken(tokenFor(`${audience}/`))(url);
        if (other === plane) expect(await headers).toHaveProperty("authorization");
        else await expect(headers).rejects.toMatchObject({ refusal: { kind: "denied" } });
      }
    }
  });

  test("behind a gateway is told by the provider's word", async () => {
    const gateway = "https://arm.inside.example/subscriptions/s";
    const foreign = managementPlanes.find((each) => each !== plane) ?? publicPlane;
    const own = azureToken(tokenFor(plane.origin), plane);
    expect(await own(gateway)).toHaveProperty("authorization");
    await expect(azureToken(tokenFor(foreign.origin), plane)(gateway)).rejects.toMatchObject({
      refusal: { detail: expect.stringContaining(plane.origin) },
    });
  });

  test("signs in where the operator's environment says, whatever a declaration says", async () => {
    const asked: (AzureCloud | undefined)[] = [];
    const machine = {
      google: () => async () => ({}),
      azure: (cloud?: AzureCloud) => {
        asked.push(cloud);
        return async () => ({});
      },
      readText: async () => "",
      resolve: async () => [],
      guarded: judged(async () => Response.json({})),
    };
    const policy = { bindings: [], trusted: [], environment: {}, welcomesLocal: false, remedy: () => "" };
    const passage = passageOf(provider, null, policy, accesses);
    if (passage.kind === "refused") throw new Error(passage.why);
    const network = exchangeOver(async () => Response.json({}));
    for (const environment of [{}, { ARM_ENVIRONMENT: "china" }, { AZURE_AUTHORITY_HOST: "https://login.own.example" }])
      vendorExchange(provider, passage, { environment, network, machine, now: () => 0, version: "1", accesses });
    expect(asked).toEqual([
      { plane, authority: undefined },
      { plane, authority: "https://login.chinacloudapi.cn" },
      { plane, authority: "https://login.own.example" },
    ]);
  });

  test("at the address of another leads nowhere", () => {
    const policy = { bindings: [], trusted: [], environment: {}, welcomesLocal: false, remedy: () => "" };
    for (const { origin } of managementPlanes) {
      const led = { ...provider, config: { ...provider.config, baseUrl: `${origin}/` } };
      expect(passageOf(led, null, policy, accesses)).toMatchObject(
        origin === plane.origin ? { kind: "bound", origins: [origin] } : { kind: "refused", field: "baseUrl" },
      );
    }
  });
});

test("where no token is to be had for another cloud, the refusal says where its callers sign in", async () => {
  const before = process.env["AZURE_TOKEN_CREDENTIALS"];
  process.env["AZURE_TOKEN_CREDENTIALS"] = "EnvironmentCredential";
  try {
    const cloud = azureCloud(publicPlane, {});
    const [said, unsaid] = await Promise.all(
      ["https://management.usgovcloudapi.net/x", "https://management.azure.com/x"].map((url) =>
        azureCredentials(
          cloud,
          nowhere,
        )(url).then(String, (cause: { refusal: { detail: string } }) => cause.refusal.detail),
      ),
    );
    expect(said).toContain("set ARM_ENVIRONMENT=usgovernment");
    expect(unsaid).not.toContain("ARM_ENVIRONMENT");
  } finally {
    if (before === undefined) delete process.env["AZURE_TOKEN_CREDENTIALS"];
    else process.env["AZURE_TOKEN_CREDENTIALS"] = before;
  }
});

describe("the authority that the environment names", () => {
  const variables = {
    AZURE_TOKEN_CREDENTIALS: "EnvironmentCredential",
    AZURE_TENANT_ID: "11111111-2222-4333-8444-555555555555",
    AZURE_CLIENT_ID: "22222222-2222-4333-8444-555555555555",
    AZURE_CLIENT_SECRET: "canary-client-secret-61",
  };
  beforeEach(() => {
    for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
  });
  afterEach(() => {
    vi.unstubAllEnvs();
  });

  test.each([
    ["plain http", "http://login.own.example"],
    ["this machine", "https://127.0.0.1:9"],
    ["this machine by name", "https://localhost:9"],
    ["a link-local address", "https://169.254.169.254"],
    ["a user name", "https://login.microsoftonline.com@own.example"],
    ["no URL", "login.own.example"],
  ])("is refused by name where it is %s", async (_, authority) => {
    const cloud = azureCloud(publicPlane, { AZURE_AUTHORITY_HOST: authority });
    const said = await azureCredentials(
      cloud,
      nowhere,
    )("https://management.azure.com/x").then(
      () => "signed in",
      (cause: { refusal: { kind: string; detail: string } }) => `${cause.refusal.kind}: ${cause.refusal.detail}`,
    );
    expect(said).toMatch(/^denied: no credentials: AZURE_AUTHORITY_HOST /);
  });
});

test("a cloud that the environment misspells is no reason to sign in to the public one", async () => {
  const asked: string[] = [];
  const source = azureCredentials(
    azureCloud(publicPlane, { ARM_ENVIRONMENT: "usgov" }),
    exchangeOver(async ({ url }) => {
      asked.push(url);
      return Response.json({});
    }),
  );
  await expect(source(`${publicPlane.origin}/subscriptions/s`)).rejects.toMatchObject({
    refusal: { kind: "denied", detail: expect.stringMatching(/ARM_ENVIRONMENT.*usgov.*public, .*usgovernment/) },
  });
  expect(asked).toEqual([]);
});
