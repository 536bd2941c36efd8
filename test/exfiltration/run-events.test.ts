import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { JsonObject } from "../../packages/base/json/json.ts";
import type { RunEvent } from "../../src/contract/documents/runs/run-events.ts";
import { InProcess } from "../scenarios/in-process.ts";
import { vendors } from "./canaries.fixture.ts";

// Events of a run are told to all who may read the run: they hold no credential, no secret, and nothing of what was
// sent.

const environment = { ...vendors["google"]?.environment, ...vendors["azure"]?.environment };
const credentials = Object.values(environment);
const secret = "canary-description-77d1";
const echoed = "canary-echoed-5a90";

const declaration = JSON.stringify({
  name: "test",
  config: { pw: { type: "string", secret: true } },
  providers: {
    google: { kind: "google", project: "acme", region: "here" },
    azure: { kind: "azure", subscriptionId: "11111111-2222-3333-4444-555555555555" },
  },
  resources: {
    portal: {
      type: "iam:OAuthClient",
      properties: {
        oauthClientId: "web-portal",
        location: "global",
        displayName: "canary-name-c01d",
        allowedGrantTypes: ["AUTHORIZATION_CODE_GRANT"],
        allowedRedirectUris: ["https://acme.example/back"],
        allowedScopes: ["https://www.googleapis.com/auth/cloud-platform"],
      },
    },
    gateway: {
      type: "connectors:EndpointAttachment",
      properties: {
        endpointAttachmentId: "gateway",
        serviceAttachment: "projects/p/regions/r/serviceAttachments/s",
        description: "${config.pw}",
      },
    },
    collector: {
      type: "migrate:ServerCollector",
      properties: { resourceGroupName: "rg", projectName: "center", serverCollectorName: "one" },
    },
  },
});

let world: InProcess;
/** Headers, queries and bodies that arrived. */
let arrived: string;
let isBusy = false;
beforeEach(() => {
  arrived = "";
  isBusy = true;
  world = new InProcess(
    { PLUMB_CLOUD: "vendors", ...environment },
    {
      time: "moves",
      network: async (request, localCloud) => {
        const body = await request.clone().text();
        arrived += `${request.url} ${request.headers.get("authorization")} ${body}\n`;
        if (isBusy && request.method !== "GET" && request.url.includes("endpointAttachments")) {
          isBusy = false;
          const error = { code: 429, message: `${echoed} ${body}`, status: "RESOURCE_EXHAUSTED" };
          return Response.json({ error }, { status: 429, headers: { "retry-after": "2" } });
        }
        const headers = new Headers(request.headers);
        headers.set("authorization", "Bearer local:admin@local.example");
        return localCloud(new Request(request, { headers }));
      },
    },
  );
});
afterEach(() => world.close());

async function events(): Promise<readonly RunEvent[]> {
  const made = await world.up(declaration, { config: { pw: secret } });
  isBusy = true;
  const changed = await world.up(declaration, { config: { pw: `${secret}-2` } });
  expect([made.summary.status, changed.summary.status]).toEqual(["done", "done"]);
  return [...made.events, ...changed.events];
}

describe("the events of runs", () => {
  test("hold no credential and nothing of a query, a field, a body or an answer", async () => {
    const told = JSON.stringify(await events());
    for (const each of [...credentials, secret, "updateMask", "oauthClientId=web-portal", "api-version"])
      expect(arrived).toContain(each);
    for (const each of [...credentials, secret, echoed, "updateMask", "oauthClientId=", "api-version", "canary-name"])
      expect(told).not.toContain(each);
  });

  test("have of a call the method, the host, the status and the time, and of a retry the status", async () => {
    const all = await events();
    const membersOf = (kind: RunEvent["event"]) =>
      new Set(all.filter(({ event }) => event === kind).flatMap((event) => Object.keys(event as JsonObject)));
    const about = ["event", "at", "step", "name", "type", "action", "attempt"];
    expect(membersOf("call")).toEqual(new Set([...about, "method", "host", "status", "durationMs"]));
    expect(membersOf("retrying")).toEqual(new Set([...about, "why", "status", "afterMs"]));
    const hosts = new Set(all.flatMap((event) => (event.event === "call" ? [event.host] : [])));
    expect(hosts.size).toBeGreaterThan(1);
    for (const host of hosts) expect(host).toMatch(/^[a-z0-9.-]+$/);
  });
});
