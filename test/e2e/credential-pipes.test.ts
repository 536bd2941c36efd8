import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { startPlumb } from "./run-plumb.fixture.ts";

const folder = mkdtempSync(join(tmpdir(), "plumb-pipes-"));
const pipe = join(folder, "pipe");
execFileSync("mkfifo", ["-m", "600", pipe]);
const google = `
  a:
    type: iam:OAuthClient
    properties:
      oauthClientId: web-portal
      location: global
      allowedGrantTypes: [AUTHORIZATION_CODE_GRANT]
      allowedRedirectUris: ["https://portal.example.com/callback"]
      allowedScopes: ["https://www.googleapis.com/auth/cloud-platform"]`;
const azure = `
  a:
    type: migrate:ServerCollector
    properties: { resourceGroupName: rg, projectName: p, serverCollectorName: one }`;
const providers = `
  google: { kind: google, project: acme }
  azure: { kind: azure, subscriptionId: 11111111-2222-3333-4444-555555555555 }`;
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.each([
  ["GOOGLE_APPLICATION_CREDENTIALS", google, {}],
  ["AZURE_FEDERATED_TOKEN_FILE", azure, { AZURE_CLIENT_ID: "c", AZURE_TENANT_ID: "t" }],
  ["AZURE_CLIENT_CERTIFICATE_PATH", azure, { AZURE_CLIENT_ID: "c", AZURE_TENANT_ID: "t" }],
])("a pipe that %s names, and that nobody writes into, is not waited for", async (variable, resource, others) => {
  writeFileSync(join(folder, "plumb.yaml"), `name: pipes\nproviders:${providers}\nresources:${resource}\n`);
  const environment = { PLUMB_CLOUD: "vendors", HTTPS_PROXY: "http://127.0.0.1:9", [variable]: pipe, ...others };
  const plan = startPlumb(["plan"], folder, environment);
  // What waits for a pipe waits for ever, and heeds no other signal.
  const patience = setTimeout(plan.kill, 30_000);
  const { exitCode, stderr } = await plan.ended;
  clearTimeout(patience);
  expect(exitCode).toBe(4);
  const told = stderr.replace(/\s+/g, " ");
  expect(told).toContain(variable);
  expect(told).toMatch(new RegExp(`${pipe}, .*: .* pipe`));
});
