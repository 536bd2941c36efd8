import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import { asking } from "../../../packages/base/exchange/asking.fixture.ts";
import { exchangeOver } from "../../../packages/base/exchange/exchange-over.fixture.ts";
import type { JsonObject } from "../../../packages/base/json/json.ts";
import type { ProviderInstance } from "../../engine/ports/driver.ts";
import { NotSent } from "../../engine/ports/not-sent.ts";
import { judged } from "./judged.fixture.ts";
import { accesses } from "./shipped-accesses.fixture.ts";
import { type CredentialPolicy, passageOf } from "./sources/credential-rule.ts";
import { bearerHeader } from "./sources/credential-source.ts";
import type { Machine } from "./sources/machine.ts";
import { type VendorOptions, vendorExchange } from "./vendor-exchange.ts";

const servers: Server[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.close();
    server.closeAllConnections();
  }
});

/** A server on the loopback address: where it is, and what it was sent. */
async function serving(answer: (incoming: IncomingMessage, outgoing: ServerResponse) => void) {
  const seen: { readonly url: string; readonly authorization: string | undefined; readonly body: string }[] = [];
  const server = createServer(async (incoming, outgoing) => {
    const body = Buffer.concat(await Array.fromAsync(incoming)).toString("utf8");
    seen.push({ url: incoming.url ?? "", authorization: incoming.headers.authorization, body });
    answer(incoming, outgoing);
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen };
}

const provider = (kind: string, config: JsonObject = {}): ProviderInstance => ({
  ref: `the ${kind} one`,
  kind,
  config,
});
const testMachine: Omit<Machine, "guarded"> = {
  google: () => async (url) => ({ ...bearerHeader("google's"), "x-goog-user-project": new URL(url).hostname }),
  azure: () => async () => bearerHeader("azure's"),
  readText: async () => "",
  resolve: async (name) => (name === "inside.example" ? ["10.0.0.1"] : ["203.0.113.1"]),
};

/** Trusts the places that these tests are about. */
const policy: CredentialPolicy = {
  bindings: [],
  trusted: ["https://workspace.example", "https://proxy.example", "https://inside.example"].map((origin) => ({
    origin,
    mayBePrivate: false,
  })),
  environment: {},
  welcomesLocal: true,
  remedy: () => "trust it",
};

/** The fetch of a provider where the rule lets it lead. */
function passing(instance: ProviderInstance, options: VendorOptions) {
  const passage = passageOf(instance, null, policy, accesses);
  if (passage.kind === "refused") throw new Error(passage.why);
  return asking(vendorExchange(instance, passage, options));
}

/** A vendor's fetch over a network that only remembers. */
function remembered(
  instance: ProviderInstance,
  {
    machine: given,
    ...options
  }: Partial<Omit<VendorOptions, "machine" | "accesses">> & { readonly machine?: Partial<Machine> } = {},
) {
  const sent: Request[] = [];
  const network = async (request: Request) => {
    sent.push(request);
    return Response.json({});
  };
  const machine = given && { ...testMachine, guarded: judged(network), ...given };
  const fetch = passing(instance, {
    environment: {},
    network: exchangeOver(network),
    now: () => 0,
    version: "1.2.3",
    accesses,
    machine,
    ...options,
  });
  return { fetch, sent };
}

const homes: Readonly<Record<string, string>> = {
  google: "https://iam.googleapis.com/v1/x",
  azure: "https://management.azure.com/x",
};
const workspace = { baseUrl: "https://workspace.example" };

describe("credentials", () => {
  test.each([
    ["google", {}, "GOOGLE_OAUTH_ACCESS_TOKEN", homes["google"] ?? ""],
    ["azure", {}, "ARM_ACCESS_TOKEN", homes["azure"] ?? ""],
    ["databricks", workspace, "DATABRICKS_TOKEN", "https://workspace.example/api"],
  ])("%s: a token of the environment comes first", async (kind, config, variable, url) => {
    const environment = { [variable]: "t", DATABRICKS_CLIENT_ID: "c", DATABRICKS_CLIENT_SECRET: "s" };
    const { fetch, sent } = remembered(provider(kind, config), { environment, machine: {} });
    await fetch(new Request(url));
    expect(sent.map((request) => [request.url, request.headers.get("authorization")])).toEqual([[url, "Bearer t"]]);
    expect(sent[0]?.headers.get("user-agent")).toBe("plumbline/1.2.3");
  });

  test.each([
    ["google", "Bearer google's"],
    ["azure", "Bearer azure's"],
  ])("%s: without one, what the machine has", async (kind, authorization) => {
    const { fetch, sent } = remembered(provider(kind), { machine: {}, environment: { ARM_ACCESS_TOKEN: "" } });
    await fetch(new Request(homes[kind] ?? ""));
    expect(sent[0]?.headers.get("authorization")).toBe(authorization);
    expect(sent[0]?.headers.get("x-goog-user-project")).toBe(kind === "google" ? "iam.googleapis.com" : null);
  });

  test("the quota project goes along with a token of the environment", async () => {
    const environment = { GOOGLE_OAUTH_ACCESS_TOKEN: "t", GOOGLE_CLOUD_QUOTA_PROJECT: "billing" };
    const { fetch, sent } = remembered(provider("google"), { environment });
    await fetch(new Request(homes["google"] ?? ""));
    expect(sent[0]?.headers.get("x-goog-user-project")).toBe("billing");
  });

  test.each(["google", "azure"])("%s: with none known, the call goes out without", async (kind) => {
    const { fetch, sent } = remembered(provider(kind, workspace));
    await fetch(new Request("https://workspace.example/x"));
    expect(sent[0]?.headers.has("authorization")).toBe(false);
  });
});

describe("where calls go", () => {
  test.each([
    ["google", {}, "https://compute.googleapis.com/compute/v1/x", true],
    ["google", {}, "https://storage.googleapis.com/x", false],
    ["google", {}, "http://iam.googleapis.com/x", false],
    ["google", { baseUrl: "https://proxy.example/google/" }, "https://proxy.example/x", true],
    ["google", { baseUrl: "https://proxy.example" }, "https://iam.googleapis.com/x", false],
    ["azure", {}, "https://management.azure.com:444/x", false],
    ["databricks", workspace, "https://workspace.example.evil.example/x", false],
  ])("%s with %j to %s: %s", async (kind, config, url, goes) => {
    const environment = { GOOGLE_OAUTH_ACCESS_TOKEN: "t", ARM_ACCESS_TOKEN: "t", DATABRICKS_TOKEN: "t" };
    const { fetch, sent } = remembered(provider(kind, config), { environment });
    const outcome = await fetch(new Request(url)).catch((cause: unknown) => cause);
    if (goes) expect(outcome).toBeInstanceOf(Response);
    else expect(outcome).toMatchObject({ refusal: { kind: "invalid", code: "foreign-origin" } });
    expect(sent).toHaveLength(goes ? 1 : 0);
  });

  test("not to private addresses, and no secret is sent there to get a token either", async () => {
    const environment = { DATABRICKS_CLIENT_ID: "c", DATABRICKS_CLIENT_SECRET: "s" };
    const baseUrl = "https://inside.example";
    const { fetch, sent } = remembered(provider("databricks", { baseUrl }), { environment, machine: {} });
    const refused = await fetch(new Request(`${baseUrl}/api`)).catch((cause: unknown) => cause);
    expect(refused).toBeInstanceOf(NotSent);
    expect(refused).toMatchObject({ refusal: { kind: "invalid", code: "private-address" } });
    expect(sent).toEqual([]);
  });

  test("to the addresses that were checked, whatever the name means by the time of the connection", async () => {
    const meanings = [["203.0.113.1", "2001:db8::1"], ["203.0.113.2"], ["127.0.0.1"]];
    const called: string[] = [];
    const changing: Partial<Machine> = {
      resolve: async () => meanings.shift() ?? [],
      guarded: judged(async (request, addresses) => {
        called.push(`${request.url} at ${addresses?.join()} as ${request.headers.get("authorization")}`);
        return Response.json({});
      }),
    };
    const environment = { DATABRICKS_TOKEN: "t", PLUMB_CLOUD: "vendors" };
    const { fetch, sent } = remembered(provider("databricks", workspace), { environment, machine: changing });
    for (const path of ["a", "b"]) await fetch(new Request(`https://workspace.example/${path}`));
    await expect(fetch(new Request("https://workspace.example/c"))).rejects.toThrow(NotSent);
    expect(called).toEqual([
      "https://workspace.example/a at 203.0.113.1,2001:db8::1 as Bearer t",
      "https://workspace.example/b at 203.0.113.2 as Bearer t",
    ]);
    expect(sent).toEqual([]);
  });

  test("a redirect is handed back, and nobody at its end hears of the credentials", async () => {
    const thief = await serving((_, outgoing) => outgoing.end("{}"));
    const vendor = await serving((_, outgoing) => outgoing.writeHead(307, { location: `${thief.origin}/x` }).end());
    const environment = { DATABRICKS_TOKEN: "local:t" };
    const instance = provider("databricks", { baseUrl: vendor.origin });
    const fetch = passing(instance, {
      environment,
      network: exchangeOver((request) => globalThis.fetch(request)),
      now: () => 0,
      version: "0",
      accesses,
    });
    const response = await fetch(
      new Request(`${vendor.origin}/a`, { method: "POST", body: "text", redirect: "follow" }),
    );
    expect(response.status).toBe(307);
    expect(vendor.seen).toEqual([{ url: "/a", authorization: "Bearer local:t", body: "text" }]);
    expect(thief.seen).toEqual([]);
  });
});

test("an answer that does not come in time is given up", async () => {
  const vendor = await serving(() => undefined);
  const instance = provider("databricks", { baseUrl: vendor.origin });
  const network = exchangeOver((request) => globalThis.fetch(request));
  const fetch = passing(instance, {
    environment: {},
    network,
    now: () => 0,
    version: "0",
    accesses,
    limitMs: () => 50,
  });
  await expect(fetch(new Request(`${vendor.origin}/a`))).rejects.toMatchObject({
    cause: { cause: { name: "TimeoutError" } },
  });
});

test("whoever asked may give up earlier", async () => {
  const vendor = await serving(() => undefined);
  const instance = provider("databricks", { baseUrl: vendor.origin });
  const network = exchangeOver((request) => globalThis.fetch(request));
  const fetch = passing(instance, { environment: {}, network, now: () => 0, version: "0", accesses });
  const request = new Request(`${vendor.origin}/a`, { signal: AbortSignal.abort(new Error("enough")) });
  await expect(fetch(request)).rejects.toThrow("enough");
});
