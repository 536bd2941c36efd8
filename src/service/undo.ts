import { digest } from "../base/digest.ts";
import { invariant } from "../base/invariant.ts";
import type { Json, JsonObject } from "../base/json.ts";
import { problem } from "../base/problem.ts";
import type { Catalog } from "../definitions/schema/definition.ts";
import { escapeRecorded } from "../definitions/schema/value.ts";
import { fieldOf } from "../definitions/schema/walk-value.ts";
import type { PlanView } from "../doors/api/documents.ts";
import type { CheckedDeclaration, CheckedProvider, ResourceNode } from "../engine/check/checked-declaration.ts";
import { expressionLanguage } from "../engine/expressions/expression-language.ts";
import { dependencyOrder } from "../engine/graph/order.ts";
import type { JournalEntry } from "../engine/state/journal.ts";
import type { ResourceRecord } from "../engine/state/record.ts";
import { replay } from "../engine/state/replay.ts";
import type { Deployment } from "./deployment.ts";
import { findPlan, planChecked } from "./make-plans.ts";
import { Rejection } from "./rejection.ts";

/**
 * Plans the inverse of a run: what it made goes, what it changed gets its former values, what it deleted comes back.
 * Objects that the run did not touch stay as they are now. The plan is reviewed and carried out like any other.
 */
export async function planUndo(stack: string, run: string, deployment: Deployment): Promise<PlanView> {
  const { store, catalog } = deployment;
  const journal = await store.readJournal(stack);
  const begin = journal.findIndex((entry) => entry.run === run);
  if (begin < 0) throw new Rejection("missing", [problem("not-found", `stack \`${stack}\` has no run ${run}`)]);
  const state = await store.readStack(stack);
  const before = replay(journal.slice(0, begin), state.lineage);
  const touched = touchedBy(run, journal);
  const forgotten = await forgottenBy(stack, journal[begin], deployment);
  const wanted = [
    ...[...state.records.values()].filter((record) => !touched.has(record.uid)),
    ...[...before.records.values()].filter((record) => touched.has(record.uid)),
  ];
  return planChecked(
    {
      stack,
      kind: "undo",
      checked: declarationOf(wanted, before.outputs, { touched, forgotten }, catalog),
      language: await expressionLanguage({}),
      problems: [],
      refresh: true,
    },
    deployment,
  );
}

/** uids of all objects whose records the run changed. */
function touchedBy(run: string, journal: readonly JournalEntry[]): ReadonlySet<string> {
  return new Set(
    journal.flatMap((entry) =>
      entry.kind === "result" && entry.run === run
        ? entry.effects.map((effect) => (effect.kind === "put" ? effect.record.uid : effect.uid))
        : [],
    ),
  );
}

/** uids of the objects that the run let go of as they stood; they are still there, and are taken back. */
async function forgottenBy(
  stack: string,
  begin: JournalEntry | undefined,
  deployment: Deployment,
): Promise<ReadonlySet<string>> {
  const found = begin?.kind === "run-started" ? await findPlan(stack, begin.plan, deployment) : null;
  const { resources } = deployment.catalog;
  return new Set(
    (found?.plan.steps ?? []).flatMap((step) =>
      step.kind === "removal" && step.action === "retain" && resources[step.type]?.existence === "created"
        ? [step.uid]
        : [],
    ),
  );
}

/** Records as the declaration that would plan empty for them. */
function declarationOf(
  records: readonly ResourceRecord[],
  outputs: JsonObject,
  { touched, forgotten }: { readonly touched: ReadonlySet<string>; readonly forgotten: ReadonlySet<string> },
  catalog: Catalog,
): CheckedDeclaration {
  const byAddress = new Map(records.map((record) => [record.address, record]));
  const order = dependencyOrder(new Map(records.map((record) => [record.address, record.dependsOn])));
  invariant(order.ok, "records depend on one another in a cycle");
  const providers: Record<string, CheckedProvider> = {};
  const nodes = order.value.flatMap((address): readonly ResourceNode[] => {
    const record = byAddress.get(address);
    if (record === undefined) return [];
    const { ref, kind, config, configDigest } = record.provider;
    const { parent, ignoreChanges = [], ...options } = record.options;
    // Two records may name one provider by different configurations, from different times.
    const key =
      providers[ref] === undefined || digest(providers[ref].config) === configDigest ? ref : `${ref} ${configDigest}`;
    providers[key] = { ref: key, kind, config };
    return [
      {
        kind: "resource",
        address,
        type: record.type,
        apiVersion: record.apiVersion,
        provider: key,
        edges: record.dependsOn.filter((name) => byAddress.has(name)),
        inputs: escapeRecorded(declaredInputs(record, catalog)) as JsonObject,
        ...(parent === undefined ? {} : { parent }),
        options: {
          ...options,
          ...(forgotten.has(record.uid) ? { import: record.identity.id } : {}),
          // What the run wrote goes back, be it ignored now or before.
          ignoreChanges: touched.has(record.uid) ? [] : ignoreChanges,
          replaceOnChanges: [],
          deleteBeforeReplace: false,
        },
      },
    ];
  });
  const content = { project: "undo", providers, nodes, outputs: escapeRecorded(outputs) as JsonObject };
  return { format: 1, digest: digest(content as unknown as Json), ...content };
}

/** Recorded inputs without what is of the moment (concurrency tags) and what follows from the others (composed names). */
function declaredInputs(record: ResourceRecord, catalog: Catalog): JsonObject {
  const definition = catalog.resources[record.type];
  return Object.fromEntries(
    Object.entries(record.inputs).filter(([name]) => {
      const field = definition === undefined ? undefined : fieldOf(definition.inputs, name);
      return field?.precondition !== true && field?.default?.from !== "composed";
    }),
  );
}
