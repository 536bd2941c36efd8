import { contentDigest } from "../../../definitions/schema/content-digest.ts";
import type { Prior } from "../../plan/plan.ts";
import type { Observation } from "../../ports/driver.ts";

/**
 * What a plan saw of an object, as its driver tells it: a digest that stands in for a version is none of the
 * platform's.
 */
export function priorObservation(prior: Prior | null): Observation | null {
  if (prior === null) return null;
  const { outputs } = prior;
  const version = prior.version === contentDigest(outputs) ? null : prior.version;
  return { outputs, version, deleted: false, displaces: [] };
}
