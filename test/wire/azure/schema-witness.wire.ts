import { describe, expect, test } from "vitest";
import type { Json, JsonObject } from "../../../src/base/json.ts";
import { readExamples } from "./example-file.ts";
import { contradictions } from "./schema-witness.ts";

const examples = readExamples();

function answerOf(version: string, name: string): { readonly path: string; readonly body: JsonObject } {
  const example = examples.find((each) => each.version === version && each.name === name);
  return { path: example?.path.slice(1) ?? "", body: (example?.responses["200"]?.body ?? {}) as JsonObject };
}

const collector = answerOf("2019-10-01", "ServerCollectors_Get");
const policy = answerOf("2020-10-01", "GetRoleManagementPolicyByName");
const rule: JsonObject = { id: "r", ruleType: "RoleManagementPolicyExpirationRule", isExpirationRequired: true };
const rulesOf = (...rules: readonly Json[]): JsonObject => ({ properties: { rules } });

describe("an answer is told from one that the description does not allow", () => {
  test.each<[string, string, string, number, Json | undefined, RegExp]>([
    ["a member that is not described", collector.path, "2019-10-01", 200, { ...collector.body, color: "red" }, /color/],
    [
      "a member of another version",
      collector.path,
      "2019-10-01",
      200,
      { ...collector.body, systemData: {} },
      /systemData/,
    ],
    ["another type", collector.path, "2019-10-01", 200, { ...collector.body, name: 1 }, /must be string/],
    ["a status that is not described", collector.path, "2019-10-01", 202, collector.body, /no such status/],
    ["no body", collector.path, "2019-10-01", 200, undefined, /there was none/],
    ["a path that is not described", `${collector.path}/more`, "2019-10-01", 200, {}, /no such operation/],
    ["an error of another shape", collector.path, "2019-10-01", 404, { message: "no" }, /message/],
    ["no value of an enumeration", policy.path, "2020-10-01", 200, rulesOf({ ...rule, ruleType: "Other" }), /allowed/],
    [
      "a rule with a member of another kind",
      policy.path,
      "2020-10-01",
      200,
      rulesOf({ ...rule, setting: {} }),
      /setting/,
    ],
    [
      "a rule with a member of later",
      policy.path,
      "2024-02-01-preview",
      200,
      rulesOf({ ...rule, exceptionMembers: [] }),
      /exceptionMembers/,
    ],
    ["no kind of a rule", policy.path, "2020-10-01", 200, rulesOf({ id: "r" }), /ruleType/],
    [
      "no time",
      collector.path,
      "2019-10-01",
      200,
      { properties: { agentProperties: { lastHeartbeatUtc: "soon" } } },
      /date-time/,
    ],
  ])("%s", (_, path, version, status, body, complaint) => {
    const told = contradictions({ method: "GET", path, version, status, body });
    expect(told.join("\n")).toMatch(complaint);
  });
});

test("the documented answers pass", () => {
  for (const [version, { path, body }] of [
    ["2019-10-01", collector],
    ["2020-10-01", policy],
  ] as const) {
    expect(contradictions({ method: "GET", path, version, status: 200, body })).toEqual([]);
  }
  expect(
    contradictions({
      method: "GET",
      path: policy.path,
      version: "2024-09-01-preview",
      status: 200,
      body: rulesOf({ ...rule, exceptionMembers: [] }),
    }),
  ).toEqual([]);
});
