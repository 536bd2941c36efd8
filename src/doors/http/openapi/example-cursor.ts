import type { Operation } from "../../../contract/operation.ts";
import { pathParameters } from "../../../contract/parameters.ts";
import { askedPage } from "../../../service/calls/paging.ts";

/** A cursor that a list could have given: each takes its own, and no other's. */
export function exampleCursor(operation: Operation): string {
  const path = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => [
    name,
    pathParameters[name]?.example ?? "",
  ]);
  const { nextCursor } = askedPage(operation, Object.fromEntries(path), {}).answer({ items: [], next: "12" });
  return String(nextCursor);
}
