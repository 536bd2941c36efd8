import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { openEmbedded } from "../../src/composition/embedded.ts";
import { systemClock, systemIds } from "../../src/composition/system.ts";
import { holdsCanary, type VendorCase, vendors } from "./canaries.fixture.ts";
import { everyNameAt } from "./hostile-network.fixture.ts";
import { answer, openSink, type Sink } from "./sink.fixture.ts";

/** Answers as a workspace does that names itself as the place for tokens. */
const asWorkspace = (scheme: string) => (head: string) => {
  const host = /^host: (\S+)/im.exec(head)?.[1] ?? "";
  if (head.includes("/.well-known/"))
    return answer("200 OK", { token_endpoint: `${scheme}://${host}/oidc/v1/token`, host_type: "workspace" });
  if (head.startsWith("POST ")) return answer("200 OK", { access_token: "issued", expires_in: 3600 });
  return answer("404 Not Found", { error_code: "NOT_FOUND", message: "there is nothing" });
};

let plain: Sink;
let secure: Sink;
beforeAll(async () => {
  plain = await openSink(asWorkspace("http"));
  secure = await openSink(asWorkspace("https"), { isSecure: true });
});
afterAll(async () => {
  await plain.close();
  await secure.close();
});
beforeEach(() => {
  plain.forget();
  secure.forget();
});

/** Plans one resource through a provider that leads somewhere, with the vendor's credential in the environment. */
async function planThrough(vendor: VendorCase, key: "baseUrl" | "host", address: string) {
  const embedded = openEmbedded({
    version: "0",
    dir: ":memory:",
    environment: { PLUMB_CLOUD: "vendors", ...vendor.environment },
    clock: systemClock,
    ids: systemIds,
    network: everyNameAt({ plain: plain.port, secure: secure.port }),
  });
  const declaration = {
    file: "plumb.yaml",
    config: {},
    text: JSON.stringify({
      name: "test",
      providers: { it: { kind: vendor.kind, ...vendor.config, [key]: address } },
      resources: { one: { ...vendor.resource, options: { provider: "it" } } },
    }),
  };
  const body = JSON.stringify({ kind: "apply", newStack: true, declaration });
  const response = await embedded.api(new Request("http://test/v1/stacks/dev/plans", { method: "POST", body }));
  const text = await response.text();
  await embedded.close();
  return { status: response.status, text };
}

/** Addresses that are not the vendor's, though some look like it. */
const foreign: Readonly<Record<string, (home: string) => string>> = {
  "another host": () => "https://evil.example",
  "plain http at the vendor's name": (home) => home.replace("https:", "http:"),
  "plain http": () => "http://evil.example",
  "another port": (home) => `${home}:8443`,
  "the vendor's name as user name": (home) => `${home}@evil.example`,
  "a user name at the vendor's": (home) => home.replace("https://", "https://ada:secret@"),
  "a trailing dot": (home) => `${home}.`,
  "a letter of another script": (home) => home.replace(/a/g, "\u0430"),
  "the vendor's name in upper case as a subdomain": (home) =>
    `https://${new URL(home).host.toUpperCase()}.EVIL.EXAMPLE`,
};

describe.each(Object.entries(vendors))("%s: the credential of the environment", (_, vendor) => {
  describe.each(["baseUrl", "host"] as const)("%s", (key) => {
    test.each(Object.entries(foreign))("goes nowhere for %s", async (_, addressOf) => {
      const { text } = await planThrough(vendor, key, addressOf(vendor.home));
      const received = plain.received + secure.received;
      expect(holdsCanary(received, vendor.canary)).toBe(false);
      expect(text).not.toContain(vendor.canary);
    });
  });
});
