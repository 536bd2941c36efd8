import type { Summary } from "./documents.ts";

/** What no steps come to. */
export const noSteps: Summary = {
  create: 0,
  update: 0,
  replace: 0,
  delete: 0,
  same: 0,
  read: 0,
  import: 0,
  adopt: 0,
  undelete: 0,
  retain: 0,
  move: 0,
};
