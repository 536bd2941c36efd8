import { expect, test } from "vitest";
import { EventLoopTurns } from "./event-loop-turns.ts";

test("of all that wait one goes on in each turn of the event loop, the first to come first", async () => {
  const turns = new EventLoopTurns(() => 0);
  let loops = 0;
  let isOver = false;
  const count = () => {
    loops += 1;
    if (!isOver) setImmediate(count);
  };
  const went: [string, number][] = [];
  const wait = (name: string) => turns.next().then(() => void went.push([name, loops]));
  const all = ["first", "second", "third"].map(wait);
  setImmediate(count);
  await Promise.all(all);
  isOver = true;
  expect(went.map(([name]) => name)).toEqual(["first", "second", "third"]);
  const [first = 0, second = 0, third = 0] = went.map(([, loop]) => loop);
  expect([second - first, third - second]).toEqual([1, 1]);
});

test("a turn is due once it has lasted", async () => {
  let now = 0;
  const turns = new EventLoopTurns(() => now);
  expect(turns.isDue()).toBe(false);
  now = 8;
  expect(turns.isDue()).toBe(true);
  await turns.next();
  expect(turns.isDue()).toBe(false);
});
