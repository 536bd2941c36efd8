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

export function documentOfFault(fault: Fault): ProblemDocument {
  if (fault.code === "invalid-environment") {
    const title = "the environment can't be used as given";
    return failureDocument({ status: 400, code: fault.code, title, detail: fault.message });
  }
  const title = fault.code === "cancelled" ? "the command was called off" : "a network, a disk or a platform failed";
  return failureDocument({ status: 500, code: fault.code, title, detail: fault.message });
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
