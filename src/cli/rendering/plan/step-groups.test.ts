import { expect, test } from "vitest";
import { problem } from "../../../../packages/base/problems/problem.ts";
import type { StepView } from "../../../contract/documents/plans/steps.ts";
import { samplePlan } from "../../cli-context.fixture.ts";
import { stepGroups } from "./step-groups.ts";

const step = (name: string, action: StepView["action"], more: Partial<StepView> = {}): StepView => ({
  ...{ needs: [], name, type: "t:T", action, fields: [], warnings: [] },
  ...more,
});
const field = (rank?: "guard-removed" | "rights-changed") => ({
  ...{ path: "/x", old: 1, new: 2, reason: "declared" as const, replace: false },
  ...(rank === undefined ? {} : { rank }),
});

test("steps stand by what hurts, each once, and what widens rights is a group of its own", () => {
  const steps = [
    step("n10", "create", { rights: { gains: [{ who: "a", what: "b" }], loses: [] } }),
    step("n9", "create"),
    step("seen", "read"),
    step("plain", "update", { fields: [field("rights-changed")] }),
    step("imported", "import"),
    step("guard", "update", { fields: [field(), field("guard-removed")] }),
    step("gains", "update", { rights: { gains: [{ who: "a", what: "b" }], loses: [] } }),
    step("loses", "update", { rights: { gains: [], loses: [{ who: "a", what: "b" }] } }),
    step("warned", "update"),
    step("other", "replace"),
    step("beside", "replace", { keepsOld: true }),
    step("former", "delete", { superseded: true }),
    step("moved", "update", { rights: { gains: [{ who: "a", what: "b" }], loses: [] } }),
    step("moved", "delete", { superseded: true, rights: { gains: [], loses: [{ who: "a", what: "b" }] } }),
    step("fails", "update", { blocked: true, fields: [field("guard-removed")] }),
  ];
  const problems = [problem("widens-rights", "it does", { address: "warned" })];
  const groups = stepGroups(
    steps.map((each) => ({ step: each, lines: [] })),
    samplePlan({ steps, problems }),
  );
  expect(groups.map(({ title, isRisky, blocks }) => [title, isRisky, blocks.map((each) => each.step.name)])).toEqual([
    ["Will fail", true, ["fails"]],
    ["Removed or replaced", true, ["former", "moved", "moved", "other"]],
    ["Widens rights", true, ["gains", "guard", "warned"]],
    ["Changed", false, ["imported", "loses", "plain"]],
    ["Created", false, ["beside", "n9", "n10"]],
    ["Read", false, ["seen"]],
  ]);
});
