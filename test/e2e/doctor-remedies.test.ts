import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { ReadOnlyStage } from "./read-only-stage.fixture.ts";

const subscription = "11111111-2222-3333-4444-555555555555";
const google = {
  provider: { kind: "google", project: "acme", region: "europe-west1", zone: "europe-west1-b" },
  resource: {
    type: "connectors:EndpointAttachment",
    properties: {
      endpointAttachmentId: "gw-1",
      serviceAttachment: "projects/n/regions/europe-west1/serviceAttachments/s",
    },
  },
};
const azure = {
  provider: { kind: "azure", subscriptionId: subscription },
  resource: {
    type: "migrate:ServerCollector",
    properties: { resourceGroupName: "g", projectName: "p", serverCollectorName: "c" },
  },
};
const databricks = {
  provider: { kind: "databricks", level: "workspace" },
  resource: {
    type: "settings:RestrictWorkspaceAdmins",
    properties: { restrictWorkspaceAdmins: { status: "ALLOW_ALL" } },
  },
};

let dir = "";
let stage: ReadOnlyStage;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "plumb-remedies-"));
});
afterEach(async () => {
  await stage.close();
  rmSync(dir, { recursive: true, force: true });
});

/** What the doctor says of one declared object, in one line, while the vendor answers so. */
async function look(
  { provider, resource }: { readonly provider: object; readonly resource: object },
  otherwise: ReadOnlyStage["otherwise"] = () => undefined,
  variables: Readonly<Record<string, string>> = {},
) {
  stage = new ReadOnlyStage(
    dir,
    JSON.stringify({ name: "first", providers: { it: provider }, resources: { it: resource } }),
  );
  stage.otherwise = otherwise;
  const { code, output } = await stage.play(["doctor", "--vendors"], variables);
  return { code, output: output.replace(/\s+/g, " ") };
}

const to = (host: string, answer: (url: URL) => Response | undefined) => (request: Request) => {
  const url = new URL(request.url);
  return url.hostname.endsWith(host) ? answer(url) : undefined;
};
const refusal = (status: number, error: object) => Response.json({ error }, { status });
const invalidToken = Response.json({ error: "invalid_token", error_description: "Invalid Value" }, { status: 400 });

/** Rights that a remedy would have the reader grant. */
const googleRight = /\bconnectors\.(operations|endpointAttachments)\./;
const azureRight = /\bMicrosoft\.\w+\/\S+\/read\b/;

describe("what doctor --vendors says to do is what helps", () => {
  test("Google: a token that is not valid any more", async () => {
    const { code, output } = await look(
      google,
      to("googleapis.com", ({ hostname }) => {
        if (hostname.startsWith("oauth2.")) return invalidToken.clone();
        const info = { "@type": "type.googleapis.com/google.rpc.ErrorInfo", reason: "ACCESS_TOKEN_EXPIRED" };
        return refusal(401, { code: 401, message: "invalid credentials", status: "UNAUTHENTICATED", details: [info] });
      }),
    );
    expect(code).toBe(1);
    expect(output).toContain("FAIL lifetime: Google ");
    expect(output).toMatch(/FAIL lifetime: .*do: .*credential .*valid/);
    expect(output).not.toMatch(googleRight);
  });

  test("Google: a token that tells nothing and is taken by the API", async () => {
    const { code, output } = await look(
      google,
      to("oauth2.googleapis.com", () => invalidToken.clone()),
    );
    expect(code).toBe(0);
    expect(output).toContain("UNKNOWN lifetime");
  });

  test("Google: an API that is off", async () => {
    const { output } = await look(
      google,
      to("connectors.googleapis.com", () => {
        const metadata = { service: "connectors.googleapis.com", consumer: "projects/12" };
        const info = { "@type": "type.googleapis.com/google.rpc.ErrorInfo", reason: "SERVICE_DISABLED", metadata };
        return refusal(403, { code: 403, message: "off", status: "PERMISSION_DENIED", details: [info] });
      }),
    );
    expect(output).toContain("do: register it: `plumb doctor --vendors --register`");
    expect(output).not.toMatch(googleRight);
  });

  test("a right that is missing, still", async () => {
    const { output } = await look(
      google,
      to("connectors.googleapis.com", () => refusal(403, { code: 403, message: "no", status: "PERMISSION_DENIED" })),
    );
    expect(output).toContain("grant connectors.operations.list");
    expect(output).toContain(" connectors.endpointAttachments.get");
  });

  test.each([
    [404, "SubscriptionNotFound"],
    [401, "InvalidAuthenticationTokenTenant"],
  ])("Azure: %d %s", async (status, code) => {
    const { output } = await look(
      azure,
      to("management.azure.com", () => refusal(status, { code, message: "no" })),
    );
    expect(output).toContain("FAIL subscription");
    expect(output).toMatch(/do: .* tenant /);
    expect(output).not.toMatch(azureRight);
  });

  test("Azure: a namespace that is not registered names no right", async () => {
    const { output } = await look(
      azure,
      to("management.azure.com", ({ pathname }) =>
        pathname.endsWith("providers/Microsoft.Migrate")
          ? Response.json({ registrationState: "NotRegistered", resourceTypes: [] })
          : undefined,
      ),
    );
    expect(output).toContain("Microsoft.Migrate in");
    expect(output).not.toContain("missing:");
  });

  test("no credential at all", async () => {
    const { output } = await look(azure, () => undefined, { ARM_ACCESS_TOKEN: "" });
    expect(output).toContain("FAIL credential");
    expect(output).not.toMatch(azureRight);
  });

  test("what is known of a token's end is not unknown", async () => {
    const { output } = await look(
      google,
      to("oauth2.googleapis.com", () =>
        Response.json({ email: "a@b.c", exp: `${Date.UTC(2027, 0, 15, 9, 50) / 1000}` }),
      ),
    );
    expect(output).toMatch(/PASS lifetime: .* 2027-01-15T09:50:00\.000Z.* do: .* before a run/);
  });

  test("Databricks: a host of several workspaces, none of which is named", async () => {
    const { code, output } = await look(
      databricks,
      to("databricks.com", ({ pathname }) =>
        pathname === "/.well-known/databricks-config"
          ? Response.json({ host_type: "unified", account_id: "a" })
          : undefined,
      ),
    );
    expect(output).toContain("FAIL declaration: `it`: ");
    expect(output).toContain("`workspaceId`");
    expect(code).toBe(1);
  });

  test("Databricks: a setting that is always there, and is said to be absent", async () => {
    const absent = { error_code: "RESOURCE_DOES_NOT_EXIST", message: "Workspace 1 does not exist." };
    const { code, output } = await look(
      databricks,
      to("databricks.com", ({ pathname }) =>
        pathname.includes("/settings/") ? Response.json(absent, { status: 404 }) : undefined,
      ),
    );
    expect(output).toContain("FAIL settings:RestrictWorkspaceAdmins global: absent");
    expect(output).toContain("Workspace 1 does not exist");
    expect(code).toBe(1);
    const plan = await stage.play(["plan"], {});
    expect(plan.output).toMatch(/! .*`global`/);
  });

  test("plan does not say that a platform refused where no credential was there to ask it with", async () => {
    const none = { ARM_ACCESS_TOKEN: "local:of another cloud" };
    await look(azure, () => undefined, none);
    const { code, output } = await stage.play(["plan"], none);
    expect(output).toContain("error[no-credential]");
    expect(code).toBe(4);
  });
});
