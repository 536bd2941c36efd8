import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { ReadOnlyStage } from "./read-only-stage.fixture.ts";

const subscription = "11111111-2222-3333-4444-555555555555";
const declaration = JSON.stringify({
  name: "first",
  providers: {
    google: { kind: "google", project: "acme", region: "here", zone: "here-a" },
    azure: { kind: "azure", subscriptionId: subscription },
    databricks: { kind: "databricks", level: "workspace" },
  },
  resources: {
    a: {
      type: "connectors:EndpointAttachment",
      properties: { endpointAttachmentId: "a", serviceAttachment: "projects/p/regions/r/serviceAttachments/s" },
    },
    b: {
      type: "compute:ReservationIamMember",
      properties: { name: "r", role: "roles/viewer", member: "user:ada@acme.example" },
    },
    c: {
      type: "migrate:ServerCollector",
      properties: { resourceGroupName: "g", projectName: "p", serverCollectorName: "c" },
    },
    d: { type: "settings:RestrictWorkspaceAdmins", properties: { restrictWorkspaceAdmins: { status: "ALLOW_ALL" } } },
  },
});

let dir = "";
let stage: ReadOnlyStage;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "plumb-doctor-"));
  stage = new ReadOnlyStage(dir, declaration);
});
afterEach(async () => {
  await stage.close();
  rmSync(dir, { recursive: true, force: true });
});

interface Finding {
  readonly check: string;
  readonly status: string;
  readonly detail: string;
  readonly remedy: string | null;
  readonly permission: string | null;
}

async function examine(variables: Readonly<Record<string, string>> = {}) {
  const { code, output } = await stage.play(["doctor", "--vendors", "--json"], variables);
  const view = JSON.parse(output) as {
    readonly status: string;
    readonly findings: readonly Finding[];
    readonly providers: readonly { readonly name: string; readonly findings: readonly Finding[] }[];
  };
  const of = (name: string) => view.providers.find((each) => each.name === name)?.findings ?? [];
  const finding = (name: string, check: string) => of(name).find((each) => each.check.startsWith(check));
  return { code, output, view, finding };
}

/** Answers what is sent to a path with this. */
function answering(path: RegExp, status: number, body: object, headers: Readonly<Record<string, string>> = {}) {
  stage.otherwise = (request) => (path.test(request.url) ? Response.json(body, { status, headers }) : undefined);
}

function tokenOf(claims: object): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  return `${part({ alg: "none" })}.${part(claims)}.signature`;
}

test("finds nothing wrong where nothing is, by reads alone, and notes nothing", async () => {
  const { code, view, finding } = await examine();
  expect(code).toBe(0);
  expect(view.providers.flatMap(({ findings }) => findings.filter(({ status }) => status === "fail"))).toEqual([]);
  expect(finding("google", "credential")).toMatchObject({ status: "pass", detail: "found: GOOGLE_OAUTH_ACCESS_TOKEN" });
  expect(finding("google", "connectors:EndpointAttachment")).toMatchObject({ status: "pass", detail: "absent" });
  expect(finding("azure", "registration")).toMatchObject({ status: "pass" });
  expect(finding("azure", "version")).toMatchObject({ status: "pass" });
  expect(finding("databricks", "settings:")).toMatchObject({ status: "pass", detail: "found" });
  expect(finding("databricks", "host")).toMatchObject({ status: "pass" });
  const writes = stage.sent.filter(
    (each) => !/^(GET|HEAD) |\/testIamPermissions$|\/oidc\/v1\/token$|\/tokeninfo$/.test(each),
  );
  expect(writes).toEqual([]);
  expect(await stage.writes()).toBe(0);
});

test("names the permission that Google says is missing", async () => {
  answering(/endpointAttachments/, 403, {
    error: {
      code: 403,
      status: "PERMISSION_DENIED",
      message: "Permission denied on resource (or it may not exist).",
      details: [
        {
          "@type": "type.googleapis.com/google.rpc.ErrorInfo",
          reason: "IAM_PERMISSION_DENIED",
          domain: "iam.googleapis.com",
          metadata: { permission: "connectors.endpointAttachments.get" },
        },
      ],
    },
  });
  const { code, finding } = await examine();
  expect(code).toBe(1);
  expect(finding("google", "connectors:EndpointAttachment")).toMatchObject({
    status: "fail",
    permission: "connectors.endpointAttachments.get",
    remedy: expect.stringContaining("connectors.endpointAttachments.list"),
  });
});

const connection = "migrate:getPrivateEndpointConnectionControllerPrivateEndpointConnection";
const assignment = {
  type: "authorization:RoleManagementPolicyAssignment",
  properties: {
    scope: `/subscriptions/${subscription}`,
    roleDefinitionId:
      `/subscriptions/${subscription}/providers/Microsoft.Authorization/roleDefinitions` +
      "/b24988ac-6180-42a0-ab88-20f7382dd24c",
  },
};

function declare(resources: object, lookups: object = {}): void {
  const azure = { kind: "azure", subscriptionId: subscription };
  stage.declare(JSON.stringify({ name: "first", providers: { azure }, resources, lookups }));
}

const link = {
  function: connection,
  arguments: { resourceGroupName: "g", migrateProjectName: "p", peConnectionName: "x" },
};

function denies(path: RegExp, action: string) {
  const message = `The client 'c' does not have authorization to perform action '${action}' over scope '/x'.`;
  answering(path, 403, { error: { code: "AuthorizationFailed", message } });
}

test("names the permission that a look-up lacks, and looks at the version and the registration of its type", async () => {
  declare({}, { link });
  denies(/privateEndpointConnections/, "Microsoft.Migrate/migrateProjects/privateEndpointConnections/read");
  const { code, view, finding } = await examine();
  expect(finding("azure", connection)).toMatchObject({
    check: `${connection} migrateProjectName=p peConnectionName=x resourceGroupName=g`,
    status: "fail",
    permission: "Microsoft.Migrate/migrateProjects/privateEndpointConnections/read",
  });
  expect(finding("azure", "registration")).toMatchObject({ status: "pass" });
  expect(finding("azure", "version")).toMatchObject({ detail: expect.stringContaining("2020-05-01") });
  expect([code, view.findings]).toEqual([1, []]);
});

test("tells of what a declaration only reads, and is not there", async () => {
  const id =
    `/subscriptions/${subscription}/resourceGroups/g/providers/Microsoft.Migrate/assessmentProjects/p` +
    "/servercollectors/none";
  declare({ other: { type: "migrate:ServerCollector", get: { id } } }, { link });
  const { code, view, finding } = await examine();
  expect(finding("azure", connection)).toMatchObject({
    status: "fail",
    detail: expect.stringContaining("ResourceNotFound"),
  });
  expect(finding("azure", "migrate:ServerCollector")).toMatchObject({
    status: "fail",
    detail: expect.stringContaining("absent"),
  });
  expect([code, view.findings]).toEqual([1, []]);
});

test("names the permission without which the name of an object is not found", async () => {
  declare({ it: assignment });
  denies(/roleManagementPolicies/, "Microsoft.Authorization/roleManagementPolicies/read");
  const { code, view, finding } = await examine();
  expect(finding("azure", "authorization:RoleManagementPolicyAssignment")).toMatchObject({
    check: "authorization:RoleManagementPolicyAssignment policyId",
    status: "fail",
    permission: "Microsoft.Authorization/roleManagementPolicies/read",
  });
  expect(finding("azure", "registration")).toMatchObject({
    detail: expect.stringContaining("Microsoft.Authorization"),
  });
  expect(finding("azure", "version")).toMatchObject({ detail: expect.stringContaining("2020-10-01") });
  expect([code, view.findings]).toEqual([1, []]);
});

test("names the right that is not held on a reservation", async () => {
  answering(/testIamPermissions$/, 200, { permissions: ["compute.reservations.getIamPolicy"] });
  const { code, finding } = await examine();
  expect(code).toBe(1);
  expect(finding("google", "rights")).toMatchObject({
    status: "fail",
    permission: "compute.reservations.setIamPolicy",
  });
});

test("names the action that ARM says is missing", async () => {
  const message =
    "The client 'c' with object id 'o' does not have authorization to perform action " +
    "'Microsoft.Migrate/assessmentProjects/servercollectors/read' over scope '/subscriptions/x' or the scope is " +
    "invalid.";
  answering(/servercollectors/, 403, { error: { code: "AuthorizationFailed", message } });
  const { finding } = await examine();
  expect(finding("azure", "migrate:ServerCollector")).toMatchObject({
    status: "fail",
    permission: "Microsoft.Migrate/assessmentProjects/servercollectors/read",
  });
});

test("names the right without which registrations can't be read, and of which namespace", async () => {
  answering(/providers\/Microsoft\.Migrate\?/, 403, { error: { code: "Forbidden", message: "no" } });
  const { code, finding } = await examine();
  expect(finding("azure", "registration")).toMatchObject({
    status: "fail",
    detail: expect.stringMatching(new RegExp(`^Microsoft.Migrate .*${subscription}: .* 403 Forbidden: no$`)),
    remedy: expect.stringContaining(" Microsoft.Resources/subscriptions/providers/read "),
  });
  expect(code).toBe(1);
});

test("names the rank that Databricks' setting takes", async () => {
  answering(/restrict_workspace_admins/, 403, { error_code: "PERMISSION_DENIED", message: "only admins" });
  const { code, finding } = await examine();
  expect(finding("databricks", "settings:RestrictWorkspaceAdmins")).toMatchObject({
    status: "fail",
    remedy: expect.stringContaining("workspace admin"),
  });
  expect(code).toBe(1);
});

test("tells a subscription of another tenant than the credential's", async () => {
  const token = tokenOf({ aud: "https://management.azure.com", tid: "another-tenant", upn: "ada@acme.example" });
  const { code, output, finding } = await examine({ ARM_ACCESS_TOKEN: token });
  expect(code).toBe(1);
  expect(finding("azure", "principal")).toMatchObject({
    detail: expect.stringMatching(/^ada@acme\.example .* another-tenant$/),
  });
  expect(finding("azure", "subscription")).toMatchObject({
    status: "fail",
    detail: expect.stringContaining(" another-tenant"),
  });
  expect(output).not.toContain("signature");
});

test("tells a subscription that the credential does not see", async () => {
  answering(/subscriptions\/[^/]+\?/, 404, { error: { code: "SubscriptionNotFound", message: "could not be found" } });
  const { finding } = await examine();
  expect(finding("azure", "subscription")).toMatchObject({
    status: "fail",
    remedy: expect.stringContaining("az login --tenant"),
  });
});

test("tells a resource provider that is not registered, and a version that is not listed any more", async () => {
  answering(/providers\/Microsoft\.Migrate\?/, 200, {
    namespace: "Microsoft.Migrate",
    registrationState: "NotRegistered",
    resourceTypes: [{ resourceType: "assessmentProjects", apiVersions: ["2030-01-01"] }],
  });
  const { code, finding } = await examine();
  expect(code).toBe(1);
  expect(finding("azure", "registration")).toMatchObject({
    status: "fail",
    remedy: expect.stringContaining("az provider register --namespace Microsoft.Migrate"),
    permission: null,
  });
  expect(finding("azure", "version")).toMatchObject({ status: "fail", detail: expect.stringContaining("2030-01-01") });
});

test("tells an account's host, and a caller that the workspace does not know", async () => {
  stage.otherwise = ({ url }) => {
    if (url.endsWith("databricks-config")) return Response.json({ host_type: "account" });
    if (url.endsWith("/Me"))
      return Response.json({ error_code: "PERMISSION_DENIED", message: "no member" }, { status: 403 });
    return undefined;
  };
  const { code, finding } = await examine();
  expect(code).toBe(1);
  expect(finding("databricks", "host")).toMatchObject({ status: "fail" });
  expect(finding("databricks", "workspace")).toMatchObject({ status: "unknown" });
  expect(finding("databricks", "caller")).toMatchObject({ status: "fail" });
});

/** Google tells of the token that it is asked about, as its client library asks. */
function tellingOfToken(document: object, status = 200) {
  stage.otherwise = ({ method, url, headers }) => {
    if (url !== "https://oauth2.googleapis.com/tokeninfo") return undefined;
    expect([method, headers.get("authorization")]).toEqual(["POST", "Bearer g"]);
    return Response.json(document, { status });
  };
}

test("tells for whom an opaque token of Google's is, and until when, in Google's words", async () => {
  tellingOfToken({ email: "ada@acme.example", exp: "4102444800", expires_in: "3599", aud: "32555940559.apps" });
  const { finding, output } = await examine();
  expect(finding("google", "principal")).toMatchObject({ status: "pass", detail: "ada@acme.example" });
  expect(finding("google", "lifetime")).toMatchObject({
    status: "pass",
    detail: expect.stringMatching(/ 2100-01-01T00:00:00\.000Z/),
  });
  expect(output).not.toContain("32555940559");
});

test("an opaque token of which Google tells nothing stays untold", async () => {
  tellingOfToken({ error: "invalid_token", error_description: "Invalid Value" }, 400);
  const { finding } = await examine();
  expect(finding("google", "principal")).toMatchObject({ status: "unknown" });
  expect(finding("google", "lifetime")).toMatchObject({ status: "unknown" });
});

test("a plan warns of an opaque token that ends before its longest operation could, and asks of no shorter one", async () => {
  tellingOfToken({ exp: "1000" });
  const { output } = await stage.play(["plan"], {});
  expect(output).toContain("ends at 1970-01-01T00:16:40.000Z");
  const asked = () => stage.sent.filter((each) => each.endsWith("/tokeninfo")).length;
  expect(asked()).toBe(1);
  const google = { kind: "google", project: "acme", zone: "here-a" };
  const member = { name: "r", role: "roles/viewer", member: "user:ada@acme.example" };
  const resources = { b: { type: "compute:ReservationIamMember", properties: member } };
  stage.declare(JSON.stringify({ name: "first", providers: { google }, resources }));
  await stage.play(["plan"], {});
  expect(asked()).toBe(1);
});

test("tells a clock that differs, and an answer without a time", async () => {
  answering(/subscriptions\//, 503, {}, { date: "Mon, 01 Jan 2035 00:00:00 GMT" });
  const { finding } = await examine();
  expect(finding("azure", "clock")).toMatchObject({ status: "fail", detail: expect.stringContaining("ahead") });
  expect(finding("google", "clock")).toMatchObject({ status: "pass" });
  expect(finding("azure", "subscription")).toMatchObject({ status: "unknown" });
});

test("tells a credential that is missing", async () => {
  const { code, finding } = await examine({ DATABRICKS_CLIENT_SECRET: "" });
  expect(code).toBe(1);
  expect(finding("databricks", "credential")).toMatchObject({ status: "fail" });
});

test("works in the read-only mode", async () => {
  expect((await examine({ PLUMB_READ_ONLY: "1" })).code).toBe(0);
});

test("a plan warns of a token of the environment that ends before its longest operation could", async () => {
  const token = tokenOf({ email: "ada@acme.example", exp: 1_000 });
  const { output } = await stage.play(["plan"], { GOOGLE_OAUTH_ACCESS_TOKEN: token });
  expect(output).toContain("warning[credential-ends]");
  expect(output).toMatch(/`google` \(GOOGLE_OAUTH_ACCESS_TOKEN\) .* 1970-01-01T00:16:40\.000Z/);
  const renewed = await stage.play(["plan"], {});
  expect(renewed.output).not.toContain("credential-ends");
});
