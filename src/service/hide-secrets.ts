import type { Json } from "../base/json.ts";
import { sealKnownLeaves } from "../definitions/schema/secret-values.ts";
import type { Deployment } from "./deployment.ts";

/** What a live read shows: values that this store keeps sealed stay so, whoever's object they stand in. */
export function hideSecrets<T extends Json>(value: T, { secrets }: Deployment): Promise<T> {
  return sealKnownLeaves(value, secrets.known);
}
