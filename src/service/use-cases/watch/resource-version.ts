import { problem } from "../../../../packages/base/problems/problem.ts";
import { Rejection } from "../../rejection.ts";

/** How far somebody has seen a stack. */
export interface ResourceVersion {
  /** Empty while the stack was never written to. */
  readonly lineage: string;
  readonly serial: number;
  /** How many events of the serial's batch were seen; null: all of them. */
  readonly seen: number | null;
}

const form = /^([0-9A-Za-z]*)-(0|[1-9][0-9]{0,14})(?:-([1-9][0-9]{0,8}))?$/;

/** A version as it crosses the API: opaque to callers. */
export function versionText({ lineage, serial, seen }: ResourceVersion): string {
  return seen === null ? `${lineage}-${serial}` : `${lineage}-${serial}-${seen}`;
}

/** Reads such a text, or a Rejection. */
export function parseVersion(text: string): ResourceVersion {
  const [, lineage, serial, seen] = form.exec(text) ?? [];
  if (lineage === undefined || serial === undefined)
    throw new Rejection("unprocessable", [
      problem("invalid-resource-version", `${JSON.stringify(text)} is no resourceVersion`),
    ]);
  return { lineage, serial: Number(serial), seen: seen === undefined ? null : Number(seen) };
}

/** Whether `one` has seen less than `other` of the same lineage. */
export function isBefore(one: Omit<ResourceVersion, "lineage">, other: Omit<ResourceVersion, "lineage">): boolean {
  if (one.serial !== other.serial) return one.serial < other.serial;
  return (one.seen ?? Number.POSITIVE_INFINITY) < (other.seen ?? Number.POSITIVE_INFINITY);
}
