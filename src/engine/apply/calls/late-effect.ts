import { isRecent, sleepInSteps } from "../../../../packages/base/clock.ts";
import type { WritingStep } from "../noted-change.ts";
import type { RunContext } from "../run-context.ts";

/**
 * A call that was sent and never answered has taken effect after so long, or never will: no connection lives longer
 * without an answer.
 */
const mayLandMs = 60_000;

const shortestPauseMs = 1_000;

/**
 * Waits before another look for what a deletion has not found, while a call of unknown end that was to make it may
 * still be on its way: a moment as long as the one that has passed since that call was noted. False, at once, where
 * there is none or it would have arrived long ago.
 */
export async function awaitLateEffect(step: WritingStep, key: string, context: RunContext): Promise<boolean> {
  const { clock, signal } = context.input;
  const calls = context.open.intents(step.uid, key).filter(({ record, isAnswered }) => record !== null && !isAnswered);
  const now = clock.now();
  const ages = calls.map(({ at }) => Date.parse(at)).flatMap((at) => (isRecent(at, now, mayLandMs) ? [now - at] : []));
  if (ages.length === 0) return false;
  const age = Math.min(...ages);
  const leftMs = mayLandMs - age;
  const seconds = Math.ceil(leftMs / 1000);
  const detail = `a run that broke off may still be making it; it is looked for again for up to ${seconds} s`;
  context.tellWait(step, "earlier-run", detail);
  await sleepInSteps(Math.min(leftMs, Math.max(age, shortestPauseMs)), clock, signal);
  return true;
}
