import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { InstanceCache } from "./instance-cache.ts";

function collectGarbage(): void {
  setFlagsFromString("--expose-gc");
  const gc = runInNewContext("gc") as () => void;
  gc();
}

test("what is held is found again, however many others were asked for since", () => {
  const kept = new InstanceCache<{ readonly name: string }>();
  const held = kept.get("held", () => ({ name: "first" }));
  for (let index = 0; index < 1_000; index += 1) kept.get(`other ${index}`, () => ({ name: "other" }));
  expect(kept.get("held", () => ({ name: "second" }))).toBe(held);
});

test("what was used last is not made again", () => {
  const kept = new InstanceCache<object>();
  let made = 0;
  const make = () => {
    made += 1;
    return {};
  };
  for (let index = 0; index < 100; index += 1) kept.get("one", make);
  expect(made).toBe(1);
});

test("what nobody holds goes, but for the last used", async () => {
  const kept = new InstanceCache<object>();
  for (let index = 0; index < 5_000; index += 1) kept.get(`name ${index}`, () => ({}));
  // What was just made lives until its turn of the loop is over, and its end is told when the process comes to it.
  for (let turn = 0; turn < 200 && kept.size >= 200; turn += 1) {
    await new Promise((resolve) => setTimeout(resolve, 1));
    collectGarbage();
  }
  expect(kept.size).toBeLessThan(200);
});
