import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { JsonObject } from "../../packages/base/json/json.ts";
import type { HistoryPlace, HistoryStack } from "./place.ts";

/** What was to be seen in a history when it was recorded. */
export interface Recorded {
  readonly version: string;
  readonly at: string;
  /** Of each stack that a plan is made of. */
  readonly plans: Readonly<Record<string, readonly PlannedStep[]>>;
  readonly outputs: JsonObject;
  readonly runs: { readonly interrupted: string; readonly undoable: string; readonly moved: string };
  readonly waitingPlan: string;
  readonly service: RecordedService;
}

/** What a service had kept. */
export interface RecordedService extends RecordedPapers {
  readonly runs: RecordedPapers["runs"] & { readonly broken: string };
}

export interface RecordedPapers {
  readonly tokens: { readonly ci: string; readonly robot: string; readonly revoked: string };
  readonly runs: { readonly made: string; readonly waiting: string };
  /** Answers to reads of its papers, by path. */
  readonly papers: JsonObject;
  readonly firstAuditEntry: JsonObject;
}

interface PlannedStep {
  readonly name: string;
  readonly type: string;
  readonly action: string;
  /** The fields that change, and why. */
  readonly fields: readonly string[];
}

interface PlanView {
  readonly steps: readonly (Omit<PlannedStep, "fields"> & {
    readonly fields: readonly { readonly path: string; readonly reason: string }[];
  })[];
}

/** What a plan of the stack does, without what it keeps as it is. */
export async function plannedSteps(place: HistoryPlace, stack: HistoryStack): Promise<readonly PlannedStep[]> {
  const { steps } = await place.json<PlanView>("plan", stack);
  return steps
    .filter(({ action }) => action !== "same")
    .map(({ name, type, action, fields }) => {
      return { name, type, action, fields: fields.map(({ path, reason }) => `${path} ${reason}`) };
    });
}

export function readRecorded(folder: string): Recorded {
  return JSON.parse(readFileSync(join(folder, "recorded.json"), "utf8")) as Recorded;
}
