import { isJsonObject, type JsonObject, ownMember } from "../../../packages/base/json/json.ts";
import { type ResourceRecord, recordKey } from "./records/record.ts";

/** Keys of the records that the value of an output was made from. Of an output that is not named nothing is known. */
export type OutputSources = Readonly<Record<string, readonly string[]>>;

/** The outputs of a stack, and what they were made from. */
export interface StackOutputs {
  readonly outputs: JsonObject;
  readonly outputSources: OutputSources;
}

/** Outputs as the end of a run tells them: `leftOutputs` have the value that an earlier run gave them. */
export interface OutputsLeft extends StackOutputs {
  readonly leftOutputs: readonly string[];
}

/** Outputs all of which a run has left as they were. */
export function outputsLeft({ outputs, outputSources }: StackOutputs): OutputsLeft {
  return { outputs, outputSources, leftOutputs: Object.keys(outputs) };
}

export const noOutputs: StackOutputs = { outputs: {}, outputSources: {} };

/** Stands among the kept outputs: no output can be called so. */
const sourcesKey = "$sources";

/** Outputs as a store keeps them, in one document. Those of older versions are without their sources. */
export function keptOutputs({ outputs, outputSources }: StackOutputs): JsonObject {
  return Object.keys(outputSources).length === 0 ? outputs : { ...outputs, [sourcesKey]: outputSources };
}

/** What `keptOutputs` made the document of. */
export function readOutputs(kept: JsonObject): StackOutputs {
  const { [sourcesKey]: sources, ...outputs } = kept;
  return isJsonObject(sources) ? { outputs, outputSources: sources as OutputSources } : { ...noOutputs, outputs: kept };
}

/**
 * The outputs that a run has left; undefined where it left the former ones. Older versions do not say what they were
 * made from.
 */
export function endedOutputs({ outputs, outputSources = {} }: Ended): StackOutputs | undefined {
  return outputs === null ? undefined : { outputs, outputSources };
}

/** Of the end of a run in the journal. */
interface Ended {
  readonly outputs: JsonObject | null;
  readonly outputSources?: OutputSources;
}

/** Which records there are. */
export interface Standing {
  /** Whether a record is still there. */
  has(recordKey: string): boolean;
  readonly isEmpty: boolean;
}

/** What a state has recorded. */
interface Recorded {
  readonly records: ReadonlyMap<string, ResourceRecord>;
  readonly superseded: readonly ResourceRecord[];
}

/** The outputs of a state whose objects stand, once records have been dropped. */
export function outputsWithout(
  dropped: readonly Pick<ResourceRecord, "uid" | "generation">[],
  state: StackOutputs & Recorded,
): StackOutputs {
  const keys = new Set([...state.records.values(), ...state.superseded].map(recordKey));
  for (const record of dropped) keys.delete(recordKey(record));
  return standingOutputs(state, { has: (key) => keys.has(key), isEmpty: keys.size === 0 });
}

/**
 * The outputs whose objects all stand. One that was made from none, or of which that is not known, stays as long as the
 * stack holds anything.
 */
export function standingOutputs({ outputs, outputSources }: StackOutputs, standing: Standing): StackOutputs {
  const names = Object.keys(outputs).filter((name) => isStanding(ownMember(outputSources, name), standing));
  return {
    outputs: Object.fromEntries(names.flatMap((name) => pick(outputs, name))),
    outputSources: Object.fromEntries(names.flatMap((name) => pick(outputSources, name))),
  };
}

/** Whether all objects stand that a value was made from. */
export function isStanding(sources: readonly string[] | undefined, standing: Standing): boolean {
  return sources === undefined || sources.length === 0 ? !standing.isEmpty : sources.every((key) => standing.has(key));
}

function pick<T>(of: Readonly<Record<string, T>>, name: string): readonly (readonly [string, T])[] {
  const value = ownMember(of, name);
  return value === undefined ? [] : [[name, value]];
}
