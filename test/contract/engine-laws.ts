import { describe, expect, test } from "vitest";
import type { Json, JsonObject } from "../../packages/base/json/json.ts";
import {
  client,
  clientPath,
  declared,
  plan,
  run,
  type TestDeployment,
  testDeployment,
  up,
} from "../../src/service/use-cases/deployment.fixture.ts";
import type { Deployment } from "../../src/service/use-cases/deployment.ts";
import { driftStack } from "../../src/service/use-cases/objects/drift-view.ts";

/** A declaration of one client, in the project of its provider. */
function oneClient(properties: JsonObject = {}, { project = "acme", options = {} as JsonObject } = {}) {
  const providers: Json = { google: { kind: "google", project } };
  return declared({ portal: { ...client(properties), options } }, { providers });
}

const none = declared({}, { providers: { google: { kind: "google", project: "acme" } } });

/**
 * What the engine promises first of all, in the fewest words, for a deployment of real store, drivers and local clouds.
 * `as` puts something else around it.
 */
export function engineLaws(as: (deployment: Deployment) => Deployment = (deployment) => deployment): void {
  const made = (): TestDeployment & { readonly whole: TestDeployment } => {
    const whole = testDeployment();
    return { ...whole, ...as(whole), whole };
  };

  describe("the engine", () => {
    test("records what the platform has answered, and gives that out", async () => {
      const world = made();
      await up(world, oneClient({ displayName: "One" }));
      await up(world, oneClient({ displayName: "Two" }));
      const { records } = await world.whole.store.readStack("dev");
      const { state, displayName } = await world.wire("GET", clientPath);
      expect(records.get("portal")?.outputs).toMatchObject({ state, displayName, id: clientPath.slice("v1/".length) });
    });

    test("reports what another hand has changed, and puts it back", async () => {
      const world = made();
      await up(world, oneClient({ displayName: "Ours" }));
      world.advance(600_000);
      await world.wire("PATCH", `${clientPath}?updateMask=displayName`, { displayName: "Theirs" });
      const { drift } = await driftStack("dev", world);
      expect(drift).toMatchObject([{ name: "portal", path: "/displayName", old: "Ours", new: "Theirs" }]);
      await up(world, oneClient({ displayName: "Ours" }));
      expect(await world.wire("GET", clientPath)).toMatchObject({ displayName: "Ours" });
    });

    test("removes nothing that is protected, by whatever step", async () => {
      const world = made();
      await up(world, oneClient({}, { options: { protect: true } }));
      world.advance(600_000);
      const refused = await run(world, await plan(world, none));
      expect(refused.problems).toMatchObject([{ code: "protected", address: "portal" }]);
      expect(await world.wire("GET", clientPath)).toMatchObject({ state: "ACTIVE" });
    });

    test("takes an object that its provider names otherwise for another one, and lets the old one go", async () => {
      const world = made();
      await up(world, oneClient());
      world.advance(600_000);
      await up(world, oneClient({}, { project: "other" }));
      expect(await world.wire("GET", clientPath.replace("acme", "other"))).toMatchObject({ state: "ACTIVE" });
      expect(await world.wire("GET", clientPath)).toMatchObject({ state: "DELETED" });
    });
  });
}
