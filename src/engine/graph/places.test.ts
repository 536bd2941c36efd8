import { expect, test } from "vitest";
import { Places } from "./places.ts";

/** A wait that the test ends. */
function gate() {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { wait: () => promise, open: resolve };
}

const microtasks = async (count: number) => {
  for (let each = 0; each < count; each += 1) await Promise.resolve();
};

test.each([0, 1, 2, 3, 4])("a visit that ends %i turns after its place was given back keeps none", async (turns) => {
  const places = new Places(1, () => {});
  const { wait, open } = gate();
  const first = places.take("");
  const given = first.aside(wait);
  const second = places.take("");
  // Its call was given up, and comes back to a place that somebody else has.
  open();
  await microtasks(9);
  second.end();
  await microtasks(turns);
  first.end();
  await given;
  expect(places.admits("")).toBe(true);
  places.take("");
  expect(places.admits("")).toBe(false);
});
