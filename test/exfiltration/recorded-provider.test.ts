import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { digest } from "../../src/base/digest.ts";
import { isJsonObject, type Json, type JsonObject } from "../../src/base/json.ts";
import { declared, testDeployment, up } from "../../src/service/deployment.fixture.ts";
import { exportState } from "../../src/service/edit-state.ts";
import { holdsCanary, type VendorCase, vendors } from "./canaries.fixture.ts";
import { foreign } from "./foreign-addresses.fixture.ts";
import { type HostileWorld, openHostileWorld, openPlumb } from "./hostile-world.fixture.ts";

let world: HostileWorld;
const exported = new Map<string, JsonObject>();

beforeAll(async () => {
  world = await openHostileWorld();
  for (const { kind, resource } of Object.values(vendors)) {
    const deployment = testDeployment();
    await up(deployment, declared({ one: { type: resource.type, properties: resource.properties as JsonObject } }));
    exported.set(kind, { ...(await exportState("dev", deployment)) } as unknown as JsonObject);
  }
});
afterAll(() => world.close());
beforeEach(() => world.forget());

/** The exported state of a stack whose records lead somewhere else, as whoever imports it can make it. */
function leadingTo(vendor: VendorCase, baseUrl: string): JsonObject {
  const { digest: _, ...content } = exported.get(vendor.kind) ?? {};
  const records = (content["records"] as readonly JsonObject[]).map((record): JsonObject => {
    const provider = isJsonObject(record["provider"]) ? record["provider"] : {};
    const config = isJsonObject(provider["config"]) ? provider["config"] : {};
    const { kind } = vendor;
    const leading = { ref: kind, kind, config: { ...config, ...vendor.config, baseUrl } };
    // What names the object agrees: else the document would be refused before anything is asked.
    const cloudId = testDeployment().cloudIdOf(leading);
    return { ...record, provider: { ...provider, ...leading, cloudId } };
  });
  const altered = { ...content, records };
  return { ...altered, digest: digest(altered as Json) };
}

/** Imports the state, and does with it all that asks its platforms. */
async function doAll(vendor: VendorCase, baseUrl: string, more: Readonly<Record<string, string>> = {}) {
  const plumb = openPlumb(world, { ...vendor.environment, ...more });
  await plumb.ask("POST", "/v1/stacks", { name: "dev" });
  const document = leadingTo(vendor, baseUrl);
  const imported = await plumb.ask("PUT", "/v1/stacks/dev/state", { document, force: true }, "if-match");
  expect([imported.status, imported.text]).toEqual([200, imported.text]);
  const said = [
    await plumb.ask("POST", "/v1/stacks/dev/plans", { kind: "refresh" }),
    await plumb.ask("POST", "/v1/stacks/dev/plans", { kind: "destroy", refresh: false }),
    await plumb.ask("POST", "/v1/stacks/dev/drift", {}),
    await plumb.ask("POST", "/v1/stacks/dev/state:refresh", {}),
  ];
  const destroy = JSON.parse(said[1]?.text ?? "{}") as { readonly digest?: string };
  if (destroy.digest !== undefined) {
    const run = await plumb.ask("POST", "/v1/stacks/dev/runs", { plan: destroy.digest, allowEmpty: true });
    const { run: id } = JSON.parse(run.text) as { readonly run?: string };
    said.push(run, await plumb.ask("GET", `/v1/stacks/dev/runs/${id}/events`));
  }
  await plumb.close();
  return said.map(({ text }) => text).join("\n");
}

describe.each(Object.entries(vendors))("%s: a recorded provider of an imported state", (_, vendor) => {
  test.each(Object.entries(foreign))("gets nothing for %s", async (_, addressOf) => {
    const said = await doAll(vendor, addressOf(vendor.home));
    expect(holdsCanary(world.received, vendor.canary)).toBe(false);
    expect(world.received).toBe("");
    expect(said).not.toContain(vendor.canary);
  });

  test("is reached at the vendor's own", async () => {
    const more = vendor.kind === "databricks" ? { DATABRICKS_HOST: vendor.home } : {};
    await doAll(vendor, vendor.home, more);
    expect(holdsCanary(world.receivedAt(new URL(vendor.home).host), vendor.canary)).toBe(true);
  });
});
