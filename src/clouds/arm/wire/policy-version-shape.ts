/** How the role-policy objects look in one interface version (the newest shape holds everything). */
export interface PolicyVersionShape {
  /** An assignment shows the rules in effect. */
  readonly effectiveRules: boolean;
  /** The rule kind for privileged-only mode exists. */
  readonly pimOnlyMode: boolean;
  /** Expiration rules carry `exceptionMembers`, null where there are none. */
  readonly exceptionMembers: boolean;
}

const shapes: Readonly<Record<string, PolicyVersionShape>> = {
  "2020-10-01-preview": { effectiveRules: false, pimOnlyMode: false, exceptionMembers: false },
  "2020-10-01": { effectiveRules: true, pimOnlyMode: false, exceptionMembers: false },
  "2024-02-01-preview": { effectiveRules: true, pimOnlyMode: true, exceptionMembers: false },
  "2024-09-01-preview": { effectiveRules: true, pimOnlyMode: true, exceptionMembers: true },
};

const newest: PolicyVersionShape = { effectiveRules: true, pimOnlyMode: true, exceptionMembers: true };

/** The shape of a version; of one that is not listed, the newest. */
export function policyVersionShape(apiVersion: string): PolicyVersionShape {
  return shapes[apiVersion.toLowerCase()] ?? newest;
}
