import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { holdsCanary, vendors } from "./canaries.fixture.ts";
import { getThrough } from "./proxied.fixture.ts";
import { answer, openSink, type Sink } from "./sink.fixture.ts";

let proxy: Sink;
let local: Sink;
beforeAll(async () => {
  proxy = await openSink(() => answer("502 Bad Gateway", {}));
  local = await openSink(() => answer("404 Not Found", {}));
});
afterAll(async () => {
  await proxy.close();
  await local.close();
});

describe("proxy variables", () => {
  test.each(Object.entries(vendors))(
    "%s: a proxy sees no credential, for a vendor nor for this machine",
    { timeout: 120_000 },
    async (_, vendor) => {
      proxy.forget();
      local.forget();
      const home = { ...vendor.environment, PLUMB_CLOUD: "vendors", DATABRICKS_HOST: vendor.home };
      const away = await getThrough(proxy, vendor, home, vendor.kind === "databricks" ? vendor.home : null);
      const here = await getThrough(proxy, vendor, vendor.environment, `http://127.0.0.1:${local.port}`);
      expect(proxy.received).toContain("CONNECT ");
      expect(proxy.received).not.toContain(`127.0.0.1:${local.port}`);
      expect(holdsCanary(proxy.received + local.received, vendor.canary)).toBe(false);
      expect(local.received).toContain("local:admin@local.example");
      expect(away + here).not.toContain(vendor.canary);
    },
  );
});
