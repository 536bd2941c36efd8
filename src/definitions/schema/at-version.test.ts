import { expect, test } from "vitest";
import { roleManagementPolicyAssignment } from "../resources/role-management-policy-assignment.ts";
import { resourceAt } from "./at-version.ts";

test.each([
  ["2020-10-01-preview", false, 0, false],
  ["2020-10-01", true, 5, false],
  ["2024-02-01-preview", true, 6, false],
  ["2024-09-01-preview", true, 6, true],
])("%s has the fields that it knows", (version, hasRules, kinds, hasExceptions) => {
  const { effectiveRules } = resourceAt(roleManagementPolicyAssignment, version).outputs.properties;
  expect(effectiveRules !== undefined).toBe(hasRules);
  if (effectiveRules === undefined || !("items" in effectiveRules) || !("oneOf" in effectiveRules.items)) return;
  expect(effectiveRules.items.oneOf).toHaveLength(kinds);
  const fields = effectiveRules.items.oneOf.flatMap(({ properties }) => Object.keys(properties));
  expect(fields.includes("exceptionMembers")).toBe(hasExceptions);
});
