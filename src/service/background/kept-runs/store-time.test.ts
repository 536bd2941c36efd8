import { expect, test } from "vitest";
import { testDeployment } from "../../use-cases/deployment.fixture.ts";
import { StoreTime } from "./store-time.ts";

test("whole milliseconds go by, whatever fractions the steady clock gives", async () => {
  const world = testDeployment();
  const time = new StoreTime(world);
  const begun = await time.now();
  for (const passed of [3, 4, 600_007]) {
    world.advance(passed);
    const now = await time.now();
    expect(Number.isInteger(now)).toBe(true);
    await world.documentStore.put("notes", `${passed}`, {}, { expiresAt: now });
  }
  expect(Math.abs((await time.now()) - begun - 600_014)).toBeLessThan(2);
});
