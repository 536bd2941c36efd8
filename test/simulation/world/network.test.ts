import { expect, test } from "vitest";
import type { Breaking, NetworkFault, Scenario } from "../scenario.ts";
import { prepare } from "../simulate.ts";
import { Trace } from "../trace.ts";
import { SimulatedProcess } from "./process.ts";
import { World } from "./world.ts";

const empty: Scenario = {
  seed: 1,
  actors: [{ isNeighbour: true }],
  operationMs: 0,
  blueprints: [],
  operations: [],
  networkFaults: [],
  storeFaults: [],
};

/** Sends one creation whose caller the platform turns away, whatever else was to become of it. */
async function turnedAway(networkFaults: readonly NetworkFault[], how?: Breaking["how"]) {
  await prepare();
  const act = { kind: "denied", slot: 0, moved: false } as const;
  const strangersAt = [{ at: "write", number: 1, act }] as const;
  const world = new World({ ...empty, networkFaults, strangersAt }, new Trace(false));
  const process = new SimulatedProcess(1, world.time, () => world.time.now);
  const breaksAt = how === undefined ? {} : { breaksAt: { at: "write", number: 1, how } as const };
  process.decide({ crashAt: null, pause: null, ...breaksAt });
  const url = "https://a.example/v1/projects/p/locations/l/endpointAttachments?endpointAttachmentId=gate";
  const answer = world.network.exchangeOf(process)({ method: "POST", url, headers: {}, body: "{}" });
  await world.time.pass();
  return { status: (await answer).status, network: world.network };
}

test.each<NetworkFault>([
  { call: 1, kind: "lost" },
  { call: 1, kind: "truncated" },
])("no fault strikes a call that is turned away: its sender hears so ($kind)", async (fault) => {
  const { status, network } = await turnedAway([fault]);
  expect(status).toBe(403);
  expect(network.calls).toMatchObject([{ isUnknown: false, isCutOff: false }]);
  expect(network.struck).toBe(0);
});

test.each(["unanswered", "denied", "conflicts"] as const)(
  "nor is it taken for one that was carried out (%s)",
  async (how) => {
    const { status, network } = await turnedAway([], how);
    expect(status).toBe(403);
    expect(network.calls).toMatchObject([{ isUnknown: false, isBelied: false, arrived: null }]);
  },
);
