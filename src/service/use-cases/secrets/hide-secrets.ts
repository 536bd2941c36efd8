import type { Json } from "../../../../packages/base/json/json.ts";
import { sealKnownLeaves } from "../../../definitions/schema/secret-values.ts";
import type { AtStack } from "../stacks/at-stack.ts";

/** What a live read for a stack shows: values that the stack keeps sealed stay so, whoever's object they stand in. */
export function hideSecrets<T extends Json>(value: T, { secrets }: AtStack): Promise<T> {
  return sealKnownLeaves(value, secrets.known);
}
