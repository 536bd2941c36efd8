import { beforeEach, describe, expect, test } from "vitest";
import type { DeclarationText } from "../../../contract/documents/declarations.ts";
import { keepDeclaration } from "../declarations/declarations.ts";
import { attachments, planAt, type TestDeployment, testDeployment, upAt } from "../deployment.fixture.ts";
import { importObjects } from "../objects/import-objects.ts";
import { planOfKind } from "../plans/plan-of-kind.ts";

let world: TestDeployment;
beforeEach(() => {
  world = testDeployment();
});

/** The same declaration, of another project. */
function of(project: string, declaration: DeclarationText): DeclarationText {
  return { ...declaration, text: declaration.text.replace("name: test", `name: ${project}`) };
}

const refused = { problems: [{ code: "other-project" }] };
const entries = [{ type: "connectors:EndpointAttachment", name: "x", id: "here/x", provider: null }];

describe("another project's declaration on a stack", () => {
  beforeEach(async () => {
    await upAt("test/dev", world, attachments({ a: "one" }));
  });

  test("is refused, and nothing of the first project's is deleted", async () => {
    await expect(upAt("test/dev", world, of("billing", attachments({ b: "two" })))).rejects.toMatchObject(refused);
    expect(await world.writes()).toEqual(["create a"]);
  });

  test("is refused whatever it is given for", async () => {
    const declaration = of("billing", attachments({ a: "one" }));
    const imported = { stack: "test/dev", entries, declaration };
    await expect(planOfKind({ kind: "import", ...imported }, world)).rejects.toMatchObject(refused);
    await expect(importObjects(imported, world)).rejects.toMatchObject(refused);
    await expect(keepDeclaration("test/dev", declaration, { kind: "anything" }, world)).rejects.toMatchObject(refused);
  });

  test("is no other when only what it declares has changed", async () => {
    await upAt("test/dev", world, attachments({ a: "two", b: "one" }));
    expect((await world.writes()).toSorted()).toEqual(["create a", "create b", "update a"]);
  });
});

test("stacks of two projects have equal short names, and each takes its own project's declaration only", async () => {
  await upAt("test/dev", world, attachments({ a: "one" }));
  await upAt("billing/dev", world, of("billing", attachments({ b: "two" })));
  await expect(planAt("billing/dev", world, attachments({ c: "one" }))).rejects.toMatchObject(refused);
  expect((await world.writes()).toSorted()).toEqual(["create a", "create b"]);
});

test("the first declaration of a stack is of its project as well", async () => {
  await expect(planAt("test/dev", world, of("billing", attachments({ a: "one" })))).rejects.toMatchObject(refused);
  await upAt("test/dev", world, attachments({ a: "one" }));
  expect(await world.writes()).toEqual(["create a"]);
});
