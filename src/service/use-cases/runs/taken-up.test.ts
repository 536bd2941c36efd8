import { beforeEach, describe, expect, test } from "vitest";
import type { JsonObject } from "../../../../packages/base/json/json.ts";
import type { DeclarationText } from "../../../contract/documents/declarations.ts";
import type { Driver, Target } from "../../../engine/ports/driver.ts";
import { client, declared, done, run, type TestDeployment, testDeployment, up } from "../deployment.fixture.ts";
import { planStack } from "../plans/make-plans.ts";

/** Calls of the drivers: what was asked, under which principal, in which interface version. */
let calls: string[] = [];
let world: TestDeployment;
beforeEach(() => {
  calls = [];
  world = testDeployment({ around: noting });
});

function noting(driver: Driver): Driver {
  const note = (what: string, { provider, apiVersion }: Target) =>
    calls.push(`${what} ${String(provider.config["localPrincipal"])} ${apiVersion}`);
  return {
    ...driver,
    read: (target, signal) => {
      note("read", target);
      return driver.read(target, signal);
    },
    list: (target, signal) => {
      note("list", target);
      return driver.list(target, signal);
    },
    write: (change, signal) => {
      note(change.operation, change.target);
      return driver.write(change, signal);
    },
  };
}

const under = (localPrincipal: string, resources: JsonObject): DeclarationText =>
  declared(resources, {
    providers: {
      google: { kind: "google", project: "acme", region: "here", zone: "here-b", localPrincipal },
      azure: { kind: "azure", subscriptionId: "s-1" },
    },
  });

const shown = (declaration: DeclarationText, kind: "apply" | "destroy" = "apply") =>
  planStack({ stack: "dev", kind, declaration, refresh: true }, world);

const recorded = async (name: string) => (await world.store.readStack("dev")).records.get(name);

const before = { portal: client() };

/** What is shown beside two texts that differ. */
const asText = { difference: { hunks: [expect.objectContaining({ kind: "text", path: "" })] } };

describe("a changed provider configuration", () => {
  beforeEach(async () => {
    await up(world, under("old@acme.example", before));
    calls = [];
  });

  test("is shown, and the record takes it without a call that writes", async () => {
    const view = await shown(under("new@acme.example", before));
    expect(view.options).toEqual([
      {
        ...{ name: "portal", option: "provider.localPrincipal", old: "old@acme.example", new: "new@acme.example" },
        ...asText,
      },
    ]);
    expect(view.summary.same).toBe(1);
    const written = await world.writes();
    done(await run(world, view.digest));
    expect(await world.writes()).toEqual(written);
    expect((await recorded("portal"))?.provider.config["localPrincipal"]).toBe("new@acme.example");
    expect((await shown(under("new@acme.example", before))).options).toEqual([]);
  });

  test("is read with, and what leaves the declaration is removed with it", async () => {
    await up(world, under("new@acme.example", {}));
    expect(calls.filter((call) => call.includes("old@"))).toEqual([]);
    expect(calls.filter((call) => call.startsWith("delete"))).toEqual(["delete new@acme.example v1"]);
  });

  test("is what a destroy goes by", async () => {
    done(await run(world, (await shown(under("new@acme.example", before), "destroy")).digest));
    expect(calls.filter((call) => call.includes("old@"))).toEqual([]);
  });

  test("is what the old object of a replacement goes by", async () => {
    await up(world, under("new@acme.example", { portal: client({ oauthClientId: "front-door" }) }));
    expect(calls.filter((call) => call.includes("old@"))).toEqual([]);
  });
});

test("an object whose provider is declared no longer goes by the recorded one", async () => {
  await up(world, under("old@acme.example", before));
  calls = [];
  const without = declared({}, { providers: { azure: { kind: "azure", subscriptionId: "s-1" } } });
  await up(world, without);
  expect(calls.filter((call) => call.startsWith("delete"))).toEqual(["delete old@acme.example v1"]);
});

test("a changed interface version is shown, read with and recorded, without a call that writes", async () => {
  const scope = "/subscriptions/s-1";
  const roleDefinitionId = `${scope}/providers/Microsoft.Authorization/roleDefinitions/b24988ac-6180-42a0-ab88-20f7382dd24c`;
  const rules = (version: string) =>
    declared({
      rules: {
        type: `authorization:RoleManagementPolicyAssignment${version}`,
        properties: { scope, roleDefinitionId },
      },
    });
  await up(world, rules(""));
  const preview = "2024-09-01-preview";
  const view = await shown(rules(`@${preview}`));
  expect(view.options).toEqual([{ name: "rules", option: "version", old: "2020-10-01", new: preview, ...asText }]);
  expect(view.steps.map(({ action }) => action)).toEqual(["same"]);
  const written = await world.writes();
  calls = [];
  done(await run(world, view.digest));
  expect(await world.writes()).toEqual(written);
  expect((await recorded("rules"))?.apiVersion).toBe(preview);
  const again = await shown(rules(`@${preview}`));
  expect(again.options).toEqual([]);
  expect(calls.filter((call) => call.startsWith("read"))).toEqual([`read undefined ${preview}`]);
});

describe("changes of options", () => {
  const portal = (options: JsonObject, properties: JsonObject = {}) =>
    declared({ portal: { ...client(properties), options } });

  test("are shown where nothing else changes, counted beside the object that stays, and recorded", async () => {
    await up(world, portal({ customTimeouts: { create: "5m" } }));
    const view = await shown(portal({ protect: true, ignoreChanges: ["displayName"] }));
    expect(view.options).toEqual([
      {
        ...{ name: "portal", option: "protect", old: false, new: true },
        difference: { hunks: [{ kind: "value", path: "", old: false, new: true }] },
      },
      { name: "portal", option: "customTimeouts", old: { create: "5m" } },
      { name: "portal", option: "ignoreChanges", new: ["displayName"] },
    ]);
    expect(view.summary).toMatchObject({ same: 1, update: 0 });
    done(await run(world, view.digest));
    expect((await shown(portal({ protect: true, ignoreChanges: ["displayName"] }))).options).toEqual([]);
  });

  test("are shown beside a step of the resource", async () => {
    await up(world, portal({}));
    const view = await shown(portal({ onDestroy: "retain" }, { displayName: "Portal" }));
    expect(view.options).toEqual([{ name: "portal", option: "onDestroy", old: "delete", new: "retain", ...asText }]);
    expect(view.steps.map(({ action }) => action)).toEqual(["update"]);
  });

  test("are none where a resource is new, leaves the declaration or is another type's", async () => {
    expect((await shown(portal({ protect: true }))).options).toEqual([]);
    await up(world, portal({}));
    expect((await shown(declared({}))).options).toEqual([]);
  });
});
