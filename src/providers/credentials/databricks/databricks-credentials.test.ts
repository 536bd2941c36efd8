import { beforeEach, describe, expect, test } from "vitest";
import { exchangeOver } from "../../../../packages/base/exchange/exchange-over.fixture.ts";
import type { Fetch } from "../../../../packages/base/exchange/fetch.ts";
import { databricksLocal } from "../../../../packages/local-cloud/databricks/databricks-local.ts";
import { LocalCloud } from "../../../../packages/local-cloud/runtime/local-cloud.ts";
import { LocalStorage } from "../../../../packages/local-cloud/runtime/local-storage.ts";
import { databricksMachine } from "./databricks-credentials.ts";

const host = "https://workspace.test";
const machine = { clientId: "11111111-2222-4333-8444-555555555555", clientSecret: "dose secret:+/=%" };
let now = 0;
let cloud: Fetch;
let asked: string[] = [];

beforeEach(async () => {
  now = Date.parse("2026-01-02T03:04:05Z");
  asked = [];
  let drawn = 0;
  const local = new LocalCloud({
    storage: new LocalStorage(":memory:"),
    vendors: [databricksLocal],
    clock: { now: () => now, sleep: async () => {} },
    ids: {
      unique: () => {
        drawn += 1;
        return String(drawn).padStart(32, "0");
      },
      suffix: (length) => "x".repeat(length),
    },
    mode: "faithful",
    operationMs: 0,
  });
  const seed = { kind: "workspaceServicePrincipal", applicationId: machine.clientId, secret: machine.clientSecret };
  await local.fetch(new Request(`${host}/_local/seed`, { method: "POST", body: JSON.stringify(seed) }));
  cloud = async (request) => {
    asked.push(`${request.method} ${new URL(request.url).pathname} ${request.redirect}`);
    return local.fetch(request);
  };
});

async function whoAmI(headers: Readonly<Record<string, string>>): Promise<unknown> {
  const response = await cloud(new Request(`${host}/api/2.0/preview/scim/v2/Me`, { headers }));
  return (await response.json()) as unknown;
}

const exchange = ["GET /oidc/.well-known/oauth-authorization-server manual", "POST /oidc/v1/token manual"];

describe("OAuth for machines", () => {
  test("a token is got once, for all who wait, and stands for the principal", async () => {
    const credentials = databricksMachine(machine, exchangeOver(cloud), () => now);
    const all = await Promise.all(Array.from({ length: 5 }, () => credentials(`${host}/api`)));
    expect(asked).toEqual(exchange);
    expect(new Set(all.map((headers) => headers["authorization"])).size).toBe(1);
    expect(await whoAmI(all[0] ?? {})).toMatchObject({ applicationId: machine.clientId });
  });

  test("it is renewed shortly before it expires, once for all who wait", async () => {
    const credentials = databricksMachine(machine, exchangeOver(cloud), () => now);
    const first = await credentials(`${host}/api`);
    now += 3_600_000 - 60_001;
    expect(await credentials(`${host}/api`)).toEqual(first);
    now += 1;
    const [second, third] = await Promise.all([credentials(`${host}/a`), credentials(`${host}/b`)]);
    expect(second).not.toEqual(first);
    expect(third).toEqual(second);
    expect(asked).toEqual([...exchange, ...exchange]);
  });

  test("a wrong secret is denied, and tried again when somebody asks again", async () => {
    const credentials = databricksMachine({ ...machine, clientSecret: "wrong" }, exchangeOver(cloud), () => now);
    for (let round = 0; round < 2; round += 1) {
      await expect(credentials(`${host}/api`)).rejects.toMatchObject({
        refusal: { kind: "denied", detail: expect.stringContaining("401 invalid_client") },
      });
    }
    expect(asked).toEqual([...exchange, ...exchange]);
  });

  const answering =
    (status: number, body: unknown): Fetch =>
    async () =>
      Response.json(body, { status });
  test.each<[string, Fetch, string]>([
    ["a server that is busy", answering(503, {}), "unavailable"],
    ["one that is asked too often", answering(429, {}), "unavailable"],
    ["one that is not there", answering(404, {}), "denied"],
    ["one that names no endpoint", answering(200, {}), "denied"],
    ["one that speaks no JSON", async () => new Response("<html>"), "denied"],
    ["one that redirects", async () => new Response("", { status: 302 }), "denied"],
    [
      "no connection",
      async () => {
        throw new TypeError("fetch failed", { cause: Object.assign(new Error("x"), { code: "ECONNREFUSED" }) });
      },
      "unavailable",
    ],
  ])("%s", async (_, network, kind) => {
    const credentials = databricksMachine(machine, exchangeOver(network), () => now);
    await expect(credentials(`${host}/api`)).rejects.toMatchObject({ refusal: { kind } });
  });

  test("the secret goes to no other origin, even when the workspace says so", async () => {
    const sent: string[] = [];
    const network: Fetch = async (request) => {
      sent.push(new URL(request.url).origin);
      return Response.json({ token_endpoint: "https://elsewhere.example/token" });
    };
    await expect(databricksMachine(machine, exchangeOver(network), () => now)(`${host}/api`)).rejects.toMatchObject({
      refusal: { kind: "denied", detail: expect.stringContaining("https://elsewhere.example,") },
    });
    expect(sent).toEqual([host]);
  });
});

describe("a token endpoint elsewhere", () => {
  const elsewhere = "https://accounts.test";

  function answering(routes: Readonly<Record<string, object>>) {
    const calls: string[] = [];
    const network: Fetch = async (request) => {
      const { origin, pathname } = new URL(request.url);
      calls.push(`${request.method} ${origin}${pathname}`);
      const said = routes[`${origin}${pathname}`];
      return said === undefined ? Response.json({}, { status: 404 }) : Response.json(said);
    };
    return { calls, network };
  }
  const discovery = `${host}/oidc/.well-known/oauth-authorization-server`;
  const token = { access_token: "t", token_type: "Bearer", expires_in: 3600 };

  test("is sent nothing unless the operator allowed it", async () => {
    const routes = { [discovery]: { token_endpoint: `${elsewhere}/t` }, [`${elsewhere}/t`]: token };
    const { calls, network } = answering(routes);
    await expect(databricksMachine(machine, exchangeOver(network), () => now)(`${host}/api`)).rejects.toMatchObject({
      refusal: { kind: "denied", detail: expect.stringContaining(`${elsewhere},`) },
    });
    expect(calls).toEqual([`GET ${discovery}`]);
    const allowed = databricksMachine(machine, exchangeOver(network), () => now, [elsewhere]);
    expect(await allowed(`${host}/api`)).toEqual({ authorization: "Bearer t" });
  });

  test("may be named by the metadata of a host without a list of its own", async () => {
    const base = `${host}/oidc/accounts/a-1`;
    const routes = {
      [`${host}/.well-known/databricks-config`]: {
        oidc_endpoint: `${host}/oidc/accounts/{account_id}`,
        account_id: "a-1",
      },
      [`${base}/.well-known/oauth-authorization-server`]: { token_endpoint: `${base}/v1/token` },
      [`${base}/v1/token`]: token,
    };
    const { calls, network } = answering(routes);
    expect(await databricksMachine(machine, exchangeOver(network), () => now)(`${host}/api`)).toEqual({
      authorization: "Bearer t",
    });
    expect(calls.at(-1)).toBe(`POST ${base}/v1/token`);
  });

  test("of a host's metadata is no more trusted than any other", async () => {
    const routes = { [`${host}/.well-known/databricks-config`]: { oidc_endpoint: `${elsewhere}/oidc` } };
    const { calls, network } = answering(routes);
    await expect(databricksMachine(machine, exchangeOver(network), () => now)(`${host}/api`)).rejects.toMatchObject({
      refusal: { kind: "denied" },
    });
    expect(calls.some((each) => each.includes(elsewhere))).toBe(false);
  });
});
