import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { holdsCanary, type VendorCase, vendors } from "./canaries.fixture.ts";
import { foreign } from "./foreign-addresses.fixture.ts";
import { asWorkspace, type HostileWorld, openHostileWorld } from "./hostile-world.fixture.ts";
import { answer } from "./sink.fixture.ts";
import { planThrough } from "./table.fixture.ts";

let world: HostileWorld;
beforeAll(async () => {
  world = await openHostileWorld();
});
afterAll(() => world.close());
beforeEach(() => world.forget());

const plan = (vendor: VendorCase) =>
  planThrough(world, vendor, vendor.home, "baseUrl", { DATABRICKS_HOST: vendor.home });

/** What arrived anywhere but at the vendor's own host and port. */
function elsewhere(home: string): string {
  return world.received.replace(world.receivedAt(new URL(home).host), "");
}

describe.each(Object.entries(foreign))("a vendor that points to %s", (_, addressOf) => {
  test("as the place for tokens does not bring the client's secret there", async () => {
    const vendor = vendors["databricks by secret"];
    if (vendor === undefined) throw new Error("no such vendor");
    world.answerWith((scheme) => (head) => {
      if (!head.includes("/.well-known/")) return asWorkspace(scheme)(head);
      return answer("200 OK", { token_endpoint: `${addressOf(vendor.home)}/oidc/v1/token`, host_type: "workspace" });
    });
    const text = await plan(vendor);
    expect(holdsCanary(world.received, vendor.canary)).toBe(false);
    expect(text).not.toContain(vendor.canary);
  });

  test.each(Object.entries(vendors))("by a redirect brings nothing of %s there", async (_, vendor) => {
    for (const status of ["301 Moved", "302 Found", "303 See Other", "307 Temporary", "308 Permanent"]) {
      world.forget();
      const location = `${addressOf(vendor.home)}/stolen`;
      world.answerWith((scheme) => (head) => {
        if (head.startsWith("POST /oidc") || head.includes("/.well-known/")) return asWorkspace(scheme)(head);
        return answer(status, {}, { location });
      });
      const text = await plan(vendor);
      expect(world.received).not.toContain("/stolen");
      expect(holdsCanary(elsewhere(vendor.home), vendor.canary)).toBe(false);
      expect(text).not.toContain(vendor.canary);
    }
  });
});
