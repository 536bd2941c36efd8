import { beforeEach, describe, expect, test } from "vitest";
import type { JsonObject } from "../../../../packages/base/json/json.ts";
import type { DeclarationText } from "../../../contract/documents/declarations.ts";
import type { PlanView } from "../../../contract/documents/plans/plan.ts";
import { client, declared, done, run, type TestDeployment, testDeployment, up } from "../deployment.fixture.ts";
import { planStack } from "./make-plans.ts";

let world: TestDeployment;
beforeEach(() => {
  world = testDeployment();
});

const portal = (options: JsonObject, properties: JsonObject = {}): DeclarationText =>
  declared({ portal: { ...client(properties), options } });

const shown = (declaration: DeclarationText, kind: "apply" | "destroy" = "apply"): Promise<PlanView> =>
  planStack({ stack: "dev", kind, declaration, refresh: true }, world);

const refusals = ({ problems }: PlanView) =>
  problems.filter(({ severity }) => severity === "error").map(({ code, address, detail }) => [code, address, detail]);

const elsewhere = { oauthClientId: "front-door" };

describe("protect counts where it is declared in the same edit as the removal", () => {
  beforeEach(() => up(world, portal({})));

  test("a replacement", async () => {
    const view = await shown(portal({ protect: true }, elsewhere));
    expect(refusals(view)).toEqual([
      ["protected", "portal", expect.stringMatching(/^`portal` .*`protect: true`.* oauthClientId /)],
    ]);
    expect(await run(world, view.digest)).toMatchObject({ status: "refused" });
    expect(await world.writes()).toEqual(["create web-portal"]);
  });

  test("another type under the name", async () => {
    const other = declared({ portal: { ...attachment, options: { protect: true } } });
    expect(refusals(await shown(other)).map(([code]) => code)).toEqual(["protected"]);
  });

  test("a destroy", async () => {
    expect(refusals(await shown(portal({ protect: true }), "destroy"))).toEqual([
      ["protected", "portal", expect.stringMatching(/ `plumb destroy --keep-protected` removes the others$/)],
    ]);
  });
});

describe("protect counts where it is recorded", () => {
  beforeEach(() => up(world, portal({ protect: true })));

  test("lifting it and replacing takes two edits, and the refusal says so", async () => {
    expect(refusals(await shown(portal({ protect: false }, elsewhere)))).toEqual([
      ["protected", "portal", expect.stringMatching(/^`portal` .* oauthClientId .*`protect: false` .*`plumb up` /)],
    ]);
    await up(world, portal({ protect: false }));
    await up(world, portal({ protect: false }, elsewhere));
    expect(await world.writes()).toEqual(["create web-portal", "create front-door", "delete web-portal"]);
  });
});

const attachment: JsonObject = {
  type: "connectors:EndpointAttachment",
  properties: { endpointAttachmentId: "gate", serviceAttachment: "projects/p/regions/r/serviceAttachments/s" },
};

describe("the wish to keep an object counts where it is declared in the same edit as the removal", () => {
  beforeEach(() => up(world, portal({})));

  test.each([{ retainOnDelete: true }, { onDestroy: "retain" }])("a replacement: %o", async (options) => {
    const view = await shown(portal(options, elsewhere));
    expect(view.steps.map(({ action, superseded }) => [action, superseded])).toEqual([
      ["replace", undefined],
      ["retain", true],
    ]);
    done(await run(world, view.digest));
    expect(await world.writes()).toEqual(["create web-portal", "create front-door"]);
  });

  test("another type under the name", async () => {
    await up(world, declared({ portal: { ...attachment, options: { retainOnDelete: true } } }));
    expect(await world.writes()).toEqual(["create web-portal", "create gate"]);
  });

  test("a destroy", async () => {
    done(await run(world, (await shown(portal({ retainOnDelete: true }), "destroy")).digest));
    expect(await world.writes()).toEqual(["create web-portal"]);
  });

  test("what is to be kept can't be made anew under its own identifier", async () => {
    await up(world, declared({ gate: attachment, portal: client() }));
    const properties = { ...(attachment["properties"] as JsonObject), description: "two" };
    const options = { retainOnDelete: true, replaceOnChanges: ["description"] };
    const view = await shown(declared({ portal: client(), gate: { ...attachment, properties, options } }));
    expect(refusals(view).map(([code]) => code)).toEqual(["already-exists"]);
  });
});

test("a wish that was recorded counts until a run has lifted it", async () => {
  await up(world, portal({ retainOnDelete: true }));
  await up(world, portal({}, elsewhere));
  expect(await world.writes()).toEqual(["create web-portal", "create front-door"]);
});

test("refusals are told by name, whatever the order in which the objects were made", async () => {
  const kept = (id: string, ...dependsOn: string[]) => ({
    ...client({ oauthClientId: id }),
    options: { protect: true, dependsOn },
  });
  await up(world, declared({ aa: kept("aa-client", "zz"), mm: kept("mm-client", "zz"), zz: kept("zz-client") }));
  const addresses = refusals(await shown(declared({}))).map(([, address]) => address);
  expect(addresses).toEqual(["aa", "mm", "zz"]);
});
