import type { ResourceDefinition } from "../../../definitions/schema/definition.ts";
import type { Intent, RecordEffect } from "../journal.ts";
import { madeRecord, makingEffects, recordedInputs } from "./made-record.ts";
import type { ResourceRecord } from "./record.ts";

/** What was seen of an object whose creation has failed. */
interface HalfMade {
  readonly outputs: ResourceRecord["outputs"];
  readonly version: string | null;
}

/**
 * Records what a failed operation has left, so that it is neither lost nor taken for whole. None for a call that makes
 * nothing. `formerly`: the record that the uid had; `why`: the platform's code and words.
 */
export function taintedEffects(
  intent: Intent,
  seen: HalfMade,
  formerly: ResourceRecord | undefined,
  why: string,
  definition: ResourceDefinition,
  at: string,
): readonly RecordEffect[] {
  const { operation, record: sketch } = intent;
  if (operation !== "create" || sketch === null) return [];
  const inputs = recordedInputs(intent, seen, definition);
  const made = madeRecord({ ...intent, asked: intent.request.inputs, formerly }, sketch, inputs, seen, definition, at);
  const halfMade: ResourceRecord = { ...made, tainted: why };
  // What a later run has made in its place stands for the uid; this one waits for its deletion.
  if (formerly !== undefined && formerly.generation > halfMade.generation)
    return [{ kind: "put", record: { ...halfMade, status: "superseded" }, claimKey: intent.claimKey }];
  return makingEffects(halfMade, formerly, sketch.former, definition);
}
