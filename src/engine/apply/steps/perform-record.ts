import { wholeOutputs } from "../../../definitions/schema/whole-value.ts";
import type { RecordStep } from "../../plan/plan.ts";
import { type RecordEffect, refreshedGone } from "../../state/journal.ts";
import { resultOf } from "../calls/call-notes.ts";
import type { RunContext } from "../run-context.ts";

/** Notes what was seen, as the run's own doing. Makes no call. */
export async function performRecord(step: RecordStep, context: RunContext): Promise<string> {
  const { run } = context.input;
  const claim = context.claimKeyOf(step.type, step.provider.cloudId, step.identity.claim);
  // Who takes an object over as it stands cares no more for what a broken-off run meant to do to it.
  const settled = step.action === "import" ? context.open.settled(step.uid, claim, null) : [];
  const effects = [effectOf(step, claim, context), ...(step.also ?? []).map((effect) => ofRun(effect, run))];
  const end = { seq: null, outcome: "done", detail: detailOf[step.action], effects, ends: true } as const;
  await context.journal([...settled, resultOf(step, end, context)], step);
  // Whoever reads the object reads the one that is recorded from now on.
  if (step.effect.kind === "put")
    context.setSeen(step.address, wholeOutputs(context.definition(step.type), step.effect.record.outputs));
  return step.identity.id;
}

/** A claim that others hold, or that an open intent is about, stays when the record goes. */
function effectOf({ uid, effect }: RecordStep, claim: string, context: RunContext): RecordEffect {
  if (effect.kind === "put") return ofRun(effect, context.input.run);
  return { ...effect, claimKey: context.open.isReissued(uid, claim) ? null : context.claims.leftBy(effect, claim) };
}

const detailOf = { import: "imported", adopt: "refreshed", retain: refreshedGone } as const;

/** An effect as the doing of a run. */
export function ofRun(effect: RecordEffect, run: string): RecordEffect {
  return effect.kind === "put" ? { ...effect, record: { ...effect.record, lastRun: run } } : effect;
}
