import type { Json, JsonObject } from "../../../../packages/base/json/json.ts";
import { markersIn } from "../../../definitions/schema/secret-values.ts";
import { originalLineage } from "../../../engine/state/lineage.ts";
import type { Deployment } from "../../deployment.ts";
import { stackDocuments } from "../stacks/stack-documents.ts";

/** More former declarations than are kept of a stack. */
const mostEarlier = 1_000;

/** The ids of all markers in what is kept of a stack: its state, journal, plans, declarations and settings. */
export async function markersInHistory(stack: string, deployment: Deployment): Promise<Iterable<string>> {
  const { store, documentStore } = deployment;
  // What is found is kept for good: settings that still stand under the stack's name would be left out for ever.
  await deployment.carriedOver();
  const { lineage, records, superseded, openIntents, outputs } = await store.readStack(stack);
  const original = originalLineage(lineage);
  const kept: readonly unknown[] = [
    [...records.values()],
    ...[superseded, openIntents, outputs],
    await store.readJournal(stack),
    (await store.listPlans(stack)).map(({ document }) => document),
    (await documentStore.get(stackDocuments.declarations, original))?.document ?? null,
    (await documentStore.list(stackDocuments.earlierDeclarations, { prefix: `${original}/`, limit: mostEarlier })).map(
      ({ document }) => document,
    ),
    (await documentStore.get(stackDocuments.settings, lineage))?.document ?? null,
  ];
  return kept.flatMap((each) => markersIn(each as Json | JsonObject).map(({ $secret }) => $secret.id));
}
