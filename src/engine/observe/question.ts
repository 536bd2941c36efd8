import type { JsonObject } from "../../../packages/base/json/json.ts";
import type { ResourceDefinition } from "../../definitions/schema/definition.ts";
import type { Target } from "../ports/driver.ts";

/** A target to read and the key under which what is seen is kept. */
export interface Question {
  readonly key: string;
  readonly cloudId: string;
  readonly target: Target;
  readonly definition: ResourceDefinition;
  /** Outputs of the object as they are recorded: seen again, they are kept once. */
  readonly recorded?: JsonObject;
}
