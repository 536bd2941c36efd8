import { expect, test } from "vitest";
import type { Json } from "../../../../packages/base/json/json.ts";
import { client, declared, testDeployment } from "../deployment.fixture.ts";
import { planStack } from "../plans/make-plans.ts";

const kept = "kept-quiet-and-not-to-be-seen".repeat(2);

function planned(value: string, displayName: string) {
  const config: Json = { long: { secret: true, default: value } };
  const declaration = declared({ portal: client({ displayName }) }, { config });
  return planStack({ stack: "dev", kind: "apply", declaration, refresh: true }, testDeployment());
}

test("a secret that is too long for its field is refused by the plan, which does not show it", async () => {
  const view = await planned(kept, "${config.long}");
  expect(view.problems).toMatchObject([
    { code: "value-too-long", address: "portal", pointer: "/resources/portal/properties/displayName" },
  ]);
  expect(JSON.stringify(view)).not.toContain("kept-quiet");
});

test("so is one that makes a text too long", async () => {
  const view = await planned("x".repeat(20), "and more than so ${config.long}");
  expect(view.problems.map(({ code }) => code)).toEqual(["value-too-long"]);
});

test("one that fits is none of them", async () => {
  expect((await planned("short", "${config.long}")).problems).toEqual([]);
});
