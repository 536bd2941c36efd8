import type { Fault } from "../../../packages/base/fault.ts";
import type { ProblemDocument } from "../../contract/documents/problems.ts";
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

/** Of faults at which nothing around us failed. */
const titles: Partial<Record<Fault["code"], string>> = {
  "invalid-environment": "the environment can't be used as given",
  "file-unreadable": "a file can't be read",
  cancelled: "the command was called off",
  "format-too-new": "it was written by a newer version",
  "format-too-old": "it was written by a version from before 0.1.0",
};

/** Faults of what was given, which the user mends. */
export const givenFaults: ReadonlySet<Fault["code"]> = new Set(["invalid-environment", "file-unreadable"]);

export function documentOfFault(fault: Fault): ProblemDocument {
  const title = titles[fault.code] ?? "a network, a disk or a platform failed";
  const status = givenFaults.has(fault.code) ? 400 : 500;
  return failureDocument({ status, code: fault.code, title, detail: fault.message });
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
