import type { Violation } from "./journal-judge.ts";

/**
 * Seeds of the fixed range that break a promise, and are not mended yet. They are passed over, so that the others are played to
 * the end. The cure of one takes it out.
 */
export const openFaults: Readonly<Record<"anywhere" | "near", Readonly<Record<number, string>>>> = {
  anywhere: {},
  near: {},
};

interface OpenViolation {
  readonly rule: string;
  readonly detail: RegExp;
  readonly why: string;
}

/** Faults that are known by what their judge says, whichever seed meets them, and are not mended yet. The cure of one takes it out. */
const openViolations: readonly OpenViolation[] = [];

export function isOpen({ rule, detail }: Violation): boolean {
  return openViolations.some((each) => each.rule === rule && each.detail.test(detail));
}
