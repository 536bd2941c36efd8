/** `$filter` of both role-policy collections: the objects of one role definition. Quotes double, as OData has it. */
export function formatRoleFilter(roleDefinitionId: string): string {
  return `roleDefinitionId eq '${roleDefinitionId.replaceAll("'", "''")}'`;
}

/** The role definition id in such a filter, or undefined when it is another expression. */
export function parseRoleFilter(filter: string): string | undefined {
  const match = /^\s*roleDefinitionId\s+eq\s+'((?:[^']|'')*)'\s*$/i.exec(filter);
  return match?.[1]?.replaceAll("''", "'");
}
