import { expect, test } from "vitest";
import { FairQueue } from "./fair-queue.ts";

const shares = { maxConcurrent: 2, ofOneCaller: 3, ofAll: 8, little: 1_000 };

function queue(given: Partial<typeof shares> = {}) {
  const clock = { now: 0 };
  return { clock, queue: new FairQueue<string>({ ...shares, ...given }, () => clock.now) };
}

test("a caller never has all places", () => {
  const { queue: fair } = queue();
  for (const item of ["a1", "a2", "a3"]) expect(fair.add("a", item)).toBeNull();
  expect(fair.next()?.item).toBe("a1");
  expect(fair.next()).toBeNull();
  fair.add("b", "b1");
  expect(fair.next()?.item).toBe("b1");
});

test("the only place there is goes to whoever asks", () => {
  const { queue: fair } = queue({ maxConcurrent: 1 });
  fair.add("a", "a1");
  expect(fair.next()?.item).toBe("a1");
  fair.done("a", 5_000);
  fair.add("a", "a2");
  expect(fair.next()?.item).toBe("a2");
});

test("who has used least goes first, and what was used long ago counts no more", () => {
  const { queue: fair, clock } = queue();
  for (const [caller, used] of [
    ["heavy", 5_000],
    ["light", 10],
  ] as const) {
    fair.add(caller, `${caller} before`);
    fair.next();
    fair.done(caller, used);
  }
  fair.add("heavy", "heavy");
  fair.add("light", "light");
  expect(fair.next()?.item).toBe("light");
  // The last place is kept for others.
  expect(fair.next()).toBeNull();
  clock.now = 60_000;
  expect(fair.next()?.item).toBe("heavy");
});

test("ten who ask for much leave a place to one who asks for little", () => {
  const { queue: fair } = queue({ ofAll: 100 });
  const hostile = Array.from({ length: 10 }, (_, index) => `h${index}`);
  for (const caller of hostile) {
    fair.add(caller, caller);
    fair.next();
    fair.done(caller, 5_000);
  }
  for (const caller of hostile) for (let count = 0; count < 3; count += 1) fair.add(caller, caller);
  expect(fair.next()?.caller).toMatch(/^h/);
  expect(fair.next()).toBeNull();
  fair.add("friend", "hello");
  expect(fair.next()?.item).toBe("hello");
});

test("each caller's queue is bounded, and a full whole makes room at whoever has most waiting", () => {
  const { queue: fair } = queue({ maxConcurrent: 0, ofAll: 4 });
  for (const item of ["a1", "a2", "a3"]) fair.add("a", item);
  expect(fair.add("a", "a4")).toBe("a4");
  fair.add("b", "b1");
  expect(fair.add("c", "c1")).toBe("a3");
  expect(fair.add("d", "d1")).toBe("a2");
  expect(fair.add("e", "e1")).toBe("e1");
});

test("what is taken out begins no more", () => {
  const { queue: fair } = queue();
  fair.add("a", "a1");
  expect(fair.remove("a", "a1")).toBe(true);
  expect(fair.remove("a", "a1")).toBe(false);
  expect(fair.next()).toBeNull();
  expect(fair.isEmpty).toBe(true);
});
