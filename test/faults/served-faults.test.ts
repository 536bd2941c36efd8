import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { withFields } from "../../packages/base/exchange/exchange.ts";
import { googleLocal } from "../../packages/local-cloud/google/google-local.ts";
import type { InjectedFault } from "../../packages/local-cloud/runtime/faults/fault-rule.ts";
import { LocalCloud } from "../../packages/local-cloud/runtime/local-cloud.ts";
import { LocalStorage } from "../../packages/local-cloud/runtime/local-storage.ts";
import { serveCloud } from "../../packages/local-cloud/runtime/serve-cloud.ts";
import type { Change } from "../../src/engine/ports/driver.ts";
import { googleDriver } from "../../src/providers/google/google-driver.ts";
import { straightExchange } from "../../src/providers/transport/straight-exchange.ts";

const driver = googleDriver((request) =>
  straightExchange(withFields(request, { authorization: "Bearer local:admin@local.example" })),
);

/** The local cloud behind a real socket, and the driver with the real client in front of it. */
describe("over a socket", () => {
  let cloud: LocalCloud;
  let storage: LocalStorage;
  let stop: AbortController;
  let closed: Promise<void>;
  let change: Change;
  beforeEach(async () => {
    storage = new LocalStorage(":memory:");
    stop = new AbortController();
    let uniques = 0;
    cloud = new LocalCloud({
      storage,
      vendors: [googleLocal],
      clock: { now: () => Date.UTC(2026, 0, 1), sleep: async () => {} },
      ids: {
        unique: () => {
          uniques += 1;
          return uniques.toString(16).padStart(32, "0");
        },
        suffix: (length) => "a".repeat(length),
      },
      mode: "documented",
      operationMs: 0,
    });
    const serving = await serveCloud(cloud.exchange, 0, stop.signal);
    closed = serving.closed;
    const variables = { project: "acme", location: "here", endpointAttachmentId: "a" };
    const id = "projects/acme/locations/here/endpointAttachments/a";
    const inputs = {
      ...variables,
      serviceAttachment: "projects/p/regions/r/serviceAttachments/s",
      description: "x".repeat(5000),
    };
    const provider = { ref: "google", kind: "google", config: { baseUrl: serving.url } };
    const target = { type: "connectors:EndpointAttachment", apiVersion: "v1", provider, id, variables };
    change = { operation: "create", target, inputs, fields: Object.keys(inputs), prior: null, condition: null };
  });
  afterEach(async () => {
    stop.abort();
    await closed;
    storage.close();
  });

  test.each<[InjectedFault, number]>([
    [{ kind: "reset-before" }, 0],
    [{ kind: "reset-after" }, 1],
    [{ kind: "lost-response" }, 1],
    [{ kind: "truncated-body" }, 1],
    [{ kind: "truncated-body", bytes: 0 }, 1],
    [{ kind: "truncated-body", ending: "clean" }, 1],
  ])("%j: an unknown outcome, one request, %i effects; a read then tells", async (fault, effects) => {
    cloud.faults.add({ match: { method: "POST" }, fault });
    expect(await driver.write(change)).toMatchObject({ kind: "unknown" });
    expect(cloud.faults.list()[0]).toMatchObject({ matched: 1, fired: 1 });
    expect(storage.writeLog(0)).toHaveLength(effects);
    expect((await driver.read(change.target)).kind).toBe(effects === 1 ? "done" : "absent");
  });

  test("resets show the client no answer at all", async () => {
    cloud.faults.add({ fault: { kind: "reset-before" } });
    const url = `${change.target.provider.config["baseUrl"]}/v1/x`;
    await expect(fetch(url)).rejects.toThrow(TypeError);
    expect((await fetch(new URL("/_local/faults", url))).status).toBe(200);
  });

  test("a date in Retry-After counts from the cloud's own Date, whatever the host's clock", async () => {
    const fault = { kind: "status", status: 429, retryAfterSeconds: 40, retryAfterForm: "date" } as const;
    cloud.faults.add({ fault });
    expect(await driver.write(change)).toMatchObject({ kind: "throttled", retryAfterMs: 40_000 });
  });
});
