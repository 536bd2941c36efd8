import { beforeEach, describe, expect, test } from "vitest";
import type { Observation } from "../../../engine/ports/driver.ts";
import { prunePoint } from "../../../engine/state/prune/prune-point.ts";
import { attachments, plan, run, type TestDeployment, testDeployment, up } from "../deployment.fixture.ts";
import { planStack, planUndo } from "../plans/make-plans.ts";
import { planRefresh } from "../plans/plan-refresh.ts";
import { refreshStack } from "../state/refresh-stack.ts";
import { resumeRun } from "./run-events.fixture.ts";
import { listRuns } from "./runs-of-stack.ts";

// A run is killed after its deletion has taken effect, and the look that settles it lags behind.

class Killed extends Error {}

let kills: boolean;
/** The process dies before its deletion is sent. */
let refuses: boolean;
let lagging: Observation | null;
let world: TestDeployment;
beforeEach(() => {
  kills = false;
  refuses = false;
  lagging = null;
  world = testDeployment({
    around: (driver) => ({
      ...driver,
      read: async (target, signal) => {
        const shown = lagging;
        lagging = null;
        return shown === null ? driver.read(target, signal) : { kind: "done", observation: shown };
      },
      write: async (change, signal) => {
        if (refuses && change.operation === "delete") {
          refuses = false;
          throw new Killed();
        }
        const answer = await driver.write(change, signal);
        if (!kills || change.operation !== "delete") return answer;
        kills = false;
        lagging = change.prior;
        throw new Killed();
      },
    }),
  });
});

const planned = (described: Readonly<Record<string, string>>) =>
  planStack({ stack: "dev", kind: "apply", declaration: attachments(described), refresh: true }, world);
const steps = async (of: string) =>
  (await planUndo("dev", of, world)).steps.map(({ name, action }) => `${name} ${action}`);
const errors = async (described: Readonly<Record<string, string>>) =>
  (await planned(described)).problems.flatMap(({ severity, code }) => (severity === "error" ? [code] : []));

const { signal } = new AbortController();

async function killedAtDeletion(left: Readonly<Record<string, string>> = {}): Promise<string> {
  const digest = await plan(world, attachments(left));
  kills = true;
  await expect(run(world, digest)).rejects.toThrow(Killed);
  expect(lagging).not.toBeNull();
  return (await listRuns("dev", world))[0]?.run ?? "";
}

describe("what a killed run has deleted, though the next look shows it still", () => {
  test("is no other hand's doing: that nothing of its provider is seen is no news", async () => {
    await up(world, attachments({ a: "one" }));
    await killedAtDeletion();
    expect(await errors({})).toEqual([]);
  });

  test("comes back with the undo of the run, once that was resumed", async () => {
    await up(world, attachments({ a: "one" }));
    const killed = await killedAtDeletion();
    for await (const event of resumeRun({ stack: "dev", run: killed, parallel: 1 }, world, signal))
      if (event.event === "summary") expect(event.status).toBe("done");
    expect(await steps(killed)).toEqual(["a create"]);
  });

  test.each([true, false])("comes back with its undo after a run that found it gone (lag: %s)", async (isLagging) => {
    await up(world, attachments({ a: "one", b: "two" }));
    const killed = await killedAtDeletion({ b: "two" });
    if (!isLagging) lagging = null;
    const { run: later } = await up(world, attachments({ b: "two" }));
    expect(await steps(later)).toEqual([]);
    expect(await steps(killed)).toEqual(["a create"]);
  });

  test.each(["at once", "by a plan"])(
    "comes back with its undo after a refresh that found it gone, %s",
    async (how) => {
      await up(world, attachments({ a: "one", b: "two" }));
      const killed = await killedAtDeletion({ b: "two" });
      await planned({ b: "two" });
      expect(lagging).toBeNull();
      world.advance(600_000);
      if (how === "at once") await refreshStack("dev", world);
      else await run(world, (await planRefresh({ stack: "dev" }, world)).digest);
      expect([...(await world.store.readStack("dev")).records.keys()]).toEqual(["b"]);
      expect(await steps(killed)).toEqual(["a create"]);
    },
  );

  test("counts as deleted by others where the look is too late to lag behind", async () => {
    await up(world, attachments({ a: "one" }));
    await killedAtDeletion();
    world.advance(600_000);
    expect(await errors({})).toEqual(["drops-all"]);
  });
});

describe("what a killed run was to delete, and a later run has seen to stand", () => {
  beforeEach(async () => {
    await up(world, attachments({ a: "one" }));
    const digest = await plan(world, attachments({}));
    refuses = true;
    await expect(run(world, digest)).rejects.toThrow(Killed);
    await up(world, attachments({ a: "one", b: "one" }));
    world.advance(600_000);
    await up(world, attachments({ a: "one" }));
  });

  test("counts as deleted by others once it is gone: a credential of another place shows nothing either", async () => {
    await world.wire("DELETE", "v1/projects/acme/locations/here/endpointAttachments/a");
    expect(await errors({})).toEqual(["drops-all"]);
  });

  test("keeps nothing of the journal", async () => {
    const rule = { keep: 0, isPinned: () => false };
    const { batches } = await world.store.readJournalAfter("dev", 0, 99);
    expect(prunePoint(batches, rule)?.runs).toHaveLength(4);
  });
});
