import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { exchangeOver } from "../../../../packages/base/exchange/exchange-over.fixture.ts";
import type { JsonObject } from "../../../../packages/base/json/json.ts";
import type { CredentialPlace } from "../../../engine/ports/credential-binding.ts";
import { entraDiscovery } from "../azure/entra-discovery.fixture.ts";
import { judged } from "../judged.fixture.ts";
import { accesses } from "../shipped-accesses.fixture.ts";
import { passageOf } from "../sources/credential-rule.ts";
import { thisMachine } from "../sources/this-machine.ts";
import { vendorExchange } from "../vendor-exchange.ts";

const inside = "login.inside.example";
const tenant = "11111111-2222-3333-4444-555555555555";
const homes: Readonly<Record<string, string>> = {
  google: "https://iam.googleapis.com",
  azure: "https://management.azure.com",
  databricks: "https://adb-1.2.azuredatabricks.net",
};

let folder: string;
let reached: string[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "plumb-private-"));
  writeFileSync(join(folder, "subject"), "the workload's own");
  reached = [];
  for (const name of ["HOME", "CLOUDSDK_CONFIG"]) vi.stubEnv(name, folder);
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

/** Every vendor, and whatever a private network would have in its place. */
async function everywhere(request: Request): Promise<Response> {
  const { hostname, pathname, origin } = new URL(request.url);
  reached.push(hostname);
  const authority = URL.parse(process.env["AZURE_AUTHORITY_HOST"] ?? "")?.hostname ?? hostname;
  const discovery = entraDiscovery(authority, tenant, pathname);
  if (discovery !== undefined) return new Response(String(discovery.body));
  if (pathname.startsWith("/oidc/.well-known")) return Response.json({ token_endpoint: `https://${inside}/token` });
  return Response.json({ access_token: "t", expires_in: 3600, token_type: "Bearer", issuer: origin });
}

interface Case {
  readonly environment?: Readonly<Record<string, string>>;
  readonly key?: JsonObject;
  readonly origins?: readonly string[];
  readonly mayBePrivate?: boolean;
}

/** What comes of a call to a vendor: `sent`, or why its credential could not be had. */
async function call(kind: string, { environment = {}, key, origins, mayBePrivate = false }: Case): Promise<string> {
  const all = { AZURE_TOKEN_CREDENTIALS: "EnvironmentCredential", ...environment };
  for (const [name, value] of Object.entries(all)) vi.stubEnv(name, value);
  const path = join(folder, "key.json");
  const credential: CredentialPlace = key === undefined ? { kind: "usual" } : { kind: "file", path, clientId: null };
  const home = homes[kind] ?? "";
  const provider = { ref: kind, kind, config: kind === "databricks" ? { baseUrl: home } : {} };
  const allowed = [home, ...(origins ?? [])];
  const binding = { name: kind, kind, origins: allowed, mayBePrivate, credential, stacks: ["*"] };
  const policy = { bindings: [binding], trusted: [], environment: {}, welcomesLocal: false, remedy: () => "" };
  const passage = passageOf(provider, null, policy, accesses);
  if (passage.kind === "refused") throw new Error(passage.why);
  const exchange = vendorExchange(provider, passage, {
    ...{ environment: all, network: exchangeOver(everywhere), now: () => Date.now(), version: "0", accesses },
    machine: {
      ...thisMachine,
      guarded: judged(everywhere),
      readText: async () => JSON.stringify(key),
      resolve: async (name) => (name === inside ? ["10.0.0.7"] : ["203.0.113.7"]),
    },
  });
  return exchange({ method: "GET", url: `${home}/x`, headers: {}, body: "" }).then(
    () => "sent",
    (cause: Error) => cause.message,
  );
}

const workload = (): JsonObject => ({
  ...{ type: "external_account", audience: "//iam.googleapis.com/a", token_url: `https://${inside}/v1/token` },
  subject_token_type: "urn:ietf:params:oauth:token-type:jwt",
  credential_source: { file: join(folder, "subject") },
});
const application = { tenant, client: "22222222-3333-4444-5555-666666666666", secret: "a-secret" };
const azure = {
  AZURE_TENANT_ID: application.tenant,
  AZURE_CLIENT_ID: application.client,
  AZURE_CLIENT_SECRET: application.secret,
};
const entra = {
  ARM_TENANT_ID: application.tenant,
  ARM_CLIENT_ID: application.client,
  ARM_CLIENT_SECRET: application.secret,
};

const table: readonly (readonly [string, string, () => Case])[] = [
  ["Google's library, by a workload's file", "google", () => ({ key: workload(), origins: [`https://${inside}`] })],
  ["Azure's library", "azure", () => ({ environment: { ...azure, AZURE_AUTHORITY_HOST: `https://${inside}` } })],
  [
    "Azure's library, by an address",
    "azure",
    () => ({ environment: { ...azure, AZURE_AUTHORITY_HOST: "https://10.0.0.7" } }),
  ],
  [
    "Azure's library, for a workspace",
    "databricks",
    () => ({ environment: { ...entra, AZURE_AUTHORITY_HOST: `https://${inside}` } }),
  ],
  [
    "a workspace's own sign-in",
    "databricks",
    () => ({
      environment: { DATABRICKS_CLIENT_ID: "c", DATABRICKS_CLIENT_SECRET: "s" },
      origins: [`https://${inside}`],
    }),
  ],
];

test.each(table)("a token endpoint on a private address is refused to %s", async (_, kind, made) => {
  expect(await call(kind, made())).toMatch(/private address/);
  expect(reached).not.toContain(inside);
  expect(reached).not.toContain("10.0.0.7");
});

test.each(table)("and is asked by %s where the credential's addresses may be private", async (_, kind, made) => {
  expect(await call(kind, { ...made(), mayBePrivate: true })).not.toMatch(/private address/);
  expect(reached.some((host) => host === inside || host === "10.0.0.7")).toBe(true);
});

test.each(["10.0.0.7", "10.0.0.7:8080", "tokens.example"])(
  "a metadata service at %s is refused to Google's library",
  async (host) => {
    const said = await call("google", { environment: { GCE_METADATA_HOST: host } });
    expect(said).toMatch(/GCE_METADATA_HOST .*: .* metadata /);
  },
);
