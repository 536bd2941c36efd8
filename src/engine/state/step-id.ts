import type { ResourceRecord } from "./records/record.ts";

type Recorded = Pick<ResourceRecord, "address" | "uid" | "generation">;

/**
 * The id of a step about an object whose name stands for something else by now. Objects of several uids may have gone
 * by one name, each of them in several generations.
 */
export function supersededStepId({ address, uid, generation }: Recorded): string {
  return `${address}~${uid}~${generation}`;
}

/**
 * Whether a step about an object of the record's uid was about this generation of it. The name may have changed since,
 * and steps of older versions do not tell the uid.
 */
export function isStepOfSuperseded(step: string, { generation }: Pick<Recorded, "generation">): boolean {
  return step.endsWith(`~${generation}`);
}
