import { beforeEach, expect, test } from "vitest";
import { declared, type TestDeployment, testDeployment, up } from "../deployment.fixture.ts";
import { planUndo } from "../plans/make-plans.ts";
import { gateway, seenIn, undone } from "./undo-world.fixture.ts";

let world: TestDeployment;
beforeEach(() => {
  world = testDeployment();
});

const hidden = {
  ...declared(
    { gate: gateway("gate", { description: "${config.word}" }) },
    { config: { word: { type: "string", secret: true } } },
  ),
  config: { word: "hidden words" },
};
const plain = declared({ gate: gateway("gate", { description: "plain words" }) });

const reasonsOf = async (run: string) => {
  const { steps } = await planUndo("dev", run, world);
  return steps.flatMap(({ fields }) => fields.map(({ path, reason }) => [path, reason]));
};

test("a field that held a secret is put back, and is not said to have drifted where no other hand has set it", async () => {
  await up(world, hidden);
  const { run } = await up(world, plain);
  expect(await reasonsOf(run)).toEqual([["/description", "declared"]]);
  await undone(world, { run });
  expect(await seenIn(world).described("gate")).toBe("hidden words");
});

test("the same of a field that holds a secret now", async () => {
  await up(world, plain);
  const { run } = await up(world, hidden);
  expect(await reasonsOf(run)).toEqual([["/description", "declared"]]);
  await undone(world, { run });
  expect(await seenIn(world).described("gate")).toBe("plain words");
});
