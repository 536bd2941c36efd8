import { beforeEach, describe, expect, test } from "vitest";
import type { JsonObject } from "../../../../packages/base/json/json.ts";
import type { DeclarationText } from "../../../contract/documents/declarations.ts";
import type { Change } from "../../../engine/ports/driver.ts";
import { declared, plan, run, type TestDeployment, testDeployment, up } from "../deployment.fixture.ts";
import type { Deployment } from "../deployment.ts";
import { planStack } from "../plans/make-plans.ts";
import { planRefresh } from "../plans/plan-refresh.ts";
import { importState } from "../state/edit-state.ts";
import { exportState } from "../state/export-state.ts";
import { refreshStack } from "../state/refresh-stack.ts";

let world: TestDeployment;
beforeEach(() => {
  world = testDeployment();
});

/** The same Plumbline, on platforms that refuse some changes. */
function refusing(isRefused: (change: Change) => boolean): Deployment {
  return {
    ...world,
    driverOf: (provider, at) => {
      const driver = world.driverOf(provider, at);
      return {
        ...driver,
        write: async (change) => (isRefused(change) ? { kind: "denied", detail: "not now" } : driver.write(change)),
      };
    },
  };
}

const isAbout =
  (name: string, operation?: Change["operation"]) =>
  (change: Change): boolean =>
    change.target.id.endsWith(`/${name}`) && (operation ?? change.operation) === change.operation;

const attachment = (id: string, description = "one", options: JsonObject = {}): JsonObject => ({
  type: "connectors:EndpointAttachment",
  properties: {
    endpointAttachmentId: id,
    serviceAttachment: "projects/p/regions/r/serviceAttachments/s",
    description,
  },
  options,
});

const place = (id: string) => `projects/acme/locations/here/endpointAttachments/${id}`;
const outputs = async () => (await world.store.readStack("dev")).outputs;

async function destroy(deployment: Deployment) {
  const view = await planStack({ stack: "dev", kind: "destroy", declaration: null, refresh: true }, deployment);
  return run(deployment, view.digest);
}

/** Carries a declaration out where some changes are refused; the run fails, and says the outputs that the stack has. */
async function fail(declaration: DeclarationText, isRefused: (change: Change) => boolean): Promise<void> {
  const deployment = refusing(isRefused);
  const summary = await run(deployment, await plan(deployment, declaration));
  expect(summary.status).toBe("failed");
  expect(summary.outputs).toEqual(await outputs());
}

describe("a step that failed", () => {
  const with_ = (id: string, description?: string) =>
    declared({ a: attachment(id, description) }, { outputs: { id: "${a.id}", about: "it is ${a.description}" } });

  test("of an update leaves the value that stands", async () => {
    await up(world, with_("a"));
    await fail(with_("a", "two"), isAbout("a"));
    expect(await outputs()).toEqual({ id: place("a"), about: "it is one" });
    await up(world, with_("a", "two"));
    expect(await outputs()).toEqual({ id: place("a"), about: "it is two" });
  });

  test("of a replacement leaves the name of the object that stands", async () => {
    await up(world, with_("a"));
    await fail(with_("b"), isAbout("b"));
    expect(await outputs()).toEqual({ id: place("a"), about: "it is one" });
  });

  test("of a replacement whose former object is gone leaves no name", async () => {
    const first = (id: string) =>
      declared(
        { a: attachment(id, "one", { deleteBeforeReplace: true }), other: attachment("other") },
        { outputs: { id: "${a.id}", other: "${other.id}" } },
      );
    await up(world, first("a"));
    await fail(first("b"), isAbout("b"));
    expect(await outputs()).toEqual({ other: place("other") });
    await up(world, first("b"));
    expect(await outputs()).toEqual({ id: place("b"), other: place("other") });
  });

  test("of a creation gives no value", async () => {
    await fail(with_("a"), isAbout("a"));
    expect(await outputs()).toEqual({});
  });

  test("leaves its part of an output, and what was done gives the other part", async () => {
    const both = (a: string, b: string) =>
      declared(
        { a: attachment(a), b: attachment(b) },
        { outputs: { both: "${a.endpointAttachmentId} and ${b.endpointAttachmentId}" } },
      );
    await up(world, both("a-1", "b-1"));
    await fail(both("a-2", "b-2"), isAbout("b-2"));
    expect(await outputs()).toEqual({ both: "a-2 and b-1" });
  });

  test("of another resource holds no output back", async () => {
    const more = (description: string, added: JsonObject) =>
      declared(
        { a: attachment("a"), b: attachment("b", description) },
        { outputs: { a: "${a.id}", said: "as text", ...added } },
      );
    await up(world, more("one", {}));
    await fail(more("two", { said: "otherwise", new: "${a.description}" }), isAbout("b"));
    expect(await outputs()).toEqual({ a: place("a"), said: "otherwise", new: "one" });
  });

  test("of what a `get` leans on leaves what was read", async () => {
    const reading = (description: string) =>
      declared(
        {
          a: attachment("a", description),
          seen: { type: "connectors:EndpointAttachment", get: { id: "${a.id}" }, options: { dependsOn: ["a"] } },
        },
        { outputs: { seen: "${seen.description}" } },
      );
    await up(world, reading("one"));
    await fail(reading("two"), isAbout("a"));
    expect(await outputs()).toEqual({ seen: "one" });
  });
});

describe("a destroy", () => {
  const both = declared(
    { a: attachment("a"), b: attachment("b") },
    { outputs: { a: "${a.id}", b: "${b.id}", both: "${a.description} ${b.description}", text: "as said" } },
  );

  test("that did not finish keeps the outputs whose objects stand", async () => {
    await up(world, both);
    expect(await destroy(refusing(isAbout("b")))).toMatchObject({
      status: "failed",
      outputs: { b: place("b"), text: "as said" },
    });
    expect(await outputs()).toEqual({ b: place("b"), text: "as said" });
  });

  test("keeps no output of an object that is gone after the state was exported and imported either", async () => {
    await up(world, both);
    const document = JSON.parse(JSON.stringify(await exportState("dev", world))) as JsonObject;
    await importState("dev", document, true, world);
    expect(await outputs()).toEqual(document["outputs"]);
    await destroy(refusing(isAbout("b")));
    expect(await outputs()).toEqual({ b: place("b"), text: "as said" });
  });

  test("that was cancelled before its first call keeps all of them", async () => {
    await up(world, both);
    const before = await outputs();
    const view = await planStack({ stack: "dev", kind: "destroy", declaration: null, refresh: true }, world);
    expect((await run(world, view.digest, AbortSignal.abort())).outputs).toEqual(before);
    expect(await outputs()).toEqual(before);
  });

  test("that is done leaves none", async () => {
    await up(world, both);
    expect((await destroy(world)).outputs).toEqual({});
    expect(await outputs()).toEqual({});
  });

  test("knows of a rename and of a replacement which outputs lean on what", async () => {
    await up(world, both);
    const renamed = declared(
      { c: { ...attachment("a-2"), options: { aliases: ["a"] } }, b: attachment("b") },
      { outputs: { c: "${c.id}", b: "${b.id}" } },
    );
    await up(world, renamed);
    await destroy(refusing(isAbout("a-2")));
    expect(await outputs()).toEqual({ c: place("a-2") });
  });
});

test("outputs that a killed run could not write are written by the next", async () => {
  const with_ = (id: string) => declared({ a: attachment(id) }, { outputs: { id: "${a.id}" } });
  await up(world, with_("a"));
  const killed = {
    ...world,
    store: new Proxy(world.store, {
      get: (store, name) => {
        const member = Reflect.get(store, name);
        if (name !== "append") return typeof member === "function" ? member.bind(store) : member;
        return (...given: unknown[]) => {
          if (JSON.stringify(given).includes("run-ended")) throw new Error("killed");
          return Reflect.apply(member, store, given);
        };
      },
    }),
  };
  await expect(run(killed, await plan(killed, with_("b")))).rejects.toThrow("killed");
  // The former object is deleted, and with it goes what the output told.
  expect(await outputs()).toEqual({});
  const next = await planStack({ stack: "dev", kind: "apply", declaration: with_("b"), refresh: true }, world);
  expect(next.outputs).toEqual([{ name: "id", new: place("b") }]);
  await run(world, next.digest);
  expect(await outputs()).toEqual({ id: place("b") });
});

describe("an object that others have deleted", () => {
  const both = declared({ a: attachment("a"), b: attachment("b") }, { outputs: { a: "${a.id}", b: "${b.id}" } });

  beforeEach(async () => {
    await up(world, both);
    await world.wire("DELETE", `v1/${place("a")}`);
    // A read does not lag for so long.
    world.advance(600_000);
  });

  test("is in no output once a refresh has dropped its record, and the plan of the refresh says so", async () => {
    const refresh = await planRefresh({ stack: "dev" }, world);
    expect(refresh.outputs).toEqual([{ name: "a", old: place("a") }]);
    expect((await run(world, refresh.digest)).outputs).toEqual({ b: place("b") });
    expect(await outputs()).toEqual({ b: place("b") });
  });

  test("is in no output after a refresh that is not planned either", async () => {
    await refreshStack("dev", world);
    expect(await outputs()).toEqual({ b: place("b") });
  });

  test("is in no output where it could not be made again", async () => {
    await fail(both, isAbout("a"));
    expect(await outputs()).toEqual({ b: place("b") });
    await up(world, both);
    expect(await outputs()).toEqual({ a: place("a"), b: place("b") });
  });

  test("is in no output after a destroy that broke off before it", async () => {
    const destroyed = await planStack({ stack: "dev", kind: "destroy", declaration: null, refresh: true }, world);
    const stopped = new AbortController();
    stopped.abort();
    expect((await run(world, destroyed.digest, stopped.signal)).outputs).toEqual({ b: place("b") });
    expect(await outputs()).toEqual({ b: place("b") });
  });
});

test("a run that broke off leaves no output of what it has deleted", async () => {
  const both = declared(
    { a: attachment("a"), b: attachment("b") },
    { outputs: { a: "${a.id}", b: "${b.id}", text: "said" } },
  );
  await up(world, both);
  const killed: Deployment = {
    ...world,
    driverOf: (provider, at) => {
      const driver = world.driverOf(provider, at);
      const write: typeof driver.write = async (change) => {
        if (isAbout("b")(change)) throw new Error("killed");
        return driver.write(change);
      };
      return { ...driver, write };
    },
  };
  const view = await planStack({ stack: "dev", kind: "destroy", declaration: null, refresh: true }, world);
  await expect(run(killed, view.digest)).rejects.toThrow("killed");
  expect(await outputs()).toEqual({ b: place("b"), text: "said" });
});
