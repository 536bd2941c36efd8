import { expect, test } from "vitest";
import { inOneTurn, inTurns, mappedInParts, type Turns } from "./turns.ts";

/** Turns that are due after so many parts. */
function turnsOf(parts: number) {
  let [asked, taken] = [0, 0];
  const turns: Turns = {
    isDue: () => {
      asked += 1;
      return asked % parts === 0;
    },
    next: async () => {
      taken += 1;
    },
  };
  return { turns, taken: () => taken };
}

const numbers = Array.from({ length: 10 }, (_, index) => index);
const doubled = () => mappedInParts(numbers, (each) => 2 * each);

test("work in parts comes to the same at once and in turns", async () => {
  const whole = numbers.map((each) => 2 * each);
  expect(inOneTurn(doubled())).toEqual(whole);
  expect(await inTurns(doubled(), undefined)).toEqual(whole);
  expect(await inTurns(doubled(), turnsOf(3).turns)).toEqual(whole);
});

test("others have their turn only where one is due", async () => {
  const often = turnsOf(2);
  await inTurns(doubled(), often.turns);
  expect(often.taken()).toBe(5);
  const never = turnsOf(100);
  await inTurns(doubled(), never.turns);
  expect(never.taken()).toBe(0);
});

test("work that fails in a later part fails as a whole", async () => {
  const failing = mappedInParts(numbers, (each) => {
    if (each === 7) throw new Error("seven");
    return each;
  });
  await expect(inTurns(failing, turnsOf(2).turns)).rejects.toThrow("seven");
});
