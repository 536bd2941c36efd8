import { isReadOnly, readOnlyVariable } from "../../../packages/base/read-only.ts";
import type { Result } from "../../../packages/base/result.ts";
import type { ProblemDocument } from "../../contract/documents/problems.ts";
import type { VersionView } from "../../contract/documents/service.ts";
import type { CliContext } from "../cli-context.ts";
import { failureDocument } from "../reports/failure-document.ts";

/**
 * What keeps a request from a server: the mode holds where the vendors are called, so a user in the read-only mode asks
 * nothing but reads of a server that is not in it. `version`: what the server says of itself; asked once. Null where
 * all is well.
 */
export function readOnlyAtServer(
  { environment }: Pick<CliContext, "environment">,
  server: string | undefined,
  version: () => Promise<Result<Partial<VersionView>, ProblemDocument>>,
): (method: string) => Promise<ProblemDocument | null> {
  let asked: Promise<ProblemDocument | null> | undefined;
  const ask = async () => {
    const answer = await version();
    if (!answer.ok) return answer.error;
    if (answer.value.readOnly === true) return null;
    const detail =
      `${readOnlyVariable} is set here, and the server is not in the read-only mode, so it was asked for reads ` +
      "at most. The mode holds where the vendors are called: start `plumb serve` with the variable.";
    return failureDocument({ status: 409, code: "read-only", title: "the server may change things", detail });
  };
  return async (method) => {
    if (server === undefined || method === "GET" || !isReadOnly(environment)) return null;
    asked ??= ask();
    return asked;
  };
}
