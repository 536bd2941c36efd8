import { beforeEach, describe, expect, test } from "vitest";
import type { JsonObject } from "../../../../packages/base/json/json.ts";
import type { RunSummary } from "../../../contract/documents/runs/run-events.ts";
import { declared, done, run, type TestDeployment, testDeployment, up } from "../deployment.fixture.ts";
import { planStack, planUndo } from "../plans/make-plans.ts";
import { showOutputs } from "../stacks/show-outputs.ts";
import { refreshStack } from "../state/refresh-stack.ts";
import { showResource } from "../state/show-state.ts";

// An object that an undo makes anew gets new values from its platform. What was made from the former ones gets the new
// ones.

let world: TestDeployment;
beforeEach(() => {
  world = testDeployment();
});

const attachment = (id: string, properties: JsonObject): JsonObject => ({
  type: "connectors:EndpointAttachment",
  properties: {
    endpointAttachmentId: id,
    serviceAttachment: "projects/p/regions/r/serviceAttachments/s",
    ...properties,
  },
});

const stack = (location: string) =>
  declared(
    {
      gateway: attachment("gateway", { location }),
      alone: attachment("alone", { description: "${gateway.endpointIp}" }),
      text: attachment("text", { description: "at ${gateway.endpointIp}, or so" }),
    },
    { outputs: { ip: "${gateway.endpointIp}", url: "http://${gateway.endpointIp}/", fixed: "always" } },
  );

const ip = async () => String((await showResource("dev", "gateway", world)).outputs["endpointIp"]);
const description = async (name: string) =>
  (await world.wire("GET", `v1/projects/acme/locations/here/endpointAttachments/${name}`))["description"];

async function undo(of: RunSummary) {
  const view = await planUndo("dev", of.run, world);
  expect(view.problems.filter(({ severity }) => severity === "error")).toEqual([]);
  done(await run(world, view.digest));
  return view;
}

async function isAsIt() {
  const real = await ip();
  expect(await description("alone")).toBe(real);
  expect(await description("text")).toBe(`at ${real}, or so`);
  expect(await showOutputs("dev", world)).toEqual({ ip: real, url: `http://${real}/`, fixed: "always" });
  const again = await planStack({ stack: "dev", kind: "apply", declaration: stack("here"), refresh: true }, world);
  expect(again.steps.filter(({ action }) => action !== "same")).toEqual([]);
  expect(again.outputs).toEqual([]);
}

test("after the undo of a replacement", async () => {
  await up(world, stack("here"));
  const former = await ip();
  const replaced = await up(world, stack("there"));
  const view = await undo(replaced);
  expect(await ip()).not.toBe(former);
  expect(JSON.stringify([view.steps.filter(({ name }) => name !== "gateway"), view.outputs])).not.toContain(
    `"new":"${former}"`,
  );
  await isAsIt();
});

test("after the undo of a destroy", async () => {
  await up(world, stack("here"));
  const former = await ip();
  const plan = await planStack({ stack: "dev", kind: "destroy", declaration: null, refresh: true }, world);
  const destroyed = done(await run(world, plan.digest));
  await undo(destroyed);
  expect(await ip()).not.toBe(former);
  await isAsIt();
});

test("after the undo of an undo, too", async () => {
  await up(world, stack("here"));
  const replaced = await up(world, stack("there"));
  const undone = done(await run(world, (await planUndo("dev", replaced.run, world)).digest));
  done(await run(world, (await planUndo("dev", undone.run, world)).digest));
  const real = await ip();
  expect(await description("alone")).toBe(real);
  expect(await showOutputs("dev", world)).toEqual({ ip: real, url: `http://${real}/`, fixed: "always" });
});

describe("a former value that came from an object which a later run has replaced", () => {
  const leaning = (location: string, description: string) =>
    declared({ gateway: attachment("gateway", { location }), text: attachment("text", { description }) });

  test("is put back with the value that the object has now", async () => {
    await up(world, leaning("here", "at ${gateway.endpointIp}, or so"));
    const former = await ip();
    const changing = await up(world, leaning("here", "nowhere"));
    await up(world, leaning("there", "nowhere"));
    expect(await ip()).not.toBe(former);
    await undo(changing);
    expect(await description("text")).toBe(`at ${await ip()}, or so`);
  });

  test("and an object that is made anew has it too", async () => {
    await up(world, leaning("here", "at ${gateway.endpointIp}, or so"));
    const removing = await up(world, declared({ gateway: attachment("gateway", { location: "here" }) }));
    await up(world, declared({ gateway: attachment("gateway", { location: "there" }) }));
    await undo(removing);
    expect(await description("text")).toBe(`at ${await ip()}, or so`);
  });
});

test("what leans on an object that is made anew, and shows no value of it, is told to go back as text", async () => {
  const port = (location: string, description: string) =>
    declared({
      gateway: attachment("gateway", { location }),
      text: attachment("text", { description }),
    });
  // A part of the address only.
  await up(world, port("here", "${gateway.endpointIp.split('.')[3]}"));
  const plan = await planStack({ stack: "dev", kind: "destroy", declaration: null, refresh: true }, world);
  const destroyed = done(await run(world, plan.digest));
  const told = (await undo(destroyed)).problems.filter(({ code }) => code === "put-back-as-text");
  expect(told).toMatchObject([{ severity: "warning", address: "text" }]);
  expect(told[0]?.detail).toContain("`description`");
});

test("a field in which no value of what is made anew is found is told, also beside one in which there is", async () => {
  const described = (location: string, description: string, properties: JsonObject) =>
    declared({
      gateway: attachment("gateway", { location }),
      text: attachment("text", { description, ...properties }),
    });
  const declaration = described("here", "${gateway.endpointIp}", {
    location: "r${gateway.endpointIp.split('.')[3]}",
  });
  await up(world, declaration);
  const plan = await planStack({ stack: "dev", kind: "destroy", declaration: null, refresh: true }, world);
  const destroyed = done(await run(world, plan.digest));
  const view = await planUndo("dev", destroyed.run, world);
  const told = view.problems.filter(({ code }) => code === "put-back-as-text");
  expect(told).toMatchObject([{ severity: "warning", address: "text" }]);
  expect(told[0]?.detail).toContain("`gateway`");
  expect(told[0]?.detail).toContain("`location`");
  expect(told[0]?.detail).not.toContain("`description`");
});

describe("after the undo of a run that only took over what the platform has changed", () => {
  const told = { at: "${gateway.updateTime}", text: "changed at ${gateway.updateTime}", fixed: "always" };
  const watched = (outputs: JsonObject = told) =>
    declared(
      { gateway: { ...attachment("gateway", { location: "here" }), options: { ignoreChanges: ["description"] } } },
      { outputs },
    );
  const touched = async () => {
    world.advance(60_000);
    await world.wire("PATCH", "v1/projects/acme/locations/here/endpointAttachments/gateway?updateMask=description", {
      description: "by hand",
    });
  };

  test("outputs tell what stands", async () => {
    await up(world, watched());
    const former = await showOutputs("dev", world);
    await touched();
    const taken = await up(world, watched());
    const present = await showOutputs("dev", world);
    expect(present).not.toEqual(former);
    await undo(taken);
    expect(await showOutputs("dev", world)).toEqual(present);
  });

  test("where a refresh had taken it over before, and the run has changed outputs alone", async () => {
    await up(world, watched());
    await touched();
    await refreshStack("dev", world);
    const taken = await up(world, watched());
    const present = await showOutputs("dev", world);
    await undo(taken);
    expect(await showOutputs("dev", world)).toEqual(present);
  });

  test("and an output that the run has declared otherwise is as it was, of what stands", async () => {
    await up(world, watched());
    await touched();
    const taken = await up(world, watched({ text: "${gateway.updateTime}!", fixed: "never" }));
    await undo(taken);
    const { updateTime: at } = (await showResource("dev", "gateway", world)).outputs;
    expect(await showOutputs("dev", world)).toEqual({ at, text: `changed at ${at}`, fixed: "always" });
  });
});

describe("a text that was made from several objects", () => {
  const two = (locations: readonly [string, string]) =>
    declared(
      {
        one: attachment("one", { location: locations[0] }),
        two: attachment("two", { location: locations[1] }),
        text: attachment("text", { description: "${one.endpointIp} and ${two.endpointIp}, ${one.endpointIp}" }),
      },
      { outputs: { both: "${two.endpointIp}+${one.endpointIp}" } },
    );
  const given = async (name: string) => (await showResource("dev", name, world)).outputs["endpointIp"];
  const told = async () => {
    const [one, two] = [await given("one"), await given("two")];
    return { description: `${one} and ${two}, ${one}`, outputs: { both: `${two}+${one}` } };
  };
  const seen = async () => ({ description: await description("text"), outputs: await showOutputs("dev", world) });

  test("has the new values of all of them after the undo of a destroy", async () => {
    await up(world, two(["here", "here"]));
    const destroy = await planStack({ stack: "dev", kind: "destroy", declaration: null, refresh: true }, world);
    await undo(done(await run(world, destroy.digest)));
    expect(await seen()).toEqual(await told());
  });

  test("has the present values of all of them where a later run has replaced them", async () => {
    await up(world, two(["here", "here"]));
    const literal = two(["here", "here"]);
    const changed = await up(world, {
      ...literal,
      text: literal.text.replace(/\$\{one.endpointIp\} and [^"]*/, "none"),
    });
    const moved = two(["there", "there"]);
    await up(world, { ...moved, text: moved.text.replace(/\$\{one.endpointIp\} and [^"]*/, "none") });
    await undo(changed);
    expect(await seen()).toEqual(await told());
  });
});
