import { describe, expect, test } from "vitest";
import type { ReadOutcome } from "../../../engine/ports/driver.ts";
import {
  attachments,
  client,
  declared,
  plan,
  run,
  type TestDeployment,
  testDeployment,
  up,
} from "../deployment.fixture.ts";
import { planStack } from "../plans/make-plans.ts";
import { collector } from "../undo/undo-world.fixture.ts";

// So soon after our own write that reads still show what was before it: nothing, or the former content.

const nothing: ReadOutcome = { kind: "absent", detail: "not found", version: null, displaces: [] };

/** A world whose reads can be held back. */
function laggingWorld(): { readonly world: TestDeployment; readonly lag: { shows: ReadOutcome | null } } {
  const lag: { shows: ReadOutcome | null } = { shows: null };
  const world = testDeployment({
    around: (driver) => ({
      ...driver,
      read: async (target, signal) => lag.shows ?? driver.read(target, signal),
    }),
  });
  return { world, lag };
}

/** What the platform shows of the collector right now. */
async function collectorNow(world: TestDeployment): Promise<ReadOutcome> {
  const record = (await world.store.readStack("dev")).records.get("it");
  const outputs = record?.outputs ?? {};
  return {
    kind: "done",
    observation: { outputs, version: record?.observed.version ?? null, deleted: false, displaces: [] },
  };
}

const problemsOf = async (world: TestDeployment, declaration: ReturnType<typeof declared>) =>
  (await planStack({ stack: "dev", kind: "apply", declaration, refresh: true }, world)).problems;

const lagging = (words: string) =>
  expect.objectContaining({
    code: "lagging-read",
    address: "it",
    severity: "warning",
    detail: expect.stringContaining(words),
  });

describe.each([
  ["a collector", declared({ it: collector("one") })],
  ["a client", declared({ it: client() })],
  ["an attachment", attachments({ it: "one" })],
])("%s that no read shows yet", (_, declaration) => {
  test("is planned to be made anew, and the plan says that the read may lag behind", async () => {
    const { world, lag } = laggingWorld();
    await up(world, declaration);
    lag.shows = nothing;
    expect(await problemsOf(world, declaration)).toContainEqual(lagging("not exist"));
    world.advance(600_000);
    expect(await problemsOf(world, declaration)).toEqual([]);
  });
});

describe("a collector whose last change no read shows yet", () => {
  async function changed() {
    const { world, lag } = laggingWorld();
    await up(world, declared({ it: collector("one") }));
    const before = await collectorNow(world);
    await up(world, declared({ it: collector("two") }));
    return { world, lag, before };
  }

  test("is told as one whose read may lag behind", async () => {
    const { world, lag, before } = await changed();
    lag.shows = before;
    const declaration = declared({ it: collector("two") });
    expect(await problemsOf(world, declaration)).toContainEqual(lagging("before"));
  });

  test("is written under the version that is seen where another hand has put that back", async () => {
    const { world } = await changed();
    await up(world, declared({ it: collector("two") }));
    const path =
      "subscriptions/s-1/resourceGroups/rg/providers/Microsoft.Migrate/assessmentProjects/assess/servercollectors" +
      "/c?api-version=2019-10-01";
    await world.wire("PUT", path, { properties: { agentProperties: { spnDetails: { audience: "one" } } } });
    expect(await run(world, await plan(world, declared({ it: collector("two") })))).toMatchObject({ status: "done" });
    expect((await problemsOf(world, declared({ it: collector("two") }))).map(({ code }) => code)).toEqual([]);
  });
});
