import { expect, test } from "vitest";
import type { JsonObject } from "../../../../packages/base/json/json.ts";
import type { Authority } from "../../access/authority.ts";
import { declared, testDeployment } from "../deployment.fixture.ts";
import { planOfKind } from "./plan-of-kind.ts";

const type = "connectors:EndpointAttachment";
const gate = { endpointAttachmentId: "gate", serviceAttachment: "projects/p/regions/r/serviceAttachments/s" };

test("whoever decides about a step is told what it writes, and what only the run tells is said to be that", async () => {
  const world = testDeployment();
  const asked: (Readonly<Record<string, string>> | undefined)[] = [];
  const authority: Authority = {
    ...world.authority,
    decide: (_action, { resource }) => {
      if (resource !== undefined) asked.push(resource.values);
      return resource?.values?.["labels"] === '{"public":"yes"}'
        ? { kind: "denied", why: "nothing is public here", policies: ["none"] }
        : { kind: "allowed" };
    },
  };
  const resources: JsonObject = {
    gate: { type, properties: { ...gate, labels: { public: "yes" } } },
    other: { type, properties: { ...gate, endpointAttachmentId: "other", description: `at ${"$"}{gate.endpointIp}` } },
  };
  const plan = await planOfKind(
    { kind: "apply", stack: "dev", declaration: declared(resources), refresh: true },
    { ...world, authority },
  );
  expect(plan.problems).toMatchObject([{ code: "not-permitted", address: "gate", severity: "error" }]);
  expect(asked).toMatchObject([
    { endpointAttachmentId: "gate", labels: '{"public":"yes"}' },
    { endpointAttachmentId: "other", description: "(not known)" },
  ]);
});
