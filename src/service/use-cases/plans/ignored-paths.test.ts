import { beforeEach, describe, expect, test } from "vitest";
import type { JsonObject } from "../../../../packages/base/json/json.ts";
import { Rejection } from "../../rejection.ts";
import { client, declared, type TestDeployment, testDeployment, up } from "../deployment.fixture.ts";
import { forgetResource } from "../state/edit-state.ts";
import { planStack } from "./make-plans.ts";

let world: TestDeployment;
beforeEach(() => {
  world = testDeployment();
});

const path = "v1/projects/acme/locations/here/endpointAttachments/gate";

const gate = (labels: JsonObject | undefined, options: JsonObject = {}) =>
  declared({
    gate: {
      type: "connectors:EndpointAttachment",
      properties: {
        endpointAttachmentId: "gate",
        serviceAttachment: "projects/p/regions/r/serviceAttachments/s",
        ...(labels === undefined ? {} : { labels }),
      },
      options,
    },
  });

const shown = async (declaration: ReturnType<typeof gate>) => {
  const view = await planStack({ stack: "dev", kind: "apply", declaration, refresh: true }, world);
  const steps = view.steps.map(({ action, fields }) => [action, fields.map((field) => [field.path, field.new])]);
  return { steps, problems: view.problems.map(({ code }) => code) };
};

test.each([
  ["ignoreChanges", "disabled.no.such[7]", /`disabled` .* single .*`no`/],
  ["replaceOnChanges", "disabled.no", /`disabled` .* single .*`no`/],
  ["ignoreChanges", "allowedScopes[0]", /`allowedScopes` .* order/],
  ["ignoreChanges", "clientId", /`clientId` .* input /],
])("%s: %s leads to no field and is refused", async (option, each, why) => {
  const declaration = declared({ portal: { ...client({ disabled: false }), options: { [option]: [each] } } });
  const refused = await planStack({ stack: "dev", kind: "apply", declaration, refresh: true }, world).catch(
    (cause: unknown) => cause,
  );
  expect(refused).toBeInstanceOf(Rejection);
  const problems = refused instanceof Rejection ? refused.problems : [];
  expect(problems.map(({ code }) => code)).toEqual(["invalid-option"]);
  expect(problems[0]?.detail).toMatch(why);
});

describe("a part that is ignored", () => {
  const options = { ignoreChanges: ['labels["team"]'] };

  test("keeps its old value, and the rest is as declared", async () => {
    await up(world, gate({ team: "a", stage: "one" }, options));
    expect((await shown(gate({ team: "b", stage: "one" }, options))).steps).toEqual([["same", []]]);
    await up(world, gate({ team: "b", stage: "two" }, options));
    expect((await world.wire("GET", path))["labels"]).toEqual({ team: "a", stage: "two" });
  });

  test("is told of what is unchanged else", async () => {
    await up(world, gate({ team: "a" }));
    const declaration = gate({ team: "b" }, options);
    const { steps } = await planStack({ stack: "dev", kind: "apply", declaration, refresh: true }, world);
    expect(steps).toMatchObject([{ action: "same", ignores: { paths: ['labels["team"]'] } }]);
  });

  test("stays where all that holds it leaves the declaration", async () => {
    await up(world, gate({ team: "a", stage: "one" }, options));
    await up(world, gate(undefined, options));
    expect((await world.wire("GET", path))["labels"]).toEqual({ team: "a" });
  });

  test("keeps what an import finds, and the rest is written", async () => {
    await up(world, gate({ team: "a", stage: "one" }));
    await forgetResource("dev", "gate", world);
    const imported = { ...options, import: "projects/acme/locations/here/endpointAttachments/gate" };
    const declaration = gate({ team: "b", stage: "two" }, imported);
    expect((await shown(declaration)).steps).toEqual([["import", [["/labels/stage", "two"]]]]);
    await up(world, declaration);
    expect((await world.wire("GET", path))["labels"]).toEqual({ team: "a", stage: "two" });
    expect((await shown(declaration)).steps).toEqual([["same", []]]);
  });
});

test("a replacement is forced where the part differs that is named, and only there", async () => {
  const options = { replaceOnChanges: ["labels.team"] };
  await up(world, gate({ team: "a", stage: "one" }, options));
  expect((await shown(gate({ team: "a", stage: "two" }, options))).steps).toEqual([
    ["update", [["/labels/stage", "two"]]],
  ]);
  expect((await shown(gate({ team: "b", stage: "one" }, options))).steps.map(([action]) => action)).toContain(
    "replace",
  );
  await up(world, gate({ stage: "one" }, options));
  expect((await shown(gate(undefined, options))).steps.map(([action]) => action)).toEqual(["update"]);
});
