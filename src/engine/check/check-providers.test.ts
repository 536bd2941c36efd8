import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../../packages/base/json/json.ts";
import { attachment, checkText, nodeOf } from "./check-text.fixture.ts";

const $ = "$" + "{";

/** A declaration with these providers (indented by two) and one attachment. */
function withProviders(lines: readonly string[], options = ""): string {
  const providers = lines.length === 0 ? [] : ["providers:", ...lines.map((line) => `  ${line}`)];
  return ["name: test", ...providers, "resources:", `  ${attachment("gate", "", options)}`, ""].join("\n");
}

async function configOf(text: string, ref: string, surroundings: Parameters<typeof checkText>[1] = {}) {
  const checked = await checkText(text, surroundings);
  expect(checked.said).toEqual([]);
  return checked.checked?.providers[ref]?.config;
}

describe("configuration", () => {
  const full = "google: { kind: google, project: acme, region: r }";

  test.each<[string, string, Readonly<Record<string, string>>, Readonly<Record<string, JsonObject>>, JsonObject]>([
    ["as declared", full, {}, {}, { project: "acme", region: "r" }],
    ["declared wins over the environment", full, { GOOGLE_PROJECT: "env" }, {}, { project: "acme", region: "r" }],
    [
      "the environment fills in, its first variable first",
      "google: { kind: google, region: r }",
      { GCLOUD_PROJECT: "third", GOOGLE_PROJECT: "first" },
      {},
      { project: "first", region: "r" },
    ],
    [
      "an empty variable is none",
      "google: { kind: google, region: r }",
      { GOOGLE_PROJECT: "", CLOUDSDK_CORE_PROJECT: "last" },
      {},
      { project: "last", region: "r" },
    ],
    [
      "the surroundings' base address comes last",
      full,
      {},
      { google: { baseUrl: "http://here" }, azure: { baseUrl: "http://there" } },
      { project: "acme", region: "r", baseUrl: "http://here" },
    ],
    [
      "an alias is the field",
      "google: { kind: google, project: acme, region: r, host: 'https://x' }",
      {},
      { google: { baseUrl: "http://here" } },
      { project: "acme", region: "r", baseUrl: "https://x" },
    ],
  ])("%s", async (_, line, environment, defaults, config) => {
    expect(await configOf(withProviders([line]), "google", { environment, defaults })).toEqual(config);
  });

  test("a provider nobody declared is made of the surroundings", async () => {
    const environment = { GOOGLE_PROJECT: "p", GOOGLE_REGION: "r" };
    expect(await configOf(withProviders([]), "google", { environment })).toEqual({ project: "p", region: "r" });
  });

  test("its kind's constants and defaults are part of it", async () => {
    const text = `${withProviders([full, "azure: { kind: azure }", "dbx: { kind: databricks }"])}`;
    expect(await configOf(text, "azure", { environment: { AZURE_SUBSCRIPTION_ID: "s" } })).toEqual({
      subscriptionId: "s",
      namespace: "Microsoft",
    });
    expect(await configOf(text, "dbx", { environment: { DATABRICKS_HOST: "https://w" } })).toEqual({
      level: "workspace",
      baseUrl: "https://w",
    });
  });

  const reading = (text: string) => withProviders([`google: { kind: google, region: r, project: "${$}${text}}" }`]);

  test("what only reads config has its value at once", async () => {
    const declared = `config: { p: { default: acme } }\n${reading("config.p + '-x'")}`;
    expect(await configOf(declared, "google")).toEqual({ project: "acme-x", region: "r" });
  });

  describe("that another resource decides", () => {
    const two = (project: string) =>
      [
        "name: test",
        "config: { hidden: { secret: true, default: s } }",
        "providers:",
        "  google: { kind: google, project: acme, region: r, default: true }",
        `  second: { kind: google, region: r, project: "${project}" }`,
        "resources:",
        `  ${attachment("gate", "", "options: { provider: second }")}`,
        `  ${attachment("open", "project: other, location: here", "options: { provider: second, import: x }")}`,
        '  seen: { type: "iam:OAuthClient", get: { id: global/x }, options: { provider: second, dependsOn: [open] } }',
        `  ${attachment("head")}`,
        "",
      ].join("\n");

    test("it stays an expression, and all that the provider serves needs that resource", async () => {
      const found = await checkText(two(`${$}head.description}`));
      expect(found.said).toEqual([]);
      expect(found.checked?.providers["second"]?.config).toEqual({
        project: { $expr: `${$}head.description}` },
        region: "r",
      });
      expect(found.checked?.nodes.map(({ address, edges }) => [address, edges])).toEqual([
        ["head", []],
        ["gate", ["head"]],
        ["open", ["head"]],
        ["seen", ["open", "head"]],
      ]);
    });

    test.each([
      ["leads nowhere", `${$}nobody.description}`, ["unknown-reference"]],
      ["has another type", `${$}head.labels}`, ["expression-type"]],
      ["is secret", `${$}config.hidden}`, ["value-not-allowed"]],
    ])("one that %s is told", async (_, text, codes) => {
      const environment = { GOOGLE_PROJECT: "p" };
      expect((await checkText(two(text), { environment })).problems.map(({ code }) => code)).toEqual(codes);
    });

    test("a resource can't decide the configuration of its own provider", async () => {
      const { problems } = await checkText(reading("gate.description"));
      expect(problems).toMatchObject([{ code: "reference-cycle", address: "gate" }]);
    });
  });

  test.each([
    ["google: { kind: google, project: acme, region: r, zoone: z }", "unknown-key @ zoone"],
    ["google: { kind: google, project: acme, region: [r] }", "wrong-type @ [r]"],
    ["google: { kind: google, project: a/b, region: r }", "value-malformed @ a/b"],
    ["google: { kind: google, project: acme, region: r, baseUrl: ftp://x }", "value-malformed @ ftp://x"],
    ["google: { kind: google, project: acme, region: r, retryFor: 25h }", "value-malformed @ 25h"],
    ["google: { kind: google, project: acme, region: r, retryFor: soon }", "value-malformed @ soon"],
    ["google: { kind: google, project: acme, region: r, namespace: x }", "unknown-key @ namespace"],
  ])("a mistake in %s", async (line, said) => {
    const environment = { GOOGLE_PROJECT: "p", GOOGLE_REGION: "r" };
    expect((await checkText(withProviders([line]), { environment })).said).toEqual([said]);
  });

  test("an unknown kind is told, and its other kinds are named", async () => {
    const { said, problems } = await checkText(withProviders(["g: { kind: googel, project: p }"]), {
      environment: { GOOGLE_PROJECT: "p", GOOGLE_REGION: "r" },
    });
    expect(said).toEqual(["provider-kind @ googel"]);
    expect(problems[0]).toMatchObject({ fix: "google", detail: expect.stringContaining("google, azure, databricks") });
  });
});

describe("which one serves a resource", () => {
  const one = "one: { kind: google, project: p1, region: r }";
  const two = "two: { kind: google, project: p2, region: r }";
  const chosen = async (lines: readonly string[], options = "") =>
    nodeOf(await checkText(withProviders(lines, options)), "gate").provider;

  test("the only one of its kind", async () => {
    expect(await chosen([one, "azure: { kind: azure }"])).toBe("one");
  });

  test("the default one", async () => {
    expect(await chosen([one, two.replace("google,", "google, default: true,")])).toBe("two");
  });

  test("the one that is named", async () => {
    expect(await chosen([one.replace("google,", "google, default: true,"), two], "options: { provider: two }")).toBe(
      "two",
    );
  });

  test.each([
    ["several and none the default", [one, two], "", "unknown-provider @ gate"],
    ["a name that nobody has", [one], "options: { provider: three }", "unknown-provider @ three"],
    [
      "a name of another kind",
      [one, "azure: { kind: azure }"],
      "options: { provider: azure }",
      "provider-kind @ azure",
    ],
    [
      "two defaults",
      [one.replace("google,", "google, default: true,"), two.replace("google,", "google, default: true,")],
      "",
      "invalid-option @ true",
    ],
    [
      "a named one whose kind is wrong is told once",
      ["g: { kind: googel }"],
      "options: { provider: g }",
      "provider-kind @ googel",
    ],
  ])("%s", async (_, lines, options, said) => {
    expect((await checkText(withProviders(lines, options))).said).toEqual([said]);
  });
});

describe("the workspace level", () => {
  const setting = (provider: string, options = "") =>
    `name: test\nproviders:\n  dbx: { kind: databricks, ${provider} }\nresources:\n` +
    `  guard: { type: "settings:RestrictWorkspaceAdmins", ` +
    `properties: { restrictWorkspaceAdmins: { status: ALLOW_ALL } }${options} }\n`;

  test.each([
    ["by its field", "level: workspace", []],
    ["by default, at a workspace's address", "baseUrl: https://dbc-1.cloud.databricks.com", []],
    ["an account by its field", "level: account", ["provider-level @ guard"]],
    [
      "an account by its address",
      "level: workspace, host: https://accounts.cloud.databricks.com",
      ["provider-level @ guard"],
    ],
    [
      "an account by its address, in capitals",
      "host: https://ACCOUNTS.azuredatabricks.net",
      ["provider-level @ guard"],
    ],
    ["no account: another name that begins so", "host: https://accounts-team.databricks.com", []],
  ])("%s", async (_, provider, said) => {
    expect((await checkText(setting(provider))).said).toEqual(said);
  });

  test("stands on the provider's name where the resource names it", async () => {
    expect((await checkText(setting("level: account", ", options: { provider: dbx }"))).said).toEqual([
      "provider-level @ dbx",
    ]);
  });
});

describe("a field that gets into an address or a header has a form", () => {
  const long = "a".repeat(400);
  test.each([
    ["an account with a path", "kind: databricks, accountId: '../../other'"],
    ["an account with a line break", 'kind: databricks, accountId: "a\\r\\nx-admin: 1"'],
    ["a long account", `kind: databricks, accountId: ${long}`],
    ["a long workspace", `kind: databricks, workspaceId: ${long}`],
    ["a long domain", `kind: google, universeDomain: ${long}.${long}`],
    ["a principal with a line break", 'kind: google, localPrincipal: "a\\nb"'],
    ["a backslash", "kind: databricks, baseUrl: 'https://accounts.cloud.databricks.com\\@evil.example/'"],
    ["a space", "kind: google, baseUrl: 'https://a b.example'"],
  ])("%s is refused", async (_, fields) => {
    const { said } = await checkText(`name: test\nproviders:\n  p: { ${fields} }\nresources: {}\n`);
    expect(said).toEqual([expect.stringMatching(/^value-malformed @ /)]);
  });

  test.each(["http://127.0.0.1:8787/google/", "https://workspace.example/?o=1", "https://[::1]:8787"])(
    "an address may be %s",
    async (url) => {
      expect(
        (await checkText(`name: test\nproviders:\n  p: { kind: databricks, baseUrl: '${url}' }\nresources: {}\n`)).said,
      ).toEqual([]);
    },
  );
});

test("a closed list is closed for the environment as well", async () => {
  const azure = withProviders([
    "google: { kind: google, project: p, region: r }",
    "azure: { kind: azure, subscriptionId: s }",
  ]);
  const { problems } = await checkText(azure, { environment: { ARM_ENVIRONMENT: "mars" } });
  expect(problems).toMatchObject([
    { code: "value-not-allowed", detail: expect.stringMatching(/ARM_ENVIRONMENT.*"mars".*usgovernment/) },
  ]);
  const declared = azure.replace("subscriptionId: s", "subscriptionId: s, environment: public");
  expect((await checkText(declared, { environment: { ARM_ENVIRONMENT: "mars" } })).problems).toEqual([]);
});
