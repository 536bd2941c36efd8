import type { ProblemDocument } from "../../contract/documents/problems.ts";
import { failureDocument } from "./failure-document.ts";

/** What an address resolves to its own folder or to the one above, as it may be spelt. */
const resolved = /^(?:\.|%2e){1,2}$/i;

/**
 * Why a path can't be asked of a server: an address resolves `.` and `..` away, so that the request would go to another route than it
 * names, as it may with an empty part. A `:` stands before a verb alone; those of names are escaped. Null where all is well.
 */
export function unsayableName(path: string): ProblemDocument | null {
  const [route = ""] = path.split("?", 1);
  const names = route.split("/").slice(1);
  const strange = names.map((each) => each.split(":", 1)[0] ?? "").find((name) => name === "" || resolved.test(name));
  if (strange === undefined) return null;
  const why = strange === "" ? "A name can't be empty." : `\`${decodeURIComponent(strange)}\` can't be a name.`;
  const detail = `${why} Nothing was sent to the server; give the name of what is meant.`;
  return failureDocument({ status: 400, code: "invalid-name", title: "this is not a valid name", detail });
}
