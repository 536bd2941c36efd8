import { beforeEach, describe, expect, test } from "vitest";
import type { JsonObject } from "../../../../packages/base/json/json.ts";
import type { DeclarationText } from "../../../contract/documents/declarations.ts";
import {
  attachments,
  client,
  clientPath,
  declared,
  done,
  plan,
  run,
  type TestDeployment,
  testDeployment,
  up,
} from "../deployment.fixture.ts";
import { driftStack } from "../objects/drift-view.ts";
import { listRuns } from "../runs/runs-of-stack.ts";
import { showGraph, showResource } from "../state/show-state.ts";
import { listResources } from "../state/state-rows.fixture.ts";
import { planStack, planUndo } from "./make-plans.ts";

let world: TestDeployment;
beforeEach(() => {
  world = testDeployment();
});

const names = async () => (await listResources("dev", world)).map(({ name }) => name);

const steps = async (declaration: DeclarationText) =>
  (await planStack({ stack: "dev", kind: "apply", declaration, refresh: true }, world)).steps.flatMap(
    ({ name, action, movedFrom }) => (action === "same" ? [] : [[name, action, movedFrom]]),
  );

const portal = (options: JsonObject = {}, properties: JsonObject = {}): JsonObject => ({
  ...client(properties),
  options,
});

describe("moves", () => {
  const old = declared({ portal: portal() });
  const renamed = declared({ front: portal({ aliases: ["portal"] }) });

  test("uid and generation stay: what was made under the old name is updated under the new one", async () => {
    await up(world, old);
    const before = (await world.store.readStack("dev")).records.get("portal");
    await up(world, renamed);
    const after = (await world.store.readStack("dev")).records.get("front");
    expect(after).toEqual({ ...before, address: "front" });
    expect(await world.store.claims([])).toEqual([]);
  });

  test("the claim follows: another stack is told the new name", async () => {
    await up(world, old);
    await up(world, renamed);
    const view = await planStack({ stack: "other", kind: "apply", declaration: old, refresh: true }, world);
    const said = view.problems.filter(({ code }) => code === "claimed-twice").map(({ detail }) => detail);
    expect(said[0]).toContain("`front` of stack `dev`");
  });

  test("a step that fails takes no move back, and the next plan goes on from there", async () => {
    await up(world, declared({ portal: portal(), gate: gate("gate") }));
    const changed = declared({
      front: portal({ aliases: ["portal"] }, { displayName: "Front" }),
      door: gate("gate", "door"),
    });
    const digest = await plan(world, changed);
    // Somebody else deletes the object in between, so that its update fails.
    await world.wire("DELETE", clientPath);
    expect(await run(world, digest)).toMatchObject({ status: "failed" });
    expect((await names()).toSorted()).toEqual(["door", "front"]);
    expect((await steps(changed)).map(([name, action]) => [name, action])).toEqual([["front", "undelete"]]);
    await up(world, changed);
    expect(await steps(changed)).toEqual([]);
  });

  test("an older plan of the old name is refused after the move", async () => {
    await up(world, old);
    const stale = await plan(world, declared({ portal: portal({}, { displayName: "Portal" }) }));
    await up(world, renamed);
    expect(await run(world, stale)).toMatchObject({ status: "refused", problems: [{ code: "stale-plan" }] });
  });

  test("undo moves back, without a call", async () => {
    await up(world, declared({ portal: portal(), gate: gate("gate", "gate", { dependsOn: ["portal"] }) }));
    const moved = await up(
      world,
      declared({
        front: portal({ aliases: ["portal"] }),
        gate: gate("gate", "gate", { dependsOn: ["front"] }),
      }),
    );
    const written = await world.writes();
    const view = await planUndo("dev", moved.run, world);
    expect(view.steps.map(({ name, action, movedFrom }) => [name, action, movedFrom])).toEqual([
      ["gate", "same", undefined],
      ["portal", "move", "front"],
    ]);
    done(await run(world, view.digest));
    expect((await names()).toSorted()).toEqual(["gate", "portal"]);
    expect((await showResource("dev", "gate", world)).dependsOn).toEqual(["portal"]);
    expect(await world.writes()).toEqual(written);
  });

  test("a run that only moves is a run with a change", async () => {
    await up(world, old);
    expect(await steps(renamed)).toEqual([["front", "move", "portal"]]);
    const { run: id } = await up(world, renamed);
    expect((await listRuns("dev", world)).find((row) => row.run === id)).toMatchObject({ changes: 1, status: "done" });
  });

  test("what refers to a renamed resource is read while planning, as before", async () => {
    const withGet = (name: string) =>
      declared({
        [name]: portal(),
        seen: { type: "iam:OAuthClient", get: { id: `\${${name}.id}` } },
      });
    await up(world, withGet("portal"));
    const view = await planStack({ stack: "dev", kind: "apply", declaration: withGet("front"), refresh: true }, world);
    expect(view.steps.map(({ name, action, done: isDone }) => [name, action, isDone])).toEqual([
      ["front", "move", undefined],
      ["seen", "read", true],
    ]);
  });
});

function gate(id: string, description = "", options: JsonObject = {}): JsonObject {
  return {
    type: "connectors:EndpointAttachment",
    properties: {
      endpointAttachmentId: id,
      serviceAttachment: "projects/p/regions/r/serviceAttachments/s",
      ...(description === "" ? {} : { description }),
    },
    options,
  };
}

describe("onDrift", () => {
  const drifts = async () => (await driftStack("dev", world)).drift.map(({ class: kind, path }) => [kind, path]);

  test.each([
    ["warn", [["out-of-band", "/displayName"]]],
    ["ignore", []],
  ])("%s: what drift tells", async (onDrift, expected) => {
    await up(world, declared({ portal: portal({ onDrift }, { displayName: "Portal" }) }));
    await world.wire("PATCH", `${clientPath}?updateMask=displayName`, { displayName: "Hacked" });
    expect(await drifts()).toEqual(expected);
  });

  test("warn: a secret that is left is not told, nor its marker", async () => {
    const config = { name: { secret: true, default: "hushed" } };
    const declaration = declared(
      { portal: portal({ onDrift: "warn" }, { displayName: "${config.name}" }) },
      { config },
    );
    await up(world, declaration);
    await world.wire("PATCH", `${clientPath}?updateMask=displayName`, { displayName: "Hacked" });
    const { problems } = await planStack({ stack: "dev", kind: "apply", declaration, refresh: true }, world);
    expect(problems.map(({ detail }) => detail)).toEqual([
      "`displayName` is (secret) and was declared (secret); it is left so",
    ]);
  });

  test("ignore: what is gone is told all the same", async () => {
    await up(world, declared({ portal: portal({ onDrift: "ignore" }) }));
    await world.wire("DELETE", clientPath);
    expect(await drifts()).toEqual([["gone", ""]]);
  });

  test("what is left is not recorded as declared: it can still be put back", async () => {
    const of = (onDrift: string, description: string) =>
      declared({ portal: portal({ onDrift }, { displayName: "Portal", description }) });
    await up(world, of("ignore", "one"));
    await world.wire("PATCH", `${clientPath}?updateMask=displayName`, { displayName: "Hacked" });
    await up(world, of("ignore", "two"));
    const { inputs, outputs } = await showResource("dev", "portal", world);
    expect([inputs["displayName"], outputs["displayName"]]).toEqual(["Portal", "Hacked"]);
    await up(world, of("enforce", "two"));
    expect((await showResource("dev", "portal", world)).outputs["displayName"]).toBe("Portal");
  });
});

test("the graph shows who is grouped under whom; a parent is no edge", async () => {
  const { text } = attachments({ a: "one", b: "two" });
  const grouped = `${text}    options: { parent: a }\n`;
  expect(await showGraph({ file: "plumb.yaml", text: grouped, config: {} }, world)).toEqual({
    nodes: [
      {
        name: "a",
        kind: "resource",
        type: "connectors:EndpointAttachment",
        span: expect.objectContaining({ line: 5 }),
      },
      { name: "b", kind: "resource", type: "connectors:EndpointAttachment", parent: "a", span: expect.anything() },
    ],
    edges: [],
  });
});

test("what is retained can't be replaced under its own identifier: told before anything is called", async () => {
  const of = (description: string) =>
    declared({ gate: gate("gate", description, { retainOnDelete: true, replaceOnChanges: ["description"] }) });
  await up(world, of("one"));
  const view = await planStack({ stack: "dev", kind: "apply", declaration: of("two"), refresh: true }, world);
  expect(view.problems).toMatchObject([{ code: "already-exists", address: "gate" }]);
  expect(await run(world, view.digest)).toMatchObject({ status: "refused" });
  expect(await world.writes()).toEqual(["create gate"]);
});

test("what an object's declaration leaves alone stays so when a run is taken back that did not touch the object", async () => {
  const ignored = portal({ ignoreChanges: ["displayName"] }, { displayName: "Portal" });
  await up(world, declared({ portal: ignored }));
  await up(world, declared({ portal: ignored, gate: gate("gate") }));
  await world.wire("PATCH", `${clientPath}?updateMask=displayName`, { displayName: "By hand" });
  const { run: last = "" } = (await listRuns("dev", world))[0] ?? {};
  const undo = await planUndo("dev", last, world);
  expect(undo.summary).toMatchObject({ update: 0, delete: 1 });
  done(await run(world, undo.digest));
  expect(await world.wire("GET", clientPath)).toMatchObject({ displayName: "By hand" });
  expect((await world.store.readStack("dev")).records.get("portal")?.options.ignoreChanges).toEqual(["displayName"]);
});

test("names that are exchanged are told as such: both objects are the stack's own", async () => {
  const attached = (id: string) => ({
    type: "connectors:EndpointAttachment",
    properties: { endpointAttachmentId: id, serviceAttachment: "projects/p/regions/r/serviceAttachments/s" },
  });
  await up(world, declared({ a: attached("one"), b: attached("two") }));
  const exchanged = declared({ a: attached("two"), b: attached("one") });
  const view = await planStack({ stack: "dev", kind: "apply", declaration: exchanged, refresh: true }, world);
  expect(view.problems.map(({ code, address }) => `${code} ${address}`)).toEqual([
    "claimed-twice a",
    "claimed-twice b",
  ]);
});
