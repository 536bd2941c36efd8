import { expect, test } from "vitest";
import type { Driver, WriteOutcome } from "../../src/engine/ports/driver.ts";
import {
  attachments,
  client,
  clientPath,
  declared,
  plan,
  run,
  testDeployment,
  up,
} from "../../src/service/use-cases/deployment.fixture.ts";
import { driftStack } from "../../src/service/use-cases/objects/drift-view.ts";
import { testClock } from "../scenarios/test-time.ts";

const hourMs = 3_600_000;

/** A platform that forgets each operation at once; The clock is set at the fourth question after it. */
function forgetful(byMs: number) {
  let asked = 0;
  const clock = testClock("moves");
  const world = testDeployment({
    around: (driver): Driver => ({
      ...driver,
      write: async (change, signal): Promise<WriteOutcome> => {
        const outcome = await driver.write(change, signal);
        return outcome.kind === "done"
          ? { kind: "pending", operationName: "projects/p/locations/l/operations/o", pollAfterMs: 1_000 }
          : outcome;
      },
      poll: async () => {
        asked += 1;
        if (asked > 500) throw new Error("it asks for ever");
        if (asked === 4) clock.set(byMs);
        return { kind: "unknown", detail: "no such operation" };
      },
    }),
  });
  return { ...world, clock };
}

test.each([0, -hourMs, hourMs])(
  "an operation that is forgotten is followed for a minute, also where the clock is set by %i ms",
  async (byMs) => {
    const world = forgetful(byMs);
    const begun = world.clock.elapsed();
    expect(await run(world, await plan(world, attachments({ a: "one" })))).toMatchObject({ status: "done", create: 1 });
    expect(Math.round((world.clock.elapsed() - begun) / 10_000)).toBe(6);
  },
);

test.each([0, -hourMs, hourMs])(
  "a step is given up after its time, also where the clock is set by %i ms",
  async (byMs) => {
    const world = forgetful(byMs);
    const gateway = {
      type: "connectors:EndpointAttachment",
      properties: {
        endpointAttachmentId: "a",
        location: "here",
        serviceAttachment: "projects/p/regions/r/serviceAttachments/one",
      },
    };
    const declaration = declared({ a: { ...gateway, options: { customTimeouts: { create: "20s" } } } });
    const begun = world.clock.elapsed();
    expect(await run(world, await plan(world, declaration))).toMatchObject({
      status: "failed",
      problems: [{ code: "timed-out" }],
    });
    expect(Math.round((world.clock.elapsed() - begun) / 10_000)).toBe(2);
  },
);

test.each([0, -24 * hourMs])(
  "a change by hand is told as one where the clock was set by %i ms since our last write",
  async (byMs) => {
    const world = testDeployment();
    await up(world, declared({ portal: client({ displayName: "old" }) }));
    await up(world, declared({ portal: client({ displayName: "new" }) }));
    world.advance(byMs === 0 ? hourMs : 1_000);
    world.setClock(byMs);
    await world.wire("PATCH", `${clientPath}?updateMask=displayName`, {
      displayName: "old",
    });
    const { drift } = await driftStack("dev", world);
    expect(JSON.stringify(drift)).toContain("displayName");
    expect(JSON.stringify(drift)).not.toContain("lagging");
  },
);
