import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Json } from "../../packages/base/json/json.ts";
import type { Catalog } from "../../src/definitions/schema/definition.ts";
import type {
  Change,
  Discovery,
  Driver,
  ListedItem,
  LookupCall,
  Observation,
  OperationOutcome,
  ReadOutcome,
  Target,
  WriteOutcome,
} from "../../src/engine/ports/driver.ts";
import type { Refusal } from "../../src/engine/ports/outcome.ts";
import { boundDriver } from "../../src/providers/credentials/guards/bound-driver.ts";
import { fillNullFields } from "../../src/providers/null-fields/fill-null-fields.ts";
import { paced } from "../../src/providers/pacing/paced.ts";
import { readable } from "../../src/providers/pacing/readable.ts";
import { KnownSecrets } from "../../src/secrets/known-secrets.ts";
import { sealingDriver } from "../../src/secrets/sealing-driver.ts";
import { notingDriver } from "../../src/service/use-cases/objects/asked-objects.ts";

// Whatever stands around a driver hands on every member of every outcome, of every item of a list and of every
// observation: those that the port has now, and those that it will get. `Required` makes a sample that lacks one an
// error of types.

type OfKind<T extends { readonly kind: string }> = { readonly [K in T["kind"]]: Required<Extract<T, { kind: K }>> };

/** What a sample says: texts that each stand in one place only. */
const word = fc.stringMatching(/^[a-z]{3,12}$/);

const refusals = (said: string): OfKind<Refusal> => ({
  absent: { kind: "absent", detail: said, lacksParent: true, mayBeOurs: true },
  conflict: {
    ...{ kind: "conflict", reason: "exists", detail: said, version: `v ${said}` },
    ...{ isUnsent: true, mayBeOurs: true },
  },
  denied: {
    ...{ kind: "denied", detail: said, permission: `may ${said}`, registers: `has ${said}` },
    ...{ lacks: "credential", mayBeOurs: true },
  },
  throttled: { kind: "throttled", detail: said, retryAfterMs: 7, mayBeOurs: true },
  invalid: { kind: "invalid", detail: said, code: `code ${said}`, mayBeOurs: true },
  unavailable: {
    ...{ kind: "unavailable", detail: said, retryAfterMs: 7 },
    ...{ wasSent: true, isCalledOff: true, isLastlyRefused: true },
  },
  unknown: { kind: "unknown", detail: said, isOfAnother: true },
});
const observation = (said: string): Required<Observation> => ({
  ...{ outputs: { a: said, id: "thing" }, version: `v ${said}`, deleted: false },
  ...{ displaces: [`to ${said}`], beside: [{ role: said, nested: [{ said }] }] },
});
const item = (said: string): Required<ListedItem> => ({
  ...{ id: said, observation: observation(said), unreadable: `not ${said}` },
});
const failed = (said: string): OfKind<WriteOutcome>["failed"] => ({
  ...{ kind: "failed", code: `code ${said}`, detail: said, isTaken: true },
});

/** Every outcome of each method, whole. */
const outcomes = {
  read: (said: string) =>
    Object.values<ReadOutcome>({
      ...refusals(said),
      done: { kind: "done", observation: observation(said) },
      absent: {
        ...{ kind: "absent", detail: said, lacksParent: true, refused: true, version: "v" },
        ...{ displaces: [`to ${said}`], beside: [{ said }] },
      },
    } satisfies OfKind<ReadOutcome>),
  list: (said: string) => [...Object.values(refusals(said)), { kind: "done" as const, items: [item(said), item("x")] }],
  write: (said: string) =>
    Object.values<WriteOutcome>({
      ...refusals(said),
      done: {
        kind: "done",
        observation: observation(said),
        hasStood: true,
        isAnew: true,
        wasAbsent: true,
        isUnshown: true,
      },
      pending: { kind: "pending", operationName: said, pollAfterMs: 7, mayBeMade: true },
      failed: failed(said),
    } satisfies OfKind<WriteOutcome>),
  operationOf: (said: string) =>
    Object.values<OperationOutcome>({
      ...refusals(said),
      found: { kind: "found", operationName: said },
      none: { kind: "none", failed: failed(said), failedAgeMs: 7 },
    } satisfies OfKind<OperationOutcome>),
  lookup: (said: string) => [
    ...Object.values(refusals(said)),
    { kind: "done" as const, result: { said }, version: said },
  ],
  discover: (said: string) => [...Object.values(refusals(said)), { kind: "done" as const, value: said }],
};

const provider = { ref: "test", kind: "test", config: {} };
const target: Target = {
  ...{ type: "test:Thing", apiVersion: "v1", provider, id: "thing", variables: {} },
  secret: ["/elsewhere"],
};
const change: Change = { operation: "create", target, inputs: {}, fields: [], prior: null, condition: null };
const call: LookupCall = { function: "test:f", apiVersion: "v1", provider, arguments: {} };
const question: Discovery = { type: "test:Thing", apiVersion: "v1", field: "a", provider, inputs: {} };

/** A driver all of whose answers are the same one. */
function answering(outcome: unknown): Driver {
  const answer = async () => outcome as never;
  return {
    ...{ kind: "test", cloudId: () => "cloud", collectionOf: () => "all", verify: answer },
    ...{
      read: answer,
      list: answer,
      write: answer,
      poll: answer,
      operationOf: answer,
      lookup: answer,
      discover: answer,
    },
    ...{ isConditional: () => true, readsLag: () => false },
  };
}

const asked: Readonly<Record<keyof typeof outcomes | "poll", (driver: Driver) => Promise<unknown> | undefined>> = {
  read: (driver) => driver.read(target),
  list: (driver) => driver.list(target),
  write: (driver) => driver.write(change),
  poll: (driver) => driver.poll(change, "handle"),
  operationOf: (driver) => driver.operationOf?.(change),
  lookup: (driver) => driver.lookup(call),
  discover: (driver) => driver.discover(question),
};

const none: Catalog = { resources: {}, functions: {}, providers: {} };
const known: Catalog = {
  ...none,
  resources: {
    "test:Thing": {
      type: "test:Thing",
      inputs: { type: "object", properties: {}, additionalProperties: false },
      outputs: { type: "object", properties: { a: { type: "string" } }, additionalProperties: false },
    } as never,
  },
};
const clock = { now: () => 0, sleep: async () => {} };
const secrets = { seal: refuse, open: refuse, known: async () => null };
function refuse(): Promise<never> {
  return Promise.reject(new Error("nothing is secret here"));
}

function sealed(driver: Driver): Driver {
  const texts = new KnownSecrets();
  // The work holds a secret: nothing takes the short way.
  texts.remember("HELD");
  return sealingDriver(driver, { secrets, keptSecret: async () => [] }, texts, none);
}

const wrappers: Readonly<Record<string, (driver: Driver) => Driver>> = {
  "whole answers": (driver) => fillNullFields(driver, known),
  "answers of types that nobody knows": (driver) => fillNullFields(driver, none),
  pacing: (driver) => paced(driver, { clock, random: () => 0 }),
  "reads that show writes": (driver) => readable(driver, clock),
  passages: (driver) =>
    boundDriver(driver, {
      ...{ stack: null, through: () => driver },
      passages: async () => ({ kind: "local" }) as never,
    }),
  sealing: sealed,
  "sealing of work that has had nothing in the clear": (driver) =>
    sealingDriver(driver, { secrets, keptSecret: async () => [] }, new KnownSecrets(), none),
  "the doctor's notes": (driver) => notingDriver(driver, []),
};

describe.each(Object.entries(wrappers))("around a driver stands %s", (name, around) => {
  test.each(Object.keys(asked) as (keyof typeof asked)[])("and hands on all that %s answers", async (method) => {
    await fc.assert(
      fc.asyncProperty(word, word, fc.nat(), async (said, later, index) => {
        const all: readonly object[] = outcomes[method === "poll" ? "write" : method](said);
        const outcome = { ...all[index % all.length], later };
        const told = await asked[method](around(answering(withLater(outcome, later))));
        const whole = withLater(outcome, later) as object;
        // What is asked again until its time is up says so.
        const isGivenUp = name === "pacing" && "kind" in whole && whole.kind === "throttled";
        expect(told).toMatchObject(
          isGivenUp ? { ...whole, detail: expect.stringMatching(`^${said}; it was asked again`) } : whole,
        );
      }),
    );
  });

  test("and hands on what is asked without a call", () => {
    const driver = around(answering(null));
    expect([driver.kind, driver.cloudId(provider)]).toEqual(["test", "cloud"]);
    // The doctor asks for each object by itself.
    expect(driver.collectionOf(target)).toBe(name === "the doctor's notes" ? null : "all");
    expect([driver.isConditional?.(change), driver.readsLag?.("test:Thing")]).toEqual([true, false]);
  });
});

/** The same with one member more in each item and observation: one that the port may get. */
function withLater(outcome: unknown, later: string): unknown {
  const added = (value: Json): Json => {
    if (Array.isArray(value)) return value.map(added);
    if (typeof value !== "object" || value === null) return value;
    const members = Object.fromEntries(Object.entries(value).map(([key, member]) => [key, added(member as Json)]));
    return "observation" in members || "displaces" in members ? { ...members, later } : members;
  };
  return added(outcome as Json);
}
