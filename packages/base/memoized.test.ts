import { expect, test } from "vitest";
import { memoized } from "./memoized.ts";

test("a fact is worked out once for each object, undefined ones too", () => {
  const asked: object[] = [];
  const first = memoized((list: readonly number[]) => {
    asked.push(list);
    return list[0];
  });
  const [some, none]: [number[], number[]] = [[7], []];
  expect([first(some), first(none), first(some), first(none)]).toEqual([7, undefined, 7, undefined]);
  expect(asked).toEqual([some, none]);
});
