import { beforeEach, describe, expect, test } from "vitest";
import type { JsonObject } from "../../../../packages/base/json/json.ts";
import type { Change, Driver, WriteOutcome } from "../../../engine/ports/driver.ts";
import {
  client,
  declared,
  eventsOf,
  plan,
  run,
  type TestDeployment,
  testDeployment,
  up,
} from "../deployment.fixture.ts";
import { importObjects } from "../objects/import-objects.ts";
import { planStack, planUndo } from "../plans/make-plans.ts";
import { forgetResource, importState, renameResource } from "../state/edit-state.ts";
import { exportState } from "../state/export-state.ts";
import { listResources } from "../state/state-rows.fixture.ts";
import { listRuns } from "./runs-of-stack.ts";

let world: TestDeployment;
beforeEach(() => {
  world = testDeployment();
});

class Killed extends Error {}

/** The same Plumbline, whose writes go another way. */
function writing(write: (change: Change, driver: Driver) => Promise<WriteOutcome>): TestDeployment {
  return {
    ...world,
    driverOf: (provider, at) => {
      const driver = world.driverOf(provider, at);
      return { ...driver, write: (change) => write(change, driver) };
    },
  };
}

/** A run that dies with its first call on the way; the platform gets it when the test says so. */
async function dieWithCallOnTheWay(digest: string): Promise<() => Promise<void>> {
  let arrive = async () => {};
  const dying = writing(async (change, driver) => {
    arrive = async () => void (await driver.write(change));
    throw new Killed();
  });
  await expect(run(dying, digest)).rejects.toThrow(Killed);
  return () => arrive();
}

const attachment = (endpointAttachmentId: string, options: JsonObject = {}): JsonObject => ({
  type: "connectors:EndpointAttachment",
  properties: { endpointAttachmentId, serviceAttachment: "projects/p/regions/r/serviceAttachments/s" },
  options,
});

const objects = async () =>
  (await listResources("dev", world)).map(({ name, id, status }) => `${name} ${id.split("/").at(-1)} ${status}`);

const planned = (declaration = declared({})) =>
  planStack({ stack: "dev", kind: "apply", declaration, refresh: true }, world);

describe("an object that is found late", () => {
  test("does not take the address of what a type change has made meanwhile", async () => {
    const arrive = await dieWithCallOnTheWay(await plan(world, declared({ a: attachment("one") })));
    // The second run makes the client, and dies before it has made sure that nothing is left of the attachment.
    const other = declared({ a: client() });
    const dying = writing(async (change, driver) => {
      if (change.operation === "create") return driver.write(change);
      while ((await listResources("dev", world)).length === 0) await new Promise((resolve) => setImmediate(resolve));
      throw new Killed();
    });
    await expect(run(dying, await plan(world, other))).rejects.toThrow(Killed);
    await arrive();
    const { steps } = await planned(other);
    expect(await objects()).toEqual(["a web-portal current", "a one superseded"]);
    expect(steps).toContainEqual(expect.objectContaining({ action: "delete" }));
    await up(world, other);
    expect(await objects()).toEqual(["a web-portal current"]);
    expect(await world.writes()).toEqual(["create web-portal", "create one", "delete one"]);
  });

  test("leaves the address to what an edit of the state has put there, and stays while it is protected", async () => {
    await up(world, declared({ b: client() }));
    const both = { b: client(), a: attachment("one", { protect: true }) };
    const arrive = await dieWithCallOnTheWay(await plan(world, declared(both)));
    await moveUnasked("b", "a");
    await arrive();
    const { problems } = await planned(declared({ a: client() }));
    expect(await objects()).toEqual(["a web-portal current", "a one superseded"]);
    expect(problems).toContainEqual(expect.objectContaining({ code: "protected" }));
  });

  test("gives way to what a later run has made at its address, where both are found at once", async () => {
    const first = await dieWithCallOnTheWay(await plan(world, declared({ a: attachment("one") })));
    let later = async () => {};
    const dying = writing(async (change, driver) => {
      if (change.operation === "create") later = async () => void (await driver.write(change));
      throw new Killed();
    });
    await expect(run(dying, await plan(world, declared({ a: client() })))).rejects.toThrow(Killed);
    await first();
    await later();
    await planned();
    expect(await objects()).toEqual(["a web-portal current", "a one superseded"]);
  });
});

describe("while it is not known what a call has made", () => {
  let arrive: () => Promise<void>;
  beforeEach(async () => {
    await up(world, declared({ b: client() }));
    arrive = await dieWithCallOnTheWay(await plan(world, declared({ b: client(), a: attachment("one") })));
  });

  test("no undo of its run sends people to `plumb up`, which would carry the declaration out", async () => {
    const [open] = await listRuns("dev", world);
    const { problems } = await planUndo("dev", open?.run ?? "", world);
    const refused = problems.filter(({ code }) => code === "run-open");
    expect(refused.map(({ detail }) => /`plumb [^`]*`/.exec(detail)?.[0])).toEqual([
      `\`plumb runs resume ${open?.run}\``,
    ]);
  });

  const refusal = {
    problems: [{ code: "run-open", detail: expect.stringMatching(/^run [0-9a-f]+ broke off .*`plumb up -s dev`/) }],
  };

  test("no resource is renamed to its name", async () => {
    await expect(renameResource("dev", "b", "a", world)).rejects.toMatchObject(refusal);
    await arrive();
    await planned();
    expect(await objects()).toEqual(["a one current", "b web-portal current"]);
  });

  test.each([
    ["leans on it", { dependsOn: ["b"] }],
    ["goes with it", { deletedWith: "b" }],
  ])("no resource is renamed where what the call makes %s: it would name one that is not there", async (_, options) => {
    const named = { b: client(), e: attachment("two", options) };
    await dieWithCallOnTheWay(await plan(world, declared(named)));
    await expect(renameResource("dev", "b", "c", world)).rejects.toMatchObject({
      problems: [{ code: "run-open", detail: expect.stringMatching(/`e`, .*`b`,/) }],
    });
    expect(await objects()).toEqual(["b web-portal current"]);
  });

  test("no object is imported under its name", async () => {
    await forgetResource("dev", "b", world);
    const id = "projects/acme/locations/global/oauthClients/web-portal";
    const entries = [{ type: "iam:OAuthClient", name: "a", id, provider: null }];
    const request = { stack: "dev", entries, declaration: declared({}) };
    await expect(importObjects(request, world)).rejects.toMatchObject(refusal);
  });

  test("no state is imported that has its name, or its object, by force neither", async () => {
    const other = testDeployment();
    await up(other, declared({ a: client() }));
    const document = JSON.parse(JSON.stringify(await exportState("dev", other))) as JsonObject;
    await expect(importState("dev", document, true, world)).rejects.toMatchObject(refusal);
    await arrive();
    await planned();
    expect(await objects()).toEqual(["a one current", "b web-portal current"]);
  });
});

describe("a destroy while a creation may still be on its way", () => {
  const destroy = { stack: "dev", kind: "destroy", declaration: null, refresh: true } as const;
  const late = [
    ["a client", client(), "web-portal"],
    ["an attachment, whose creation is an operation", attachment("one"), "one"],
  ] as const;

  test.each(late)("deletes %s that appears after the first deletion found nothing", async (_, declaration, id) => {
    const arrive = await dieWithCallOnTheWay(await plan(world, declared({ a: declaration })));
    const { digest } = await planStack(destroy, world);
    let until = Number.POSITIVE_INFINITY;
    const slow = writing(async (change, driver) => {
      if (until === Number.POSITIVE_INFINITY) until = world.clock.now() + 14_000;
      else if (until <= world.clock.now() && until > 0) {
        until = 0;
        await arrive();
      }
      return driver.write(change);
    });
    expect(await run(slow, digest)).toMatchObject({ status: "done", delete: 1 });
    expect(await world.writes()).toEqual([`create ${id}`, `delete ${id}`]);
    expect((await world.store.readStack("dev")).openIntents).toEqual([]);
  });

  test.each(late)(
    "ends with nothing where %s never appears, and tells meanwhile what it waits for",
    async (_, declaration) => {
      await dieWithCallOnTheWay(await plan(world, declared({ a: declaration })));
      const { digest } = await planStack(destroy, world);
      const events = await eventsOf(world, digest);
      expect(events).toContainEqual(
        expect.objectContaining({ phase: "waiting", detail: expect.stringMatching(/may still/) }),
      );
      expect(events.at(-1)).toMatchObject({ event: "summary", status: "done", delete: 0 });
      expect((await world.store.readStack("dev")).openIntents).toEqual([]);
    },
  );

  test("does not wait for a call that was sent long ago", async () => {
    await dieWithCallOnTheWay(await plan(world, declared({ a: client() })));
    world.advance(60_000);
    const { digest } = await planStack(destroy, world);
    const events = await eventsOf(world, digest);
    expect(events.filter((event) => event.event === "step" && event.phase === "waiting")).toEqual([]);
  });

  test("keeps the call open where the run is called off while it waits", async () => {
    await dieWithCallOnTheWay(await plan(world, declared({ a: client() })));
    const { digest } = await planStack(destroy, world);
    const off = new AbortController();
    const calledOff = writing(async (change, driver) => {
      off.abort();
      return driver.write(change);
    });
    expect(await run(calledOff, digest, off.signal)).toMatchObject({ status: "cancelled" });
    expect((await world.store.readStack("dev")).openIntents).toMatchObject([{ intent: { operation: "create" } }]);
  });
});

describe("what a call on its way makes, imported under another name", () => {
  const id = "projects/acme/locations/here/endpointAttachments/one";
  const declaration = declared({ a: attachment("one") });
  const importing = { type: "connectors:EndpointAttachment", name: "b", id, provider: null };
  const request = { stack: "dev", entries: [importing], declaration: declared({}) };
  let arrive: () => Promise<void>;
  beforeEach(async () => {
    arrive = await dieWithCallOnTheWay(await plan(world, declaration));
  });

  test("is known under its own name where it is as the call meant it, and refused under the other", async () => {
    await arrive();
    await expect(importObjects(request, world)).rejects.toMatchObject({ problems: [{ code: "claimed-twice" }] });
    expect(await objects()).toEqual(["a one current"]);
  });

  test("is of that name alone where it can't be proven to be ours, and its call is over", async () => {
    await arrive();
    await world.wire("PATCH", `v1/${id}?updateMask=description`, { description: "by hand" });
    await importObjects(request, world);
    const { openIntents } = await world.store.readStack("dev");
    expect(openIntents).toEqual([]);
    await planned(declaration);
    expect(await objects()).toEqual(["b one current"]);
  });

  test("is not taken by a declaration while it is not known what the call came to", async () => {
    const { type, properties } = attachment("one") as { type: string; properties: JsonObject };
    const { problems } = await planned(declared({ b: { type, properties, options: { import: id } } }));
    expect(problems.map(({ code }) => code)).toContain("not-found");
    await arrive();
    const later = await planned(declared({ b: { type, properties, options: { import: id } } }));
    expect(await objects()).toEqual(["a one current"]);
    expect(later.steps.map(({ action, name }) => `${action} ${name}`)).toEqual(["move b"]);
  });
});

/** Gives a record another address whatever is open there, as older versions did. */
async function moveUnasked(from: string, to: string): Promise<void> {
  const { store } = world;
  const record = (await store.readStack("dev")).records.get(from);
  const lease = await store.acquire("dev", { ...world.holder, since: "" }, world.clock.now(), 1_000, () => true);
  if (record === undefined || lease.kind !== "held") throw new Error("nothing to move");
  const { provider, identity } = record;
  const claimKey = `${provider.cloudId} ${identity.claim}`;
  const effects = [{ kind: "put", record: { ...record, address: to }, claimKey }] as const;
  await store.append("dev", lease.epoch, [
    { kind: "result", run: "old", step: "", intentSeq: null, outcome: "done", detail: "", effects },
  ]);
  await store.release("dev", lease.epoch);
}

test("a plan that mends two records under one name says which of the objects waits for its deletion", async () => {
  await up(world, declared({ a: attachment("one"), b: client() }));
  const record = (await world.store.readStack("dev")).records.get("b");
  if (record === undefined) throw new Error("no record");
  const { store } = world;
  // As older versions left it: both are current at `a`.
  const bricked: TestDeployment = {
    ...world,
    store: Object.assign(Object.create(store), {
      readStack: async (stack: string) => {
        const state = await store.readStack(stack);
        const { b, ...rest } = Object.fromEntries(state.records);
        const isMended = state.superseded.some(({ uid }) => uid === record.uid);
        if (b === undefined || isMended) return state;
        const doubled = [{ ...record, address: "a" }];
        return {
          ...state,
          records: new Map(Object.entries(rest)),
          superseded: [...state.superseded, ...doubled],
          doubled,
        };
      },
    }),
  };
  const request = {
    stack: "dev",
    kind: "apply",
    declaration: declared({ a: attachment("one") }),
    refresh: true,
  } as const;
  const { problems } = await planStack(request, bricked);
  expect(problems).toContainEqual(
    expect.objectContaining({
      code: "doubled-name-mended",
      address: "a",
      detail: expect.stringMatching(/`a`.*`.*web-portal`/),
    }),
  );
  expect((await planStack(request, world)).problems).toEqual([]);
});

describe("what claims the name of a creation that is under way is told of the call and of the ways out", () => {
  const detailOf = async (declaration: ReturnType<typeof declared>) => {
    const { problems } = await planned(declaration);
    return problems.find(({ code }) => code === "claimed-twice")?.detail;
  };

  test("of an object that is made", async () => {
    await dieWithCallOnTheWay(await plan(world, declared({ a: attachment("one") })));
    expect(await detailOf(declared({ b: attachment("one") }))).toMatch(
      /\/one` .*`a`.*`aliases: \[a\]`.*`plumb runs resume .* cancelled/,
    );
  });

  test("of one that is made in the place of another", async () => {
    await up(world, declared({ a: attachment("one") }));
    await dieWithCallOnTheWay(await plan(world, declared({ a: attachment("two") })));
    expect(await detailOf(declared({ b: attachment("two") }))).toMatch(/\/two` .*`a`.*`aliases: \[a\]` .*`b`/);
    await up(world, declared({ b: attachment("two", { aliases: ["a"] }) }));
    expect(await objects()).toEqual(["b two current"]);
  });

  test("while its former name is another one's by now", async () => {
    await dieWithCallOnTheWay(await plan(world, declared({ a: attachment("one") })));
    expect(await detailOf(declared({ a: attachment("two"), b: attachment("one") }))).toMatch(
      / `a`, (?!.*`aliases).*`plumb up` .*`b`/,
    );
    await up(world, declared({ a: attachment("two") }));
    await up(world, declared({ a: attachment("two"), b: attachment("one") }));
    expect(await objects()).toEqual(["a two current", "b one current"]);
  });
});
