import { expect, test } from "vitest";
import { mostProblems } from "../../../../packages/base/problems/problem-limit.ts";
import { testDeployment } from "../deployment.fixture.ts";
import { openConfig, sealConfig } from "./seal-config.ts";

function counted() {
  const world = testDeployment();
  let opened = 0;
  let pauses = 0;
  const sealedTexts = {
    sealText: world.sealedTexts.sealText,
    openText: async (text: string, place: readonly string[]) => {
      opened += 1;
      return world.sealedTexts.openText(text, place);
    },
  };
  const turns = {
    isDue: () => true,
    next: async () => {
      pauses += 1;
    },
  };
  return { world: { ...world, sealedTexts, turns }, opened: () => opened, pauses: () => pauses };
}

test("opening ends when there are more problems than are told", async () => {
  const { world, opened } = counted();
  const strange = Object.fromEntries(Array.from({ length: 900 }, (_, n) => [`k${n}`, "1./Zkf3spl8cv/nX6vOVG"]));
  const refused = await openConfig("test/dev", strange, world).then(
    () => [],
    ({ problems }: { readonly problems: readonly { readonly code: string }[] }) => problems,
  );
  expect(refused).toHaveLength(mostProblems + 1);
  expect(refused.at(-1)).toMatchObject({ code: "more-problems" });
  expect(opened()).toBe(mostProblems + 1);
});

test("many values are opened in turns", async () => {
  const { world, pauses } = counted();
  const sealed: Record<string, string> = {};
  for (const key of ["a", "b", "c"]) sealed[key] = await sealConfig("test/dev", key, `value of ${key}`, world);
  expect(await openConfig("test/dev", sealed, world)).toEqual({ a: "value of a", b: "value of b", c: "value of c" });
  expect(pauses()).toBe(3);
});
