import { expect, test } from "vitest";
import { databricksPaths } from "../../vendor-wire/databricks/paths.ts";
import { host, openWorkspace } from "./workspace.fixture.ts";

test.each([
  ["PATCH", databricksPaths.restrictWorkspaceAdmins, { error_code: "MALFORMED_REQUEST", message: expect.any(String) }],
  ["POST", "api/2.0/preview/scim/v2/Users", { status: "400", scimType: "invalidSyntax", detail: expect.any(String) }],
  ["POST", "oidc/v1/token", { error: "invalid_request", error_description: expect.any(String) }],
])("%s %s refuses a body that is no JSON in its own shape", async (method, path, shape) => {
  const { cloud, log } = openWorkspace();
  const response = await cloud.fetch(
    new Request(`${host}/${path}`, {
      method,
      headers: { authorization: "Bearer local:admin@local.example", "content-type": "application/json" },
      body: "{",
    }),
  );
  expect([response.status, await response.json()]).toMatchObject([400, shape]);
  expect(await log()).toEqual([]);
});

test.each([
  ["GET", databricksPaths.restrictWorkspaceAdmins, 429, { error_code: "REQUEST_LIMIT_EXCEEDED" }],
  ["GET", databricksPaths.restrictWorkspaceAdmins, 401, { error_code: 401 }],
  ["GET", databricksPaths.restrictWorkspaceAdmins, 403, { error_code: 403, message: "Invalid access token." }],
  ["GET", databricksPaths.restrictWorkspaceAdmins, 502, { error_code: 502 }],
  ["GET", "api/2.0/preview/scim/v2/Users", 500, { status: "500", detail: expect.any(String) }],
  ["GET", "oidc/.well-known/oauth-authorization-server", 503, { error: "server_error" }],
  ["POST", "oidc/v1/token", 400, { error: "invalid_request" }],
])("%s %s made to fail with %i does so in its own shape", async (method, path, status, shape) => {
  const { cloud, call } = openWorkspace();
  cloud.faults.add({ match: { vendor: "databricks" }, fault: { kind: "status", status } });
  const answer = await call(method, path);
  expect([answer.status, answer.body]).toMatchObject([status, shape]);
  expect(answer.headers.get("x-request-id")).not.toBeNull();
});
