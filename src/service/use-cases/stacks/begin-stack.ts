import type { JournalEntry } from "../../../engine/state/journal.ts";
import { Rejection } from "../../rejection.ts";
import type { Deployment } from "../deployment.ts";
import { appendOrReject, holdStack } from "../lease/hold-stack.ts";
import { isReplay } from "../state/idempotent-replay.ts";

/**
 * Writes to a stack for the first time; false where somebody has done so before. A Rejection while another holds it.
 * With an `effect` the journal tells who has: it is true again for the same one.
 */
export async function beginStack(name: string, deployment: Deployment, effect: string | null = null): Promise<boolean> {
  return holdStack(name, deployment, async (held) => {
    if (held.state.serial > 0) return effect !== null && (await isReplay(effect, name, deployment));
    await appendOrReject(held, effect === null ? [] : [requested(effect, "made")]);
    return true;
  });
}

/** What a journal has of a request that was carried out under an id of its own: a repetition finds it there. */
export function requested(run: string, detail: string): JournalEntry {
  return { kind: "result", run, step: "", intentSeq: null, outcome: "done", detail, effects: [] };
}

/** Sees to it that there is the stack. One that somebody holds is about to be there without our doing. */
export async function ensureStack(name: string, deployment: Deployment): Promise<void> {
  if ((await deployment.store.readStack(name)).serial > 0) return;
  try {
    await beginStack(name, deployment);
  } catch (cause) {
    if (!(cause instanceof Rejection) || cause.reason !== "conflict") throw cause;
  }
}
