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

  test("a vendor's refusal is told with its words", async () => {
    unregistered({ status: 403 });
    const { code, output } = await stage.play(["doctor", "--vendors", "--register", "--yes"], {});
    expect(code).toBe(4);
    expect(output).toContain("AuthorizationFailed");
  });

  test("what is not registered in time is told", async () => {
    unregistered({ looks: Number.POSITIVE_INFINITY });
    const { code, output } = await stage.play(["doctor", "--vendors", "--register", "--yes"], {});
    expect(code).toBe(1);
    expect(output.replace(/\s+/g, " ")).toContain("not registered yet");
    expect(posts()).toHaveLength(1);
  });

  test("switches an API of Google's on", async () => {
    stage.declare(google);
    let isOn = false;
    stage.otherwise = ({ method, url }) => {
      const { origin, pathname } = new URL(url);
      if (origin === "https://serviceusage.googleapis.com") {
        isOn = method === "POST" && pathname === "/v1/projects/1234/services/iam.googleapis.com:enable";
        return Response.json({ name: "operations/acf.1", done: false });
      }
      if (isOn || !pathname.includes("oauthClients")) return undefined;
      const metadata = { service: "iam.googleapis.com", consumer: "projects/1234" };
      const info = { "@type": "type.googleapis.com/google.rpc.ErrorInfo", reason: "SERVICE_DISABLED", metadata };
      const message = "Identity and Access Management (IAM) API has not been used in project 1234 before.";
      return Response.json(
        { error: { code: 403, message, status: "PERMISSION_DENIED", details: [info] } },
        { status: 403 },
      );
    };
    const { code, output } = await stage.play(["doctor", "--vendors", "--register", "--yes"], {});
    expect(posts()).toEqual([
      "POST https://serviceusage.googleapis.com/v1/projects/1234/services/iam.googleapis.com:enable",
    ]);
    expect(output).toContain("Registered: projects/1234/services/iam.googleapis.com");
    expect(code).toBe(0);
  });

  test("a service that an answer names and that is none of Google's is not switched on", async () => {
    stage.declare(google);
    stage.otherwise = ({ url }) => {
      if (!new URL(url).pathname.includes("oauthClients")) return undefined;
      const metadata = { service: "../../evil", consumer: "projects/1234" };
      const info = { "@type": "type.googleapis.com/google.rpc.ErrorInfo", reason: "SERVICE_DISABLED", metadata };
      return Response.json(
        { error: { code: 403, message: "off", status: "PERMISSION_DENIED", details: [info] } },
        { status: 403 },
      );
    };
    await stage.play(["doctor", "--vendors", "--register", "--yes"], {});
    expect(posts()).toEqual([]);
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
  expect(output.replace(/\s+/g, " ")).toContain("`plumb doctor --vendors --register`");
});
