import { secondsInWords } from "../../../packages/base/time-in-words.ts";
import type { Catalog } from "../../definitions/schema/definition.ts";
import type { Step } from "../plan/plan.ts";

/** Whom a run waits for that has begun something at a platform, and how long at most (decision 0106). */
export function workText(step: Step, catalog: Catalog): string {
  const kind = "provider" in step ? step.provider.kind : undefined;
  const title = (kind === undefined ? undefined : catalog.providers[kind]?.title) ?? "the platform";
  const limitMs = "timeoutMs" in step ? step.timeoutMs : undefined;
  return limitMs === undefined
    ? `waiting for ${title}, with no time limit (\`customTimeouts\` sets one)`
    : `waiting for ${title}, until ${secondsInWords(limitMs)} after the step began (\`customTimeouts\`)`;
}
