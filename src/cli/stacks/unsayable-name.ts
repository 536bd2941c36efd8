import type { ProblemDocument } from "../../contract/documents/problems.ts";
import { failureDocument } from "../reports/failure-document.ts";

/** What an address resolves to its own folder or to the one above. */
const resolved = /^\.{1,2}$/;

/**
 * Why a call can't be asked of a server: an address resolves `.` and `..` away, so that the request would go to another
 * operation than it names, as it may with an empty part. Null where all is well.
 */
export function unsayableName(path: Readonly<Record<string, string>>): ProblemDocument | null {
  const strange = Object.values(path).find((name) => name === "" || resolved.test(name));
  if (strange === undefined) return null;
  const why = strange === "" ? "A name can't be empty." : `\`${strange}\` can't be a name.`;
  const detail = `${why} Nothing was sent to the server; give the name of what is meant.`;
  return failureDocument({ status: 400, code: "invalid-name", title: "this is not a valid name", detail });
}
