import { digestInParts } from "../../../../packages/base/digest.ts";
import { isJsonObject, type Json } from "../../../../packages/base/json/json.ts";
import { documentCodec } from "../../../../packages/base/json/plain.ts";
import { type Problem, problem } from "../../../../packages/base/problems/problem.ts";
import { type InParts, inTurns } from "../../../../packages/base/turns.ts";
import type { StateDocument } from "../../../contract/documents/state.ts";
import { keyFault } from "../../../engine/declare/logical-name.ts";
import { doubledRecords } from "../../../engine/state/records/one-current.ts";
import { isRecord, type ResourceRecord, stateFormat } from "../../../engine/state/records/record.ts";
import type { StackContext } from "../../../engine/state/stack-context.ts";
import type { StackOutputs } from "../../../engine/state/stack-outputs.ts";
import { Rejection } from "../../rejection.ts";
import type { Deployment } from "../deployment.ts";
import { misnamedRecords } from "../objects/imported-identity.ts";
import { refuseBeyondBounds } from "./state-bounds.ts";

/**
 * What a caller gives as an exported state. A Rejection where it is none, was altered, or is of a newer format or
 * beyond what a state may hold.
 */
export async function readDocument(document: Json, { turns }: Deployment): Promise<StateDocument> {
  if (!isJsonObject(document) || typeof document["format"] !== "number" || !Array.isArray(document["records"])) {
    throw rejected("this is no exported state");
  }
  if (document["format"] > stateFormat)
    throw rejected(`the document has format ${document["format"]}, which is newer than this Plumbline reads`);
  const { digest: carried, ...content } = document;
  if (carried !== (await inTurns(digestInParts(content), turns)))
    throw rejected("the document was altered after its export: its content does not match its digest");
  const state = stateDocuments.read(document);
  await inTurns(refuseBeyondBounds(state), turns);
  return state;
}

/** The records of a document; a Rejection where it has what no state can have. In parts. */
export function* recordsIn({ records }: StateDocument, deployment: Deployment): InParts<readonly ResourceRecord[]> {
  const { catalog } = deployment;
  const read: ResourceRecord[] = [];
  const unnamed: Problem[] = [];
  for (const [index, each] of records.entries()) {
    yield;
    if (!isRecord(each)) throw rejected(`its record ${index + 1} is none that a state can have`);
    if (catalog.resources[each.type] === undefined)
      throw rejected(
        `its record of \`${each.address}\` has the type \`${each.type}\`, which this Plumbline does not know`,
      );
    const fault = keyFault(each.address);
    if (fault !== undefined)
      unnamed.push(problem("invalid-name", fault, { pointer: `/document/records/${index}/address` }));
    read.push(each);
  }
  if (unnamed.length > 0) throw new Rejection("unprocessable", unnamed);
  const [doubled] = doubledRecords(read);
  if (doubled !== undefined) throw rejected(`two of its records are current under the name \`${doubled.address}\``);
  const misnamed = yield* misnamedRecords(read, deployment);
  if (misnamed.length > 0) throw new Rejection("unprocessable", misnamed);
  return read;
}

const stateDocuments = documentCodec<StateDocument>();
const stackConfigs = documentCodec<StackContext["config"]>();

/** What a document says of whose declarations its stack takes; those of older versions say nothing. */
export function contextIn({ context }: StateDocument): StackContext | null {
  const { project, config, clouds } = context ?? {};
  if (typeof project !== "string" || !isJsonObject(config)) return null;
  const read = { project, config: stackConfigs.read(config) };
  if (!isJsonObject(clouds)) return read;
  const known = Object.entries(clouds).flatMap(([at, id]) => (typeof id === "string" ? [[at, id] as const] : []));
  return { ...read, clouds: Object.fromEntries(known) };
}

/** The outputs of a document, and what they were made from; those of older versions do not say that. */
export function outputsIn({ outputs, outputSources = {} }: StateDocument): StackOutputs {
  const sources = Object.entries(outputSources).flatMap(([name, keys]) =>
    Array.isArray(keys) ? [[name, keys.filter((key) => typeof key === "string")] as const] : [],
  );
  return { outputs, outputSources: Object.fromEntries(sources) };
}

/** Why a document is no state. */
export function rejected(detail: string): Rejection {
  return new Rejection("unprocessable", [problem("invalid-state", detail)]);
}
