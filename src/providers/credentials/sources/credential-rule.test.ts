import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../../../packages/base/json/json.ts";
import type { CredentialBinding } from "../../../engine/ports/credential-binding.ts";
import { accesses } from "../shipped-accesses.fixture.ts";
import { anyStack, type CredentialPolicy, matches, passageOf } from "./credential-rule.ts";

const policy: CredentialPolicy = {
  bindings: [],
  trusted: [],
  environment: {},
  welcomesLocal: false,
  remedy: (kind, origin, isPrivate) => `allow ${kind} at ${origin}${isPrivate ? " privately" : ""}`,
};

const binding = (name: string, more: Partial<CredentialBinding> = {}): CredentialBinding => ({
  name,
  kind: "databricks",
  origins: ["https://adb-1.test"],
  mayBePrivate: false,
  credential: { kind: "environment", name: name.toUpperCase(), clientId: null },
  stacks: ["*"],
  ...more,
});

function passage(
  config: JsonObject,
  more: Partial<CredentialPolicy> = {},
  { kind = "databricks", ref = "it", stack = null }: { kind?: string; ref?: string; stack?: string | null } = {},
) {
  return passageOf({ ref, kind, config }, stack, { ...policy, ...more }, accesses);
}

describe("where nobody named anything", () => {
  test.each<[string, JsonObject, string]>([
    ["google", {}, "bound"],
    ["google", { baseUrl: "https://compute.googleapis.com" }, "bound"],
    ["google", { baseUrl: "https://COMPUTE.googleapis.com:443/x" }, "bound"],
    ["google", { baseUrl: "https://management.azure.com" }, "refused"],
    ["google", { baseUrl: "https://storage.googleapis.com" }, "refused"],
    ["azure", {}, "bound"],
    ["azure", { baseUrl: "https://management.usgovcloudapi.net" }, "bound"],
    ["azure", { baseUrl: "https://management.azure.com.evil.example" }, "refused"],
    ["databricks", { baseUrl: "https://adb-1.test" }, "refused"],
    ["databricks", { baseUrl: "http://127.0.0.1:1" }, "refused"],
  ])("%s with %j is %s", (kind, config, outcome) => expect(passage(config, {}, { kind }).kind).toBe(outcome));

  test("one that names a cloud which is not known yet contradicts nothing", () => {
    const config = { universeDomain: { $unknown: true }, baseUrl: "https://iam.googleapis.com" };
    expect(passage(config, {}, { kind: "google" }).kind).toBe("bound");
    const named = { ...config, universeDomain: "s3nsapis.fr" };
    expect(passage(named, {}, { kind: "google" })).toMatchObject({ kind: "refused", origin: null, field: "baseUrl" });
  });

  test.each<[string, JsonObject]>([
    ["google", { baseUrl: "https://iam.googleapis.com/v1/projects/p/locations/global/oauthClients/of-others?x=" }],
    ["google", { iamBaseUrl: "https://iam.googleapis.com/#" }],
    ["azure", { baseUrl: "https://management.azure.com/subscriptions/s?" }],
  ])("%s with %j would lead elsewhere than the id says", (kind, config) => {
    expect(passage(config, {}, { kind })).toMatchObject({ kind: "refused", origin: null });
  });

  test("a workspace's address may be as it was copied from the browser", () => {
    const workspace = "https://adb-1.test";
    expect(passage({ baseUrl: `${workspace}/?o=123#job` }, { environment: { DATABRICKS_HOST: workspace } }).kind).toBe(
      "bound",
    );
  });

  test("an address of the environment's universe is of no other one", () => {
    const baseUrl = "https://iam.acme.cloud";
    const of = (config: JsonObject) =>
      passage(config, { environment: { GOOGLE_CLOUD_UNIVERSE_DOMAIN: "acme.cloud" } }, { kind: "google" });
    expect(of({ baseUrl, universeDomain: "acme.cloud" }).kind).toBe("bound");
    for (const config of [{ baseUrl }, { baseUrl, universeDomain: "evil.example" }])
      expect(of(config)).toMatchObject({ kind: "refused", origin: null, field: "baseUrl" });
  });

  test("a provider without any address leads nowhere, and is no fault of trust", () => {
    expect(passage({})).toMatchObject({ kind: "bound", origins: [] });
  });

  test("the workspace of the environment is one, and what the user trusts", () => {
    const config = { baseUrl: "https://adb-1.test/x" };
    expect(passage(config, { environment: { DATABRICKS_HOST: "https://adb-1.test" } }).kind).toBe("bound");
    expect(passage(config, { trusted: [{ origin: "https://adb-1.test", mayBePrivate: false }] }).kind).toBe("bound");
    expect(passage(config, { trusted: [{ origin: "https://adb-1.test:444", mayBePrivate: false }] }).kind).toBe(
      "refused",
    );
  });

  test("this machine is for local clouds, by the mode or by name", () => {
    for (const baseUrl of [
      "http://127.0.0.1:1",
      "http://localhost:1",
      "https://[::1]:1",
      "http://[::ffff:127.0.0.1]:1",
    ])
      expect(passage({ baseUrl }, { welcomesLocal: true }).kind).toBe("local");
    const trusted = [{ origin: "http://127.0.0.1:1", mayBePrivate: false }];
    expect(passage({ baseUrl: "http://127.0.0.1:1" }, { trusted }).kind).toBe("local");
    expect(passage({ baseUrl: "http://127.0.0.1:2" }, { trusted }).kind).toBe("refused");
  });
});

describe("a provider with several addresses", () => {
  const inside = "https://iam.inside.example";

  test.each<[string, JsonObject, string | undefined]>([
    ["one is foreign", { computeBaseUrl: inside }, "computeBaseUrl"],
    [
      "that of all is foreign, and one is not",
      { baseUrl: inside, iamBaseUrl: "https://iam.googleapis.com" },
      "baseUrl",
    ],
    ["one goes over plain http", { iamBaseUrl: "http://iam.googleapis.com" }, "iamBaseUrl"],
    ["one is this machine", { iamBaseUrl: "http://127.0.0.1:1" }, "iamBaseUrl"],
    ["each is the vendor's", { iamBaseUrl: "https://iam.googleapis.com/x" }, undefined],
    ["a universe that the environment does not name", { universeDomain: "s3nsapis.fr" }, "universeDomain"],
  ])("%s", (_, config, field) => {
    const found = passage(config, { welcomesLocal: true }, { kind: "google" });
    expect(found.kind === "refused" ? found.field : undefined).toBe(field);
  });

  test("each is asked about by itself, and all must be allowed", () => {
    const config = { iamBaseUrl: inside, computeBaseUrl: "https://10.0.0.1" };
    const kind = "google";
    expect(passage(config, {}, { kind })).toMatchObject({ origin: inside, field: "iamBaseUrl" });
    const trusted = [{ origin: inside, mayBePrivate: false }];
    expect(passage(config, { trusted }, { kind })).toMatchObject({
      origin: "https://10.0.0.1",
      field: "computeBaseUrl",
    });
    const both = [...trusted, { origin: "https://10.0.0.1", mayBePrivate: true }];
    expect(passage(config, { trusted: both }, { kind })).toMatchObject({
      kind: "bound",
      origins: [inside, "https://connectors.googleapis.com", "https://10.0.0.1"],
      mayBePrivate: false,
    });
  });

  test("two credentials that may each go to one of them are none that may go to both", () => {
    const google = { kind: "google" };
    const bindings = [
      binding("a", { ...google, origins: [inside] }),
      binding("b", { ...google, origins: ["https://x.example"] }),
    ];
    const config = { iamBaseUrl: inside, computeBaseUrl: "https://x.example", connectorsBaseUrl: inside };
    expect(passage(config, { bindings }, google)).toMatchObject({
      kind: "refused",
      why: expect.stringMatching(/ google .*https:\/\/iam\.inside\.example .*https:\/\/x\.example/),
    });
  });

  test("the environment's universe is the usual one, and then no other is", () => {
    const google = { kind: "google" };
    const universe = "s3nsapis.fr";
    expect(
      passage({ universeDomain: universe }, { environment: { GOOGLE_CLOUD_UNIVERSE_DOMAIN: universe } }, google),
    ).toMatchObject({
      kind: "bound",
      origins: ["https://iam.s3nsapis.fr", "https://connectors.s3nsapis.fr", "https://compute.s3nsapis.fr"],
    });
    expect(passage({}, { environment: { GOOGLE_CLOUD_UNIVERSE_DOMAIN: universe } }, google).kind).toBe("refused");
  });
});

test("the environment of an Azure provider is one of the vendor's own places", () => {
  expect(passage({ environment: "usgovernment" }, {}, { kind: "azure" })).toMatchObject({
    kind: "bound",
    origins: ["https://management.usgovcloudapi.net"],
  });
});

describe("what nobody can allow", () => {
  test.each([
    "http://adb-1.test",
    "http://10.0.0.1",
    "https://169.254.169.254",
    "https://[fe80::1]",
    "https://[::ffff:169.254.169.254]",
    "https://ada:secret@adb-1.test",
    "https://adb-1.test@evil.example",
    "ftp://adb-1.test",
    "no address",
  ])("%s", (baseUrl) => {
    const origin = URL.parse(baseUrl)?.origin ?? baseUrl;
    const trusted = [{ origin, mayBePrivate: true }];
    const refused = passage({ baseUrl }, { trusted, bindings: [binding("a", { origins: [origin] })] });
    expect(refused).toMatchObject({ kind: "refused", origin: null });
  });
});

describe("private addresses", () => {
  const config = { baseUrl: "https://10.0.0.1" };

  test("take a word of their own", () => {
    const trusted = [{ origin: "https://10.0.0.1", mayBePrivate: false }];
    const why = expect.stringMatching(/^https:\/\/10\.0\.0\.1 .*private.*https:\/\/10\.0\.0\.1/);
    expect(passage(config, { trusted })).toMatchObject({ kind: "refused", why, origin: "https://10.0.0.1" });
    expect(
      passage(config, { trusted: [{ ...trusted[0], origin: "https://10.0.0.1", mayBePrivate: true }] }),
    ).toMatchObject({
      kind: "bound",
      mayBePrivate: true,
    });
  });

  test("of one origin are not those of another", () => {
    const trusted = [
      { origin: "https://10.0.0.1", mayBePrivate: true },
      { origin: "https://adb-1.test", mayBePrivate: false },
    ];
    expect(passage({ baseUrl: "https://adb-1.test" }, { trusted })).toMatchObject({
      kind: "bound",
      mayBePrivate: false,
    });
  });
});

describe("what was named", () => {
  const config = { baseUrl: "https://adb-1.test" };

  test("takes the place of the usual of its kind, and of no other", () => {
    const bindings = [binding("prod")];
    expect(
      passage({ baseUrl: "https://adb-2.test" }, { bindings, environment: { DATABRICKS_HOST: "https://adb-2.test" } })
        .kind,
    ).toBe("refused");
    expect(passage(config, { bindings })).toMatchObject({ kind: "bound", binding: { name: "prod" } });
    expect(passage({}, { bindings }, { kind: "google" }).kind).toBe("bound");
  });

  test("may be for some stacks, and is then for nothing without one", () => {
    const bindings = [binding("prod", { stacks: ["prod-*"] })];
    expect(passage(config, { bindings }, { stack: "prod-1" }).kind).toBe("bound");
    expect(passage(config, { bindings }, { stack: anyStack }).kind).toBe("bound");
    expect(passage(config, { bindings }, { stack: "dev" })).toMatchObject({
      kind: "refused",
      why: expect.stringMatching(/ databricks .*https:\/\/adb-1\.test .*`dev`$/),
    });
    expect(passage(config, { bindings }).kind).toBe("refused");
  });

  test("of two that fit, the provider's name tells which, and else both are named", () => {
    const bindings = [binding("one"), binding("two"), binding("other", { stacks: ["x"] })];
    expect(passage(config, { bindings }, { ref: "two" })).toMatchObject({ binding: { name: "two" } });
    expect(passage(config, { bindings })).toMatchObject({
      kind: "refused",
      why: expect.stringMatching(/^`one` .*`two` .*https:\/\/adb-1\.test/),
    });
  });
});

test.each([
  ["*", null, true],
  ["prod", null, false],
  ["*", "anything", true],
  ["prod", "prod", true],
  ["prod", "prod-1", false],
  ["prod-*", "prod-", true],
  ["*-prod-*", "a-prod-b", true],
  ["a*b*a", "aba", true],
  ["a*a", "a", false],
  ["a*bc*c", "abc", false],
])("%s matches %s: %s", (pattern, stack, fits) => expect(matches(pattern, stack)).toBe(fits));
