import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { holdsCanary, type VendorCase, vendors } from "./canaries.fixture.ts";
import { foreign } from "./foreign-addresses.fixture.ts";
import { type HostileWorld, openHostileWorld, openPlumb } from "./hostile-world.fixture.ts";
import { declarationOf, planning } from "./planning.fixture.ts";

let world: HostileWorld;
beforeAll(async () => {
  world = await openHostileWorld();
});
afterAll(() => world.close());
beforeEach(() => world.forget());

/** Plans one resource through a provider that leads somewhere, with the vendor's credential in the environment. */
async function planThrough(
  vendor: VendorCase,
  key: "baseUrl" | "host",
  address: string,
  more: Readonly<Record<string, string>> = {},
) {
  const plumb = openPlumb(world, { ...vendor.environment, ...more });
  const declaration = declarationOf(vendor, address, { key });
  const answer = await plumb.ask("POST", "/v1/projects/test/stacks/dev/plans", planning(declaration));
  await plumb.close();
  return answer;
}

describe.each(Object.entries(vendors))("%s: the credential of the environment", (_, vendor) => {
  describe.each(["baseUrl", "host"] as const)("%s", (key) => {
    test.each(Object.entries(foreign))("goes nowhere for %s", async (_, addressOf) => {
      const { status, text } = await planThrough(vendor, key, addressOf(vendor.home));
      expect(holdsCanary(world.received, vendor.canary)).toBe(false);
      expect(world.received).toBe("");
      expect(text).not.toContain(vendor.canary);
      expect(status).toBe(422);
      const problem = { code: "provider-untrusted", pointer: `/providers/it/${key}`, span: { file: "plumb.yaml" } };
      expect(JSON.parse(text)).toMatchObject({ problems: [problem] });
    });

    test("arrives at the vendor's own, however that is written", async () => {
      const { host } = new URL(vendor.home);
      for (const address of [vendor.home, `https://${host.toUpperCase()}:443/some/path`]) {
        world.forget();
        await planThrough(vendor, key, address, vendor.kind === "databricks" ? { DATABRICKS_HOST: vendor.home } : {});
        expect(holdsCanary(world.receivedAt(host), vendor.canary)).toBe(true);
      }
    });
  });

  test.each(Object.entries(foreign))("goes nowhere for objects by themselves at %s", async (_, addressOf) => {
    const plumb = openPlumb(world, vendor.environment);
    const provider = { kind: vendor.kind, ...vendor.config, baseUrl: addressOf(vendor.home) };
    const { type, properties } = vendor.resource;
    const declaration = declarationOf(vendor, provider.baseUrl);
    const objects = `/v1/types/${encodeURIComponent(type)}/objects`;
    const answers = [
      await plumb.ask("POST", objects, { properties, provider }),
      await plumb.ask("POST", `${objects}:read`, { id: "a", declaration, provider: "it" }),
      await plumb.ask("POST", "/v1/declarations:check", declaration),
      await plumb.ask("PUT", "/v1/providers/kept", provider),
    ];
    await plumb.close();
    expect(world.received).toBe("");
    for (const { text } of answers) {
      expect(text).toContain('"provider-untrusted"');
      expect(text).not.toContain(vendor.canary);
    }
  });
});
