import type { Fault } from "../../../packages/base/fault.ts";
import type { ProblemDocument } from "../../contract/documents/problems.ts";
import { faultTitle } from "../../contract/fault-titles.ts";
import type { UsageMistake } from "../arguments.ts";

interface FailureParts {
  readonly status: number;
  readonly code: string;
  readonly title: string;
  readonly detail: string;
}

/** A problem document for a failure found on this side of the API, so that all failures have one shape. */
export function failureDocument(parts: FailureParts): ProblemDocument {
  return { type: "about:blank", ...parts, problems: [] };
}

/** Faults of what was given, which the user mends. */
export const givenFaults: ReadonlySet<Fault["code"]> = new Set(["invalid-environment", "file-unreadable"]);

export function documentOfFault(fault: Fault): ProblemDocument {
  const status = givenFaults.has(fault.code) ? 400 : 500;
  return failureDocument({ status, code: fault.code, title: faultTitle(fault.code), detail: fault.message });
}

/** A mistake in the command line or in what it names. */
export function documentOfMistake(mistake: UsageMistake): ProblemDocument {
  const detail = mistake.hint === undefined ? mistake.detail : `${mistake.detail} ${mistake.hint}`;
  const document = failureDocument({
    status: 400,
    code: "usage",
    title: "the command can't be carried out as given",
    detail,
  });
  return mistake.problems === undefined ? document : { ...document, problems: mistake.problems };
}
