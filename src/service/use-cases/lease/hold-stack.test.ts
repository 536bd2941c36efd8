import { expect, test } from "vitest";
import { testDeployment } from "../deployment.fixture.ts";
import { holdStack } from "./hold-stack.ts";

const hourMs = 3_600_000;

test.each([
  ["forward", hourMs],
  ["back", -hourMs],
])("a clock that is set %s ends no hold", async (_, byMs) => {
  const world = testDeployment();
  await holdStack("dev", world, async (held) => {
    world.setClock(byMs);
    expect(held.lost.aborted).toBe(false);
    expect(held.stoppedBy(new AbortController().signal).aborted).toBe(false);
  });
});
