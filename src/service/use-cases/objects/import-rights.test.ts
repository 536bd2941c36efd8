import { expect, test } from "vitest";
import type { Authority } from "../../access/authority.ts";
import { attachments, testDeployment } from "../deployment.fixture.ts";
import { planOfKind } from "../plans/plan-of-kind.ts";
import { listResources } from "../state/state-rows.fixture.ts";
import { importObjects } from "./import-objects.ts";

test("who may not import an object neither imports it nor gets a plan that anybody could run", async () => {
  const world = testDeployment();
  await world.wire("POST", "v1/projects/acme/locations/here/endpointAttachments?endpointAttachmentId=a", {
    serviceAttachment: "projects/p/regions/r/serviceAttachments/s",
  });
  const authority: Authority = {
    ...world.authority,
    decide: (action, subject) =>
      action === "resource:import" && subject.resource?.type === "connectors:EndpointAttachment"
        ? { kind: "denied", why: "not yours", policies: ["none"] }
        : { kind: "allowed" },
  };
  const limited = { ...world, authority };
  const entries = [{ type: "connectors:EndpointAttachment", name: "a", id: "here/a", provider: null }];
  const request = { stack: "dev", entries, declaration: attachments({}) };
  await expect(importObjects(request, limited)).rejects.toMatchObject({ problems: [{ code: "not-permitted" }] });
  const plan = await planOfKind({ kind: "import", ...request }, limited);
  expect(plan.problems).toMatchObject([{ code: "not-permitted", address: "a", severity: "error" }]);
  expect(await listResources("dev", world)).toEqual([]);
  expect(await importObjects(request, world)).toHaveLength(1);
});
