import fc from "fast-check";
import { expect, test } from "vitest";
import { RunDispatcher } from "../../background/run-dispatcher.ts";
import { Rejection } from "../../rejection.ts";
import { attachments, testDeployment } from "../deployment.fixture.ts";
import { planOfKind } from "../plans/plan-of-kind.ts";
import { createObject, deleteObject, importObject } from "./write-objects.ts";

const type = "connectors:EndpointAttachment";
const provider = { kind: "google", project: "acme", region: "here" };
const patience = { waitMs: 10_000, signal: new AbortController().signal };
const name = fc.constantFrom("a", "b");

const action = fc.oneof(
  fc.record({ kind: fc.constant("create" as const), name }),
  fc.record({ kind: fc.constant("delete" as const), name }),
  fc.record({ kind: fc.constant("import" as const), name }),
  fc.record({ kind: fc.constant("up" as const), stack: fc.constantFrom("dev", "prod"), name }),
  fc.record({ kind: fc.constant("destroy" as const), stack: fc.constantFrom("dev", "prod") }),
);
type Action = typeof action extends fc.Arbitrary<infer T> ? T : never;

test("whoever asks at once, each object is made once and has one holder, and what is managed is there", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(action, { minLength: 1, maxLength: 3 }), { maxLength: 5 }), async (groups) => {
      const world = testDeployment();
      const runs = new RunDispatcher({ deployment: world, serves: false });
      const context = { deployment: world, runs };
      const run = async (stack: string, plan: string) => {
        const started = await runs.start({ stack, plan, parallel: 2 }, world.authority.caller);
        for await (const _ of runs.events(stack, started.run, 0, patience.signal));
      };
      const carryOut = async (each: Action): Promise<void> => {
        const id = `projects/acme/locations/here/endpointAttachments/${"name" in each ? each.name : ""}`;
        const expected = { kind: "anything" as const };
        switch (each.kind) {
          case "create": {
            const serviceAttachment = "projects/p/regions/r/serviceAttachments/s";
            const properties = { endpointAttachmentId: each.name, serviceAttachment };
            await createObject({ type, provider, properties, options: {} }, context, patience);
            return;
          }
          case "delete":
            await deleteObject({ type, id, provider, expected }, context, patience);
            return;
          case "import":
            await importObject({ type, id, provider }, context, patience);
            return;
          case "up": {
            const declaration = attachments({ [each.name]: "declared" });
            const plan = await planOfKind({ kind: "apply", stack: each.stack, declaration, refresh: true }, world);
            return run(each.stack, plan.digest);
          }
          case "destroy": {
            const plan = await planOfKind(
              { kind: "destroy", stack: each.stack, declaration: null, refresh: true },
              world,
            );
            return run(each.stack, plan.digest);
          }
        }
      };
      for (const group of groups) {
        const settled = await Promise.allSettled(group.map(carryOut));
        for (const each of settled) if (each.status === "rejected") expect(each.reason).toBeInstanceOf(Rejection);
        // No read lags behind what was written a while ago.
        world.advance(600_000);
      }
      const there = new Set<string>();
      for (const write of await world.writes()) {
        const [what = "", object = ""] = write.split(" ");
        if (what === "create") {
          expect(there).not.toContain(object);
          there.add(object);
        } else if (what === "delete") there.delete(object);
      }
      const held: string[] = [];
      for (const stack of await world.store.listStacks()) {
        const { records, superseded, openIntents } = await world.store.readStack(stack);
        expect([superseded, openIntents]).toEqual([[], []]);
        held.push(...[...records.values()].map(({ identity }) => identity.id.split("/").at(-1) ?? ""));
      }
      expect(new Set(held).size).toBe(held.length);
      for (const object of held) expect(there).toContain(object);
    }),
    { numRuns: 60 },
  );
}, 180_000);
