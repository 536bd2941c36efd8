import { expect, test } from "vitest";
import { roles } from "../../../contract/roles.ts";
import { shippedPolicies, shippedSchema } from "../access.fixture.ts";

// A role is one step of a ladder, which the policies write out: its place in the schema, what it permits, and to what
// it
// limits a token. This holds them against the list of roles.

const textOf = (name: string) => shippedPolicies.find(({ file }) => file.endsWith(`/${name}`))?.text ?? "";
const found = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map((match) => match.slice(1));

test("each role includes the one before it", () => {
  const steps = found(shippedSchema.text, /^ {2}action (\w+)(?: in \[(\w+)\])?;$/gm);
  const ladder = ["anyone", ...roles];
  expect(steps).toEqual(ladder.map((role, index) => [role, ladder[index + 1]]));
});

test("each role permits what takes it", () => {
  const permits = found(
    textOf("roles.cedar"),
    /permit \(\s*principal in Plumbline::Role::"(\w+)",\s*action in Plumbline::Action::"(\w+)",\s*resource\s*\);/g,
  );
  expect(permits).toEqual(roles.map((role) => [role, role]));
});

test("a token that is limited to a role does nothing that takes more; the greatest limits nothing", () => {
  const limits = found(
    textOf("token-scope.cedar"),
    /when \{ principal has scope && principal\.scope\.role == "(\w+)" \}\s*unless \{ action in Plumbline::Action::"(\w+)" \};/g,
  );
  expect(limits).toEqual(roles.slice(0, -1).map((role) => [role, role]));
});
