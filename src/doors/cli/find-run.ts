import type { ProblemDocument } from "../api/documents.ts";
import type { UsageMistake } from "./arguments.ts";
import type { Invocation } from "./command.ts";
import { listRuns, type ShownRun } from "./run-rows.ts";

export type FoundRun =
  | { readonly kind: "found"; readonly row: ShownRun }
  | { readonly kind: "failure"; readonly document: ProblemDocument }
  | { readonly kind: "mistake"; readonly mistake: UsageMistake };

/** The run of the stack that an id, or the unique beginning of one, means. */
export async function findRun({ api, settings: { stack } }: Invocation, reference: string): Promise<FoundRun> {
  const list = await listRuns(api, stack);
  if (!list.ok) return { kind: "failure", document: list.error };
  const matching = list.value.filter((row) => row.run.startsWith(reference));
  const exact = matching.find((row) => row.run === reference) ?? (matching.length === 1 ? matching[0] : undefined);
  if (exact !== undefined) return { kind: "found", row: exact };
  const many = `${matching.length} runs of stack ${stack} begin with ${JSON.stringify(reference)}; give more digits.`;
  const none = `Stack ${stack} has no run ${JSON.stringify(reference)}.`;
  return {
    kind: "mistake",
    mistake: { detail: matching.length === 0 ? none : many, hint: "`plumb runs list` lists the runs." },
  };
}
