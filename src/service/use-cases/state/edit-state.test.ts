import { beforeEach, describe, expect, test } from "vitest";
import { digest as contentOf } from "../../../../packages/base/digest.ts";
import type { JsonObject } from "../../../../packages/base/json/json.ts";
import type { StateDocument } from "../../../contract/documents/state.ts";
import { recordOf } from "../../../engine/state/records/record.fixture.ts";
import type { ResourceRecord } from "../../../engine/state/records/record.ts";
import { attachments, declared, plan, run, type TestDeployment, testDeployment, up } from "../deployment.fixture.ts";
import { planStack } from "../plans/make-plans.ts";
import { showOutputs } from "../stacks/show-outputs.ts";
import { forgetResource, importState, renameResource } from "./edit-state.ts";
import { exportState } from "./export-state.ts";
import { showResource } from "./show-state.ts";
import { listResources } from "./state-rows.fixture.ts";

let world: TestDeployment;
beforeEach(() => {
  world = testDeployment();
});

const names = async (stack = "dev") => (await listResources(stack, world)).map(({ name }) => name);

const refusal = (code: string, detail?: RegExp) => ({
  problems: [{ code, ...(detail === undefined ? {} : { detail: expect.stringMatching(detail) }) }],
});

/** `b` refers to `a`, and an output to both. */
const two = {
  ...attachments({ a: "one", b: "two" }),
  text: `${attachments({ a: "one", b: `"\${a.id}"` }).text}outputs: { ip: "\${a.endpointIp}" }\n`,
};

describe("rename", () => {
  test("gives another name without a call, and those that depend on it follow", async () => {
    await up(world, two);
    world.calls.length = 0;
    await renameResource("dev", "a", "first", world);
    expect(world.calls).toEqual([]);
    expect(await names()).toEqual(["b", "first"]);
    expect((await showResource("dev", "b", world)).dependsOn).toEqual(["first"]);
    const renamed = {
      ...two,
      text: two.text.replace("  a:", "  first:").replaceAll("${a.", () => "${first."),
    };
    const view = await planStack({ stack: "dev", kind: "apply", declaration: renamed, refresh: true }, world);
    expect(view.steps.map(({ action }) => action)).toEqual(["same", "same"]);
  });

  test("is followed by what goes with it and by what is grouped under it", async () => {
    const [a, b, c] = ["a", "b", "c"].map((name, index) => ({
      type: "connectors:EndpointAttachment",
      properties: { endpointAttachmentId: name, serviceAttachment: "projects/p/regions/r/serviceAttachments/s" },
      options: [{}, { deletedWith: "a" }, { parent: "a" }][index] ?? {},
    }));
    if (a === undefined || b === undefined || c === undefined) throw new Error("three resources");
    await up(world, declared({ a, b, c }));
    await renameResource("dev", "a", "first", world);
    const { records } = await world.store.readStack("dev");
    expect(records.get("b")?.options.deletedWith).toBe("first");
    expect(records.get("c")?.options.parent).toBe("first");
  });

  test("refuses a name that is taken, one that is none, and a resource that is not there", async () => {
    await up(world, two);
    await expect(renameResource("dev", "a", "b", world)).rejects.toMatchObject(refusal("already-exists"));
    await expect(renameResource("dev", "a", "not a name", world)).rejects.toMatchObject(refusal("invalid-name"));
    await expect(renameResource("dev", "c", "d", world)).rejects.toMatchObject({
      reason: "missing",
      ...refusal("not-found"),
    });
    expect(await names()).toEqual(["a", "b"]);
  });
});

describe("forget", () => {
  test("leaves the object on the platform, and its claim is free for another stack", async () => {
    const declaration = attachments({ a: "one" });
    await up(world, declaration);
    const written = await world.writes();
    await forgetResource("dev", "a", world);
    expect(await names()).toEqual([]);
    expect(await world.writes()).toEqual(written);
    const again = await planStack({ stack: "dev", kind: "apply", declaration, refresh: true }, world);
    expect(again.problems).toMatchObject([{ code: "already-exists" }]);
  });

  test("refuses what is not there, and a stack in another's hands", async () => {
    await up(world, attachments({ a: "one" }));
    await expect(forgetResource("dev", "b", world)).rejects.toMatchObject({ reason: "missing" });
    const holder = { host: "there", pid: 4711, since: "2026-01-01T00:00:00.000Z" };
    await world.store.acquire("dev", holder, world.clock.now(), 30_000, () => false);
    await expect(forgetResource("dev", "a", world)).rejects.toMatchObject(refusal("stack-busy", /4711 on there/));
    expect(await names()).toEqual(["a"]);
  });
});

describe("a former object that waits for its deletion", () => {
  const former = { ...recordOf("a"), uid: "u-former", generation: 3, status: "superseded" as const };
  const claimOf = (claim: string) => `${former.provider.cloudId} ${claim}`;
  const add = async (...records: readonly ResourceRecord[]) => {
    const lease = await world.store.acquire("dev", { ...world.holder, since: "" }, 0, 1_000, () => true);
    if (lease.kind !== "held") throw new Error("busy");
    const effects = records.map(
      (record) => ({ kind: "put", record, claimKey: claimOf(record.identity.claim) }) as const,
    );
    const noted = { kind: "result", run: "old", step: "", intentSeq: null, outcome: "done", detail: "" } as const;
    await world.store.append("dev", lease.epoch, [{ ...noted, effects }]);
    await world.store.release("dev", lease.epoch);
  };
  const left = async () => (await listResources("dev", world)).map(({ name, id }) => `${name} ${id.split("/").at(-1)}`);

  test("is forgotten under the id of its step, and what has its address stays", async () => {
    await add(recordOf("a"), { ...former, identity: { ...former.identity, id: "old", claim: "old" } });
    expect(await left()).toEqual(["a a", "a old"]);
    await forgetResource("dev", "a~u-former~3", world);
    expect(await left()).toEqual(["a a"]);
    expect(await world.store.claims([claimOf("old")])).toEqual([]);
  });

  test("is forgotten under its name where nothing else has that", async () => {
    await add(former);
    await forgetResource("dev", "a", world);
    expect(await left()).toEqual([]);
  });
});

describe("export and import", () => {
  test("a document names the calls whose end is not known, and its import takes none of them", async () => {
    const dying = {
      ...world,
      driverOf: (...[provider, at]: Parameters<TestDeployment["driverOf"]>) => ({
        ...world.driverOf(provider, at),
        write: () => Promise.reject(new Error("killed")),
      }),
    };
    const digest = await plan(world, attachments({ a: "one" }));
    await expect(run(dying, digest)).rejects.toThrow("killed");
    const document = await exportState("dev", world);
    expect(document.inFlight).toMatchObject([{ name: "a", operation: "create", isConfirmed: false }]);
    const other = testDeployment();
    await importState("dev", asJson(document), false, other);
    expect((await exportState("dev", other)).inFlight).toEqual([]);
  });

  test("records that no state can have are refused", async () => {
    const refused = async (records: readonly JsonObject[], why: RegExp) => {
      const content = { ...(await exportState("dev", world)), records, digest: undefined };
      const { digest: _, ...rest } = JSON.parse(JSON.stringify(content)) as JsonObject;
      await expect(importState("dev", { ...rest, digest: contentOf(rest) }, true, world)).rejects.toMatchObject(
        refusal("invalid-state", why),
      );
    };
    const a = recordOf("a") as unknown as JsonObject;
    await refused([{ address: "a" }], / 1 /);
    await refused([{ ...a, type: "no:Such" }], /type `no:Such`/);
    await refused([a, { ...a, uid: "other" }], /^two .*`a`/);
  });

  test("a stack that lost its records gets them back, and plans empty", async () => {
    await up(world, two);
    const document = asJson(await exportState("dev", world));
    await forgetResource("dev", "a", world);
    await forgetResource("dev", "b", world);
    await expect(importState("dev", document, false, world)).rejects.toMatchObject(
      refusal("invalid-state", / serial \d+, .* \d+: /),
    );
    expect(await names()).toEqual([]);
    await importState("dev", document, true, world);
    expect(await names()).toEqual(["a", "b"]);
    expect(await showOutputs("dev", world)).toEqual(document["outputs"]);
    const view = await planStack({ stack: "dev", kind: "apply", declaration: two, refresh: true }, world);
    expect(view.steps.map(({ action }) => action)).toEqual(["same", "same"]);
    expect(await run(world, view.digest)).toMatchObject({ status: "done", same: 2 });
  });

  test("a document of the present serial is taken, in place of what is there", async () => {
    await up(world, two);
    await importState("dev", asJson(await exportState("dev", world)), false, world);
    expect(await names()).toEqual(["a", "b"]);
  });

  test("an empty stack of another store takes any history; objects that somebody manages stay his", async () => {
    await up(world, two);
    const document = asJson(await exportState("dev", world));
    await expect(importState("copy", document, false, world)).rejects.toMatchObject(refusal("claimed-twice", /`dev`/));
    expect(await names("copy")).toEqual([]);
    const other = testDeployment();
    await importState("dev", document, false, other);
    expect((await listResources("dev", other)).map(({ name }) => name)).toEqual(["a", "b"]);
  });

  test("another stack's history is refused, and taken by force", async () => {
    const other = testDeployment();
    await up(other, two);
    const document = asJson(await exportState("dev", other));
    // Two lineages from ids that count alike would be equal.
    for (let drawn = 0; drawn < 100; drawn += 1) world.ids.unique();
    await up(world, attachments({ c: "three" }));
    await expect(importState("dev", document, false, world)).rejects.toMatchObject(
      refusal("invalid-state", / history /),
    );
    expect(await names()).toEqual(["c"]);
    await importState("dev", document, true, world);
    expect(await names()).toEqual(["a", "b"]);
  });

  test("what was altered, what a newer version wrote and what is no state at all are refused, by force too", async () => {
    await up(world, two);
    const document = asJson(await exportState("dev", world));
    const altered = { ...document, outputs: { ip: "10.9.9.9" } };
    const refused = async (each: JsonObject, why: RegExp) => {
      for (const force of [false, true])
        await expect(importState("dev", each, force, world)).rejects.toMatchObject(refusal("invalid-state", why));
    };
    await refused(altered, / altered /);
    await refused({ ...document, format: 99 }, / 99, /);
    await refused({ some: "thing" }, /exported state/);
    const { digest: _, ...bare } = document;
    await refused(bare, / altered /);
    expect(await showOutputs("dev", world)).toEqual(document["outputs"]);
  });

  test("a plan from before an edit is stale", async () => {
    await up(world, two);
    const digest = await plan(world, attachments({ a: "other" }));
    await renameResource("dev", "b", "c", world);
    expect(await run(world, digest)).toMatchObject({ status: "refused", problems: [{ code: "stale-plan" }] });
  });
});

/** As it comes back from a file. */
function asJson(document: StateDocument): JsonObject {
  return JSON.parse(JSON.stringify(document)) as JsonObject;
}
