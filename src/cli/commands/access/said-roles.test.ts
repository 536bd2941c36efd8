import { expect, test } from "vitest";
import { roles } from "../../../contract/roles.ts";
import { roleGrant } from "./role-grant.ts";
import { tokenCreate } from "./token-create.ts";

const said = `${roles.slice(0, -1).join(", ")} or ${roles.at(-1)}`;

test("the help of a command that takes a role names them all", () => {
  expect(roleGrant.description).toContain(said);
  expect(tokenCreate.options.find(({ name }) => name === "role")?.summary).toContain(said);
});
