import { expect, test } from "vitest";
import type { PlanView } from "../../../contract/documents/plans/plan.ts";
import { samplePlan } from "../../cli-context.fixture.ts";
import { painter } from "../paint.ts";
import { renderPart } from "./render-part.ts";

const plain = { paint: painter(false), width: 100, whole: false };
const included: PlanView["included"] = [{ name: "door", neededBy: "portal" }];

test("what a target needs, and what leans on it, is told the right way round", () => {
  expect(renderPart(samplePlan({ included }), plain)).toEqual([
    "Done as well, since a target needs it:",
    "  door  needed by portal",
    "",
  ]);
  expect(renderPart(samplePlan({ kind: "destroy", included }), plain)).toEqual([
    "Deleted as well, since it leans on a target:",
    "  door  leans on portal",
    "",
  ]);
});
