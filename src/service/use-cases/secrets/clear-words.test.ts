import { describe, expect, test } from "vitest";
import { Rejection } from "../../rejection.ts";
import { declared, type TestDeployment, testDeployment, up } from "../deployment.fixture.ts";
import { planStack } from "../plans/make-plans.ts";
import { importState } from "../state/edit-state.ts";
import { exportState } from "../state/export-state.ts";
import { gateway } from "../undo/undo-world.fixture.ts";

// What people read says what they wrote, once, and how to go on.

const planned = (declaration: ReturnType<typeof declared>, world: TestDeployment) =>
  planStack({ stack: "dev", kind: "apply", declaration, refresh: true }, world);

describe("a number that can't be kept as it is written is told once", () => {
  const head = "name: test\nproviders:\n  google: { kind: google, project: acme, region: here }\n";
  test.each([
    ["a default", "config:\n  size: { type: number, default: 1e999 }\n"],
    ["a default that is not exact", "config:\n  size: { type: integer, default: 9007199254740993 }\n"],
    ["a default of text", "config:\n  size: { type: boolean, default: 1e999 }\n"],
    [
      "a label",
      "resources:\n  a:\n    type: connectors:EndpointAttachment\n" +
        "    properties: { endpointAttachmentId: a, serviceAttachment: projects/p/regions/r/serviceAttachments/s, " +
        "labels: 1e999 }\n",
    ],
  ])("%s", async (_, text) => {
    const declaration = { file: "plumb.yaml", text: `${head}${text}`, config: {} };
    const refused = await planned(declaration, testDeployment()).catch((cause: unknown) => cause);
    if (!(refused instanceof Rejection)) throw new Error("not refused");
    expect(refused.problems.map(({ code }) => code)).toEqual(["wrong-type"]);
  });
});

test("a changed time limit is shown as declarations write it", async () => {
  const world = testDeployment();
  const limited = (limit: string) =>
    declared({ a: gateway("one", {}, { customTimeouts: { create: limit, delete: "90s" } }) });
  await up(world, limited("5m"));
  const { options } = await planned(limited("2h"), world);
  expect(options).toMatchObject([
    { option: "customTimeouts", old: { create: "5m", delete: "90s" }, new: { create: "2h", delete: "90s" } },
  ]);
});

test("what stands after an older state was imported names the way to take it over", async () => {
  const world = testDeployment();
  await up(world, declared({ a: gateway("one") }));
  const older = JSON.parse(JSON.stringify(await exportState("dev", world)));
  await up(world, declared({ a: gateway("two") }));
  await importState("dev", older, true, world);
  const { problems } = await planned(declared({ a: gateway("two") }), world);
  expect(problems).toContainEqual(
    expect.objectContaining({
      code: "already-exists",
      detail: expect.stringMatching(/`plumb state rm a`.*`plumb import connectors:EndpointAttachment a ".*\/two"`/),
    }),
  );
});
