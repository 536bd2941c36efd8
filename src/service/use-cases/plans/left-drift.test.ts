import { beforeEach, describe, expect, test } from "vitest";
import type { JsonObject } from "../../../../packages/base/json/json.ts";
import type { DeclarationText } from "../../../contract/documents/declarations.ts";
import {
  changedByHand,
  client,
  declared,
  done,
  type TestDeployment,
  testDeployment,
  up,
} from "../deployment.fixture.ts";
import { driftStack } from "../objects/drift-view.ts";
import { resumeRun } from "../runs/run-events.fixture.ts";
import { listRuns } from "../runs/runs-of-stack.ts";
import { showOutputs } from "../stacks/show-outputs.ts";
import { gateway } from "../undo/undo-world.fixture.ts";
import { planStack } from "./make-plans.ts";

// What is made from a value that others have changed, and that `onDrift` leaves as it is: it tells what stands.

let world: TestDeployment;
/** The end of the id of what the process dies at, once. */
let fatal: string | null = null;
beforeEach(() => {
  world = testDeployment({
    around: (driver) => ({
      ...driver,
      write: (change, signal) => {
        if (fatal === null || !change.target.id.endsWith(fatal)) return driver.write(change, signal);
        fatal = null;
        throw new Error("the process died");
      },
    }),
  });
});

const planned = (declaration: DeclarationText) =>
  planStack({ stack: "dev", kind: "apply", declaration, refresh: true }, world);
const drift = async () => (await driftStack("dev", world)).drift.map(({ path, new: is }) => [path, is]);
const place = "v1/projects/acme/locations/here/endpointAttachments/one";
const byHand = (to: JsonObject) => changedByHand(world, place, to);

describe.each(["warn", "ignore"])("onDrift: %s", (onDrift) => {
  const left = (more: JsonObject) =>
    declared(
      { it: gateway("one", { description: "ours" }, { onDrift }), ...more },
      { outputs: { text: "${it.description}" } },
    );

  test("an output tells what the plan promises, and the next plan changes none", async () => {
    await up(world, left({}));
    await byHand({ description: "theirs" });
    const next = left({ other: gateway("two") });
    expect((await planned(next)).outputs).toMatchObject([{ name: "text", old: "ours", new: "theirs" }]);
    await up(world, next);
    expect(await showOutputs("dev", world)).toEqual({ text: "theirs" });
    expect((await planned(next)).outputs).toEqual([]);
  });

  test("so does one of an object that gets another name", async () => {
    const named = (name: string, aliases: readonly string[]) => {
      const it = gateway("one", { description: "ours" }, { onDrift, aliases: [...aliases] });
      return declared({ [name]: it }, { outputs: { text: `\${${name}.description}` } });
    };
    await up(world, named("it", []));
    await byHand({ description: "theirs" });
    const next = named("that", ["it"]);
    expect((await planned(next)).steps).toMatchObject([{ action: "move" }]);
    await up(world, next);
    expect(await showOutputs("dev", world)).toEqual({ text: "theirs" });
    expect((await planned(next)).outputs).toEqual([]);
  });

  test("what waits for another object is made from it as well, and the next plan is empty", async () => {
    await up(world, left({}));
    await byHand({ description: "theirs" });
    const next = left({
      other: gateway("two"),
      both: gateway("three", { description: "${it.description} at ${other.endpointIp}" }),
    });
    await up(world, next);
    const { steps } = await planned(next);
    expect(steps.map(({ action }) => action)).toEqual(["same", "same", "same"]);
  });

  test("so it is where the object is written, and another process takes the run up after that", async () => {
    const labelled = (team: string, more: JsonObject) => {
      const it = gateway("one", { description: "ours", labels: { team } }, { onDrift });
      return declared({ it, ...more }, { outputs: { text: "${it.description}" } });
    };
    await up(world, labelled("a", {}));
    await byHand({ description: "theirs" });
    const next = labelled("b", {
      other: gateway("two", {}, { dependsOn: ["it"] }),
      both: gateway("three", { description: "${it.description} at ${other.endpointIp}" }),
    });
    fatal = "/two";
    await expect(up(world, next)).rejects.toThrow("the process died");
    const [{ run = "" } = {}] = await listRuns("dev", world);
    const events = resumeRun({ stack: "dev", run, parallel: 4 }, world, AbortSignal.any([]));
    for await (const event of events) if (event.event === "summary") done(event);
    expect(await showOutputs("dev", world)).toEqual({ text: "theirs" });
    const { steps, outputs } = await planned(next);
    expect([steps.map(({ action }) => action), outputs]).toEqual([["same", "same", "same"], []]);
  });

  test("so it is where the object turns out to need no call", async () => {
    const stateOf = (oauthClientId: string) => {
      const it = gateway("one", { description: "is ${portal.state}", labels: { team: "ours" } }, { onDrift });
      return declared({ it, portal: client({ oauthClientId }) }, { outputs: { text: "${it.labels.team}" } });
    };
    await up(world, stateOf("portal-one"));
    await byHand({ labels: { team: "theirs" } });
    const before = await drift();
    await up(world, stateOf("portal-two"));
    expect(await drift()).toEqual(before);
    expect(await showOutputs("dev", world)).toEqual({ text: "theirs" });
    expect((await planned(stateOf("portal-two"))).outputs).toEqual([]);
  });
});
