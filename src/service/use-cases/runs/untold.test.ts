import { expect, test } from "vitest";
import type { JsonObject } from "../../../../packages/base/json/json.ts";
import type { DeclarationText } from "../../../contract/documents/declarations.ts";
import { problemsOf } from "../declarations/read-and-check.ts";
import { declared, plan, run, testDeployment, up } from "../deployment.fixture.ts";
import { planStack } from "../plans/make-plans.ts";

const attachment = (name: string, properties: JsonObject) => ({
  type: "connectors:EndpointAttachment",
  properties: {
    endpointAttachmentId: name,
    serviceAttachment: "projects/p/regions/r/serviceAttachments/s",
    ...properties,
  },
});

/** Three attachments: the second's description is what a program computes, the third leans on the second. */
function stack(description: string | null, more: JsonObject = {}): DeclarationText {
  const place = "/resources/second/properties/description";
  return declared(
    {
      first: attachment("first", {}),
      second: attachment("second", { description, ...more }),
      third: attachment("third", { description: "beside ${second.description}" }),
    },
    description === null ? { unknown: { [place]: "computed from `first.endpointIp`" } } : {},
  );
}

test("what a program can't tell yet is deferred with all that leans on it, and decided by its next declaration", async () => {
  const world = testDeployment();
  const request = { stack: "dev", kind: "apply" as const, refresh: true };
  const view = await planStack({ ...request, declaration: stack(null) }, world);
  expect(view.problems).toEqual([]);
  expect(view.steps.map(({ name, action }) => `${action} ${name}`)).toEqual(["create first"]);
  expect(view.deferred).toEqual([
    { name: "second", why: expect.stringContaining("`first.endpointIp`") },
    { name: "third", why: expect.stringContaining(" second ") },
  ]);
  expect(await run(world, view.digest)).toMatchObject({ status: "done", create: 1, problems: [] });
  expect(await up(world, stack("at 10.0.0.1"))).toMatchObject({ status: "done", create: 2 });
  // Nothing is removed because a later round can't tell it, and nothing is written with a hole.
  const again = await planStack({ ...request, declaration: stack(null, { labels: { a: "b" } }) }, world);
  expect(again.steps.map(({ name, action }) => `${action} ${name}`)).toEqual(["same first"]);
  expect(again.deferred.map(({ name }) => name)).toEqual(["second", "third"]);
  const whole = await planStack({ ...request, declaration: stack("at 10.0.0.1") }, world);
  expect(whole.steps.map(({ action }) => action)).toEqual(["same", "same", "same"]);
});

test("an untold output keeps its former value", async () => {
  const world = testDeployment();
  const text = (value: string | null): DeclarationText =>
    declared(
      { first: attachment("first", {}) },
      { outputs: { value }, ...(value === null ? { unknown: { "/outputs/value": "later" } } : {}) },
    );
  expect(await up(world, text(null))).toMatchObject({ status: "done", outputs: {} });
  expect(await up(world, text("known"))).toMatchObject({ outputs: { value: "known" } });
  expect(await run(world, await plan(world, text(null)))).toMatchObject({ outputs: { value: "known" } });
});

test("the rest of such a declaration is checked as ever, and the section has a form", async () => {
  const world = testDeployment();
  const wrong = await problemsOf(stack(null, { labels: 1 }), world);
  expect(wrong.map(({ code, pointer }) => [code, pointer])).toEqual([
    ["wrong-type", "/resources/second/properties/labels"],
  ]);
  const misshapen = await problemsOf(declared({}, { unknown: { nowhere: 1 } }), world);
  expect(misshapen.map(({ code, pointer }) => [code, pointer])).toEqual([["wrong-type", "/unknown/nowhere"]]);
});
