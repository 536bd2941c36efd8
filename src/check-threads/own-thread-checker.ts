import type { Catalog } from "../definitions/schema/definition.ts";
import type { Checker } from "../service/use-cases/declarations/checker.ts";
import { doCheckJob } from "./check-job.ts";

/** Checks on the thread of whoever asks, for a process that has one caller. */
export function ownThreadChecker(catalog: Catalog): Checker {
  return { do: (kind, asked, { seal }) => doCheckJob(kind, asked, { catalog, seal }) };
}
