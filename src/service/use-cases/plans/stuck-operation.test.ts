import { beforeEach, describe, expect, test } from "vitest";
import type { RunEvent } from "../../../contract/documents/runs/run-events.ts";
import type { Selection } from "../../../engine/plan/selection/selection.ts";
import { client, declared, done, plan, run, type TestDeployment, testDeployment, up } from "../deployment.fixture.ts";
import { runPlan } from "../runs/run-events.fixture.ts";
import { forgetResource } from "../state/edit-state.ts";
import { resourceHistory } from "../state/resource-history.ts";
import { planStack } from "./make-plans.ts";

const attachment = (id: string, leansOn: readonly string[]) => ({
  type: "connectors:EndpointAttachment",
  properties: { endpointAttachmentId: id, serviceAttachment: "projects/p/regions/r/serviceAttachments/s" },
  options: { dependsOn: leansOn },
});

const two = declared({ c0: client(), e0: attachment("e0", ["c0"]) });

let world: TestDeployment;
beforeEach(async () => {
  world = testDeployment();
  const match = { method: "POST", path: "**/endpointAttachments" };
  await world.wire("POST", "_local/faults", { match, fault: { kind: "stuck-operation", effect: "lost" } });
  await untilItWaits(await plan(world, two));
});

/** Carries a plan out, and calls the run off when it first waits for a platform. */
async function untilItWaits(digest: string): Promise<readonly RunEvent[]> {
  const events: RunEvent[] = [];
  const cancel = new AbortController();
  const request = { stack: "dev", plan: digest, parallel: 4, allowEmpty: true };
  for await (const event of runPlan(request, world, cancel.signal)) {
    events.push(event);
    if (event.event === "step" && event.phase === "waiting") cancel.abort();
  }
  return events;
}

const destroyed = async (selection: Selection = {}) =>
  await planStack({ stack: "dev", kind: "destroy", declaration: null, refresh: true, selection }, world);

const actions = ({ steps }: Awaited<ReturnType<typeof destroyed>>) =>
  steps.map(({ name, action }) => `${action} ${name}`);

describe("a creation whose operation never ends", () => {
  test("is shown by a destroy, and excluded by the name that is shown, with what it may lean on", async () => {
    expect(actions(await destroyed())).toEqual(["delete c0", "delete e0"]);
    const view = await destroyed({ exclude: ["e0"] });
    expect(view.problems.filter(({ severity }) => severity === "error")).toEqual([]);
    expect(view.left).toMatchObject([{ name: "e0", why: "it is excluded" }, { name: "c0" }]);
    expect(actions(view)).toEqual([]);
  });

  test("does not hold up what it can't lean on, by its type as well", async () => {
    const selection = { target: ["c1"] };
    const declaration = declared({ c0: client(), c1: client({ oauthClientId: "other-client" }) });
    const made = await planStack({ stack: "dev", kind: "apply", declaration, refresh: true, selection }, world);
    done(await run(world, made.digest));
    const view = await destroyed({ exclude: ["connectors:*"] });
    expect(view.problems.filter(({ severity }) => severity === "error")).toEqual([]);
    expect(actions(view)).toEqual(["delete c1"]);
    done(await run(world, view.digest));
    expect((await world.store.readStack("dev")).openIntents).toHaveLength(1);
  });

  test("is a target by its name", async () => {
    const view = await destroyed({ target: ["e0"] });
    expect(view.problems.filter(({ severity }) => severity === "error")).toEqual([]);
    expect(actions(view)).toEqual(["delete e0"]);
  });

  test("can be given up by its name, and then the rest goes", async () => {
    await forgetResource("dev", "e0", world);
    const view = await destroyed();
    expect(view.inFlight).toEqual([]);
    expect(actions(view)).toEqual(["delete c0"]);
    done(await run(world, view.digest));
    expect((await world.store.readStack("dev")).openIntents).toEqual([]);
  });

  test("that was given up has no claim on its object any more", async () => {
    await forgetResource("dev", "e0", world);
    await world.wire("DELETE", "_local/faults");
    await up(world, declared({ c0: client(), other: attachment("e0", []) }));
    expect((await world.writes()).filter((each) => each.endsWith("e0"))).toEqual(["create e0"]);
  });

  test("that has made its object after all is forgotten like any other", async () => {
    await world.wire("DELETE", "_local/faults");
    await forgetResource("dev", "e0", world);
    expect((await world.store.readStack("dev")).openIntents).toEqual([]);
    expect([...(await world.store.readStack("dev")).records.keys()]).toEqual(["c0"]);
  });

  test("has a history before it is recorded", async () => {
    const { items } = await resourceHistory("dev", "e0", { after: null, limit: 10 }, world);
    expect(items).toMatchObject([{ operation: "create", outcome: "open", type: "connectors:EndpointAttachment" }]);
  });

  test("is told by the step that waits for it, with the ways out", async () => {
    const events = await untilItWaits((await destroyed()).digest);
    const waits = events.flatMap((event) =>
      event.event === "step" && event.phase === "waiting" ? [event.detail] : [],
    );
    expect(waits).toHaveLength(1);
    expect(waits[0]).toMatch(/no time limit.*operation `projects\/acme\/.*`.*`--exclude e0`.*`plumb state rm e0`/s);
  });
});

test("a name that no call and no record has is still none", async () => {
  await expect(forgetResource("dev", "e1", world)).rejects.toMatchObject({ reason: "missing" });
  const { problems } = await destroyed({ exclude: ["e1"] });
  expect(problems).toMatchObject([{ code: "broken-off" }, { code: "nothing-selected" }]);
});
