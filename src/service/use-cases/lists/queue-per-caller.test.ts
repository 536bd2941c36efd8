import { expect, test } from "vitest";
import type { Store } from "../../../engine/ports/store.ts";
import { attachments, plan, testDeployment } from "../deployment.fixture.ts";
import { showPlan } from "../plans/kept-plans.ts";
import { QueuePerCaller } from "./queue-per-caller.ts";

test("a caller's plans are read one after another, and none for a caller that has gone", async () => {
  const world = testDeployment();
  const digest = await plan(world, attachments({ a: "one" }));
  let [underWay, most, reads] = [0, 0, 0];
  const store = new Proxy(world.store, {
    get: (target, name) => {
      const found: unknown = Reflect.get(target, name);
      if (name !== "getPlan") return found;
      return async (...given: readonly [string, string]) => {
        reads += 1;
        underWay += 1;
        most = Math.max(most, underWay);
        const read = await target.getPlan(...given);
        underWay -= 1;
        return read;
      };
    },
  }) as Store;
  const reader = { ...world.as(2), store, planReads: new QueuePerCaller() };
  const gone = { ...reader, client: () => AbortSignal.abort() };
  const shown = await Promise.allSettled([reader, reader, gone, reader].map((each) => showPlan("dev", digest, each)));
  expect(shown.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled", "rejected", "fulfilled"]);
  expect([most, reads]).toEqual([1, 3]);
});

test("callers do not wait for each other, and what fails holds nobody up", async () => {
  const work = new QueuePerCaller();
  const never = work.do("a", () => new Promise<never>(() => {}));
  expect(await work.do("b", async () => 1)).toBe(1);
  await expect(work.do("b", async () => Promise.reject(new Error("broken")))).rejects.toThrow("broken");
  expect(await work.do("b", async () => 2)).toBe(2);
  expect(await Promise.race([never, work.do("a", async () => 3), Promise.resolve("waits")])).toBe("waits");
});
