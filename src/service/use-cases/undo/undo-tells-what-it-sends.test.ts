import { beforeEach, expect, test } from "vitest";
import type { PlanView } from "../../../contract/documents/plans/plan.ts";
import {
  changedByHand,
  client,
  clientPath,
  declared,
  destroyed,
  type TestDeployment,
  testDeployment,
  up,
} from "../deployment.fixture.ts";
import { gateway, seenIn, setting, undone } from "./undo-world.fixture.ts";

// The plan of an undo shows the values that it sends or brings back: those that stood, where another hand had set them.

let world: TestDeployment;
beforeEach(() => {
  world = testDeployment();
});

const evil = "https://evil.example/cb";
const good = "https://portal.acme.example/callback";
const gatePath = (id: string) => `v1/projects/acme/locations/here/endpointAttachments/${id}`;

const fieldsOf = ({ steps }: PlanView, name: string, action: string) =>
  Object.fromEntries(
    (steps.find((step) => step.name === name && step.action === action)?.fields ?? []).map((field) => [
      field.path,
      field.new,
    ]),
  );

const gainersOf = ({ steps }: PlanView) => steps.flatMap(({ rights }) => rights?.gains.map(({ who }) => who) ?? []);

test("what is made anew is shown as it stood, and sent so", async () => {
  await up(world, declared({ e: gateway("e", { description: "ours" }) }));
  await changedByHand(world, gatePath("e"), {
    description: "a stranger's",
    serviceAttachment: "projects/evil/regions/r/serviceAttachments/s",
  });
  const { view } = await undone(world, await destroyed(world));
  const shown = fieldsOf(view, "e", "create");
  expect(shown).toMatchObject({
    "/description": "a stranger's",
    "/serviceAttachment": "projects/evil/regions/r/serviceAttachments/s",
  });
  const seen = await world.wire("GET", gatePath("e"));
  expect([seen["description"], seen["serviceAttachment"]]).toEqual([
    "a stranger's",
    "projects/evil/regions/r/serviceAttachments/s",
  ]);
});

test("what is replaced back over drift is shown as it stood, and sent so", async () => {
  await up(world, declared({ e: gateway("one", { description: "ours" }) }));
  await changedByHand(world, gatePath("one"), { description: "a stranger's" });
  const replacing = await up(world, declared({ e: gateway("two", { description: "ours" }) }));
  const { view } = await undone(world, replacing);
  const back = view.steps.find(({ name, superseded }) => name === "e" && superseded !== true);
  const description = back?.fields.find(({ path }) => path === "/description");
  expect(description).toMatchObject({ old: "ours", new: "a stranger's" });
  expect((await world.wire("GET", gatePath("one")))["description"]).toBe("a stranger's");
});

test("what is undeleted is shown with what others had set, and with who gains by that", async () => {
  await up(world, declared({ portal: client() }));
  await changedByHand(world, clientPath, { disabled: true, allowedRedirectUris: [good, evil] });
  const { view } = await undone(world, await destroyed(world));
  expect(fieldsOf(view, "portal", "undelete")).toEqual({ "/disabled": true, "/allowedRedirectUris": [good, evil] });
  expect(gainersOf(view)).toContain(evil);
  const seen = await world.wire("GET", clientPath);
  expect([seen["disabled"], seen["allowedRedirectUris"]]).toEqual([true, [good, evil]]);
});

test("who gains by what an undo puts back is told by its plan", async () => {
  const declaration = declared({ portal: client() });
  await up(world, declaration);
  await changedByHand(world, clientPath, { allowedRedirectUris: [good, evil] });
  const { view } = await undone(world, await up(world, declaration));
  expect(gainersOf(view)).toEqual([evil]);
});

test("what the undo of an undo brings back is told whole", async () => {
  const declaration = declared({ portal: client() });
  await up(world, declaration);
  await changedByHand(world, clientPath, { allowedRedirectUris: [good, evil, "https://more.example/cb"] });
  const { summary } = await undone(world, await up(world, declaration));
  const { summary: second } = await undone(world, summary);
  expect((await world.wire("GET", clientPath))["allowedRedirectUris"]).toEqual([good]);
  const { view } = await undone(world, second);
  expect(gainersOf(view).sort()).toEqual([evil, "https://more.example/cb"]);
});

test("a guard that an undo lowers again is warned of", async () => {
  const declaration = declared({ guardrail: setting("RESTRICT_TOKENS_AND_JOB_RUN_AS") });
  await up(world, declaration);
  await seenIn(world).setStatus("ALLOW_ALL");
  const { view } = await undone(world, await up(world, declaration));
  expect(await seenIn(world).status()).toBe("ALLOW_ALL");
  expect(view.problems.map(({ code }) => code)).toContain("widens-rights");
  expect(gainersOf(view).length).toBeGreaterThan(0);
});
