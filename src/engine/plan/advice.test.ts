import { expect, test } from "vitest";
import type { Json } from "../../../packages/base/json/json.ts";
import { restrictWorkspaceAdmins } from "../../definitions/resources/restrict-workspace-admins.ts";
import { strictnessAdvice } from "./advice.ts";

const setting = (status?: Json) => ({ restrictWorkspaceAdmins: status === undefined ? {} : { status } });
const [strict, wide] = ["RESTRICT_TOKENS_AND_JOB_RUN_AS", "ALLOW_ALL"];

test.each<[string, Json | undefined, Json | undefined, string | undefined]>([
  ["to a wider value", strict, wide, `goes from ${strict} to ${wide}`],
  ["to a stricter value", wide, strict, undefined],
  [
    "from a value that nobody knows here",
    "RESTRICT_EVERYTHING_V2",
    wide,
    `goes from RESTRICT_EVERYTHING_V2 to ${wide}`,
  ],
  ["to a value that nobody knows here", strict, "RESTRICT_EVERYTHING_V2", undefined],
  ["from no value, which is as wide as can be", undefined, wide, undefined],
  ["from a secret", { $secret: "s1" }, wide, `goes from (secret) to ${wide}`],
  ["to no value", strict, undefined, `goes from ${strict} to ${wide}`],
])("%s", (_, from, to, said) => {
  const advice = strictnessAdvice("guardrail", restrictWorkspaceAdmins, setting(from), setting(to));
  const told = `\`restrictWorkspaceAdmins.status\` ${said}`;
  expect(advice.map(({ detail }) => detail)).toEqual(said === undefined ? [] : [told]);
});

test("a deletion leads to the widest value", () => {
  const advice = strictnessAdvice("guardrail", restrictWorkspaceAdmins, setting("RESTRICT_EVERYTHING_V2"), null);
  expect(advice).toMatchObject([
    { detail: `\`restrictWorkspaceAdmins.status\` goes from RESTRICT_EVERYTHING_V2 to ${wide}` },
  ]);
});
