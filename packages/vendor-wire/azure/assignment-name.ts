/** The halves of an assignment's name. */
interface AssignmentName {
  readonly policyGuid: string;
  readonly roleGuid: string;
}

/** `{policyGuid}_{roleGuid}`: last segments of the policy's and the role definition's ids. */
export function formatAssignmentName({ policyGuid, roleGuid }: AssignmentName): string {
  return `${policyGuid}_${roleGuid}`;
}

/** The halves of a name, or undefined when it is not of the form. */
export function parseAssignmentName(name: string): AssignmentName | undefined {
  const match = /^([^_/]+)_([^_/]+)$/.exec(name);
  return match === null ? undefined : { policyGuid: match[1] ?? "", roleGuid: match[2] ?? "" };
}
