import type { ResourceInspection } from "../../../contract/documents/resources.ts";
import { noContext } from "../../../engine/state/stack-context.ts";
import { noOutputs } from "../../../engine/state/stack-outputs.ts";
import { keptDeclaration } from "../declarations/declarations.ts";
import { lookAtText } from "../declarations/look-at-text.ts";
import type { Deployment } from "../deployment.ts";
import { driftView } from "../objects/drift-view.ts";
import { observeRecords } from "./observe-records.ts";
import { resourceView } from "./resource-row.ts";
import { recordNamed } from "./show-state.ts";

/** A resource as it is declared, as it is recorded, and how its object differs, which is read live. Writes nothing. */
export async function inspectResource(
  stack: string,
  name: string,
  deployment: Deployment,
): Promise<ResourceInspection> {
  const { record, lineage, serial } = await recordNamed(stack, name, deployment);
  const alone = {
    lineage,
    serial,
    records: new Map([[name, record]]),
    superseded: [],
    openIntents: [],
    ...noOutputs,
    toldOutputs: noOutputs,
    context: noContext,
  };
  const [declared, snapshot] = await Promise.all([
    declaredAs(stack, name, deployment),
    observeRecords(stack, alone, deployment),
  ]);
  return { ...resourceView(record), declared, drift: (await driftView(snapshot, deployment)).drift };
}

async function declaredAs(
  stack: string,
  name: string,
  deployment: Deployment,
): Promise<ResourceInspection["declared"]> {
  const kept = await keptDeclaration(stack, deployment);
  if (kept === null) return null;
  const declared = await lookAtText("resource", { text: kept.text, file: kept.file, name }, deployment);
  if (declared === null) return null;
  const { type, properties, options } = declared;
  return { type, properties, options };
}
