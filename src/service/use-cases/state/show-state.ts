import { pointer } from "../../../../packages/base/json/pointer.ts";
import { nearestName } from "../../../../packages/base/nearest-name.ts";
import { problem } from "../../../../packages/base/problems/problem.ts";
import type { DeclarationText, GraphView } from "../../../contract/documents/declarations.ts";
import type { ResourceView } from "../../../contract/documents/resources.ts";
import type { StackChange } from "../../../engine/ports/store.ts";
import type { ResourceRecord } from "../../../engine/state/records/record.ts";
import { Rejection } from "../../rejection.ts";
import { lookAtText } from "../declarations/look-at-text.ts";
import { acceptUnsent } from "../declarations/read-and-check.ts";
import type { Deployment } from "../deployment.ts";
import { atNoStack } from "../stacks/at-stack.ts";
import { resourceView } from "./resource-row.ts";

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

/** Who needs whom, by the declaration alone. */
export async function showGraph(text: DeclarationText, deployment: Deployment): Promise<GraphView> {
  const { checked } = await acceptUnsent(text, atNoStack(deployment));
  const places = checked.nodes.map(({ kind, address }) => ({
    ...{ pointer: pointer(kind === "lookup" ? "/lookups" : "/resources", address), at: "key" as const },
  }));
  const spans = await lookAtText("locate", { text: text.text, file: text.file, places }, deployment);
  return {
    nodes: checked.nodes.map(({ address, kind, type, parent }, index) => ({
      ...{ name: address, kind, type },
      ...(parent === undefined ? {} : { parent }),
      ...(spans[index] == null ? {} : { span: spans[index] }),
    })),
    edges: checked.nodes.flatMap(({ address, edges }) => edges.map((to) => ({ from: address, to }))),
  };
}
