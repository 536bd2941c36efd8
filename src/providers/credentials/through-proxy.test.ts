import { afterEach, describe, expect, test } from "vitest";
import { asking } from "../../../packages/base/exchange/asking.fixture.ts";
import { provenUnsent } from "../../../packages/base/exchange/exchange-failed.ts";
import type { JsonObject } from "../../../packages/base/json/json.ts";
import type { ProviderInstance } from "../../engine/ports/driver.ts";
import { webhookExchange } from "./guards/webhook-guard.ts";
import { accesses } from "./shipped-accesses.fixture.ts";
import { type CredentialPolicy, passageOf } from "./sources/credential-rule.ts";
import type { Machine } from "./sources/machine.ts";
import { thisMachine } from "./sources/this-machine.ts";
import { vendorExchange } from "./vendor-exchange.ts";
import { type VendorAnswer, type VendorRequest, vendorsBehindProxy } from "./vendors-behind-proxy.fixture.ts";

const names = ["management.azure.com", "workspace.example", "tokens.example", "hooks.example"];
const opened: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const each of opened.splice(0)) await each.close();
});

async function world(answer: (request: VendorRequest) => VendorAnswer, options: { readonly refusal?: string } = {}) {
  const made = await vendorsBehindProxy(names, answer, options);
  opened.push(made);
  return made;
}

const policy: CredentialPolicy = {
  bindings: [],
  trusted: [
    { origin: "https://workspace.example", mayBePrivate: false },
    { origin: "https://10.0.0.9", mayBePrivate: false },
  ],
  environment: {},
  welcomesLocal: false,
  remedy: () => "trust it",
};

/** Where a name is looked up, or a call leaves by the network, nothing comes of it: only the proxy leads anywhere. */
const lookedUp: string[] = [];
const machine: Machine = {
  ...thisMachine,
  readText: async () => "",
  resolve: async (name) => {
    lookedUp.push(name);
    return [];
  },
};

function fetchOf(kind: string, config: JsonObject, environment: Readonly<Record<string, string>>) {
  const provider: ProviderInstance = { ref: "it", kind, config };
  const passage = passageOf(provider, null, policy, accesses);
  if (passage.kind === "refused") throw new Error(passage.why);
  const network = () => Promise.reject(new TypeError("the proxy was passed by"));
  return asking(
    vendorExchange(provider, passage, { environment, network, machine, now: () => 0, version: "1.2.3", accesses }),
  );
}

const ok = () => ({ body: "{}" });

describe("behind a proxy", () => {
  test("calls to a vendor's public address go by HTTPS_PROXY, with nothing else set", async () => {
    const { proxy, requests, tunnels } = await world(() => ({ body: '{"id":"s"}' }));
    const fetch = fetchOf("azure", {}, { ARM_ACCESS_TOKEN: "t", HTTPS_PROXY: proxy });
    const response = await fetch(new Request("https://management.azure.com/subscriptions/s?api-version=1"));
    expect(await response.json()).toEqual({ id: "s" });
    expect(tunnels).toEqual([{ to: "management.azure.com:443", authorization: undefined }]);
    expect(requests).toMatchObject([
      { host: "management.azure.com", path: "/subscriptions/s?api-version=1", headers: { authorization: "Bearer t" } },
    ]);
  });

  test("so do those to an address that was allowed, and their sign-ins; the proxy looks the names up", async () => {
    lookedUp.length = 0;
    const { proxy, requests, tunnels } = await world(({ path }) => {
      if (path.startsWith("/oidc/.well-known"))
        return { body: '{"token_endpoint":"https://workspace.example/oidc/v1/token"}' };
      return { body: path === "/oidc/v1/token" ? '{"access_token":"fresh","expires_in":3600}' : "{}" };
    });
    const environment = { DATABRICKS_CLIENT_ID: "c", DATABRICKS_CLIENT_SECRET: "s", https_proxy: proxy };
    const fetch = fetchOf("databricks", { baseUrl: "https://workspace.example" }, environment);
    expect((await fetch(new Request("https://workspace.example/api"))).status).toBe(200);
    expect(requests.map(({ path }) => path)).toEqual([
      "/oidc/.well-known/oauth-authorization-server",
      "/oidc/v1/token",
      "/api",
    ]);
    expect(requests.at(-1)?.headers.authorization).toBe("Bearer fresh");
    expect(new Set(tunnels.map(({ to }) => to))).toEqual(new Set(["workspace.example:443"]));
    expect(lookedUp).toEqual([]);
  });

  test("the proxy is shown its own name and password, and the vendor neither", async () => {
    const { proxyPort, requests, tunnels } = await world(ok);
    const environment = { ARM_ACCESS_TOKEN: "t", HTTPS_PROXY: `http://ada:pass%20word@127.0.0.1:${proxyPort}` };
    await fetchOf("azure", {}, environment)(new Request("https://management.azure.com/"));
    expect(tunnels[0]?.authorization).toBe(`Basic ${Buffer.from("ada:pass word").toString("base64")}`);
    expect(requests[0]?.headers).not.toHaveProperty("proxy-authorization");
  });

  test("who stands behind the tunnel has to prove the name that was asked for", async () => {
    const { proxy, requests } = await world(ok);
    const fetch = fetchOf("google", {}, { GOOGLE_OAUTH_ACCESS_TOKEN: "t", HTTPS_PROXY: proxy });
    const failure = await fetch(new Request("https://iam.googleapis.com/v1")).catch((cause: unknown) => cause);
    expect(failure).toMatchObject({ cause: { cause: { code: "ERR_TLS_CERT_ALTNAME_INVALID" } } });
    expect(provenUnsent(failure)).toBe(true);
    expect(requests).toEqual([]);
  });

  test("a proxy that refuses has sent nothing on, and its password is not told", async () => {
    const { proxyPort, requests } = await world(ok, { refusal: "407 Proxy Authentication Required" });
    const environment = { ARM_ACCESS_TOKEN: "t", HTTPS_PROXY: `http://ada:hidden@127.0.0.1:${proxyPort}` };
    const failure: unknown = await fetchOf(
      "azure",
      {},
      environment,
    )(new Request("https://management.azure.com/", { method: "PUT", body: "{}" })).catch((cause: unknown) => cause);
    expect(failure).toBeInstanceOf(TypeError);
    expect(provenUnsent(failure)).toBe(true);
    const { message, cause } = failure as Error;
    expect([message, String(cause)].join()).toContain("407");
    expect([message, String(cause)].join()).not.toContain("hidden");
    expect(requests).toEqual([]);
  });

  test("NO_PROXY leads past it, and the guard looks at the addresses again", async () => {
    lookedUp.length = 0;
    const { proxy, tunnels } = await world(ok);
    const environment = { DATABRICKS_TOKEN: "t", HTTPS_PROXY: proxy, NO_PROXY: ".example", NODE_USE_ENV_PROXY: "1" };
    const fetch = fetchOf("databricks", { baseUrl: "https://workspace.example" }, environment);
    await expect(fetch(new Request("https://workspace.example/"))).rejects.toMatchObject({
      refusal: { kind: "unavailable", detail: expect.stringContaining("workspace.example") },
    });
    expect([tunnels, lookedUp]).toEqual([[], ["workspace.example"]]);
  });

  test("a webhook goes by the same proxy, and past it where a call to a vendor would", async () => {
    lookedUp.length = 0;
    const { proxy, tunnels, requests } = await world(ok);
    const network = () => Promise.reject(new TypeError("the proxy was passed by"));
    const hook = (environment: Readonly<Record<string, string>>, url = "https://hooks.example/run") =>
      asking(webhookExchange({ environment: { HTTPS_PROXY: proxy, ...environment }, network, machine }))(
        new Request(url, { method: "POST", body: "{}" }),
      );
    expect((await hook({})).status).toBe(200);
    expect([tunnels.length, requests.length, lookedUp]).toEqual([1, 1, []]);
    await expect(hook({ NO_PROXY: ".example", NODE_USE_ENV_PROXY: "1" })).rejects.toMatchObject({
      refusal: { kind: "unavailable", detail: expect.stringContaining("hooks.example") },
    });
    await expect(hook({ HTTPS_PROXY: "socks5://127.0.0.1:9" })).rejects.toMatchObject({
      refusal: { kind: "invalid", code: "proxy-unusable" },
    });
    await expect(hook({}, "https://10.0.0.9/run")).rejects.toMatchObject({
      refusal: { kind: "invalid", code: "private-address" },
    });
    expect([tunnels.length, requests.length, lookedUp]).toEqual([1, 1, ["hooks.example"]]);
  });

  test("an address that is written out is judged before the proxy is asked", async () => {
    const { proxy, tunnels } = await world(ok);
    const passage = {
      kind: "bound",
      origins: ["https://10.0.0.9"],
      mayBePrivate: false,
      binding: {
        name: "it",
        kind: "databricks",
        origins: null,
        mayBePrivate: false,
        credential: { kind: "usual" },
        stacks: ["*"],
      },
    } as const;
    const environment = { DATABRICKS_TOKEN: "t", HTTPS_PROXY: proxy };
    const provider = { ref: "it", kind: "databricks", config: { baseUrl: "https://10.0.0.9" } };
    const network = () => Promise.reject(new TypeError("the proxy was passed by"));
    const fetch = asking(
      vendorExchange(provider, passage, { environment, network, machine, now: () => 0, version: "1", accesses }),
    );
    await expect(fetch(new Request("https://10.0.0.9/"))).rejects.toMatchObject({
      refusal: { code: "private-address" },
    });
    expect(tunnels).toEqual([]);
  });

  test("a proxy of a kind that is not spoken is told, and nothing is sent", async () => {
    const fetch = fetchOf("azure", {}, { ARM_ACCESS_TOKEN: "t", HTTPS_PROXY: "socks5://127.0.0.1:9" });
    await expect(fetch(new Request("https://management.azure.com/"))).rejects.toMatchObject({
      refusal: { kind: "invalid", code: "proxy-unusable", detail: expect.stringContaining("HTTPS_PROXY") },
    });
  });
});
