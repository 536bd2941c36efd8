import { beforeEach, describe, expect, test } from "vitest";
import type { JsonObject } from "../../../../packages/base/json/json.ts";
import { declared, type TestDeployment, testDeployment, up } from "../deployment.fixture.ts";
import { errorsIn, gateway, seenIn } from "../undo/undo-world.fixture.ts";
import { planStack, planUndo } from "./make-plans.ts";

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

describe("a replacement of the holder", () => {
  const replacing = (options: JsonObject) =>
    planStack(
      { stack: "dev", kind: "apply", declaration: declared({ a: gateway("gw-a2"), b: b(options) }), refresh: true },
      world,
    );

  test.each([
    [{ protect: true }, {}, "protected"],
    [{}, { protect: true }, "protected"],
    [{ retainOnDelete: true }, {}, "would-be-lost"],
    [{}, { retainOnDelete: true }, "would-be-lost"],
  ])("is refused where what goes with it is kept: recorded %o, declared %o", async (recorded, now, code) => {
    await up(world, declared({ a, b: b(recorded) }));
    expect(errorsIn(await replacing(now))).toMatchObject([{ code, address: "b" }]);
  });

  test("is refused where what stands on what goes with it is kept", async () => {
    const c = gateway("gw-c", {}, { deletedWith: "b", protect: true });
    await up(world, declared({ a, b: b(), c }));
    const declaration = declared({ a: gateway("gw-a2"), b: b(), c });
    const view = await planStack({ stack: "dev", kind: "apply", declaration, refresh: true }, world);
    expect(errorsIn(view)).toMatchObject([{ code: "protected", address: "c" }]);
  });

  test("is refused where what goes with it is replaced too and its old object is kept", async () => {
    await up(world, declared({ a, b: b({ retainOnDelete: true }) }));
    const declaration = declared({
      a: gateway("gw-a2"),
      b: gateway("gw-b2", {}, { deletedWith: "a", retainOnDelete: true }),
    });
    const view = await planStack({ stack: "dev", kind: "apply", declaration, refresh: true }, world);
    expect(errorsIn(view)).toMatchObject([{ code: "would-be-lost", address: "b" }]);
  });

  test("tells of what nothing keeps, and that it is made again later", async () => {
    await up(world, declared({ a, b: b() }));
    const { problems } = await replacing({});
    expect(problems).toMatchObject([{ code: "goes-along", address: "b", severity: "warning" }]);
    expect(problems[0]?.detail).toContain("gw-a`");
  });

  test("asks nothing of what is replaced or removed in the same plan", async () => {
    await up(world, declared({ a, b: b() }));
    for (const more of [{ b: gateway("gw-b2", {}, { deletedWith: "a" }) }, {}]) {
      const declaration = declared({ a: gateway("gw-a2"), ...more });
      const { problems } = await planStack({ stack: "dev", kind: "apply", declaration, refresh: true }, world);
      expect(problems).toEqual([]);
    }
  });
});

test("the removal of a holder is refused while what goes with it by the record stays and is kept", async () => {
  await up(world, declared({ a, b: b({ protect: true }) }));
  const declaration = declared({ b: gateway("gw-b", {}, { protect: true }) });
  const view = await planStack({ stack: "dev", kind: "apply", declaration, refresh: true }, world);
  expect(errorsIn(view)).toMatchObject([{ code: "protected", address: "b" }]);
});
