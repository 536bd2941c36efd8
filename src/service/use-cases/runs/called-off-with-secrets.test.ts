import { expect, test } from "vitest";
import { calledOff } from "../../../engine/ports/outcome.ts";
import { declared, eventsOf, plan, testDeployment } from "../deployment.fixture.ts";
import { gateway } from "../undo/undo-world.fixture.ts";

test("a call that was not sent any more is skipped, not failed, also where what platforms say is masked", async () => {
  const stopped = new AbortController();
  const world = testDeployment({
    around: (driver) => ({
      ...driver,
      write: async () => {
        stopped.abort();
        return calledOff;
      },
    }),
  });
  const hidden = {
    ...declared(
      { gate: gateway("gate", { description: "${config.word}" }) },
      { config: { word: { type: "string", secret: true } } },
    ),
    config: { word: "hidden words" },
  };
  const events = await eventsOf(world, await plan(world, hidden), stopped.signal);
  expect(events.flatMap((event) => (event.event === "step" ? [event.phase] : []))).toEqual(["started", "skipped"]);
  expect(events.at(-1)).toMatchObject({
    status: "cancelled",
    failed: 0,
    skipped: 1,
    problems: [{ code: "not-reached", detail: expect.stringContaining("cancelled") }],
  });
});
