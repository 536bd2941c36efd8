import type { JsonObject } from "../base/json.ts";
import { nearestName } from "../base/nearest-name.ts";
import { problem } from "../base/problem.ts";
import type { DeclarationText, GraphView } from "../contract/documents/declarations.ts";
import type { ResourceRow, ResourceView } from "../contract/documents/resources.ts";
import { openSecrets } from "../definitions/schema/secret-values.ts";
import { isWithheld } from "../definitions/schema/value.ts";
import type { StackChange } from "../engine/ports/store.ts";
import { awaitsDeclaration, type ResourceRecord } from "../engine/state/record.ts";
import { atNoStack, secretsOf } from "./at-stack.ts";
import type { Deployment } from "./deployment.ts";
import { acceptUnsent } from "./read-and-check.ts";
import { Rejection } from "./rejection.ts";

/** What is believed to exist in a stack, by name; replaced objects that wait for their deletion come last. */
export async function listResources(stack: string, { store }: Deployment): Promise<readonly ResourceRow[]> {
  const state = await store.readStack(stack);
  const current = [...state.records.values()].sort((a, b) => (a.address < b.address ? -1 : 1));
  return [...current, ...state.superseded].map(resourceRow);
}

export async function showResource(stack: string, name: string, deployment: Deployment): Promise<ResourceView> {
  return resourceView((await recordNamed(stack, name, deployment)).record);
}

/** Among more names than these no near one is looked for: it would take longer than anybody waits for a "not found". */
const mostGuessed = 1_000;

/** The record that has a name in a stack, and how far the stack has come; or a Rejection. */
export async function recordNamed(
  stack: string,
  name: string,
  { store }: Deployment,
): Promise<StackChange & { readonly record: ResourceRecord }> {
  const { record, lineage, serial } = await store.readRecord(stack, name);
  if (record !== null) return { record, lineage, serial };
  const { records } = await store.readStack(stack);
  const nearest = records.size > mostGuessed ? undefined : nearestName(name, records.keys());
  const guess = nearest === undefined ? "" : `; did you mean \`${nearest}\`?`;
  throw new Rejection("missing", [problem("not-found", `stack \`${stack}\` has no resource \`${name}\`${guess}`)]);
}

/** The stack's outputs; secret ones are sealed. */
export async function showOutputs(stack: string, { store }: Deployment): Promise<JsonObject> {
  return (await store.readStack(stack)).outputs;
}

/** Outputs of the stack with its own secrets in the clear. What another stack keeps to itself stays withheld. */
export function revealOutputs(stack: string, outputs: JsonObject, deployment: Deployment): Promise<JsonObject> {
  const secrets = secretsOf(stack, deployment);
  return openSecrets(outputs, async (marker) => (isWithheld(marker) ? marker : secrets.open(marker)));
}

/** Who needs whom, by the declaration alone. */
export async function showGraph(text: DeclarationText, deployment: Deployment): Promise<GraphView> {
  const { checked } = await acceptUnsent(text, atNoStack(deployment));
  return {
    nodes: checked.nodes.map(({ address, kind, type, parent }) => ({
      ...{ name: address, kind, type },
      ...(parent === undefined ? {} : { parent }),
    })),
    edges: checked.nodes.flatMap(({ address, edges }) => edges.map((to) => ({ from: address, to }))),
  };
}

/** A record in a list. */
export function resourceRow(record: ResourceRecord): ResourceRow {
  return {
    name: record.address,
    type: record.type,
    id: presentId(record),
    provider: record.provider.ref,
    status: record.status,
    ...(awaitsDeclaration(record) ? { awaitsDeclaration: true } : {}),
  };
}

/** The id that the object was last seen to have: a platform may have renamed it since the last run. */
function presentId({ identity, outputs }: ResourceRecord): string {
  const { id } = outputs;
  return typeof id === "string" ? id : identity.id;
}

/** A record with all that is believed of its object. */
export function resourceView(record: ResourceRecord): ResourceView {
  const { inputs, outputs, dependsOn, generation, observed } = record;
  return { ...resourceRow(record), inputs, outputs, dependsOn, generation, observedAt: observed.at };
}
