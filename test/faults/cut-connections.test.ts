import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { asking } from "../../packages/base/exchange/asking.fixture.ts";
import { googleLocal } from "../../packages/local-cloud/google/google-local.ts";
import type { InjectedFault } from "../../packages/local-cloud/runtime/faults/fault-rule.ts";
import { LocalCloud } from "../../packages/local-cloud/runtime/local-cloud.ts";
import { LocalStorage } from "../../packages/local-cloud/runtime/local-storage.ts";
import { serveCloud } from "../../packages/local-cloud/runtime/serve-cloud.ts";
import { ownNetwork } from "../../src/composition/machine/own-network.ts";
import { systemClock, systemIds } from "../../src/composition/machine/system.ts";
import { InProcess } from "../scenarios/in-process.ts";

/** So many objects are made in each case; `PLUMB_CUT_CREATIONS=1000` is the long tier. */
const count = Number(process.env["PLUMB_CUT_CREATIONS"] ?? 60);

const cut: Readonly<Record<string, InjectedFault>> = {
  "the server closes connections that are idle": { kind: "idle-close" },
  "the connection is reset after the head of the answer": { kind: "truncated-body", bytes: 0 },
  "the connection is reset in half of the answer": { kind: "truncated-body" },
  "the connection is reset after the object was made": { kind: "reset-after" },
};

let folder: string;
let storage: LocalStorage;
let cloud: LocalCloud;
let url: string;
let ending: AbortController;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "plumb-cut-"));
  storage = new LocalStorage(join(folder, "vendors.db"));
  const own = { storage, clock: systemClock, ids: systemIds };
  cloud = new LocalCloud({ ...own, vendors: [googleLocal], mode: "documented", operationMs: 0 });
  ending = new AbortController();
  ({ url } = await serveCloud(cloud.exchange, 0, ending.signal));
});
afterEach(() => {
  ending.abort();
  storage.close();
  rmSync(folder, { recursive: true, force: true });
});

/** OAuth clients, whose creation is one call, and endpoint attachments, which are made by an operation. */
function declaration(): string {
  const scope = "https://www.googleapis.com/auth/cloud-platform";
  const client = (number: number) => ({
    type: "iam:OAuthClient",
    properties: {
      ...{ oauthClientId: `client-${number}`, location: "global", clientType: "CONFIDENTIAL_CLIENT" },
      ...{ allowedGrantTypes: ["AUTHORIZATION_CODE_GRANT"], allowedScopes: [scope] },
      allowedRedirectUris: ["https://portal.acme.example/back"],
    },
  });
  const attachment = (number: number) => ({
    type: "connectors:EndpointAttachment",
    properties: {
      endpointAttachmentId: `attachment-${number}`,
      serviceAttachment: `projects/acme/regions/europe-west1/serviceAttachments/service-${number}`,
    },
  });
  return JSON.stringify({
    name: "test",
    providers: { google: { kind: "google", project: "acme", region: "europe-west1", baseUrl: url } },
    resources: Object.fromEntries(
      Array.from({ length: count }, (_, number) => [
        `r${number}`,
        number % 2 === 0 ? client(number) : attachment(number),
      ]),
    ),
  });
}

/** Every effective write of the vendor, from the first. */
function written() {
  return storage.writeLog(0);
}

test.each(Object.entries(cut))(
  "nothing is made twice or lost where %s",
  async (_, fault) => {
    cloud.faults.add({
      id: "cut",
      match: { method: "POST", path: "v1/projects/**", probability: 0.3, seed: 3 },
      fault,
    });
    const world = new InProcess({}, { time: "moves", network: asking(ownNetwork) });
    try {
      let { summary } = await world.up(declaration());
      // What can't be settled within a run is settled by the next one.
      for (let runs = 1; summary.status !== "done" && runs < 5; runs += 1)
        ({ summary } = await world.up(declaration()));
      expect(summary.status).toBe("done");
      const made = written().filter(({ action }) => action === "create");
      expect([made.length, new Set(made.map(({ object }) => object)).size]).toEqual([count, count]);
      expect(cloud.faults.list()[0]?.fired).toBeGreaterThan(count / 6);
      const again = await world.up(declaration());
      expect(again.summary.status).toBe("done");
      expect(written().filter(({ action }) => action !== "create")).toEqual([]);
    } finally {
      await world.close();
    }
  },
  600_000,
);
