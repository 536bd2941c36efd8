import { beforeEach, expect, test } from "vitest";
import type { RunSummary } from "../doors/api/documents.ts";
import { declared, done, run, type TestDeployment, testDeployment, up } from "./deployment.fixture.ts";
import { planStack } from "./make-plans.ts";
import { planUndo } from "./undo.ts";

// What an undo did is undone like what any other run did.

let world: TestDeployment;
beforeEach(() => {
  world = testDeployment();
});

const undo = async (of: RunSummary) => done(await run(world, (await planUndo("dev", of.run, world)).digest));

test("an object that was taken over, changed, and let go again is taken over and changed again", async () => {
  const serviceAttachment = "projects/p/regions/r/serviceAttachments/s";
  const parent = "projects/acme/locations/here/endpointAttachments";
  const body = { serviceAttachment, description: "of others" };
  await world.wire("POST", `v1/${parent}?endpointAttachmentId=a`, body);
  const declaration = declared({
    a: {
      type: "connectors:EndpointAttachment",
      properties: { endpointAttachmentId: "a", serviceAttachment, description: "ours" },
      options: { import: `${parent}/a` },
    },
  });
  const takenOver = await up(world, declaration);
  const letGo = await undo(takenOver);
  expect(await world.wire("GET", `v1/${parent}/a`)).toMatchObject({ description: "of others" });
  const again = await undo(letGo);
  expect(await world.wire("GET", `v1/${parent}/a`)).toMatchObject({ description: "ours" });
  const view = await planStack({ stack: "dev", kind: "apply", declaration, refresh: true }, world);
  expect(view.steps.map(({ action }) => action)).toEqual(["same"]);
  // It was not made by us, so that it stays when this is undone too.
  await undo(again);
  expect(await world.wire("GET", `v1/${parent}/a`)).toMatchObject({ description: "of others" });
});
