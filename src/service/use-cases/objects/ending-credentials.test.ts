import { expect, test } from "vitest";
import { attachments, testDeployment } from "../deployment.fixture.ts";
import { planStack } from "../plans/make-plans.ts";

const minutes = 60_000;
const { text: oneAttachment } = attachments({ a: "one" });

async function warningsOf(endsIn: number | null, text = oneAttachment) {
  const world = testDeployment();
  const credentialEnd = async () => (endsIn === null ? null : { link: "TOKEN", at: world.clock.now() + endsIn });
  const declaration = { file: "plumb.yaml", text, config: {} };
  const request = { stack: "dev", kind: "apply", declaration, refresh: true } as const;
  const { problems } = await planStack(request, { ...world, credentialEnd });
  return problems.filter(({ code }) => code === "credential-ends");
}

test("a credential that ends before the longest operation is told of with the plan", async () => {
  expect(await warningsOf(29 * minutes)).toEqual([
    expect.objectContaining({
      severity: "warning",
      detail: expect.stringMatching(/`google` \(TOKEN\) .* 2026-01-01T00:29:00\.000Z .*`a` .* 30 min$/),
    }),
  ]);
});

test("one that ends after it, or is renewed, is not", async () => {
  expect(await warningsOf(31 * minutes)).toEqual([]);
  expect(await warningsOf(null)).toEqual([]);
});

test("the longest operation is as long as customTimeouts let it be", async () => {
  const slow = oneAttachment.replace(
    "    properties:",
    "    options: { customTimeouts: { create: 2h } }\n    properties:",
  );
  expect(await warningsOf(31 * minutes, slow)).toHaveLength(1);
});
