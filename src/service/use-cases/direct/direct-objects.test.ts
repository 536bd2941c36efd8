import { beforeEach, describe, expect, test } from "vitest";
import { Fault } from "../../../../packages/base/fault.ts";
import type { JsonObject } from "../../../../packages/base/json/json.ts";
import type { ProviderProperties } from "../../../contract/documents/objects.ts";
import type { Expected } from "../../../contract/expected.ts";
import { RunDispatcher } from "../../background/run-dispatcher.ts";
import { Rejection } from "../../rejection.ts";
import { attachments, plan, type TestDeployment, testDeployment, up } from "../deployment.fixture.ts";
import type { Deployment } from "../deployment.ts";
import { type OperationContext, showOperation } from "../operations/show-operation.ts";
import { showPlan } from "../plans/kept-plans.ts";
import { listStacks } from "../stacks/stacks.ts";
import { keepProvider, listProviders, removeProvider, showProvider } from "./keep-providers.ts";
import { begunAnew, succeeded } from "./operation.fixture.ts";
import { listObjects, showObject } from "./show-objects.ts";
import { createObject, deleteObject, importObject, updateObject } from "./write-objects.ts";

const type = "connectors:EndpointAttachment";
const provider: ProviderProperties = { kind: "google", project: "acme", region: "here", zone: "here-b" };
const serviceAttachment = "projects/p/regions/r/serviceAttachments/s";
const idOf = (name: string) => `projects/acme/locations/here/endpointAttachments/${name}`;
const anything: Expected = { kind: "anything" };
const patience = { waitMs: 10_000, signal: new AbortController().signal };

const allStacks = async (deployment: TestDeployment) =>
  (await listStacks({ after: null, limit: 100 }, deployment)).items;

let world: TestDeployment;
let context: OperationContext;
beforeEach(() => {
  world = testDeployment();
  context = contextOf(world);
});

function contextOf(deployment: Deployment): OperationContext {
  return { deployment, runs: new RunDispatcher({ deployment, serves: false }) };
}

const create = (name: string, more: JsonObject = {}, options: JsonObject = {}) =>
  createObject(
    { type, provider, properties: { endpointAttachmentId: name, serviceAttachment, ...more }, options },
    context,
    patience,
  );
const at = (name: string) => ({ type, id: idOf(name), provider });
const show = (name: string, live = false) => showObject(at(name), live, world);
const update = (
  name: string,
  properties: JsonObject,
  expected: Expected = anything,
  options: JsonObject | null = null,
) =>
  updateObject({ ...at(name), properties: { serviceAttachment, ...properties }, options, expected }, context, patience);
const remove = (name: string, expected: Expected = anything) =>
  deleteObject({ ...at(name), expected }, context, patience);

async function refusal(work: Promise<unknown>): Promise<readonly unknown[]> {
  try {
    await work;
  } catch (cause) {
    if (cause instanceof Rejection)
      return [
        cause.reason,
        ...cause.problems.map(({ code, pointer }) => (pointer === undefined ? code : [code, pointer])),
      ];
    throw cause;
  }
  throw new Error("not refused");
}

function refusalOf(cause: unknown): string {
  if (!(cause instanceof Rejection)) throw cause;
  return [cause.reason, ...cause.problems.map(({ code }) => code)].join(" ");
}

describe("an object by itself", () => {
  test("is made, shown, changed and deleted, and no stack is to be seen", async () => {
    const operation = await create("a", { description: "one" });
    expect(operation).toMatchObject({
      name: expect.stringMatching(/^operations\//),
      done: true,
      metadata: { stack: null, object: { action: "create", type, id: idOf("a") }, status: "done" },
    });
    expect(succeeded(operation).object).toMatchObject({ type, id: idOf("a"), managed: true });
    expect(await world.writes()).toEqual(["create a"]);
    expect(await allStacks(world)).toEqual([]);
    const shown = await show("a");
    expect(shown).toMatchObject({ properties: { description: "one" }, outputs: { description: "one" } });
    expect(succeeded(await update("a", { description: "two" })).object?.outputs["description"]).toBe("two");
    expect((await show("a")).etag).not.toBe(shown.etag);
    expect(succeeded(await remove("a")).object).toBeNull();
    expect(await world.writes()).toEqual(["create a", "update a", "delete a"]);
    expect(await refusal(show("a"))).toEqual(["missing", "not-found"]);
    expect(succeeded(await create("a")).object?.id).toBe(idOf("a"));
  });

  test("is refused with every problem, each at its place in the request", async () => {
    const broken = { type, provider, properties: { serviceAttachment: 1, nmae: "x" }, options: { protct: true } };
    const [reason, ...problems] = await refusal(createObject(broken, context, patience));
    expect(reason).toBe("unprocessable");
    expect(problems).toEqual(
      expect.arrayContaining([
        ["wrong-type", "/properties/serviceAttachment"],
        ["unknown-field", "/properties/nmae"],
        ["unknown-option", "/options/protct"],
      ]),
    );
    expect(await refusal(create("a", {}, { dependsOn: ["b"] }))).toEqual([
      "unprocessable",
      ["invalid-option", "/options/dependsOn"],
    ]);
    const odd = { ...provider, projcet: "x" };
    expect(
      await refusal(createObject({ type, provider: odd, properties: {}, options: {} }, context, patience)),
    ).toContainEqual(["unknown-key", "/provider/projcet"]);
    expect(await world.writes()).toEqual([]);
  });

  test("takes texts as they are, never as expressions", async () => {
    const text = "${config.secret} and $${x}";
    expect(succeeded(await create("a", { description: text })).object?.outputs["description"]).toBe(text);
  });

  test("gets a name of its own where the type has one to give", async () => {
    const azure: ProviderProperties = { kind: "azure", subscriptionId: "s-1" };
    const request = {
      type: "migrate:ServerCollector",
      provider: azure,
      properties: { resourceGroupName: "rg", projectName: "mover" },
      options: {},
    };
    const made = await createObject(request, context, patience);
    const id = succeeded(made).object?.id;
    expect(id).toMatch(/\/servercollector-[a-z0-9]{7}$/i);
  });

  test("is made once, however many ask for it at once", async () => {
    const settled = await Promise.allSettled(Array.from({ length: 8 }, () => create("a")));
    const done = settled.filter((each) => each.status === "fulfilled" && begunAnew(each.value).result !== undefined);
    expect(done).toHaveLength(1);
    expect(await world.writes()).toEqual(["create a"]);
  });

  test("is changed in place only", async () => {
    await create("a");
    const options = { replaceOnChanges: ["description"] };
    expect(await refusal(update("a", { description: "two" }, anything, options))).toEqual([
      "conflict",
      "takes-another",
    ]);
    expect(await refusal(update("a", { endpointAttachmentId: "b" }))).toEqual(["conflict", "takes-another"]);
    expect(await world.writes()).toEqual(["create a"]);
  });

  test("keeps what it ignores, and its drift is told as such", async () => {
    await create("a", { description: "one" }, { ignoreChanges: ["labels"] });
    const path = "v1/projects/acme/locations/here/endpointAttachments/a?updateMask=labels";
    await world.wire("PATCH", path, { labels: { team: "theirs" } });
    const drift = [{ class: "out-of-band", path: "/labels/team", new: "theirs", ignored: true }];
    expect(await show("a", true)).toMatchObject({ options: { ignoreChanges: ["labels"] }, drift });
    await update("a", { description: "two" });
    expect(await show("a", true)).toMatchObject({
      options: { ignoreChanges: ["labels"] },
      outputs: { description: "two", labels: { team: "theirs" } },
      drift: [],
    });
  });

  test("keeps its options unless others are given, and a protected one is not deleted", async () => {
    await create("a", {}, { protect: true });
    expect(await refusal(remove("a"))).toEqual(["conflict", "protected"]);
    succeeded(await update("a", { description: "two" }));
    expect((await show("a")).options).toMatchObject({ protect: true });
    succeeded(await update("a", { description: "two" }, anything, { onDestroy: "retain" }));
    expect(succeeded(await remove("a")).summary.status).toBe("done");
    expect((await world.writes()).at(-1)).toBe("update a");
    expect(await show("a")).toMatchObject({ managed: false, properties: null });
  });
});

describe("a process that dies", () => {
  /** The world as a process sees it that can't note the end of any call. */
  function dying(): Deployment {
    const append: TestDeployment["store"]["append"] = (stack, epoch, entries) =>
      entries.some(({ kind }) => kind === "result")
        ? Promise.reject(new Fault("store-failed", "the disk is gone"))
        : world.store.append(stack, epoch, entries);
    return { ...world.as(7), store: { ...world.store, append } };
  }

  test("in the middle of a create leaves one object, which the next create finds", async () => {
    const request = { type, provider, properties: { endpointAttachmentId: "a", serviceAttachment }, options: {} };
    await expect(createObject(request, contextOf(dying()), patience)).rejects.toThrow("the disk is gone");
    expect(await world.writes()).toEqual(["create a"]);
    const again = begunAnew(await createObject(request, context, patience));
    expect(again.metadata.object).toEqual({ action: "same", type, id: idOf("a") });
    expect(succeeded(again).object).toMatchObject({ managed: true });
    expect(await world.writes()).toEqual(["create a"]);
  });
});

describe("entity tags", () => {
  test("hold a write to the object that was seen, be it ever so changed", async () => {
    succeeded(await create("a", { description: "one" }));
    const { etag } = await show("a");
    expect((await show("a", true)).etag).toBe(etag);
    const expected: Expected = { kind: "one of", etags: [etag] };
    await world.wire("PATCH", `v1/${idOf("a")}?updateMask=description`, { description: "by hand" });
    expect(await refusal(update("a", { description: "two" }, expected))).toEqual(["stale", "changed-meanwhile"]);
    expect(await refusal(remove("a", expected))).toEqual(["stale", "changed-meanwhile"]);
    const live = await show("a", true);
    expect(live).toMatchObject({
      outputs: { description: "by hand" },
      properties: { description: "one" },
      drift: expect.arrayContaining([expect.objectContaining({ class: "out-of-band", path: "/description" })]),
    });
    succeeded(await update("a", { description: "two" }, { kind: "one of", etags: [live.etag] }));
    expect((await show("a")).outputs["description"]).toBe("two");
  });

  test("let one of many writers through, and tell the others that it does not stand any more", async () => {
    await create("a");
    const { etag } = await show("a");
    const expected: Expected = { kind: "one of", etags: [etag] };
    const writers = Array.from({ length: 6 }, (_, index) => update("a", { description: `by ${index}` }, expected));
    const outcomes = await Promise.all(
      writers.map((each) => each.then((view) => (view.result === undefined ? "failed" : "done"), refusalOf)),
    );
    expect(outcomes.filter((each) => each === "done")).toHaveLength(1);
    expect(outcomes.filter((each) => each !== "done")).toEqual(Array(5).fill("stale changed-meanwhile"));
  });

  test("left out, ask the losers to come again, and name no stack", async () => {
    await create("a");
    const writers = Array.from({ length: 4 }, (_, index) => update("a", { description: `by ${index}` }));
    const refused = (await Promise.allSettled(writers)).flatMap((each) =>
      each.status === "rejected" ? [each.reason] : [],
    );
    for (const cause of refused) {
      expect(refusalOf(cause)).toBe("conflict stack-busy");
      expect(cause.message).not.toContain("~");
    }
    expect(refused.length).toBeLessThan(4);
  });
});

describe("objects and stacks", () => {
  test("don't take one another's, and both are named", async () => {
    await up(world, attachments({ a: "one" }));
    const refused = create("a");
    expect(await refusal(refused)).toEqual(["conflict", "claimed-twice"]);
    await expect(refused).rejects.toThrow(/`a` of stack `dev`/);
    await create("b");
    const { problems } = await showPlan("dev", await plan(world, attachments({ a: "one", b: "mine" })), world);
    expect(problems).toMatchObject([{ code: "claimed-twice", address: "b", detail: expect.stringMatching(/ itself/) }]);
    expect(problems[0]?.detail).not.toContain("~");
  });

  test("one is taken over by import, as it stands, and not twice", async () => {
    await world.wire("POST", "v1/projects/acme/locations/here/endpointAttachments?endpointAttachmentId=a", {
      serviceAttachment,
      description: "by hand",
    });
    expect(await show("a")).toMatchObject({ managed: false, outputs: { description: "by hand" } });
    expect(await refusal(update("a", {}))).toEqual(["missing", "not-found"]);
    const before = await world.writes();
    const imported = await importObject({ ...at("a"), id: "here/a" }, context, patience);
    expect(succeeded(imported).object).toMatchObject({ managed: true, properties: { description: "by hand" } });
    expect(await world.writes()).toEqual(before);
    expect(await refusal(importObject(at("a"), context, patience))).toEqual(["conflict", "already-exists"]);
    expect(await refusal(importObject(at("none"), context, patience))).toEqual(["missing", "not-found"]);
  });
});

describe("lists", () => {
  test("are of one type, in pages, by the beginning of the id", async () => {
    for (const name of ["a1", "a2", "b1"]) await create(name);
    const asked = { type, provider, within: null };
    const first = await listObjects({ ...asked, page: { after: null, limit: 2 } }, world);
    const rest = await listObjects({ ...asked, page: { after: first.next, limit: 2 } }, world);
    expect([...first.objects, ...rest.objects].map(({ id }) => id)).toEqual(["a1", "a2", "b1"].map(idOf));
    expect(rest.next).toBeNull();
    const some = await listObjects({ ...asked, page: { after: null, limit: 9, filter: { name: idOf("b") } } }, world);
    expect(some.objects.map(({ id }) => id)).toEqual([idOf("b1")]);
    await remove("b1");
    expect((await listObjects({ ...asked, page: { after: null, limit: 9 } }, world)).objects).toHaveLength(2);
    const other = await listObjects({ ...asked, type: "iam:OAuthClient", page: { after: null, limit: 9 } }, world);
    expect(other.objects).toEqual([]);
  });

  test("tell of an object whose record is damaged, and show the others", async () => {
    for (const name of ["a", "b"]) await create(name);
    const damaged: TestDeployment = {
      ...world,
      store: {
        ...world.store,
        readRecord: async (stack, name) => {
          if (stack.includes("endpointAttachments%2Fa")) throw new Fault("store-damaged", "the record u.1 is damaged");
          return world.store.readRecord(stack, name);
        },
      },
    };
    const found = await listObjects({ type, provider, within: null, page: { after: null, limit: 9 } }, damaged);
    expect(found.objects.map(({ id }) => id)).toEqual([idOf("b")]);
    expect(found.problems).toMatchObject([{ code: "stack-damaged", detail: expect.stringContaining("u.1") }]);
  });

  test("show what the platform has besides, in a collection", async () => {
    await create("a");
    await world.wire("POST", "v1/projects/acme/locations/here/endpointAttachments?endpointAttachmentId=z", {
      serviceAttachment,
    });
    const page = { after: null, limit: 9 };
    const found = await listObjects({ type, provider, within: { location: "here" }, page }, world);
    expect(found.objects.map(({ id }) => id)).toEqual([idOf("a")]);
    expect(found.unmanaged?.map(({ id }) => id)).toEqual([idOf("z")]);
  });
});

describe("kept providers", () => {
  test("serve by their name, are checked when kept, and are replaced under their tag", async () => {
    const kept = await keepProvider("main", provider, { kind: "nothing" }, world);
    expect(kept).toMatchObject({ name: "main", kind: "google", properties: { project: "acme" }, by: "local:owner" });
    const request = {
      type,
      provider: "main",
      properties: { endpointAttachmentId: "a", serviceAttachment },
      options: {},
    };
    succeeded(await createObject(request, context, patience));
    expect(await showObject({ type, id: "here/a", provider: "main" }, false, world)).toMatchObject({ id: idOf("a") });
    expect(await refusal(keepProvider("main", provider, { kind: "nothing" }, world))).toEqual([
      "stale",
      "changed-meanwhile",
    ]);
    expect(await refusal(keepProvider("other", { kind: "google", projct: "x" }, anything, world))).toEqual([
      "unprocessable",
      ["unknown-key", "/projct"],
    ]);
    expect(await refusal(createObject({ ...request, provider: "mian" }, context, patience))).toEqual([
      "unprocessable",
      "unknown-provider",
    ]);
    expect((await listProviders({ after: null, limit: 5 }, world)).items).toEqual([kept]);
    await removeProvider("main", { kind: "one of", etags: [kept.etag] }, world);
    expect(await refusal(showProvider("main", world))).toEqual(["missing", "unknown-provider"]);
  });
});

describe("operations", () => {
  test("are answered at once when nobody waits, and tell their end later", async () => {
    const request = { type, provider, properties: { endpointAttachmentId: "a", serviceAttachment }, options: {} };
    const begun = begunAnew(await createObject(request, context, { ...patience, waitMs: 0 }));
    expect(begun).toMatchObject({ done: false, metadata: { object: { action: "create", id: idOf("a") } } });
    const id = begun.name.replace("operations/", "");
    for (let looks = 0; !(await showOperation(id, context)).done && looks < 1_000; looks += 1)
      await new Promise((resolve) => setImmediate(resolve));
    expect(await showOperation(id, context)).toMatchObject({ done: true, result: { object: { id: idOf("a") } } });
    expect(await refusal(showOperation("nonsense", context))).toEqual(["missing", "run-unknown"]);
  });

  test("that fail say why", async () => {
    await world.wire("POST", "_local/faults", [
      { match: { method: "POST", path: "v1/**" }, fault: { kind: "status", status: 403 } },
    ]);
    const { done, result, problems } = begunAnew(await create("a"));
    expect([done, result]).toEqual([true, undefined]);
    expect(problems?.map(({ code }) => code)).toEqual(["denied"]);
    expect(await refusal(show("a"))).toEqual(["missing", "not-found"]);
  });
});
