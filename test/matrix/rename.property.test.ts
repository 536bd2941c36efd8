import fc from "fast-check";
import { expect, test } from "vitest";
import type { JsonObject } from "../../packages/base/json/json.ts";
import type { ResourceRow } from "../../src/contract/documents/resources.ts";
import { changesOf, InProcess } from "../scenarios/in-process.ts";
import { declarationOf } from "./base-declarations.ts";
import { declaredResources, type Resources } from "./generated-declarations.ts";

const newName = (name: string) => `new_${name}`;

/** Every resource under another logical name, references included; `aliases` says whether the old name is told. */
function renamed(resources: Resources, aliases: boolean): Resources {
  return Object.fromEntries(
    Object.entries(resources).map(([name, { type, properties }]) => {
      const text = JSON.stringify(properties).replaceAll(
        /after \$\{(\w+)\./g,
        (_, old: string) => `after \${${newName(old)}.`,
      );
      const options = aliases ? { options: { aliases: [name] } } : {};
      return [newName(name), { type, properties: JSON.parse(text) as JsonObject, ...options }];
    }),
  );
}

/** Objects that are named after their logical name can't be recognised without being told. */
function isRecognisable({ type, properties }: Resources[string]): boolean {
  return type !== "migrate:ServerCollector" || properties["serverCollectorName"] !== undefined;
}

async function idsOf(world: InProcess): Promise<Readonly<Record<string, string>>> {
  const rows = await world.ask<{ readonly resources: readonly ResourceRow[] }>(
    "GET",
    "/v1/projects/test/stacks/dev/resources",
  );
  if (!rows.ok) throw new Error(rows.value.detail);
  return Object.fromEntries(rows.value.resources.map(({ name, id }) => [name, id]));
}

test.each([
  ["told by aliases", true],
  ["recognised by the objects", false],
])(
  "renaming everything moves everything and calls nothing: %s",
  async (_, aliases) => {
    await fc.assert(
      fc.asyncProperty(declaredResources, async (generated) => {
        const before = Object.fromEntries(
          Object.entries(generated).filter(([, each]) => aliases || isRecognisable(each)),
        );
        // What is left out may not be referred to.
        fc.pre(
          !Object.keys(generated).some((name) => !(name in before) && JSON.stringify(before).includes(`\${${name}.`)),
        );
        const after = renamed(before, aliases);
        const world = new InProcess();
        try {
          expect((await world.up(declarationOf(before))).summary.status).toBe("done");
          const [ids, written] = [await idsOf(world), (await world.writes()).length];
          const { plan, summary } = await world.up(declarationOf(after));
          expect(plan.problems.filter((each) => each.severity === "error")).toEqual([]);
          expect(changesOf(plan)).toEqual(Object.fromEntries(Object.keys(after).map((name) => [name, "move"])));
          expect(summary.status).toBe("done");
          expect(await world.writes()).toHaveLength(written);
          expect(await idsOf(world)).toEqual(
            Object.fromEntries(Object.entries(ids).map(([name, id]) => [newName(name), id])),
          );
          const next = await world.plan(declarationOf(after));
          expect(next.ok && changesOf(next.value)).toEqual({});
        } finally {
          await world.close();
        }
      }),
      { numRuns: 40 },
    );
  },
  30_000,
);
