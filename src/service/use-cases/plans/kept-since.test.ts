import { expect, test } from "vitest";
import type { JsonObject } from "../../../../packages/base/json/json.ts";
import { declared, testDeployment, up } from "../deployment.fixture.ts";
import { errorsIn, gateway, member, rolePolicy, seenIn, setting, undone } from "../undo/undo-world.fixture.ts";
import { planUndo } from "./make-plans.ts";

// What is recorded or declared to be kept is minded wherever an object would go.

test("a share is replaced, and not kept, in the edit that declares it to be kept", async () => {
  const world = testDeployment();
  const options = { replaceOnChanges: ["role"] };
  await up(world, declared({ m: member("res-one", {}, options) }));
  await up(world, declared({ m: member("res-one", { role: "roles/x" }, { ...options, retainOnDelete: true }) }));
  expect(await seenIn(world).grants("res-one")).toEqual(["roles/x group:ops@acme.example"]);
});

test("an undo leaves what a later run has declared to be kept", async () => {
  const world = testDeployment();
  const all = (options: JsonObject) =>
    declared({
      e: gateway("gw-e", {}, options),
      g: setting("RESTRICT_TOKENS_AND_JOB_RUN_AS", options),
      k: gateway("gw-k"),
      m: member("res-one", {}, options),
    });
  await up(world, declared({ k: gateway("gw-k") }));
  const making = await up(world, all({}));
  await up(world, all({ retainOnDelete: true }));
  expect(errorsIn(await planUndo("dev", making.run, world))).toEqual([]);
  await undone(world, making);
  expect(await seenIn(world).status()).toBe("RESTRICT_TOKENS_AND_JOB_RUN_AS");
  expect(await seenIn(world).grants("res-one")).toEqual(["roles/compute.viewer group:ops@acme.example"]);
  expect(await seenIn(world).described("gw-e")).toBe("");
});

test("a former object is kept where its name is declared to be kept, be it that its type keeps objects anyway", async () => {
  const kept = testDeployment();
  await up(kept, declared({ it: gateway("gw-e") }));
  await up(kept, declared({ it: rolePolicy("a", { retainOnDelete: true }) }));
  expect(await seenIn(kept).described("gw-e")).toBe("");
  const plain = testDeployment();
  await up(plain, declared({ it: gateway("gw-e") }));
  await up(plain, declared({ it: rolePolicy("a") }));
  expect(await seenIn(plain).described("gw-e")).toBeNull();
});
