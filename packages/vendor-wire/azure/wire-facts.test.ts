import { describe, expect, test } from "vitest";
import { formatAssignmentName, parseAssignmentName } from "./assignment-name.ts";
import { factoryRules, ruleKinds } from "./policy-rules.ts";
import { formatRoleFilter, parseRoleFilter } from "./role-filter.ts";
import { plainScope, sameScope } from "./scope.ts";

describe("factory rules", () => {
  test("are 17 with ids of their own that say caller and level", () => {
    expect(new Set(factoryRules.map((rule) => rule["id"])).size).toBe(17);
    for (const { id, target } of factoryRules) {
      const { caller, level } = target as { caller: string; level: string };
      expect(id).toMatch(new RegExp(`_${caller}_${level}$`));
    }
  });

  test("are whole rules of the five documented kinds", () => {
    for (const rule of factoryRules) {
      const fields = ruleKinds[String(rule["ruleType"])] ?? ["a kind that is not listed"];
      expect(Object.keys(rule)).toEqual(expect.arrayContaining(["id", "target", ...fields]));
    }
    expect(new Set(factoryRules.map((rule) => rule["ruleType"])).size).toBe(5);
  });
});

test.each([
  ["/subscriptions/s", "subscriptions/s"],
  ["providers/Microsoft.Subscription/subscriptions/s/", "subscriptions/s"],
  ["/PROVIDERS/microsoft.subscription/Subscriptions/s", "Subscriptions/s"],
  ["providers/Microsoft.Management/managementGroups/m", "providers/Microsoft.Management/managementGroups/m"],
])("the scope %s is plainly %s", (scope, plain) => {
  expect(plainScope(scope)).toBe(plain);
  expect(sameScope(scope, plain.toUpperCase())).toBe(true);
});

test("an assignment's name has two halves", () => {
  const halves = { policyGuid: "p-1", roleGuid: "r-2" };
  expect(parseAssignmentName(formatAssignmentName(halves))).toEqual(halves);
  for (const name of ["p-1", "p_r_x", "_r", "p_", ""]) expect(parseAssignmentName(name)).toBeUndefined();
});

test("a role filter is read as it was written, quotes and all", () => {
  const id = "/subscriptions/it's/providers/Microsoft.Authorization/roleDefinitions/r";
  expect(parseRoleFilter(formatRoleFilter(id))).toBe(id);
  expect(parseRoleFilter("asTarget()")).toBeUndefined();
  expect(parseRoleFilter("roleDefinitionId eq 'a' or true")).toBeUndefined();
});
