import { secondsInWords } from "../../../packages/base/time-in-words.ts";
import type { Catalog } from "../../definitions/schema/definition.ts";
import type { Step } from "../plan/plan.ts";
import type { Intent } from "../state/journal.ts";

/** Whom the calls of a step go to, for people; nothing where it makes none. */
export function platformOf(step: Step, { providers }: Catalog): { readonly platform?: string } {
  if (step.kind === "record" || step.kind === "move") return {};
  const { kind } = step.provider;
  return { platform: providers[kind]?.title ?? kind };
}

/** Whom a run waits for that has begun something at a platform, and how long at most (decision 0106). */
export function workText(step: Step, catalog: Catalog): string {
  const { platform: title = "the platform" } = platformOf(step, catalog);
  const limitMs = "timeoutMs" in step ? step.timeoutMs : undefined;
  return limitMs === undefined
    ? `waiting for ${title}, with no time limit (\`customTimeouts\` sets one)`
    : `waiting for ${title}, until ${secondsInWords(limitMs)} after the step began (\`customTimeouts\`)`;
}

/**
 * Whom a step waits for that can't begin before what another run has begun is over, how long at most, and how to go on
 * without it.
 */
export function earlierWorkText(step: Step, { run }: Intent, operationName: string | null, catalog: Catalog): string {
  const operation = operationName === null ? "" : ` (operation \`${operationName}\`)`;
  return (
    `${workText(step, catalog)}: what run ${run} has begun${operation} must end first; ` +
    `\`--exclude ${step.address}\` goes on without it, and \`plumb state rm ${step.address}\` gives it up`
  );
}
