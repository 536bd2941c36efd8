import type { Invocation } from "../command.ts";

/** Providers whose records may all go although the platform shows none of their objects. */
export const dropAllOfOption = {
  name: "drop-all-of",
  value: "PROVIDER",
  repeatable: true,
  summary: "drop all records of this provider if none of its objects exists; repeatable",
} as const;

/** What `--drop-all-of` says, for the request for a plan. */
export function dropAllOfIn({ arguments: { values } }: Invocation): { readonly dropAllOf?: readonly string[] } {
  const dropAllOf = values.get(dropAllOfOption.name) ?? [];
  return dropAllOf.length === 0 ? {} : { dropAllOf };
}
