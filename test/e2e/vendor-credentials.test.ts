import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { exchangeOver } from "../../packages/base/exchange/exchange-over.fixture.ts";
import type { Json, JsonObject } from "../../packages/base/json/json.ts";
import { databricksLocal } from "../../packages/local-cloud/databricks/databricks-local.ts";
import { LocalCloud } from "../../packages/local-cloud/runtime/local-cloud.ts";
import { LocalStorage } from "../../packages/local-cloud/runtime/local-storage.ts";
import { serveCloud } from "../../packages/local-cloud/runtime/serve-cloud.ts";
import { type Embedded, openEmbedded } from "../../src/composition/embedded.ts";
import { embeddedFetch } from "../../src/composition/embedded-fetch.fixture.ts";
import { systemClock, systemIds } from "../../src/composition/machine/system.ts";

const application = "11111111-2222-4333-8444-555555555555";
const machine = { DATABRICKS_CLIENT_ID: application, DATABRICKS_CLIENT_SECRET: "local:dose-secret" };

/** A workspace at an address of its own, as strict as the vendor's: it lets nobody in who has no token of its own. */
let workspace: LocalCloud;
let origin: string;
let ending: AbortController;
let embedded: Embedded[];
let left: string[];

beforeEach(async () => {
  ending = new AbortController();
  embedded = [];
  left = [];
  const storage = new LocalStorage(":memory:");
  ending.signal.addEventListener("abort", () => storage.close());
  workspace = new LocalCloud({
    storage,
    vendors: [databricksLocal],
    clock: systemClock,
    ids: systemIds,
    mode: "faithful",
    operationMs: 0,
  });
  origin = (await serveCloud(exchangeOver(workspace.fetch), 0, ending.signal)).url;
  const principal = { kind: "workspaceServicePrincipal", applicationId: application, secret: "local:dose-secret" };
  await at("_local/seed", { ...principal, permission: "ADMIN", accountAdmin: true });
});
afterEach(async () => {
  for (const each of embedded) await each.close();
  ending.abort();
});

async function at(path: string, body?: Json): Promise<JsonObject> {
  const init = body === undefined ? {} : { method: "POST", body: JSON.stringify(body) };
  return (await (await workspace.fetch(new Request(`${origin}/${path}`, init))).json()) as JsonObject;
}

/** A Plumbline whose provider is that workspace. */
function open(environment: Readonly<Record<string, string>>) {
  const made = openEmbedded({
    version: "9.8.7",
    dir: ":memory:",
    environment,
    clock: systemClock,
    ids: systemIds,
    network: exchangeOver((request) => {
      left.push(request.headers.get("user-agent") ?? "");
      return fetch(request);
    }),
  });
  embedded.push(made);
  const declaration = {
    file: "plumb.yaml",
    config: {},
    text: `name: test
providers:
  workspace: { kind: databricks, baseUrl: ${origin} }
resources:
  admins:
    type: settings:RestrictWorkspaceAdmins
    properties: { restrictWorkspaceAdmins: { status: RESTRICT_TOKENS_AND_JOB_RUN_AS } }
`,
  };
  return async (path: string, body?: JsonObject) => {
    const sent =
      body === undefined ? undefined : JSON.stringify(body["kind"] === "apply" ? { declaration, ...body } : body);
    const init = sent === undefined ? {} : { method: "POST", body: sent };
    const response = await embeddedFetch(made)(new Request(`http://test${path}`, init));
    return response.text();
  };
}

describe("a service principal's secret in the environment", () => {
  test("gets a token and changes the setting in the principal's name", async () => {
    const call = open(machine);
    const plan = JSON.parse(
      await call("/v1/projects/test/stacks/dev/plans", { kind: "apply", newStack: true }),
    ) as JsonObject;
    const { run } = JSON.parse(await call("/v1/projects/test/stacks/dev/runs", { plan: plan["digest"] ?? "" })) as {
      run: string;
    };
    const events = await call(`/v1/projects/test/stacks/dev/runs/${run}/events`);
    expect(events).toContain('"status":"done"');
    expect((await at("_local/log"))["writes"]).toMatchObject([{ action: "create", caller: application }]);
    expect(new Set(left)).toEqual(new Set(["plumbline/9.8.7"]));
    expect(events).not.toContain("local:dose-secret");
  });

  test("that is wrong is said to be wrong, and the secret is not shown", async () => {
    const environment = { DATABRICKS_CLIENT_SECRET: "local:dose-wrong" };
    const answer = await open({ ...machine, ...environment })("/v1/projects/test/stacks/dev/plans", {
      kind: "apply",
      newStack: true,
    });
    expect(answer).toContain("401 invalid_client");
    expect(answer).not.toContain("local:dose-wrong");
  });

  test("goes to no local cloud where providers are meant to lead to the vendors, unless that is trusted", async () => {
    const request = { kind: "apply", newStack: true };
    const answer = await open({ ...machine, PLUMB_CLOUD: "vendors" })("/v1/projects/test/stacks/dev/plans", request);
    expect(answer).toContain(`plumb provider trust ${origin}`);
    expect(left).toEqual([]);
  });

  test("of the vendor's own is no business of a local cloud", async () => {
    const environment = { ...machine, DATABRICKS_CLIENT_SECRET: "dose-of-the-vendor" };
    const answer = await open(environment)("/v1/projects/test/stacks/dev/plans", { kind: "apply", newStack: true });
    expect(answer).toContain('"digest"');
    expect(left.length).toBeGreaterThan(0);
  });
});
