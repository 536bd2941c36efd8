import fc from "fast-check";
import { expect, test } from "vitest";
import { isJsonObject, type Json, type JsonObject } from "../../packages/base/json/json.ts";
import type { ResourceRow, ResourceView } from "../../src/contract/documents/resources.ts";
import { changesOf, InProcess } from "../scenarios/in-process.ts";
import { declarationOf } from "./base-declarations.ts";
import { type Maker, makers, type Resources } from "./generated-declarations.ts";

/** Fields that a declaration may leave out again, and which must be empty then. */
const clearable = ["description", "displayName", "labels", "condition"];

const anyMaker = fc.oneof(...Object.values(makers));
/** Up to six names, each of them declared or not, before and after. */
const twoDeclarations = fc.array(
  fc.record({ before: fc.option(anyMaker, { nil: null }), after: fc.option(anyMaker, { nil: null }) }),
  { minLength: 1, maxLength: 6 },
);

function beside(chosen: readonly (Maker | null)[]): Resources {
  const resources: Record<string, Resources[string]> = {};
  for (const [index, make] of chosen.entries())
    if (make !== null) resources[`r_${index}`] = make(`r_${index}`, resources);
  return resources;
}

/** What differs between declared values and outputs, as paths; references are somebody else's values. */
function disagreements(declared: Json, actual: Json, path: string): readonly string[] {
  if (isJsonObject(declared))
    return Object.entries(declared).flatMap(([name, value]) =>
      disagreements(value, isJsonObject(actual) ? (actual[name] ?? null) : null, `${path}.${name}`),
    );
  if (typeof declared === "string" && declared.startsWith("after ${")) return [];
  // An escaped `${` stands for itself.
  const meant = plain(typeof declared === "string" ? declared.replaceAll("$${", () => "${") : declared);
  return meant === plain(actual) ? [] : [`${path}: ${meant} became ${plain(actual)}`];
}

/** Spelling and order aside. */
function plain(value: Json): string {
  if (Array.isArray(value)) return JSON.stringify(value.map((item: Json) => plain(item)).toSorted());
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return text.toLowerCase().replace(/^null$|^false$|^client_type_unspecified$/, "");
}

const isEmpty = (value: Json | undefined) =>
  value === undefined || value === null || value === "" || (isJsonObject(value) && Object.keys(value).length === 0);

test("from any declaration to any other: what is planned and carried out is what was wanted", async () => {
  await fc.assert(
    fc.asyncProperty(twoDeclarations, async (pairs) => {
      const [before, after] = [beside(pairs.map((each) => each.before)), beside(pairs.map((each) => each.after))];
      const world = new InProcess();
      try {
        await world.up(declarationOf(before));
        const { plan, summary } = await world.up(declarationOf(after));
        const errors = plan.problems.filter((each) => each.severity === "error");
        // The identifier of a replaced client stays reserved: refused, and said before any call.
        for (const each of errors) expect(each.code).toBe("identifier-reserved");
        if (errors.length > 0) {
          expect(summary.status).toBe("refused");
          return;
        }
        expect(summary.problems).toEqual([]);
        const list = await world.ask<{ resources: readonly ResourceRow[] }>(
          "GET",
          "/v1/projects/test/stacks/dev/resources",
        );
        if (!list.ok) throw new Error(list.value.detail);
        expect(list.value.resources.map(({ name }) => name).toSorted()).toEqual(Object.keys(after).toSorted());
        for (const [name, { properties }] of Object.entries(after)) {
          const shown = await world.ask<ResourceView>("GET", `/v1/projects/test/stacks/dev/resources/${name}`);
          if (!shown.ok) throw new Error(shown.value.detail);
          const outputs: JsonObject = shown.value.outputs;
          expect(disagreements(properties, outputs, name)).toEqual([]);
          const left = clearable.filter((field) => properties[field] === undefined && !isEmpty(outputs[field]));
          expect(left).toEqual([]);
        }
        const again = await world.plan(declarationOf(after));
        expect(again.ok && changesOf(again.value)).toEqual({});
      } finally {
        await world.close();
      }
    }),
    { numRuns: 150 },
  );
});
