import { expect, test } from "vitest";
import { mostProblems } from "../../../packages/base/problems/problem-limit.ts";
import { declared, testDeployment } from "../deployment.fixture.ts";
import { planStack } from "./make-plans.ts";

test("a plan tells no more errors than a check does, and that there are more", async () => {
  const attachment = {
    type: "connectors:EndpointAttachment",
    properties: { endpointAttachmentId: "one", serviceAttachment: "projects/p/regions/r/serviceAttachments/s" },
  };
  const resources = Object.fromEntries(Array.from({ length: 150 }, (_, number) => [`a${number}`, attachment]));
  const { problems } = await planStack(
    { stack: "dev", kind: "apply", declaration: declared(resources), refresh: true },
    testDeployment(),
  );
  expect(problems).toHaveLength(mostProblems + 1);
  expect(problems.at(0)?.code).toBe("claimed-twice");
  expect(problems.at(-1)).toMatchObject({ code: "more-problems", detail: expect.stringContaining("plan again") });
});
