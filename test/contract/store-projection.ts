import fc from "fast-check";
import { expect } from "vitest";
import type { JsonObject } from "../../packages/base/json/json.ts";
import type { AppendOutcome, Store } from "../../src/engine/ports/store.ts";
import type { Intent, JournalEntry } from "../../src/engine/state/journal.ts";
import type { ResourceRecord } from "../../src/engine/state/records/record.ts";
import { noContext, type StackContext } from "../../src/engine/state/stack-context.ts";
import { assembleState, type OpenIntent, project, type StateRows } from "../../src/engine/state/stack-state.ts";
import { ended, handle, holder, intent, put, remove, result, run } from "./journal-samples.ts";

const stacks = ["dev", "prod"];
export const claimKeys = ["c0", "c1", "c2"];

/** What a store is expected to hold, in plain maps. */
interface Model {
  readonly records: Map<string, ResourceRecord>;
  readonly intents: Map<string, OpenIntent>;
  readonly claims: Map<string, { readonly stack: string; readonly uid: string; readonly address: string }>;
  readonly outputs: Map<string, JsonObject>;
  readonly context: Map<string, StackContext>;
  readonly serials: Map<string, number>;
}

class Taken extends Error {}

function copyOf(model: Model): Model {
  return {
    records: new Map(model.records),
    intents: new Map(model.intents),
    claims: new Map(model.claims),
    outputs: new Map(model.outputs),
    context: new Map(model.context),
    serials: new Map(model.serials),
  };
}

function rowsOf(model: Model, stack: string): StateRows {
  const at = (key: string) => `${stack} ${key}`;
  return {
    putRecord: (key, record) => model.records.set(at(key), record),
    removeRecord: (key) => model.records.delete(at(key)),
    putIntent: (key, begun: Intent) => model.intents.set(at(key), { intent: begun, operationName: null }),
    setHandle: (key, url) => {
      const open = model.intents.get(at(key));
      if (open !== undefined) model.intents.set(at(key), { ...open, operationName: url });
    },
    removeIntent: (key) => model.intents.delete(at(key)),
    putClaim: (claimKey, uid, address) => {
      const claim = model.claims.get(claimKey);
      if (claim !== undefined && claim.uid !== uid) throw new Taken();
      model.claims.set(claimKey, { stack, uid, address });
    },
    removeClaim: (claimKey, uid) => {
      if (model.claims.get(claimKey)?.uid === uid) model.claims.delete(claimKey);
    },
    setOutputs: (outputs) => model.outputs.set(stack, outputs),
    setContext: (context) => model.context.set(stack, context),
  };
}

/** The batch over the model: all of it, or nothing when a claim is taken. */
function appended(model: Model, stack: string, entries: readonly JournalEntry[]): Model {
  const next = copyOf(model);
  try {
    for (const entry of entries) project(entry, rowsOf(next, stack));
  } catch (cause) {
    if (cause instanceof Taken) return model;
    throw cause;
  }
  next.serials.set(stack, (next.serials.get(stack) ?? 0) + 1);
  return next;
}

function stateOf(model: Model, stack: string, lineage: string) {
  const under = <T>(map: Map<string, T>) =>
    [...map]
      .filter(([key]) => key.startsWith(`${stack} `))
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([, value]) => value);
  const head = {
    lineage,
    serial: model.serials.get(stack) ?? 0,
    outputs: model.outputs.get(stack) ?? {},
    context: model.context.get(stack) ?? noContext,
  };
  return assembleState(head, under(model.records), under(model.intents));
}

const claimKey = fc.constantFrom(...claimKeys);
const object = fc.nat({ max: 2 });
/** An entry, made for a stack when its turn comes; `seq` numbers intents. */
export const drawnEntry = fc.oneof(
  fc.record({ make: fc.constant("intent" as const), object, claimKey }),
  fc.record({ make: fc.constant("handle" as const), seq: fc.nat({ max: 20 }), url: fc.string() }),
  fc.record({
    make: fc.constant("result" as const),
    seq: fc.option(fc.nat({ max: 20 })),
    effects: fc.array(fc.record({ put: fc.boolean(), object, generation: fc.nat({ max: 1 }), claimKey }), {
      maxLength: 3,
    }),
  }),
  fc.record({ make: fc.constant("end" as const), outputs: fc.option(fc.dictionary(fc.string(), fc.integer())) }),
  fc.record({ make: fc.constant("context" as const), project: fc.option(fc.string()) }),
);
type Drawn = typeof drawnEntry extends fc.Arbitrary<infer T> ? T : never;

export function entryOf(drawn: Drawn, stack: string, seq: number): JournalEntry {
  const uid = (number: number) => `${stack}-${number}`;
  switch (drawn.make) {
    case "intent":
      return intent(seq, uid(drawn.object), drawn.claimKey);
    case "handle":
      return handle(drawn.seq, drawn.url);
    case "result":
      return result(
        drawn.seq,
        drawn.effects.map((each) => {
          if (!each.put) return remove(uid(each.object), each.generation, each.claimKey);
          // Only the highest generation is current: two current records at one address are no state.
          const status = each.generation === 1 ? "current" : "superseded";
          return put(uid(each.object), { generation: each.generation, status }, each.claimKey);
        }),
      );
    case "end":
      return ended(drawn.outputs);
    case "context":
      return { kind: "context", run, context: { project: drawn.project, config: { size: "given" } } };
  }
}

/** A store under trial. */
export interface ProjectionTrial {
  readonly runs: number;
  /** What is appended to several stacks without waiting takes effect in the order of the calls. */
  readonly isOrderedOverStacks: boolean;
  /** An empty store for each run. */
  open(): Store | Promise<Store>;
}

/** Any sequence of batches leaves what projecting it over plain maps leaves. */
export async function projectionHolds(trial: ProjectionTrial): Promise<void> {
  const batch = fc.record({ stack: fc.constantFrom(...stacks), entries: fc.array(drawnEntry, { maxLength: 5 }) });
  /** Groups of batches that are appended without waiting for one another. */
  const groups = fc.array(fc.array(batch, { maxLength: 4 }), { maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(groups, async (drawn) => {
      const store = await trial.open();
      for (const stack of stacks) await store.acquire(stack, holder, 0, 1000, () => false);
      let model: Model = {
        records: new Map(),
        intents: new Map(),
        claims: new Map(),
        outputs: new Map(),
        context: new Map(),
        serials: new Map(),
      };
      let seq = 0;
      for (const group of drawn) {
        const waiting: { readonly isTaken: boolean; readonly outcome: Promise<AppendOutcome> }[] = [];
        let former: string | undefined;
        for (const { stack, entries } of group) {
          if (!trial.isOrderedOverStacks && stack !== former) await Promise.all(waiting.map(({ outcome }) => outcome));
          former = stack;
          const made = entries.map((each) => {
            if (each.make === "intent") seq += 1;
            return entryOf(each, stack, seq);
          });
          const before = model;
          model = appended(model, stack, made);
          waiting.push({ isTaken: model === before, outcome: store.append(stack, 1, made) });
        }
        for (const { isTaken, outcome } of waiting) expect((await outcome).kind).toBe(isTaken ? "claimed" : "done");
      }
      for (const stack of stacks) {
        const state = await store.readStack(stack);
        expect(state).toEqual(stateOf(model, stack, state.lineage));
        const { lineage, serial, brief } = await store.readBrief(stack);
        expect([lineage, serial]).toEqual([state.lineage, state.serial]);
        expect(brief).toEqual({ records: state.records.size + state.superseded.length, latestRun: null });
      }
      const expected = claimKeys.flatMap((key) => {
        const claim = model.claims.get(key);
        return claim === undefined ? [] : [{ claimKey: key, ...claim }];
      });
      expect(await store.claims(claimKeys)).toEqual(expected);
      await store.close();
    }),
    { numRuns: trial.runs },
  );
}
