import { expect, test } from "vitest";
import { testDeployment } from "../deployment.fixture.ts";
import { showType } from "./show-types.ts";

const type = "authorization:RoleManagementPolicyAssignment";

test("a type is shown as the version has it that is asked for", () => {
  const world = testDeployment();
  expect(showType(type, world)).toMatchObject({ type, version: "2020-10-01" });
  expect(showType(`${type}@2024-09-01-preview`, world)).toMatchObject({
    type,
    version: "2024-09-01-preview",
    versions: { default: "2020-10-01" },
  });
});

test("a version that there is not is refused", () => {
  expect(() => showType(`${type}@2019-01-01`, testDeployment())).toThrow(/no interface version `2019-01-01`/);
});
