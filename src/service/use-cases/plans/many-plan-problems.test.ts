import { expect, test } from "vitest";
import { mostProblems } from "../../../../packages/base/problems/problem-limit.ts";
import { attachments, testDeployment, upAt } from "../deployment.fixture.ts";
import { planStack } from "./make-plans.ts";

test("a plan tells no more errors than a check does, and that there are more", async () => {
  const world = testDeployment();
  const names = Array.from({ length: 150 }, (_, number) => `a${number}`);
  const declaration = attachments(Object.fromEntries(names.map((name) => [name, "theirs"])));
  // What another stack has already, only the plan knows.
  await upAt("other", world, declaration);
  const { problems } = await planStack({ stack: "dev", kind: "apply", declaration, refresh: true }, world);
  expect(problems).toHaveLength(mostProblems + 1);
  expect(problems.at(0)?.code).toBe("claimed-twice");
  expect(problems.at(-1)).toMatchObject({ code: "more-problems", detail: expect.stringContaining("plan again") });
});
