import fc from "fast-check";
import { expect, test } from "vitest";
import { InProcess } from "../scenarios/in-process.ts";
import { declarationOf } from "./base-declarations.ts";
import type { Resources } from "./generated-declarations.ts";

/** A graph without cycles: each node needs some of those before it, by a reference or by `dependsOn`. */
const graph = fc.integer({ min: 2, max: 9 }).chain((size) =>
  fc
    .tuple(
      ...Array.from({ length: size }, (_, index) =>
        fc.record({
          needs: fc.subarray(Array.from({ length: index }, (_each, before) => `n${before}`)),
          byReference: fc.boolean(),
        }),
      ),
    )
    .chain((nodes) => {
      const named = nodes.map((node, index) => ({ ...node, name: `n${index}` }));
      return fc.shuffledSubarray(named, { minLength: size, maxLength: size });
    }),
);

function declared(nodes: readonly { name: string; needs: readonly string[]; byReference: boolean }[]): Resources {
  return Object.fromEntries(
    nodes.map(({ name, needs, byReference }) => [
      name,
      {
        type: "connectors:EndpointAttachment",
        properties: {
          endpointAttachmentId: name,
          serviceAttachment: "projects/p/regions/r/serviceAttachments/s",
          ...(byReference ? { description: needs.map((each) => `\${${each}.endpointIp}`).join(" ") } : {}),
        },
        ...(byReference ? {} : { options: { dependsOn: needs } }),
      },
    ]),
  );
}

test("whatever the graph, what is needed is made first and goes last", async () => {
  await fc.assert(
    fc.asyncProperty(graph, async (nodes) => {
      const world = new InProcess();
      try {
        const { summary } = await world.up(declarationOf(declared(nodes)));
        expect(summary).toMatchObject({ status: "done", create: nodes.length });
        const made = (await world.writes()).map(({ object }) => object.split("/").at(-1) ?? "");
        const destroy = await world.plan(null, { kind: "destroy" });
        if (!destroy.ok) throw new Error(destroy.value.detail);
        expect((await world.run(destroy.value.digest)).summary).toMatchObject({
          status: "done",
          delete: nodes.length,
        });
        const gone = (await world.writes(made.length)).map(({ object }) => object.split("/").at(-1) ?? "");
        expect(gone).toHaveLength(nodes.length);
        for (const { name, needs } of nodes) {
          for (const need of needs) {
            expect(made.indexOf(need)).toBeLessThan(made.indexOf(name));
            expect(gone.indexOf(need)).toBeGreaterThan(gone.indexOf(name));
          }
        }
      } finally {
        await world.close();
      }
    }),
    { numRuns: 60 },
  );
});
