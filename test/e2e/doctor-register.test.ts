import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { ReadOnlyStage } from "./read-only-stage.fixture.ts";

const subscription = "11111111-2222-3333-4444-555555555555";
const azure = JSON.stringify({
  name: "first",
  providers: { azure: { kind: "azure", subscriptionId: subscription } },
  resources: {
    it: {
      type: "migrate:ServerCollector",
      properties: { resourceGroupName: "g", projectName: "p", serverCollectorName: "c" },
    },
  },
});
const google = JSON.stringify({
  name: "first",
  providers: { google: { kind: "google", project: "acme" } },
  resources: {
    it: {
      type: "iam:OAuthClient",
      properties: {
        oauthClientId: "portal",
        location: "global",
        allowedGrantTypes: ["AUTHORIZATION_CODE_GRANT"],
        allowedRedirectUris: ["https://portal.example/"],
        allowedScopes: ["https://www.googleapis.com/auth/cloud-platform"],
      },
    },
  },
});
const namespacePath = `/subscriptions/${subscription}/providers/Microsoft.Migrate`;

const both = JSON.stringify({
  name: "first",
  providers: { ...JSON.parse(azure).providers, ...JSON.parse(google).providers },
  resources: { one: JSON.parse(azure).resources.it, other: JSON.parse(google).resources.it },
});

/**
 * An API that is off by the words of its answers until it is switched on anywhere; `numbers`: those of projects that
 * can be seen.
 */
function switchedOff(
  metadata: { readonly service: string; readonly consumer: string },
  numbers: Readonly<Record<string, number>> = {},
) {
  let isOn = false;
  return ({ method, url }: Request): Response | undefined => {
    const { origin, pathname } = new URL(url);
    if (origin === "https://serviceusage.googleapis.com") {
      isOn ||= method === "POST";
      if (method === "POST") return Response.json({ name: "operations/acf.1", done: false });
      const [, project = "", service] = /^\/v1\/projects\/([^/]+)\/services\/([^/]+)$/.exec(pathname) ?? [];
      const number = numbers[project];
      const parent = `projects/${number}`;
      if (number !== undefined)
        return Response.json({ name: `${parent}/services/${service}`, parent, state: "DISABLED" });
      return Response.json({ error: { code: 403, message: "no", status: "PERMISSION_DENIED" } }, { status: 403 });
    }
    if (isOn || !pathname.includes("oauthClients")) return undefined;
    const info = { "@type": "type.googleapis.com/google.rpc.ErrorInfo", reason: "SERVICE_DISABLED", metadata };
    const message = "Identity and Access Management (IAM) API has not been used in project 1234 before.";
    return Response.json(
      { error: { code: 403, message, status: "PERMISSION_DENIED", details: [info] } },
      { status: 403 },
    );
  };
}

let dir = "";
let stage: ReadOnlyStage;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "plumb-register-"));
  stage = new ReadOnlyStage(dir, azure);
});
afterEach(async () => {
  await stage.close();
  rmSync(dir, { recursive: true, force: true });
});

/** What is posted besides calls about tokens. */
const posts = () => stage.sent.filter((each) => each.startsWith("POST") && !/\/oidc\/|\/tokeninfo$/.test(each));

/** A namespace that is registered some looks after it was asked for. */
function unregistered({ looks = 2, status = 200 }: { readonly looks?: number; readonly status?: number } = {}) {
  let since: number | null = null;
  stage.otherwise = ({ method, url }) => {
    const { pathname } = new URL(url);
    if (method === "POST" && pathname === `${namespacePath}/register`) {
      since = 0;
      const error = { error: { code: "AuthorizationFailed", message: "does not have authorization" } };
      return Response.json(status === 200 ? { registrationState: "Registering" } : error, { status });
    }
    if (pathname !== namespacePath) return undefined;
    if (since !== null) since += 1;
    const state = since === null ? "NotRegistered" : since > looks ? "Registered" : "Registering";
    return Response.json({ namespace: "Microsoft.Migrate", registrationState: state, resourceTypes: [] });
  };
}

describe("doctor --vendors --register", () => {
  test("registers a namespace of Azure's, and waits until it is registered", async () => {
    unregistered();
    const { code, output } = await stage.play(["doctor", "--vendors", "--register", "--yes"], {});
    expect(posts()).toEqual([`POST https://management.azure.com${namespacePath}/register?api-version=2021-04-01`]);
    expect(output).toContain("PASS    registration: Microsoft.Migrate in");
    expect(output).toContain(`Registered: subscriptions/${subscription}/providers/Microsoft.Migrate`);
    expect(code).toBe(0);
  });

  test("asks on a terminal, and leaves it where the answer is no", async () => {
    unregistered();
    stage.typed = "n";
    await stage.play(["doctor", "--vendors", "--register"], {});
    expect(stage.questions).toEqual([
      expect.stringContaining(`subscriptions/${subscription}/providers/Microsoft.Migrate`),
    ]);
    expect(posts()).toEqual([]);
    stage.typed = "y";
    expect((await stage.play(["doctor", "--vendors", "--register"], {})).code).toBe(0);
    expect(posts()).toHaveLength(1);
  });

  test("without a terminal it takes --yes", async () => {
    unregistered();
    const { code, output } = await stage.play(["doctor", "--vendors", "--register"], {});
    expect([code, posts()]).toEqual([2, []]);
    expect(output).toContain("--yes");
  });

  test("nothing is registered in the read-only mode, nor what is registered already", async () => {
    unregistered();
    const refused = await stage.play(["doctor", "--vendors", "--register", "--yes"], { PLUMB_READ_ONLY: "1" });
    expect(refused.code).toBe(4);
    expect(refused.output).toContain("PLUMB_READ_ONLY");
    stage.otherwise = () => undefined;
    expect((await stage.play(["doctor", "--vendors", "--register", "--yes"], {})).code).toBe(0);
    expect(posts()).toEqual([]);
  });

  test("a vendor's refusal is told with its words and the missing right, within the look", async () => {
    unregistered({ status: 403 });
    const { code, output } = await stage.play(["doctor", "--vendors", "--register", "--yes"], {});
    expect(code).toBe(4);
    expect(output).toContain("AuthorizationFailed");
    expect(output).toContain("takes Microsoft.Migrate/register/action");
    expect(output).toContain("PASS    subscription");
  });

  test("what one vendor refuses keeps nothing else from being registered", async () => {
    stage.declare(both);
    unregistered();
    const azures = stage.otherwise;
    const off = switchedOff({ service: "iam.googleapis.com", consumer: "projects/acme" });
    const denied = { error: { code: 403, message: "no right", status: "PERMISSION_DENIED" } };
    stage.otherwise = (request) =>
      request.method === "POST" && request.url.includes("serviceusage")
        ? Response.json(denied, { status: 403 })
        : (azures(request) ?? off(request));
    const { code, output } = await stage.play(["doctor", "--vendors", "--register", "--yes"], {});
    expect(code).toBe(4);
    expect(posts()).toHaveLength(2);
    expect(output).toContain("takes serviceusage.services.enable");
    expect(output).toContain(`Registered: subscriptions/${subscription}/providers/Microsoft.Migrate`);
  });

  test("what is not registered in time is told", async () => {
    unregistered({ looks: Number.POSITIVE_INFINITY });
    const { code, output } = await stage.play(["doctor", "--vendors", "--register", "--yes"], {});
    expect(code).toBe(1);
    expect(output.replace(/\s+/g, " ")).toContain(" not registered");
    expect(posts()).toHaveLength(1);
  });

  const enabled = (project: string) =>
    `POST https://serviceusage.googleapis.com/v1/projects/${project}/services/iam.googleapis.com:enable`;
  const register = (variables = {}) => stage.play(["doctor", "--vendors", "--register", "--yes"], variables);

  test("switches an API of Google's on in the declared project", async () => {
    stage.declare(google);
    stage.otherwise = switchedOff({ service: "iam.googleapis.com", consumer: "projects/acme" });
    const { code, output } = await register();
    expect(posts()).toEqual([enabled("acme")]);
    expect(output).toContain("Registered: projects/acme/services/iam.googleapis.com");
    expect(code).toBe(0);
  });

  test("by a project's number once a read has confirmed whose it is", async () => {
    stage.declare(google);
    stage.otherwise = switchedOff({ service: "iam.googleapis.com", consumer: "projects/1234" }, { acme: 1234 });
    const { code, output } = await register();
    expect(posts()).toEqual([enabled("1234")]);
    expect(output).toContain("Registered: projects/1234/services/iam.googleapis.com");
    expect(code).toBe(0);
  });

  test("in the project that pays for the credential's calls", async () => {
    stage.declare(google);
    stage.otherwise = switchedOff(
      { service: "iam.googleapis.com", consumer: "projects/77" },
      { acme: 1234, payer: 77 },
    );
    expect((await register({ GOOGLE_CLOUD_QUOTA_PROJECT: "payer" })).code).toBe(0);
    expect(posts()).toEqual([enabled("77")]);
  });

  for (const consumer of ["projects/victim", "projects/555"])
    test(`not in another project that an answer names: ${consumer}`, async () => {
      stage.declare(google);
      stage.otherwise = switchedOff({ service: "iam.googleapis.com", consumer }, { acme: 1234 });
      const { code, output } = await register();
      expect(posts()).toEqual([]);
      expect(code).toBe(4);
      expect(output.replace(/\s+/g, " ")).toContain("FAIL registration");
    });

  for (const service of ["../../evil", "evil.googleapis.com", "compute.googleapis.com"])
    test(`not another service than was asked, which an answer names: ${service}`, async () => {
      stage.declare(google);
      stage.otherwise = switchedOff({ service, consumer: "projects/acme" }, { acme: 1234 });
      const { code, output } = await register();
      expect(posts()).toEqual([]);
      expect(code).toBe(1);
      expect(output).toContain("FAIL");
    });
});

test("the hint of a refusal names the command that registers", async () => {
  stage.otherwise = ({ url }) =>
    url.includes("servercollectors")
      ? Response.json(
          {
            error: {
              code: "MissingSubscriptionRegistration",
              message: "The subscription is not registered to use namespace 'Microsoft.Migrate'.",
            },
          },
          { status: 409 },
        )
      : undefined;
  const { output } = await stage.play(["plan"], {});
  expect(output.replace(/\s+/g, " ")).toContain("`plumb doctor --vendors --register --dir DIR`");
});
