import { beforeEach, expect, test } from "vitest";
import type { JsonObject } from "../../../../packages/base/json/json.ts";
import type { Selection } from "../../../engine/plan/selection/selection.ts";
import { declared, type TestDeployment, testDeployment, up } from "../deployment.fixture.ts";
import { gateway, member } from "../undo/undo-world.fixture.ts";
import { planStack } from "./make-plans.ts";

// A write of a whole policy takes away the grants of others: they count for `--no-delete` and `--max-deletions`.

let world: TestDeployment;
beforeEach(() => {
  world = testDeployment();
});

const policyPath = "compute/v1/projects/acme/zones/here-b/reservations/wave";
const others = ["user:boss@acme.example", "user:deputy@acme.example"];
const owners: JsonObject = { role: "roles/owner", members: others };

async function grant(binding: JsonObject) {
  const policy = await world.wire("GET", `${policyPath}/getIamPolicy`);
  const bindings = (policy["bindings"] ?? []) as unknown as readonly JsonObject[];
  await world.wire("POST", `${policyPath}/setIamPolicy`, { policy: { ...policy, bindings: [...bindings, binding] } });
}

const planned = (resources: JsonObject, selection: Selection) =>
  planStack({ stack: "dev", kind: "apply", declaration: declared(resources), refresh: true, selection }, world);
const both = (role = "roles/compute.viewer") => ({ it: member("wave", { role }), a: gateway("a") });

test.each([
  ["created", "its write would remove grants of others, and nothing is to be deleted"],
  // Its former role would go as well.
  ["changed", "nothing is to be deleted"],
])("a share that is %s and removes them is kept back where nothing is to be deleted", async (how, why) => {
  if (how === "changed") await up(world, declared(both()));
  await grant(owners);
  const { steps, left, summary, problems } = await planned(both("roles/compute.admin"), { noDelete: true });
  expect(left).toEqual([{ name: "it", why }]);
  expect(steps.map(({ name }) => name)).toEqual(["a"]);
  expect(summary).toMatchObject({ create: how === "created" ? 1 : 0, update: 0, delete: 0 });
  expect(problems).toEqual([]);
});

test("so is one that only has others beside it", async () => {
  await up(world, declared(both()));
  await grant(owners);
  expect((await planned(both(), { noDelete: true })).left).toMatchObject([{ name: "it" }]);
});

test("each of them counts, by name", async () => {
  await up(world, declared({ ...both(), b: gateway("b") }));
  await grant(owners);
  const changed = both("roles/compute.admin");
  const { problems } = await planned(changed, { maxDeletions: 3 });
  expect(problems.map(({ code }) => code)).toContain("too-many-deletions");
  expect(problems.find(({ code }) => code === "too-many-deletions")?.detail).toBe(
    "the plan deletes 2 objects and removes 2 grants of others, and `--max-deletions 3` allows fewer: `it`, `b`, " +
      "roles/owner to user:boss@acme.example by `it`, roles/owner to user:deputy@acme.example by `it`",
  );
  const { problems: none } = await planned(changed, { maxDeletions: 4 });
  expect(none.filter(({ severity }) => severity === "error")).toEqual([]);
});
