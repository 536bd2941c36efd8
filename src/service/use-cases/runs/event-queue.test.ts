import { expect, test } from "vitest";
import { EventQueue } from "./event-queue.fixture.ts";

async function heard(queue: EventQueue<number>): Promise<readonly number[]> {
  const all: number[] = [];
  for await (const each of queue) all.push(each);
  return all;
}

test("events told before and while one listens come in order, then the end", async () => {
  const queue = new EventQueue<number>();
  queue.push(1);
  const listening = heard(queue);
  await Promise.resolve();
  queue.push(2);
  queue.push(3);
  queue.end();
  expect(await listening).toEqual([1, 2, 3]);
});

test("a failure comes after all that was told before it", async () => {
  const queue = new EventQueue<number>();
  const cause = new Error("broken");
  const seen: number[] = [];
  const listening = (async () => {
    for await (const each of queue) seen.push(each);
  })();
  queue.push(1);
  queue.fail(cause);
  await expect(listening).rejects.toBe(cause);
  expect(seen).toEqual([1]);
});

test("an end that nobody waited for is seen later", async () => {
  const queue = new EventQueue<number>();
  queue.end();
  expect(await heard(queue)).toEqual([]);
});
