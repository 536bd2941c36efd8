import type { Observation } from "../../ports/driver.ts";
import { unmetPlaces } from "../../state/drift/unmet.ts";
import type { NotedChange, WritingStep } from "../noted-change.ts";
import type { RunContext } from "../run-context.ts";
import { StepFailed } from "../step-failed.ts";

/** An answer that is not as it was sent may be old: so many looks are granted, each twice as late as the one before. */
const looks = 4;
const firstMs = 200;

/**
 * The object as it is after a write. Where the platform's answer contradicts what was sent, a read may show that it was
 * taken all the same; where none does in the time that there is, the answer stands.
 */
export async function answerConfirmed(
  step: WritingStep,
  answer: Observation,
  { target, inputs, fields }: Pick<NotedChange, "target" | "inputs" | "fields">,
  context: RunContext,
): Promise<Observation> {
  const definition = context.definition(step.type);
  const isMet = ({ outputs }: Observation) => unmetPlaces({ inputs }, definition, outputs, fields).length === 0;
  if (isMet(answer)) return answer;
  const deadline = context.deadline(step);
  const driver = context.input.driverOf(step.provider);
  try {
    for (let look = 0; look < looks; look += 1) {
      await deadline.sleep(firstMs * 2 ** look);
      const seen = await deadline.bound(() => driver.read(target, context.signalOf(step)));
      if (seen.kind === "done" && !seen.observation.deleted && isMet(seen.observation)) return seen.observation;
    }
  } catch (cause) {
    // The write has been answered: that no time is left to look makes it no failure.
    if (!(cause instanceof StepFailed)) throw cause;
  }
  return answer;
}
