import fc from "fast-check";
import { expect, test } from "vitest";
import { canonicalJson } from "../../../../packages/base/json/canonical-json.ts";
import type { JsonObject } from "../../../../packages/base/json/json.ts";
import type { RecordedProvider } from "../../state/records/record.ts";
import { objectKey } from "../../state/snapshot.ts";
import { engineFlags, type PlanContent, planFormat, type Step } from "../plan.ts";
import { planDigest, planOf, sealPlan } from "./plan-document.fixture.ts";

const names = fc.constantFrom("a", "b", "C", "d");
const dictionaries = <T>(of: fc.Arbitrary<T>) => fc.dictionary(names, of, { noNullPrototype: true });
const values = dictionaries(fc.constantFrom<JsonObject[string]>(1, "one", null, { $expr: "${a.id}" }, []));
const versions = fc.option(fc.constantFrom("v1", "v2"));
const generations = fc.constantFrom(1, 1, 0, 2);
const lists = fc.oneof(fc.constant([]), fc.array(names, { maxLength: 2 }));
const identities = fc.record({ id: names, claim: names, variables: dictionaries(names) });
const priors = fc.option(
  fc.record({ identity: identities, generation: generations, outputs: values, version: versions }),
);
const options = fc.oneof(
  fc.constant({ protect: false, onDestroy: "delete" }),
  fc.record({ protect: fc.boolean(), onDestroy: fc.constantFrom("delete", "retain"), parent: names }),
);

/** Some go by one name. */
const providers = fc
  .constantFrom<readonly [string, string]>(["one", "cloud"], ["one", "other"], ["two", "cloud"])
  .map(([ref, cloudId]): RecordedProvider => ({ ref, kind: "google", cloudId, configDigest: "d", config: {} }));

const common = {
  ...{ id: names, address: names, type: names, apiVersion: names, uid: names, needs: lists, provider: providers },
  fields: fc.oneof(fc.constant([]), fc.array(fc.record({ path: names, replace: fc.boolean() }), { maxLength: 2 })),
};
const optional = {
  ...{
    waiting: dictionaries(names),
    beforeUs: values,
    besideUs: fc.constant([]),
    movedFrom: names,
    revives: fc.constant(true),
  },
  ...{ timeoutMs: fc.nat(), goneWith: names },
};

const kinds: readonly Readonly<Record<string, fc.Arbitrary<unknown>>>[] = [
  {
    ...{ kind: fc.constant("write"), action: fc.constantFrom("create", "update", "replace"), generation: generations },
    ...{ identity: fc.option(identities), prior: priors, condition: versions, desired: values, write: lists },
    ...{ former: fc.constantFrom("same", "superseded"), options, dependsOn: lists, imported: fc.boolean() },
  },
  {
    ...{ kind: fc.constant("removal"), action: fc.constant("delete"), generation: generations, identity: identities },
    ...{ prior: priors, how: names, restore: fc.option(values), superseded: fc.boolean() },
  },
  { kind: fc.constant("read"), action: fc.constant("read"), ask: values, result: fc.option(values) },
  { kind: fc.constant("move"), action: fc.constant("move"), movedFrom: names, identity: identities },
  { kind: fc.constant("record"), action: fc.constant("retain"), identity: identities, prior: priors, effect: values },
];
const drawn = kinds.map((own) => {
  const required = { ...common, ...own };
  return fc.record<Record<string, unknown>, string>(
    { ...optional, ...required },
    { requiredKeys: Object.keys(required) },
  );
});

/** What follows from the rest of a step seldom comes about by chance. */
const steps = fc.tuple(fc.oneof(...drawn), fc.array(fc.nat(4), { maxLength: 4 })).map(([made, follows]): Step => {
  const step = made as unknown as Extract<Step, { kind: "write" }>;
  const { address, needs, identity, generation, prior } = step;
  return {
    ...step,
    ...(follows.includes(0) ? { id: address } : {}),
    ...(follows.includes(1) && "dependsOn" in step ? { dependsOn: needs } : {}),
    ...(follows.includes(2) && "identity" in step && identity !== null
      ? { identity: { ...identity, claim: identity.id } }
      : {}),
    ...(follows.includes(3) && "prior" in step ? { prior: null } : {}),
    ...(follows.includes(4) && "generation" in step && prior !== null && identity !== null
      ? { prior: { ...prior, identity, generation } }
      : {}),
  };
});

const plans = fc
  .record({ steps: fc.array(steps, { maxLength: 5 }), seen: dictionaries(versions), placesOf: fc.nat() })
  .map(({ steps, seen, placesOf }): PlanContent => {
    // Places of some of the steps among what was seen, found empty.
    const empty = steps.flatMap((step, index) =>
      "identity" in step && step.identity !== null && (placesOf >> index) % 2 === 1
        ? [[objectKey(step.provider.cloudId, step.identity.id), null] as const]
        : [],
    );
    const observed = [...new Map<string, string | null>([...Object.entries(seen), ...empty])]
      .map(([identity, version]) => ({ identity, version }))
      .sort((a, b) => (a.identity < b.identity ? -1 : 1));
    return {
      ...{ format: planFormat, kind: "apply", stack: "dev", round: 1 },
      bindings: { declaration: null, lineage: "l", serial: 3, definitions: [], engineFlags, observed },
      ...{ steps, unchanged: [], recordUpdates: [], deferred: [], outputs: {}, problems: [] },
    };
  });

/** As it comes from the store. */
const plain = <T>(value: T) => JSON.parse(JSON.stringify(value)) as T;

test("a plan comes back from its document as it was, under its digest", () => {
  fc.assert(
    fc.property(plans, (drawn) => {
      const { plan, document } = sealPlan(plain(drawn));
      const again = planOf(plain(document));
      expect(again).toStrictEqual(plan);
      expect(planDigest(again)).toBe(plan.digest);
    }),
    { numRuns: 500 },
  );
});

test("plans that differ have different digests", () => {
  fc.assert(
    fc.property(plans, plans, (one, other) => {
      fc.pre(canonicalJson(one as unknown as JsonObject) !== canonicalJson(other as unknown as JsonObject));
      expect(planDigest(one)).not.toBe(planDigest(other));
    }),
  );
});
