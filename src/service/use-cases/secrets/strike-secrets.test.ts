import { expect, test } from "vitest";
import { declared, testDeployment, up } from "../deployment.fixture.ts";
import { driftStack } from "../objects/drift-view.ts";
import { planStack } from "../plans/make-plans.ts";
import { gateway } from "../undo/undo-world.fixture.ts";

// Another hand may write a secret of the stack where nothing is secret.

const path = "v1/projects/acme/locations/here/endpointAttachments";

const secretText = "correct-horse";
const declaration = {
  ...declared(
    {
      vault: gateway("vault", { description: "${config.key}" }),
      open: gateway("open", { description: "ours" }),
    },
    { config: { key: { type: "string", secret: true } } },
  ),
  config: { key: secretText },
};

async function withSecret() {
  const world = testDeployment();
  await up(world, declaration);
  await world.wire("PATCH", `${path}/open?updateMask=description`, { description: `the key is ${secretText}, ask us` });
  return world;
}

test("drift tells no secret of the stack that another hand wrote into an open text", async () => {
  const world = await withSecret();
  const view = await driftStack("dev", world);
  expect(view.drift).toMatchObject([{ name: "open", old: "ours", new: "the key is (secret), ask us" }]);
  expect(JSON.stringify(view)).not.toContain(secretText);
});

test("nor does a plan, which still puts the text back", async () => {
  const world = await withSecret();
  const view = await planStack({ stack: "dev", kind: "apply", declaration, refresh: true }, world);
  expect(view.steps).toContainEqual(
    expect.objectContaining({
      ...{ name: "open", action: "update" },
      fields: [expect.objectContaining({ old: "the key is (secret), ask us", new: "ours" })],
    }),
  );
  expect(JSON.stringify(view)).not.toContain(secretText);
  const leaving = { stack: "dev", kind: "destroy", declaration: null, refresh: true } as const;
  expect(JSON.stringify(await planStack(leaving, world))).not.toContain(secretText);
});

test("nor does either tell the value that a secret had before", async () => {
  const world = await withSecret();
  await up(world, { ...declaration, config: { key: "battery-staple" } });
  const said = `it was ${secretText}, and is battery-staple`;
  await world.wire("PATCH", `${path}/open?updateMask=description`, { description: said });
  const view = await driftStack("dev", world);
  expect(view.drift).toMatchObject([{ name: "open", new: "it was (secret), and is (secret)" }]);
  const request = { stack: "dev", kind: "apply", declaration, refresh: true } as const;
  expect(JSON.stringify(await planStack(request, world))).not.toContain(secretText);
});
