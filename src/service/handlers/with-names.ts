import type { AccessControl } from "../access/access-control.ts";

/**
 * Beside each principal what people know it by, where the service does: `subjectName` beside `subject`. One that is
 * named often is looked up once.
 */
export async function withNames<T extends object, M extends string>(
  rows: readonly T[],
  member: M,
  control: Pick<AccessControl, "nameOf">,
): Promise<readonly (T & { readonly [K in `${M}Name`]?: string })[]> {
  const principalIn = (row: T) => (row as Readonly<Record<string, unknown>>)[member];
  const principals = new Set(rows.map(principalIn).filter((each) => typeof each === "string"));
  const names = new Map<unknown, string | null>();
  for (const principal of principals) names.set(principal, await control.nameOf(principal));
  return rows.map((row) => {
    const name = names.get(principalIn(row)) ?? null;
    return name === null ? row : { ...row, [`${member}Name`]: name };
  });
}
