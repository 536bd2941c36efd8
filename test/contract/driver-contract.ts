import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { exchangeOver } from "../../packages/base/exchange/exchange-over.fixture.ts";
import type { JsonObject } from "../../packages/base/json/json.ts";
import { compareValues } from "../../src/definitions/schema/comparison/compare-values.ts";
import type { Driver } from "../../src/engine/ports/driver.ts";
import { NotSent } from "../../src/engine/ports/not-sent.ts";
import { admin } from "./contract-cloud.ts";
import type { DriverSubject } from "./driver-subjects.ts";
import { DriverTrial } from "./driver-trial.ts";
import { inProcess } from "./transport.ts";
import { differingKeys, withoutVolatile } from "./volatile-parts.ts";

/** What every driver promises the engine, tried on one managed type. */
export function driverContract(subject: DriverSubject, operationMs: number, transport = inProcess): void {
  describe(`${subject.type} ${transport.name}, with operations of ${operationMs} ms`, () => {
    let trial: DriverTrial;
    beforeEach(async () => {
      trial = new DriverTrial(subject, operationMs, transport);
      await trial.cloud.seed(subject.first ?? []);
    });
    afterEach(() => trial.cloud.close());

    lifeCycle(subject, () => trial);
    fields(subject, () => trial);
    versions(subject, () => trial);
    collections(subject, () => trial);
    if (operationMs > 0) operations(subject, () => trial);
    rights(subject, () => trial);
    network(subject, () => trial);
    places(subject, () => trial);
  });
}

function lifeCycle(subject: DriverSubject, trialOf: () => DriverTrial): void {
  const { inputs } = subject;

  test("what nobody made is absent; a standing object is there before us", async () => {
    const trial = trialOf();
    const seen = await trial.driver.read(trial.target(inputs));
    if (subject.type === "settings:RestrictWorkspaceAdmins") expect(seen.kind).toBe("done");
    else expect(seen).toMatchObject({ kind: "absent", displaces: [] });
  });

  test("a created object reads back as declared, with every key of the response", async () => {
    const trial = trialOf();
    const created = await trial.create();
    const seen = await trial.observe(trial.target(inputs));
    trial.expectAsDeclared(seen, inputs);
    expect(seen.deleted).toBe(false);
    expect(seen.displaces).toEqual([]);
    expect(created).not.toBeNull();
    expect(await trial.cloud.log()).toHaveLength(1);
  });

  test("its id imports the same object", async () => {
    const trial = trialOf();
    await trial.create();
    const target = trial.target(inputs);
    const seen = await trial.observe(target);
    const parsed = trial.parsed(String(seen.outputs["id"]));
    expect(parsed.id).toBe(target.id);
    const again = await trial.observe(parsed);
    expect(again).toEqual(seen);
    expect(trial.driver.collectionOf(parsed)).toBe(trial.driver.collectionOf(target));
  });

  test("created objects are not created twice", async () => {
    const trial = trialOf();
    await trial.create();
    const seen = await trial.observe(trial.target(inputs));
    const outcome = await trial.write(trial.change("create", inputs));
    if (trial.definition.existence !== "created") return expect(["done", "conflict"]).toContain(outcome.kind);
    expect(outcome).toMatchObject({ kind: "conflict", reason: "exists" });
    expect(await trial.observe(trial.target(inputs))).toEqual(seen);
    expect(await trial.cloud.log()).toHaveLength(1);
  });

  test("an update of what is not there says so, or makes it anew and says that", async () => {
    const trial = trialOf();
    if (trial.definition.existence === "standing") return;
    const prior = await trial.driver.read(trial.target(inputs));
    const condition = prior.kind === "absent" && subject.conditional ? prior.version : null;
    const outcome = await trial.write(trial.change("update", inputs, { condition }));
    if (outcome.kind === "done" && trial.definition.existence === "created") expect(outcome.isAnew).toBe(true);
    if (outcome.kind === "done") trial.expectAsDeclared(await trial.observe(trial.target(inputs)), inputs);
    else expect(outcome).toMatchObject({ kind: "absent" });
  });

  test("delete removes it, and again does no harm", async () => {
    const trial = trialOf();
    await trial.create();
    const target = trial.target(inputs);
    const prior = await trial.observe(target);
    const condition = subject.conditional ? prior.version : null;
    expect(await trial.writeDone(trial.change("delete", inputs, { prior, condition }))).toBeNull();
    if (subject.type === "settings:RestrictWorkspaceAdmins") {
      expect((await trial.observe(target)).outputs["restrictWorkspaceAdmins"]).toEqual({ status: "ALLOW_ALL" });
    } else await trial.expectGone(target);
    const logged = await trial.cloud.log();
    expect(logged).toHaveLength(2);
    const again = await trial.write(trial.change("delete", inputs, { prior, condition }));
    expect(["done", "absent", "conflict"]).toContain(again.kind);
    expect(again).not.toMatchObject({ kind: "conflict", reason: "exists" });
    // Where the binding is not in a policy of another version than was seen, setting that as it is tells whether it is
    // gone.
    const isShare = trial.definition.existence === "part";
    const more = (await trial.cloud.log()).slice(logged.length);
    expect(more).toHaveLength(isShare ? 1 : 0);
    if (isShare) await trial.expectGone(target);
  });

  test("undelete brings back what was softly deleted, and nothing else", async () => {
    const trial = trialOf();
    await trial.create();
    const target = trial.target(inputs);
    const before = await trial.observe(target);
    const logged = (await trial.cloud.log()).length;
    const early = await trial.write(trial.change("undelete", inputs));
    expect(["conflict", "invalid"]).toContain(early.kind);
    expect(await trial.cloud.log()).toHaveLength(logged);
    if (trial.definition.softDelete === undefined) return;
    await trial.writeDone(trial.change("delete", inputs, { prior: before }));
    expect(await trial.observe(target)).toMatchObject({ deleted: true, outputs: { state: "DELETED" } });
    expect(await trial.write(trial.change("create", inputs))).toMatchObject({ kind: "conflict", reason: "exists" });
    await trial.writeDone(trial.change("undelete", inputs));
    expect(await trial.observe(target)).toEqual(before);
  });
}

function fields(subject: DriverSubject, trialOf: () => DriverTrial): void {
  const { inputs } = subject;
  const named = (names: readonly string[]) => names.map((name) => [name] as const);

  test.each(named(Object.keys(subject.updates)))("updating %s changes that and nothing else", async (field) => {
    const trial = trialOf();
    await trial.create();
    const prior = await trial.observe(trial.target(inputs));
    const changed = { ...inputs, [field]: subject.updates[field] ?? null } as JsonObject;
    await expectUpdate(trial, changed, field, prior.outputs);
    trial.expectAsDeclared(await trial.observe(trial.target(changed)), changed);
  });

  const cleared = named(Object.keys(subject.clears));
  if (cleared.length === 0) return;
  test.each(cleared)("clearing %s takes that away and nothing else", async (field) => {
    const trial = trialOf();
    await trial.create();
    const prior = await trial.observe(trial.target(inputs));
    const { [field]: _, ...rest } = inputs;
    await expectUpdate(trial, rest, field, prior.outputs);
    const { outputs } = await trial.observe(trial.target(rest));
    expect(compareValues(trial.definition.inputs, outputs, { [field]: subject.clears[field] ?? null })).toEqual([]);
  });
}

async function expectUpdate(trial: DriverTrial, inputs: JsonObject, field: string, before: JsonObject): Promise<void> {
  const { definition, subject } = trial;
  const target = trial.target(inputs);
  const condition = subject.conditional ? await trial.standing(inputs) : null;
  await trial.writeDone(trial.change("update", inputs, { fields: [field], condition }));
  const { outputs } = await trial.observe(target);
  const differing = differingKeys(withoutVolatile(definition, before), withoutVolatile(definition, outputs));
  // What follows from the identity moves with it.
  const moved = target.id === trial.target(subject.inputs).id ? [] : ["id"];
  expect(differing).toEqual([field, ...moved].sort());
  expect(await trial.cloud.log()).toHaveLength(2);
}

function versions(subject: DriverSubject, trialOf: () => DriverTrial): void {
  const { inputs } = subject;

  test("the driver says which changes are bound to what was seen without a read before them", async () => {
    const trial = trialOf();
    await trial.create();
    const prior = await trial.observe(trial.target(inputs));
    const { version } = prior;
    for (const operation of ["update", "delete"] as const) {
      const change = trial.change(operation, inputs, { prior, condition: version });
      expect(trial.driver.isConditional?.(change)).toBe(subject.conditional);
    }
    const creation = trial.change("create", inputs);
    if (trial.driver.isConditional?.(creation) === true)
      expect(await trial.write(creation)).toMatchObject({ kind: "conflict", reason: "exists" });
    else expect(trial.definition.existence).not.toBe("created");
  });

  if (!subject.conditional) return;

  test.each(["update", "delete"] as const)(
    "%s under a stale version is a conflict and writes nothing",
    async (operation) => {
      const trial = trialOf();
      await trial.create();
      const target = trial.target(inputs);
      const old = await trial.observe(target);
      // A driver may let a tag that moved alone pass: what was seen must have changed.
      const [field = "", value = null] = Object.entries(subject.updates)[0] ?? [];
      const others = trial.definition.existence === "created" ? { ...inputs, [field]: value } : inputs;
      await trial.writeDone(trial.change("update", others, { condition: old.version }));
      const seen = await trial.observe(target);
      expect(seen.version).not.toBe(old.version);
      const logged = await trial.cloud.log();
      const stale = trial.change(operation, inputs, { prior: old, condition: old.version });
      expect(await trial.write(stale)).toMatchObject({ kind: "conflict", reason: "stale-version" });
      expect(await trial.observe(target)).toEqual(seen);
      expect(await trial.cloud.log()).toEqual(logged);
      expect(await trial.write({ ...stale, prior: seen, condition: seen.version })).toMatchObject({ kind: "done" });
    },
  );
}

function collections(subject: DriverSubject, trialOf: () => DriverTrial): void {
  const { siblings } = subject;

  test("a type without a collection has no list", async () => {
    const trial = trialOf();
    const target = trial.target(subject.inputs);
    expect(trial.driver.collectionOf(target) === null).toBe(siblings === null);
    if (siblings === null) expect(await trial.driver.list(target)).toMatchObject({ kind: "invalid" });
  });

  if (siblings === null) return;
  test("the list shows exactly what reads show, deleted ones too", async () => {
    const trial = trialOf();
    const all = Array.from({ length: siblings.count }, (_, index) => siblings.at(index));
    expect(await trial.driver.list(trial.target(all[0] ?? {}))).toMatchObject({ kind: "done" });
    for (const each of all) expect(await trial.write(trial.change("create", each))).toMatchObject({ kind: "done" });
    const removed = all[1] ?? {};
    expect(await trial.write(trial.change("delete", removed))).toMatchObject({ kind: "done" });
    const target = trial.target(all[0] ?? {});
    const sentBefore = trial.cloud.mutatingCalls;
    const listed = await trial.driver.list(target);
    expect(trial.cloud.mutatingCalls).toBe(sentBefore);
    if (listed.kind !== "done") throw new Error(JSON.stringify(listed));
    const ids = listed.items.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    const expected = all.filter((each) => each !== removed || trial.definition.softDelete !== undefined);
    for (const each of expected) expect(ids).toContain(trial.target(each).id);
    if (trial.definition.softDelete === undefined) expect(ids).not.toContain(trial.target(removed).id);
    for (const { id, observation } of listed.items) expect(observation).toEqual(await trial.observe(trial.parsed(id)));
    for (const each of all) {
      expect(trial.driver.collectionOf(trial.target(each))).toBe(trial.driver.collectionOf(target));
    }
  });
}

function operations(subject: DriverSubject, trialOf: () => DriverTrial): void {
  test("an operation that goes on is found by its change, and no more once it has ended", async () => {
    const trial = trialOf();
    const creation = trial.change("create", subject.inputs);
    expect(await trial.driver.operationOf?.(creation)).toEqual({ kind: "none" });
    const begun = await trial.driver.write(creation);
    if (begun.kind !== "pending") throw new Error(JSON.stringify(begun));
    expect(await trial.driver.operationOf?.(creation)).toEqual({ kind: "found", operationName: begun.operationName });
    await trial.cloud.advance(trial.operationMs);
    expect(await trial.driver.operationOf?.(creation)).toEqual({ kind: "none" });
    expect(await trial.as("nobody@local.example").operationOf?.(creation)).toMatchObject({ kind: "denied" });
    expect(trial.cloud.mutatingCalls).toBe(1);
  });
}

function rights(subject: DriverSubject, trialOf: () => DriverTrial): void {
  test.each([
    ["without rights", "nobody@local.example"],
    ["without credentials", null],
  ] as const)("a caller %s is denied, and nothing is written", async (_, principal) => {
    const trial = trialOf();
    await trial.create();
    const logged = await trial.cloud.log();
    await expectAll(trial, trial.as(principal), "denied", "denied");
    if (subject.siblings !== null) {
      expect(await trial.as(principal).list(trial.target(subject.inputs))).toMatchObject({ kind: "denied" });
    }
    expect(await trial.cloud.log()).toEqual(logged);
  });
}

function network(subject: DriverSubject, trialOf: () => DriverTrial): void {
  const { inputs } = subject;

  test.each(["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "ETIMEDOUT"])(
    "%s before anything was sent is unavailable",
    async (code) => {
      const trial = trialOf();
      const driver = subject.driver(trial.cloud.failingExchange({ kind: "unsent", code }));
      await expectAll(trial, driver, "unavailable", "unavailable");
      expect(await trial.cloud.log()).toEqual([]);
    },
  );

  test.each([
    { kind: "denied", detail: "no credentials" },
    { kind: "invalid", detail: "a private address", code: "private-address" },
    { kind: "unavailable", detail: "no answer from the token endpoint", retryAfterMs: null },
  ] as const)("what the fetch withholds ($kind) is reported in its own words", async (refusal) => {
    const trial = trialOf();
    const driver = subject.driver(async () => {
      throw new NotSent(refusal);
    });
    expect(await driver.read(trial.target(inputs))).toMatchObject(refusal);
    for (const operation of ["create", "update", "delete"] as const) {
      expect([operation, await driver.write(trial.change(operation, inputs))]).toMatchObject([operation, refusal]);
    }
  });

  test("an answer lost after the work was done is unknown, and a read shows the effect", async () => {
    const trial = trialOf();
    const driver = subject.driver(trial.cloud.failingExchange({ kind: "answer-lost" }));
    const condition = subject.conditional ? await trial.standing() : null;
    expect(await driver.write(trial.change("create", inputs, { condition }))).toMatchObject({ kind: "unknown" });
    await trial.cloud.advance(trial.operationMs);
    const made = await trial.observe(trial.target(inputs));
    trial.expectAsDeclared(made, inputs);
    const removal = trial.change("delete", inputs, {
      prior: made,
      condition: subject.conditional ? made.version : null,
    });
    expect(await driver.write(removal)).toMatchObject({ kind: "unknown" });
    await trial.cloud.advance(trial.operationMs);
    expect(await trial.cloud.log()).toHaveLength(2);
    if (subject.type !== "settings:RestrictWorkspaceAdmins") await trial.expectGone(removal.target);
  });

  const strange: readonly (readonly [string, number, string])[] = [
    ["a login page", 200, "<html>sign in</html>"],
    ["half an object", 200, '{"name": "x'],
    ["a list where an object is due", 200, "[]"],
    ["a broken gateway", 502, "<html>bad gateway</html>"],
  ];
  test.each(strange)("%s says nothing of the object", async (_, status, text) => {
    const trial = trialOf();
    const driver = subject.driver(exchangeOver(async () => new Response(text, { status })));
    expect(await driver.read(trial.target(inputs))).toMatchObject({ kind: "unavailable" });
    if (subject.siblings !== null)
      expect(await driver.list(trial.target(inputs))).toMatchObject({ kind: "unavailable" });
    for (const operation of ["create", "update", "delete"] as const) {
      const outcome = await driver.write(trial.change(operation, inputs));
      expect([operation, outcome.kind]).toEqual([operation, expect.stringMatching(/^(unknown|unavailable)$/)]);
    }
  });

  test("a redirect is not followed", async () => {
    const trial = trialOf();
    const modes: string[] = [];
    const driver = subject.driver(
      exchangeOver(async (request) => {
        modes.push(request.redirect);
        return new Response("", { status: 307, headers: { location: "https://elsewhere.example/" } });
      }),
    );
    await driver.read(trial.target(inputs));
    for (const operation of ["create", "update", "delete"] as const) {
      expect((await driver.write(trial.change(operation, inputs))).kind).not.toMatch(/done|pending/);
    }
    expect(new Set(modes)).toEqual(new Set(["manual"]));
  });
}

function places(subject: DriverSubject, trialOf: () => DriverTrial): void {
  test("the cloud's id names its origin, whatever the spelling", () => {
    const { driver, definition } = trialOf();
    const cloudId = (baseUrl: string) =>
      driver.cloudId({ ref: "x", kind: definition.provider, config: { ...subject.config, baseUrl } });
    const one = cloudId("https://one.example");
    for (const same of ["https://One.example/", "https://one.example:443"]) expect(cloudId(same)).toBe(one);
    // An address that is none is for checks and calls to complain of.
    for (const other of ["https://two.example", "https://one.example:port"]) expect(cloudId(other)).not.toBe(one);
  });

  test("an address that is none is refused as content, not as weather", async () => {
    const trial = trialOf();
    const target = trial.target(subject.inputs);
    const provider = { ...target.provider, config: { ...subject.config, baseUrl: "https://one.example:port" } };
    expect(await trial.driver.read({ ...target, provider })).toMatchObject({ kind: "invalid" });
  });

  test("objects at another place are in another collection", () => {
    const { driver } = trialOf();
    const here = trialOf().target(subject.inputs);
    const there = {
      ...here,
      provider: { ...here.provider, config: { ...subject.config, baseUrl: "https://two.example" } },
    };
    const collections = [here, there].map((each) => driver.collectionOf(each));
    expect(new Set(collections).size).toBe(subject.siblings === null ? 1 : 2);
  });

  test("it says of which types reads may lag", () => {
    const { driver } = trialOf();
    expect(driver.readsLag?.(subject.type) ?? false).toBe(subject.lags ?? false);
    expect(driver.readsLag?.("none:Such") ?? false).toBe(false);
  });

  const { mismatched } = subject;
  if (mismatched !== undefined)
    test("verify complains of an instance of another kind, and of one that can't be asked, until it can", async () => {
      const trial = trialOf();
      const { provider } = trial.target(subject.inputs);
      let isBroken = true;
      const broken = trial.cloud.failingExchange({ kind: "unsent", code: "ECONNREFUSED" });
      const sound = trial.cloud.exchangeAs(admin);
      const driver = subject.driver((request) => (isBroken ? broken(request) : sound(request)));
      expect(await driver.verify(provider)).toMatchObject({ kind: "unavailable" });
      expect(await driver.verify({ ...provider, config: mismatched })).toMatchObject({ kind: "mismatch" });
      isBroken = false;
      expect(await driver.verify(provider)).toBeNull();
    });

  test("verify is content with a sound instance and writes nothing", async () => {
    const trial = trialOf();
    expect(await trial.driver.verify(trial.target(subject.inputs).provider)).toBeNull();
    expect(trial.cloud.mutatingCalls).toBe(0);
  });
}

/** Tries a read and every write, and expects these kinds of answers. */
async function expectAll(trial: DriverTrial, driver: Driver, read: string, write: string): Promise<void> {
  const { inputs } = trial.subject;
  expect(await driver.read(trial.target(inputs))).toMatchObject({ kind: read });
  for (const operation of ["create", "update", "delete"] as const) {
    const outcome = await driver.write(trial.change(operation, inputs));
    expect([operation, outcome.kind]).toEqual([operation, write]);
  }
}
