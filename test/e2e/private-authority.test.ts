import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { vendorsBehindProxy } from "../../src/providers/credentials/vendors-behind-proxy.fixture.ts";
import { startPlumb } from "./run-plumb.fixture.ts";

const subscription = "11111111-2222-3333-4444-555555555555";

let dir = "";
let vendors: Awaited<ReturnType<typeof vendorsBehindProxy>>;
beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), "plumb-authority-"));
  writeFileSync(
    join(dir, "plumb.yaml"),
    JSON.stringify({ name: "first", providers: { azure: { kind: "azure", subscriptionId: subscription } } }),
  );
  vendors = await vendorsBehindProxy(["management.azure.com"], () => ({
    body: JSON.stringify({ subscriptionId: subscription, tenantId: "t", state: "Enabled" }),
  }));
  // As programs that manage certificates write it: readable for all.
  writeFileSync(join(dir, "company.pem"), vendors.certificate, { mode: 0o644 });
});
afterEach(async () => {
  await vendors.close();
  rmSync(dir, { recursive: true, force: true });
});

interface Finding {
  readonly check: string;
  readonly status: string;
  readonly detail: string;
}

/**
 * What the shipped command says of the way to the vendor, which is behind a proxy and has a certificate of a private
 * authority.
 */
async function examine(environment: Readonly<Record<string, string>>) {
  const { stdout, stderr } = await startPlumb(["doctor", "--vendors", "--json"], dir, {
    ...{ PLUMB_CLOUD: "vendors", ARM_ACCESS_TOKEN: "opaque", HTTPS_PROXY: vendors.proxy, NO_PROXY: "" },
    ...{ NODE_EXTRA_CA_CERTS: "", NODE_USE_SYSTEM_CA: "", SSL_CERT_DIR: "", SSL_CERT_FILE: "", ...environment },
  }).ended;
  const view: { readonly providers: readonly { readonly findings: readonly Finding[] }[] } = JSON.parse(
    stdout || stderr,
  );
  const findings = view.providers[0]?.findings ?? [];
  return (check: string) => findings.find((each) => each.check === check);
}

describe("certificates of a private authority", () => {
  test("are believed where NODE_EXTRA_CA_CERTS names it, and told", async () => {
    const file = join(dir, "company.pem");
    const of = await examine({ NODE_EXTRA_CA_CERTS: file });
    expect(of("reach")).toMatchObject({ status: "pass" });
    expect(of("certificates")).toMatchObject({ status: "pass", detail: expect.stringContaining(` 1 of ${file}`) });
    expect(of("proxy")).toMatchObject({ status: "pass", detail: `${vendors.proxy}, by HTTPS_PROXY` });
    expect(vendors.tunnels.map(({ to }) => to)).toContain("management.azure.com:443");
  });

  test("are believed where the system's store has it and NODE_USE_SYSTEM_CA is set, and told", async () => {
    // Where Node takes the store of a Linux system from.
    const store = { SSL_CERT_FILE: join(dir, "company.pem"), SSL_CERT_DIR: dir };
    const of = await examine({ NODE_USE_SYSTEM_CA: "1", ...store });
    expect(of("reach")).toMatchObject({ status: "pass" });
    expect(of("certificates")?.detail).toMatch(/ \d+ of the system/);
  });

  test("are not believed where nothing names it", async () => {
    const of = await examine({});
    expect(of("reach")).toMatchObject({
      status: "fail",
      detail: expect.stringContaining(" certificate "),
    });
    expect(of("certificates")).toMatchObject({ status: "pass", detail: expect.not.stringContaining(" of ") });
  });

  test("a file of which none was read is told", async () => {
    writeFileSync(join(dir, "none.pem"), "none");
    const of = await examine({ NODE_EXTRA_CA_CERTS: join(dir, "none.pem") });
    expect(of("certificates")).toMatchObject({ status: "fail", detail: expect.stringContaining("no certificate") });
  });
});
