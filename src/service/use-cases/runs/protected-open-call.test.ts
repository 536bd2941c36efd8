import { beforeEach, describe, expect, test } from "vitest";
import type { JsonObject } from "../../../../packages/base/json/json.ts";
import type { DeclarationText } from "../../../contract/documents/declarations.ts";
import type { PlanView } from "../../../contract/documents/plans/plan.ts";
import type { Driver } from "../../../engine/ports/driver.ts";
import { declared, plan, run, type TestDeployment, testDeployment } from "../deployment.fixture.ts";
import { planStack } from "../plans/make-plans.ts";
import { gateway } from "../undo/undo-world.fixture.ts";

// A run has made an object and does not know it, and looks do not show it yet. What was declared of it, then or since,
// is asked all the same.

/** A world in which the answer to the creation of `z` is lost, and looks do not show it. */
function losing(): TestDeployment {
  const isLost = (id: string) => id.endsWith("/z");
  const around = (driver: Driver): Driver => ({
    ...driver,
    read: async (target, signal) =>
      isLost(target.id)
        ? { kind: "absent", detail: "not shown", version: null, displaces: [] }
        : driver.read(target, signal),
    write: async (change, signal) => {
      const answer = await driver.write(change, signal);
      if (isLost(change.target.id)) throw new Error("killed");
      return answer;
    },
  });
  return testDeployment({ around });
}

let lagging: TestDeployment;

beforeEach(() => {
  lagging = losing();
});

const withZ = (options: JsonObject) => declared({ a: gateway("a"), z: gateway("z", {}, options) });
const without = declared({ a: gateway("a") });

async function broken(options: JsonObject): Promise<void> {
  await expect(run(lagging, await plan(lagging, withZ(options)))).rejects.toThrow("killed");
}

const shown = (declaration: DeclarationText, kind: "apply" | "destroy" = "apply"): Promise<PlanView> =>
  planStack({ stack: "dev", kind, declaration, refresh: true }, lagging);

const errors = ({ problems }: PlanView) => problems.filter(({ severity }) => severity === "error");

const endOf = ({ steps }: PlanView) => steps.find(({ name }) => name === "z")?.action;

describe("an object whose creation has no known end", () => {
  test("is not deleted where it was declared with protect", async () => {
    await broken({ protect: true });
    expect(errors(await shown(without))).toEqual([
      expect.objectContaining({ code: "protected", address: "z", detail: expect.stringContaining("protect: false") }),
    ]);
  });

  test("is not deleted where it is declared with protect since", async () => {
    await broken({});
    const view = await shown(withZ({ protect: true }), "destroy");
    expect(errors(view)).toEqual([expect.objectContaining({ code: "protected", address: "z" })]);
  });

  test("stays where it was declared to be kept", async () => {
    await broken({ retainOnDelete: true });
    const view = await shown(without);
    expect([errors(view), endOf(view)]).toEqual([[], "retain"]);
  });

  test("stays where it is declared to be kept since", async () => {
    await broken({});
    const view = await shown(withZ({ retainOnDelete: true }), "destroy");
    expect([errors(view), endOf(view)]).toEqual([[], "retain"]);
  });

  test("goes where what is declared by now lifts its protection", async () => {
    await broken({ protect: true });
    const view = await shown(withZ({ protect: false }), "destroy");
    expect([errors(view), endOf(view)]).toEqual([[], "delete"]);
  });

  test("was not made where no look shows it for longer than any lags behind, and nothing is asked then", async () => {
    await broken({ protect: true });
    lagging.advance(301_000);
    const view = await shown(without);
    expect([errors(view), endOf(view)]).toEqual([[], "delete"]);
  });

  test("is deleted where nothing keeps it", async () => {
    await broken({});
    const view = await shown(without);
    expect([errors(view), endOf(view)]).toEqual([[], "delete"]);
  });
});

describe("a share whose making has no known end, and that another one is to take the policy of", () => {
  const [ops, ann] = ["group:ops@acme.example", "user:ann@acme.example"];
  const share = (member: string, options: JsonObject) =>
    declared({
      z: { type: "compute:ReservationIamMember", properties: { name: "wave", role: "roles/viewer", member }, options },
    });
  /** A run dies before the first share is set; nothing tells the next one that it never will be. */
  const killed = async (options: JsonObject) => {
    const dying = (driver: Driver): Driver => ({
      ...driver,
      write: async (change, signal) => {
        if (change.target.id.endsWith(ops)) throw new Error("killed");
        return driver.write(change, signal);
      },
    });
    lagging = testDeployment({ around: dying });
    await expect(run(lagging, await plan(lagging, share(ops, options)))).rejects.toThrow("killed");
  };

  test.each([
    [{ protect: true }, "protected"],
    [{ retainOnDelete: true }, "would-be-lost"],
  ])("is not written over where it was declared with %o", async (options, code) => {
    await killed(options);
    const detail = expect.stringMatching(`${ops}.* five minutes`);
    expect(errors(await shown(share(ann, options)))).toEqual([expect.objectContaining({ code, address: "z", detail })]);
    expect(errors(await shown(share(ops, options)))).toEqual([]);
  });

  test("is written over where it was not", async () => {
    await killed({});
    const view = await shown(share(ann, {}));
    expect([errors(view), endOf(view)]).toEqual([[], "create"]);
  });

  test("is written over where what is declared by now lifts its protection", async () => {
    await killed({ protect: true });
    const view = await shown(share(ann, { protect: false }));
    expect([errors(view), endOf(view)]).toEqual([[], "create"]);
  });

  test("was not made where no look shows it for longer than any lags behind", async () => {
    await killed({ protect: true });
    lagging.advance(301_000);
    const view = await shown(share(ann, { protect: true }));
    expect([errors(view), endOf(view)]).toEqual([[], "create"]);
  });
});
