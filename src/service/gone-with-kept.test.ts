import { beforeEach, describe, expect, test } from "vitest";
import type { JsonObject } from "../base/json.ts";
import { declared, type TestDeployment, testDeployment, up } from "./deployment.fixture.ts";
import { planStack } from "./make-plans.ts";
import { planUndo } from "./undo.ts";
import { errorsIn, gateway, seenIn } from "./undo-world.fixture.ts";

// A holder goes, and what goes with it (`deletedWith`) is to be kept: then the holder stays too.

let world: TestDeployment;
beforeEach(() => {
  world = testDeployment();
});

const a = gateway("gw-a");
const b = (options: JsonObject = {}) => gateway("gw-b", {}, { deletedWith: "a", ...options });

test("a destroy minds what is declared only now", async () => {
  await up(world, declared({ a, b: b() }));
  const declaration = declared({ a, b: b({ retainOnDelete: true }) });
  const view = await planStack({ stack: "dev", kind: "destroy", declaration, refresh: true }, world);
  expect(errorsIn(view)).toMatchObject([{ code: "would-be-lost", address: "b" }]);
});

describe("an undo of the run that made the holder is refused", () => {
  test.each([{}, { protect: true }, { retainOnDelete: true }])(
    "where a later one goes with it: %o",
    async (options) => {
      const making = await up(world, declared({ a }));
      const later = await up(world, declared({ a, b: b(options) }));
      const problems = errorsIn(await planUndo("dev", making.run, world));
      expect(problems).toContainEqual(expect.objectContaining({ code: "stands-on-it", address: "a" }));
      expect(problems.map(({ detail }) => detail).join()).toContain(later.run);
      expect(await seenIn(world).described("gw-a")).toBe("");
    },
  );
});
