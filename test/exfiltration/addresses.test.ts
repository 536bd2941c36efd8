import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { exchangeOver } from "../../packages/base/exchange/exchange-over.fixture.ts";
import { policyOfEnvironment } from "../../src/composition/cloud/environment-policy.ts";
import { openEmbedded } from "../../src/composition/embedded.ts";
import { embeddedFetch } from "../../src/composition/embedded-fetch.fixture.ts";
import { systemClock, systemIds } from "../../src/composition/machine/system.ts";
import type { Machine } from "../../src/providers/credentials/sources/machine.ts";
import { guardedExchange } from "../../src/providers/transport/guarded-exchange.ts";
import { holdsCanary, type VendorCase, vendors } from "./canaries.fixture.ts";
import { answer, openSink, type Sink } from "./sink.fixture.ts";

let plain: Sink;
let secure: Sink;
beforeAll(async () => {
  plain = await openSink(() => answer("404 Not Found", {}));
  secure = await openSink(() => answer("404 Not Found", {}), { isSecure: true });
});
afterAll(async () => {
  await plain.close();
  await secure.close();
});
beforeEach(() => {
  plain.forget();
  secure.forget();
});

/** Plans by real connections; names mean what `meanings` says, one after the other. The origin is trusted. */
async function plan(
  vendor: VendorCase,
  baseUrl: string,
  meanings: readonly (readonly string[])[],
  {
    environment = {},
    mayBePrivate = false,
  }: { environment?: Readonly<Record<string, string>>; mayBePrivate?: boolean } = {},
) {
  const left = [...meanings];
  const machine: Machine = {
    google: () => async () => ({}),
    azure: () => async () => ({}),
    readText: async () => "",
    resolve: async () => left.shift() ?? meanings.at(-1) ?? [],
    guarded: guardedExchange,
  };
  const surroundings = { PLUMB_CLOUD: "vendors", ...vendor.environment, ...environment };
  const policy = await policyOfEnvironment(surroundings).policy();
  const trusting = { ...policy, trusted: [{ origin: new URL(baseUrl).origin, mayBePrivate }] };
  const embedded = openEmbedded({
    version: "0",
    dir: ":memory:",
    environment: surroundings,
    clock: systemClock,
    ids: systemIds,
    network: exchangeOver(async () => {
      throw new TypeError("fetch failed", { cause: Object.assign(new Error("no way"), { code: "ENETUNREACH" }) });
    }),
    machine,
    credentials: { policy: async () => trusting },
  });
  const declaration = {
    file: "plumb.yaml",
    config: {},
    text: JSON.stringify({
      name: "test",
      providers: { it: { kind: vendor.kind, ...vendor.config, baseUrl } },
      resources: { one: { ...vendor.resource, options: { provider: "it" } } },
    }),
  };
  const body = JSON.stringify({ kind: "apply", newStack: true, declaration });
  const response = await embeddedFetch(embedded)(
    new Request("http://test/v1/projects/test/stacks/dev/plans", { method: "POST", body }),
  );
  const text = await response.text();
  await embedded.close();
  return text;
}

describe.each(Object.entries(vendors))("%s", (_, vendor) => {
  test.each([
    ["this machine", ["127.0.0.1"]],
    ["this machine by its other address", ["::1"]],
    ["this machine in disguise", ["::ffff:127.0.0.1"]],
    ["one address of several that is this machine", ["203.0.113.9", "127.0.0.1"]],
    ["where machines keep their credentials", ["169.254.169.254"]],
    ["a private network", ["10.0.0.9"]],
  ])("a trusted name that leads to %s is not connected to", async (_, addresses) => {
    const text = await plan(vendor, `https://gateway.example:${secure.port}`, [addresses]);
    expect(secure.connections + plain.connections).toBe(0);
    expect(text).toContain("gateway.example");
    expect(text).not.toContain(vendor.canary);
  });

  test("nor is one that may be private, but leads to this machine", async () => {
    await plan(vendor, `https://gateway.example:${secure.port}`, [["127.0.0.1"]], { mayBePrivate: true });
    expect(secure.connections).toBe(0);
  });

  test("nor is one that means something else by the time of the connection", async () => {
    // The first look decides, and what it found is all that would be connected to.
    await plan(vendor, `https://gateway.example:${secure.port}`, [["10.0.0.9"], ["127.0.0.1"]]);
    expect(secure.connections).toBe(0);
  });

  test.each(["http://127.0.0.1", "http://localhost", "http://[::ffff:127.0.0.1]", "http://2130706433", "http://127.1"])(
    "%s gets what a local cloud issued, and not the vendor's",
    async (origin) => {
      await plan(vendor, `${origin}:${plain.port}`, [["127.0.0.1"]]);
      expect(holdsCanary(plain.received, vendor.canary)).toBe(false);
      expect(plain.received).toContain("local:admin@local.example");
    },
  );

  test("behind a proxy, a local cloud is still spoken to without it", async () => {
    const environment = { NODE_USE_ENV_PROXY: "1", HTTP_PROXY: "http://127.0.0.1:9", PLUMB_CLOUD: "local" };
    await plan(vendor, `http://127.0.0.1:${plain.port}`, [], { environment });
    expect(plain.received).toContain("local:admin@local.example");
    expect(holdsCanary(plain.received, vendor.canary)).toBe(false);
  });
});
