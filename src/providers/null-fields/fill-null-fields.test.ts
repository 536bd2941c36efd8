import { expect, test } from "vitest";
import type { Json } from "../../../packages/base/json/json.ts";
import { catalog } from "../../definitions/resources/catalog.ts";
import type { Driver, Observation, Target } from "../../engine/ports/driver.ts";
import { fillNullFields } from "./fill-null-fields.ts";

const target: Target = {
  type: "authorization:RoleManagementPolicyAssignment",
  apiVersion: "2020-10-01",
  provider: { ref: "azure", kind: "azure", config: {} },
  id: "a",
  variables: {},
};

const seen = (effectiveRules: Json): Observation => ({
  outputs: { effectiveRules },
  version: null,
  deleted: false,
  displaces: [],
});

const expiration = (more: Readonly<Record<string, Json>>) => [
  { ruleType: "RoleManagementPolicyExpirationRule", ...more },
];

function driverOf(...seenInTurn: readonly Observation[]): Driver {
  const [first = seen(null)] = seenInTurn;
  const none = async () => ({ kind: "unknown" as const, detail: "not asked" });
  return fillNullFields(
    {
      kind: "azure",
      cloudId: () => "azure",
      verify: async () => null,
      read: async () => ({ kind: "done", observation: first }),
      collectionOf: () => "all",
      list: async () => ({
        kind: "done",
        items: seenInTurn.map((observation, at) => ({ id: String(at), observation })),
      }),
      write: async () => ({ kind: "done", observation: first }),
      poll: async () => ({ kind: "done", observation: first }),
      lookup: async () => ({
        kind: "done",
        version: null,
        result: { properties: { privateEndpoint: "not an object" } },
      }),
      discover: none,
    },
    catalog,
  );
}

test.each<[Json, string]>([
  ["none", "`effectiveRules` .* list,.* text"],
  [["none"], "`effectiveRules.0` .* map,.* text"],
  [[{ ruleType: 1 }], "`effectiveRules.0.ruleType` .* text,.* number"],
  [expiration({ isExpirationRequired: "true" }), "`effectiveRules.0.isExpirationRequired` .* true or false"],
  [expiration({ target: { operations: "All" } }), "`effectiveRules.0.target.operations` .* list,.* text"],
])("what is read as %j is unreadable, and the place is named", async (rules, said) => {
  const outcome = await driverOf(seen(rules)).read(target);
  expect(outcome).toMatchObject({ kind: "unavailable", detail: expect.stringMatching(said) });
});

const sealed = { $secret: { id: "of a stack", fingerprint: "of a value" } };

test.each<[string, Json, string]>([
  ["as a text", expiration({ maximumDuration: sealed }), "`effectiveRules.0.maximumDuration` .* text,.* map"],
  ["as a list", sealed, "`effectiveRules` .* list,.* map"],
  ["as a map", expiration({ target: sealed }), "`effectiveRules.0.target` .* data,.* marker"],
  ["as a member of a list", [sealed], "`effectiveRules.0"],
  ["in a field of tomorrow", expiration({ tomorrow: [{ a: sealed }] }), "`effectiveRules.0.tomorrow.0.a` .* data"],
  ["unknown", expiration({ tomorrow: { $unknown: "why" } }), "`effectiveRules.0.tomorrow` .* data"],
  [
    "as an expression",
    expiration({ maximumDuration: { $expr: "a" } }),
    "`effectiveRules.0.maximumDuration` .* text,.* map",
  ],
])("no marker comes from a platform: one %s is unreadable", async (_, rules, said) => {
  const outcome = await driverOf(seen(rules)).read(target);
  expect(outcome).toMatchObject({ kind: "unavailable", detail: expect.stringMatching(said) });
});

test("a key with a $ in a free map is its user's, be it written as a marker", async () => {
  const attachment = { ...target, type: "connectors:EndpointAttachment", apiVersion: "v1" };
  const outputs = { labels: { $unknown: "a", $expr: "b", plain: "c" } };
  const outcome = await driverOf({ ...seen(null), outputs }).read(attachment);
  expect(outcome).toMatchObject({ kind: "done", observation: { outputs } });
  const wrong = await driverOf({ ...seen(null), outputs: { labels: { $expr: "b", other: 1 } } }).read(attachment);
  expect(wrong).toMatchObject({ kind: "unavailable", detail: expect.stringMatching(/`labels\.other` .* text/) });
});

test.each<[Json]>([
  [null],
  [[]],
  [expiration({ isExpirationRequired: null })],
  [[{ ruleType: "RoleManagementPolicyRuleOfTomorrow", setting: 1 }]],
  [expiration({ fieldOfTomorrow: 1 })],
])("what has no value, or is not known yet, as in %j, is read", async (rules) => {
  expect(await driverOf(seen(rules)).read(target)).toMatchObject({ kind: "done" });
});

test("one object of a list that can't be read leaves the others readable", async () => {
  const listed = await driverOf(seen([]), seen("none")).list(target);
  if (listed.kind !== "done") throw new Error("the list was answered");
  expect(listed.items.map(({ unreadable }) => unreadable)).toEqual([
    undefined,
    expect.stringMatching(/`effectiveRules` .* list,.* text$/),
  ]);
});

test("a write whose answer can't be read is done, and what it made is read", async () => {
  const change = { operation: "update", target, inputs: {}, fields: [], prior: null, condition: null } as const;
  const driver = driverOf(seen("none"));
  expect(await driver.write(change)).toEqual({ kind: "done", observation: null });
  expect(await driver.poll(change, "handle")).toEqual({ kind: "done", observation: null });
});

test("the result of a function that can't be read is none", async () => {
  const call = { function: "migrate:getPrivateEndpointConnection", apiVersion: "2020-05-01" } as const;
  expect(await driverOf().lookup({ ...call, provider: target.provider, arguments: {} })).toMatchObject({
    kind: "unavailable",
    detail: expect.stringMatching(/`properties\.privateEndpoint` .* map,.* text/),
  });
});
