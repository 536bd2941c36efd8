import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { ServiceLog } from "../doors/telemetry/service-log.ts";
import { openService } from "./service.ts";
import { systemClock, systemIds } from "./system.ts";

let dir = "";
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "plumb-service-"));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

async function open() {
  const opened = await openService({
    version: "0",
    dir,
    environment: {},
    clock: systemClock,
    ids: systemIds,
    network: () => Promise.reject(new Error("the test has no network")),
    policies: undefined,
    access: undefined,
    log: new ServiceLog({ level: "silent", version: "0", destination: { write: () => {} } }),
    rateLimit: { requests: 1_000, window: 1 },
  });
  if (!opened.ok) throw new Error(JSON.stringify(opened.error));
  const { api, close } = opened.value;
  const headers = {
    authorization: `Bearer ${readFileSync(join(dir, "admin.token"), "utf8").trim()}`,
    "content-type": "application/json",
  };
  const ask = async (path: string, body: object | null) =>
    (
      await api(
        new Request(`http://test${path}`, {
          method: "POST",
          headers,
          body: body === null ? null : JSON.stringify(body),
        }),
      )
    ).json();
  return { ask, close };
}

const signed = () => readFileSync(join(dir, "audit.checkpoints"), "utf8").trim().split("\n");

test("a service that ends signs the audit log as it leaves it, once", async () => {
  const first = await open();
  await first.ask("/v1/stacks", { name: "dev" });
  await first.close();
  expect(signed().map((line) => JSON.parse(line))).toMatchObject([{ length: 2 }]);
  const second = await open();
  expect(await second.ask("/v1/audit-entries:verify", null)).toMatchObject({ ok: true, length: 2, vouchedFor: 2 });
  await second.close();
  await (await open()).close();
  expect(signed()).toHaveLength(1);
});
