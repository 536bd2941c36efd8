import { expect, test } from "vitest";
import { FairTurns } from "./fair-turns.ts";

test("callers have their turns one after another, one in each turn of the event loop", async () => {
  const turns = new FairTurns();
  const begun: string[] = [];
  let loops = 0;
  const count = () => {
    loops += 1;
    if (begun.length < 5) setImmediate(count);
  };
  setImmediate(count);
  const ask = async (caller: string, name: string) => {
    await turns.of(caller);
    begun.push(name);
  };
  await Promise.all([ask("a", "a1"), ask("a", "a2"), ask("a", "a3"), ask("b", "b1"), ask("c", "c1")]);
  expect(begun).toEqual(["a1", "b1", "c1", "a2", "a3"]);
  expect(loops).toBeGreaterThanOrEqual(4);
});

test("who asks when nobody waits has the next turn", async () => {
  const turns = new FairTurns();
  await turns.of("a");
  await turns.of("a");
  await turns.of("b");
});
