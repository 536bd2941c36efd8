import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { holdsCanary, vendors } from "./canaries.fixture.ts";
import { type HostileWorld, openHostileWorld } from "./hostile-world.fixture.ts";
import { deeds, doWithImported } from "./imported-state.fixture.ts";

let world: HostileWorld;
beforeAll(async () => {
  world = await openHostileWorld();
});
afterAll(() => world.close());
beforeEach(() => world.forget());

// That nothing arrives elsewhere is in the table; this says that each way would have asked.
describe.each(Object.entries(vendors))("%s: a recorded provider of an imported state", (_, vendor) => {
  test.each(Object.keys(deeds) as (keyof typeof deeds)[])("is reached at the vendor's own by %s", async (what) => {
    const more = vendor.kind === "databricks" ? { DATABRICKS_HOST: vendor.home } : {};
    await doWithImported(world, vendor, vendor.home, [what], more);
    // The workspace setting has no deletion: its removal is a record less, and asks nothing.
    if (what === "resume" && vendor.kind === "databricks") return expect(world.received).toBe("");
    expect(holdsCanary(world.receivedAt(new URL(vendor.home).host), vendor.canary)).toBe(true);
  });
});
