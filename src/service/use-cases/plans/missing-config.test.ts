import { beforeEach, describe, expect, test } from "vitest";
import type { DeclarationText } from "../../../contract/documents/declarations.ts";
import { run, type TestDeployment, testDeployment } from "../deployment.fixture.ts";
import { planStack } from "./make-plans.ts";

let world: TestDeployment;
beforeEach(() => {
  world = testDeployment();
});

const entry = (name: string, description: string) => ({
  type: "connectors:EndpointAttachment",
  properties: {
    endpointAttachmentId: name,
    serviceAttachment: "projects/p/regions/r/serviceAttachments/s",
    description,
  },
});

/** What a declaration comes to: `size` has a default, and a program left `second` out without its own value. */
function declared(config: DeclarationText["config"], names: readonly string[], more: object = {}): DeclarationText {
  const resources = Object.fromEntries(names.map((name) => [name, entry(name, `$${"{config.size}"}`)]));
  const declaration = {
    name: "test",
    config: { size: { type: "string", default: "small" } },
    providers: { google: { kind: "google", project: "acme", region: "here" } },
    resources,
    ...more,
  };
  return { file: "plumb.yaml", text: JSON.stringify(declaration), config };
}

const planned = (declaration: DeclarationText, withoutConfig: readonly string[] = []) =>
  planStack({ stack: "dev", kind: "apply", declaration, refresh: true, withoutConfig }, world);
const codes = async (...given: Parameters<typeof planned>) =>
  (await planned(...given)).problems.map(({ code, severity }) => `${severity} ${code}`);

describe("a config value that the last run had and this one lacks", () => {
  beforeEach(async () => {
    await run(world, (await planned(declared({ size: "large" }, ["a", "b"]))).digest);
  });

  test("is named, where it falls back to its default and where nothing declares it any more", async () => {
    const { problems } = await planned(declared({}, ["a", "b"]));
    expect(problems).toMatchObject([{ code: "config-missing", severity: "warning", pointer: "/config/size" }]);
    const undeclared = declared({}, ["a", "b"], { config: { other: { type: "string", default: "x" } } });
    const text = undeclared.text.replaceAll("config.size", "config.other");
    expect(await codes({ ...undeclared, text })).toEqual(["warning config-missing"]);
  });

  test("refuses a plan that deletes", async () => {
    expect(await codes(declared({}, ["a"]))).toEqual(["warning config-missing", "error config-lost"]);
    const { digest } = await planned(declared({}, ["a"]));
    expect(await run(world, digest)).toMatchObject({ status: "refused" });
    expect((await world.writes()).toSorted()).toEqual(["create a", "create b"]);
  });

  test("is nothing to speak of where it is given, otherwise or by other means", async () => {
    expect(await codes(declared({ size: "small" }, ["a"]))).toEqual([]);
    const environment = { PLUMB_CONFIG_SIZE: "large" };
    world = { ...world, surroundings: { ...world.surroundings, environment } };
    expect(await codes(declared({}, ["a"]))).toEqual([]);
  });

  test("may go where that is said, and is missed no more", async () => {
    expect(await codes(declared({}, ["a"]), ["size"])).toEqual([]);
    const { digest } = await planned(declared({}, ["a"]), ["size"]);
    expect(await run(world, digest)).toMatchObject({ status: "done", delete: 1 });
    expect(await codes(declared({}, ["a"]))).toEqual([]);
  });
});

test("values that a program gives of its own are not missed", async () => {
  const hidden = { config: { "secret-1": { type: "string", secret: true } } };
  const first = declared({ "secret-1": "x" }, ["a", "b"], hidden);
  const text = first.text.replaceAll(`$${"{config.size}"}`, "x");
  await run(world, (await planned({ ...first, text, configFrom: { "secret-1": "program" } })).digest);
  expect(await codes(declared({}, ["a"]))).toEqual([]);
});

test("what a program leaves to its default has no value, whatever its declaration says of the key's source", async () => {
  const first = declared({ size: "large" }, ["a", "b"]);
  await run(world, (await planned({ ...first, configFrom: { size: "environment" } })).digest);
  const later = { ...declared({}, ["a"]), configFrom: { size: "environment" } as const };
  expect(await codes(later)).toEqual(["warning config-missing", "error config-lost"]);
});
