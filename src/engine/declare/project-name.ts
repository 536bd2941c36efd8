/** What the name of a project looks like. */
export const projectName = /^[a-z][a-z0-9-]{0,62}$/;

/** Why a name can't be a project's; undefined when it can. */
export function projectNameFault(name: string): string | undefined {
  if (projectName.test(name)) return undefined;
  return `"${name}" must start with a lower-case letter and hold at most 63 lower-case letters, digits and hyphens`;
}
