/**
 * Seeds of the fixed range that break a promise, and are not mended yet. They are passed over, so that the others are played to
 * the end. The cure of one takes it out.
 */
export const openFaults: Readonly<Record<"anywhere" | "near", Readonly<Record<number, string>>>> = {
  anywhere: {},
  near: {},
};
