import { digestInParts } from "../../../../packages/base/digest.ts";
import { jsonOf } from "../../../../packages/base/json/plain.ts";
import { type InParts, inTurns, mappedInParts } from "../../../../packages/base/turns.ts";
import type { StateDocument } from "../../../contract/documents/state.ts";
import { concealSecrets } from "../../../definitions/schema/secret-values.ts";
import { stateFormat } from "../../../engine/state/records/record.ts";
import type { Deployment } from "../deployment.ts";
import { inFlightCall } from "../runs/in-flight.ts";
import { concealRecord } from "./concealed-record.ts";

/**
 * The state as a document that can be kept elsewhere and imported again, and the calls whose end is not known, which no
 * import takes. Secrets stay sealed in it: only the stack that sealed them can open them. For whoever may not reveal
 * them it says no more of them than that they are there; such a document restores what the stack has had as well.
 */
export async function exportState(stack: string, { store, authority, turns }: Deployment): Promise<StateDocument> {
  const state = await store.readStack(stack);
  const { lineage, serial, records, superseded, openIntents, outputs, outputSources } = state;
  // A move is this store's own, and its receipt is a secret that no other place takes.
  const { transfer: _, ...context } = state.context;
  const content: StateContent = {
    format: stateFormat,
    stack,
    lineage,
    serial,
    records: [...records.values(), ...superseded].map((record) => jsonOf(record)),
    outputs,
    outputSources: jsonOf(outputSources),
    context: jsonOf(context),
    inFlight: openIntents.map(inFlightCall),
  };
  const mayReveal = authority.decide("secret:reveal", { stack }).kind === "allowed";
  const shown = mayReveal ? content : await inTurns(concealedInParts(content), turns);
  return { ...shown, digest: await inTurns(digestInParts(jsonOf(shown)), turns) };
}

type StateContent = Omit<StateDocument, "digest">;

/** A document's content as whoever may not reveal secrets sees it, in parts. */
function* concealedInParts(content: StateContent): InParts<StateContent> {
  const { records, ...rest } = content;
  const shown = concealSecrets(jsonOf(rest));
  return { ...content, ...shown, records: yield* mappedInParts(records, concealRecord) };
}
