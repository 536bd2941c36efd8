import type { JsonObject } from "../../../packages/base/json/json.ts";
import { catalog } from "../../../src/definitions/resources/catalog.ts";
import { outputSchema } from "../../../src/definitions/schema/field-schema.ts";
import type { Change, Driver, Observation } from "../../../src/engine/ports/driver.ts";
import type { Store } from "../../../src/engine/ports/store.ts";
import type { JournalEntry, RecordEffect } from "../../../src/engine/state/journal.ts";
import type { ResourceRecord } from "../../../src/engine/state/records/record.ts";
import type { CheckFindings } from "../../../src/service/use-cases/declarations/checker.ts";
import type { Deployment } from "../../../src/service/use-cases/deployment.ts";
import { type Changes, withMembers } from "../rule/with-member.ts";

/** What takes the place of a deployment: one port of it lies. */
export type Lie = (real: Deployment) => Deployment;

export function storing(changes: Changes<Store>): Lie {
  return (real) => ({ ...real, store: withMembers(real.store, changes) });
}

export function driving(changes: Changes<Driver>): Lie {
  return (real) => ({ ...real, driverOf: (provider, at) => withMembers(real.driverOf(provider, at), changes) });
}

/** A store that writes other entries than it is given. */
export function appending(made: (entries: readonly JournalEntry[]) => readonly JournalEntry[]): Lie {
  return storing({ append: (append) => (stack, epoch, entries) => append(stack, epoch, made(entries)) });
}

/** The entries with other effects of their results. */
export function withEffects(
  entries: readonly JournalEntry[],
  made: (effect: RecordEffect) => readonly RecordEffect[],
): readonly JournalEntry[] {
  return entries.map((entry) => (entry.kind === "result" ? { ...entry, effects: entry.effects.flatMap(made) } : entry));
}

/** Batches with intents are answered at once, and written when the next call to a platform has ended. */
export const intentAfterCall: Lie = (real) => {
  const held: Parameters<Store["append"]>[] = [];
  const written = async () => {
    for (const each of held.splice(0)) await real.store.append(...each);
  };
  const late = driving({
    write: (write) => async (change, signal) => {
      const outcome = await write(change, signal);
      await written();
      return outcome;
    },
  });
  const unnoted = storing({
    append: (append) => async (stack, epoch, entries) => {
      if (entries.some(({ kind }) => kind === "intent")) {
        held.push([stack, epoch, entries]);
        const { serial } = await real.store.progress(stack);
        return { kind: "done", serial: serial + held.length };
      }
      await written();
      return append(stack, epoch, entries);
    },
  });
  return unnoted(late(real));
};

/** What a write would have left if it had taken effect. */
function asAsked({ operation, target, inputs }: Change): Observation | null {
  const definition = catalog.resources[target.type];
  if (operation === "delete" || definition === undefined) return null;
  const nulls = Object.fromEntries(Object.keys(outputSchema(definition).properties).map((name) => [name, null]));
  const outputs: JsonObject = { ...nulls, ...inputs, id: target.id };
  return { outputs, version: null, deleted: false, displaces: [] };
}

/** A write of which no answer tells whether it took effect is told as done. */
export const unknownTrusted: Lie = driving({
  write: (write) => async (change, signal) => {
    const outcome = await write(change, signal);
    return outcome.kind === "unknown" ? { kind: "done", observation: asAsked(change) } : outcome;
  },
});

/** A batch is written, but for the records that its results make. */
export const recordDropped: Lie = appending((entries) =>
  withEffects(entries, (effect) => (effect.kind === "put" ? [] : [effect])),
);

/** A run gives its stack back when it has begun. */
export const earlyRelease: Lie = (real) =>
  storing({
    append: (append) => async (stack, epoch, entries) => {
      const outcome = await append(stack, epoch, entries);
      if (entries.some(({ kind }) => kind === "run-started")) await real.store.release(stack, epoch);
      return outcome;
    },
  })(real);

/** What a declaration says of protection is not heard. */
export const protectIgnored: Lie = (real) => ({
  ...real,
  checker: {
    do: async (kind, asked, who) => {
      const found = await real.checker.do(kind, asked, who);
      return kind === "check" ? (unprotected(found as CheckFindings) as typeof found) : found;
    },
  },
});

function unprotected({ checked, ...rest }: CheckFindings): CheckFindings {
  if (checked === null) return { checked, ...rest };
  const nodes = checked.nodes.map((node) =>
    node.kind === "resource" ? { ...node, options: { ...node.options, protect: false } } : node,
  );
  return { ...rest, checked: { ...checked, nodes } };
}

/** A record is told to be of the object that another project has under its name. */
export const identityNotCompared: Lie = storing({
  readStack: (read) => async (stack) => {
    const state = await read(stack);
    return { ...state, records: new Map([...state.records].map(([name, record]) => [name, ofOther(record)])) };
  },
});

function ofOther(record: ResourceRecord): ResourceRecord {
  const told = (text: string) => text.replace("projects/acme/", "projects/other/");
  const { id, claim, variables } = record.identity;
  return { ...record, identity: { id: told(id), claim: told(claim), variables: { ...variables, project: "other" } } };
}

/** What we have written ourselves is read as we wrote it, alone and in lists, whoever has changed it since. */
export const driftNotReported: Lie = (real) => {
  const known = new Map<string, Observation>();
  const asWritten = (id: string, seen: Observation) => known.get(id) ?? seen;
  return driving({
    write: (write) => async (change, signal) => {
      const outcome = await write(change, signal);
      if (outcome.kind === "done" && outcome.observation !== null) known.set(change.target.id, outcome.observation);
      else known.delete(change.target.id);
      return outcome;
    },
    read: (read) => async (target, signal) => {
      const seen = await read(target, signal);
      return seen.kind === "done" ? { ...seen, observation: asWritten(target.id, seen.observation) } : seen;
    },
    list: (list) => async (target, signal) => {
      const seen = await list(target, signal);
      if (seen.kind !== "done") return seen;
      const items = seen.items.map((item) => ({ ...item, observation: asWritten(item.id, item.observation) }));
      return { ...seen, items };
    },
  })(real);
};

/** A record goes on with the outputs that it had first. */
export const staleOutputs: Lie = (real) => {
  const first = new Map<string, JsonObject>();
  return appending((entries) =>
    withEffects(entries, (effect) => {
      if (effect.kind !== "put") return [effect];
      const { uid, outputs } = effect.record;
      if (!first.has(uid)) first.set(uid, outputs);
      return [{ ...effect, record: { ...effect.record, outputs: first.get(uid) ?? outputs } }];
    }),
  )(real);
};
