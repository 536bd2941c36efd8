import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../../packages/base/json/json.ts";
import { armDriver } from "./arm-driver.ts";
import {
  assignmentTarget,
  changeOf,
  collectorTarget,
  provider,
  scriptedExchange,
} from "./scripted-exchange.fixture.ts";

// A front end may answer 200 with a document of its own. What is no object of ARM's is not taken for one.

const strange: readonly [string, JsonObject][] = [
  ["an empty object", {}],
  ["another document", { login: "please" }],
  ["properties that are no object", { id: "/x", name: "collector", properties: "none" }],
];

describe.each([
  ["a collector", collectorTarget],
  ["an assignment", assignmentTarget()],
])("%s", (_, target) => {
  test.each(strange)("is not read from %s", async (_name, body) => {
    const { exchange } = scriptedExchange({ status: 200, body });
    expect(await armDriver(exchange).read(target)).toMatchObject({
      kind: "unavailable",
      detail: expect.stringContaining(" asked "),
    });
  });

  test.each<[string, JsonObject]>([
    ["without a value", {}],
    ["whose value is null", { value: null }],
    ["with something else in it", { value: ["one"] }],
  ])("a list %s is not empty but unreadable", async (_name, body) => {
    const { exchange } = scriptedExchange({ status: 200, body });
    expect(await armDriver(exchange).list(target)).toMatchObject({ kind: "unavailable" });
  });

  test("a write that is answered so tells nothing of the object", async () => {
    const nothing = { status: 404, body: { error: { code: "ResourceNotFound", message: "none" } } };
    const answers = target === collectorTarget ? [nothing] : [];
    const { exchange } = scriptedExchange(...answers, { status: 201, body: { login: "please" } });
    expect(await armDriver(exchange).write(changeOf(target, "create", {}))).toMatchObject({
      kind: "done",
      observation: null,
    });
  });
});

test.each(strange)("a connection is not looked up from %s", async (_, body) => {
  const { exchange } = scriptedExchange({ status: 200, body });
  const call = {
    function: "migrate:getPrivateEndpointConnectionControllerPrivateEndpointConnection",
    apiVersion: "2020-01-01",
    provider,
    arguments: { resourceGroupName: "rg", migrateProjectName: "p", peConnectionName: "c" },
  };
  expect(await armDriver(exchange).lookup(call)).toMatchObject({ kind: "unavailable" });
});
