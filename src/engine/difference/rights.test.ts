import { expect, test } from "vitest";
import type { JsonObject } from "../../../packages/base/json/json.ts";
import { rightsChange } from "./rights.ts";

const grants = { who: "member", what: "role", when: "condition" };
const ada = { name: "r", member: "user:ada", role: "viewer", condition: null };
const right = { who: "user:ada", what: "viewer" };

test("a grant that comes, goes or stays", () => {
  expect(rightsChange(grants, undefined, ada)).toEqual({ gains: [right], loses: [] });
  expect(rightsChange(grants, ada, undefined)).toEqual({ gains: [], loses: [right] });
  expect(rightsChange(grants, ada, { ...ada, name: "s" })).toBeUndefined();
});

test("a role, a member or a condition that changes is lost and gained", () => {
  const when = { title: "t", expression: "e" };
  expect(rightsChange(grants, ada, { ...ada, role: "admin" })).toEqual({
    gains: [{ ...right, what: "admin" }],
    loses: [right],
  });
  expect(rightsChange(grants, { ...ada, condition: when }, ada)).toEqual({
    gains: [right],
    loses: [{ ...right, when }],
  });
});

test("what describes a condition grants nothing; what decides it changes the right", () => {
  const decided = { ...grants, decides: "expression" };
  const under = (when: JsonObject) => ({ ...ada, condition: when });
  const when = { title: "t", expression: "e", description: "for the move" };
  expect(rightsChange(decided, under(when), under({ ...when, description: "for moves" }))).toBeUndefined();
  const other = { ...when, expression: "f" };
  expect(rightsChange(decided, under(when), under(other))).toEqual({
    gains: [{ ...right, when: other }],
    loses: [{ ...right, when }],
  });
  expect(rightsChange(decided, under(when), ada)).toEqual({ gains: [right], loses: [{ ...right, when }] });
});

test("a member that only the run can tell", () => {
  expect(rightsChange(grants, undefined, { ...ada, member: { $unknown: "x" } })?.gains).toEqual([
    { ...right, who: "(known after apply)" },
  ]);
});
