import { beforeEach, expect, test } from "vitest";
import type { JsonObject } from "../../../../packages/base/json/json.ts";
import { declared, type TestDeployment, testDeployment, up } from "../deployment.fixture.ts";
import { planStack } from "./make-plans.ts";

let world: TestDeployment;
beforeEach(() => {
  world = testDeployment();
});

const collector = (properties: JsonObject = {}, options: JsonObject = {}) => ({
  type: "migrate:ServerCollector",
  properties: { resourceGroupName: "rg", projectName: "assessment", ...properties },
  options,
});
const providers = { azure: { kind: "azure", subscriptionId: "11111111-2222-3333-4444-555555555555" } };

/** What a plan says of aliases, after `before` was made. */
async function hints(before: JsonObject, after: JsonObject) {
  await up(world, declared(before, { providers }));
  const { problems } = await planStack(
    { stack: "dev", kind: "apply", declaration: declared(after, { providers }), refresh: true },
    world,
  );
  return problems.flatMap(({ code, address, detail }) => (code === "alias-would-keep" ? [[address, detail]] : []));
}

test("a renamed resource whose object has a name of our choosing: the plan names `aliases`", async () => {
  const same = collector({ resourceGroupName: "RG" });
  expect(await hints({ old: collector() }, { fresh: same })).toEqual([
    ["fresh", expect.stringContaining("`aliases: [old]` on `fresh` keeps the object")],
  ]);
});

test.each([
  ["lies elsewhere", { fresh: collector({ projectName: "other" }) }],
  ["has a name that is given", { fresh: collector({ serverCollectorName: "fresh" }) }],
  ["has the alias", { fresh: collector({}, { aliases: ["old"] }) }],
  ["stays", { old: collector(), fresh: collector() }],
])("no hint where it %s", async (_, after) => {
  expect(await hints({ old: collector() }, after)).toEqual([]);
});
