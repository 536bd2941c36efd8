import { expect, test } from "vitest";
import { mostProblems } from "../../../../packages/base/problems/problem-limit.ts";
import { declared, testDeployment } from "../../deployment.fixture.ts";
import { planStack } from "./make-plans.ts";

test("a plan tells no more errors than a check does, and that there are more", async () => {
  const attachment = {
    type: "connectors:EndpointAttachment",
    properties: {
      endpointAttachmentId: "one",
      location: "here",
      serviceAttachment: "projects/p/regions/r/serviceAttachments/s",
    },
  };
  // Providers of their own, so that only the plan knows that all lead to one platform.
  const numbers = Array.from({ length: 150 }, (_, number) => number);
  const resources = Object.fromEntries(
    numbers.map((number) => [`a${number}`, { ...attachment, options: { provider: `p${number}` } }]),
  );
  const providers = Object.fromEntries(
    numbers.map((number) => [`p${number}`, { kind: "google", project: "acme", region: `r${number}` }]),
  );
  const { problems } = await planStack(
    { stack: "dev", kind: "apply", declaration: declared(resources, { providers }), refresh: true },
    testDeployment(),
  );
  expect(problems).toHaveLength(mostProblems + 1);
  expect(problems.at(0)?.code).toBe("claimed-twice");
  expect(problems.at(-1)).toMatchObject({ code: "more-problems", detail: expect.stringContaining("plan again") });
});
