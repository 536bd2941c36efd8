import { expect, test } from "vitest";
import { HeldClaims } from "./held-claims.ts";

const first = { uid: "u1", generation: 1 };
const second = { uid: "u1", generation: 2 };

test("a claim goes with the last record that holds it", () => {
  const claims = new HeldClaims();
  claims.hold("c", first);
  claims.hold("c", second);
  expect(claims.leftBy(first, "c")).toBeNull();
  claims.leave(first);
  expect([claims.isHeld("c"), claims.leftBy(second, "c")]).toEqual([true, "c"]);
  claims.leave(second);
  expect(claims.isHeld("c")).toBe(false);
});

test("a record that is held twice is one holder", () => {
  const claims = new HeldClaims();
  claims.hold("c", first);
  claims.hold("c", first);
  claims.leave(first);
  expect(claims.isHeld("c")).toBe(false);
});

test("an object that its platform has renamed leaves the claim of its former name as well", () => {
  const claims = new HeldClaims();
  claims.hold("former", first);
  expect(claims.goingWith(first, "now")).toEqual(["former", "now"]);
  expect(claims.goingWith(first, "former")).toEqual(["former"]);
  expect(claims.goingWith(second, "now")).toEqual(["now"]);
});
