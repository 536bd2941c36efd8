import { describe, expect, test } from "vitest";
import type { Json } from "../../packages/base/json/json.ts";
import type { FaultCount } from "../../packages/local-cloud/runtime/faults/fault-rule.ts";
import { InProcess } from "../scenarios/in-process.ts";

const clients = 60;

const declaration = [
  "name: test",
  "providers:",
  "  google: { kind: google, project: acme, region: here }",
  "resources:",
  ...Array.from({ length: clients }, (_, index) =>
    [
      `  c${index}:`,
      "    type: iam:OAuthClient",
      "    properties:",
      `      oauthClientId: client-${index}`,
      "      location: global",
      "      allowedGrantTypes: [AUTHORIZATION_CODE_GRANT]",
      "      allowedRedirectUris: [https://acme.example/back]",
      "      allowedScopes: [https://www.googleapis.com/auth/cloud-platform]",
    ].join("\n"),
  ),
].join("\n");

/** Never hits; counts the calls to the vendor. */
const meter: Json = { id: "meter", match: { vendor: "google", probability: 0 }, fault: { kind: "latency", ms: 0 } };

/** `up` amid these rules: how it ended, what was written, and how often the vendor was called. */
async function upAmid(rules: readonly Json[]) {
  const world = new InProcess({}, { time: "moves" });
  try {
    const added = await world.wire("POST", "_local/faults", [meter, ...rules]);
    if (!added.ok) throw new Error(await added.text());
    const { summary } = await world.up(declaration);
    const listed = (await (await world.wire("GET", "_local/faults")).json()) as {
      readonly rules: readonly FaultCount[];
    };
    const writes = (await world.writes()).map(({ action, object }) => `${action} ${object.split("/").at(-1)}`);
    return { status: summary.status, calls: listed.rules[0]?.matched ?? 0, writes: writes.sort() };
  } finally {
    await world.close();
  }
}

const busy = { kind: "status", status: 429, retryAfterSeconds: 3 };
const busyUntil = { kind: "status", status: 503, retryAfterSeconds: 3, retryAfterForm: "date" };

describe("a whole run", () => {
  test("with one call in ten pushed back needs at most 1.2 times the calls, and writes each thing once", async () => {
    const sound = await upAmid([]);
    expect(sound).toMatchObject({ status: "done" });
    expect(sound.writes).toHaveLength(clients);
    const amidFaults = await upAmid([
      { id: "busy", match: { probability: 0.05, seed: 1 }, fault: busy },
      { id: "down", match: { probability: 0.05, seed: 1 }, fault: busyUntil },
    ]);
    expect(amidFaults).toMatchObject({ status: "done", writes: sound.writes });
    expect(amidFaults.calls).toBeGreaterThan(sound.calls);
    expect(amidFaults.calls).toBeLessThanOrEqual(sound.calls * 1.2);
  });

  test("slow and twice-delivered, too, writes each thing once", async () => {
    const amidFaults = await upAmid([
      { fault: { kind: "latency", ms: 1500 } },
      { match: { method: "POST", every: 7 }, fault: { kind: "duplicate", answer: "first" } },
    ]);
    expect(amidFaults.status).toBe("done");
    expect(amidFaults.writes).toHaveLength(clients);
  });
});
