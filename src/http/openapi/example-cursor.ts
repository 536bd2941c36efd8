import type { Operation } from "../../contract/operation.ts";
import { pathParameters } from "../../contract/parameters.ts";
import { askedPage } from "../../service/requests/paging.ts";
import { readPath } from "../../service/requests/read-values.ts";

/**
 * A cursor that a list could have given: each takes its own, and no other's. `drawn`: what its path names otherwise
 * than the examples do, by the names of the parameters.
 */
export function exampleCursor(operation: Operation, drawn: Readonly<Record<string, string>> = {}): string {
  const path = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => [
    name,
    drawn[name] ?? pathParameters[name]?.example ?? "",
  ]);
  const { nextCursor } = askedPage(operation, readPath(Object.fromEntries(path)), {}).answer({ items: [], next: "12" });
  return String(nextCursor);
}
