/** How the role-policy objects look in one interface version (the newest shape holds everything). */
export interface PolicyVersionShape {
  /** An assignment shows the rules in effect. */
  readonly effectiveRules: boolean;
  /** The rule kind for privileged-only mode exists. */
  readonly pimOnlyMode: boolean;
  /** Ids are spelled with `providers/Microsoft.Subscription/` where the call spelled its scope so. */
  readonly echoesSubscriptionProvider: boolean;
  /** Who is excluded from privileged-only mode is named by a guid, not by any text. */
  readonly excludesAreGuids: boolean;
  /** Expiration rules carry `exceptionMembers`, null where there are none. */
  readonly exceptionMembers: boolean;
}

const newest: PolicyVersionShape = {
  effectiveRules: true,
  pimOnlyMode: true,
  echoesSubscriptionProvider: false,
  excludesAreGuids: false,
  exceptionMembers: true,
};

const shapes: Readonly<Record<string, PolicyVersionShape>> = {
  "2020-10-01-preview": {
    effectiveRules: false,
    pimOnlyMode: false,
    echoesSubscriptionProvider: true,
    excludesAreGuids: false,
    exceptionMembers: false,
  },
  "2020-10-01": { ...newest, pimOnlyMode: false, exceptionMembers: false },
  "2024-02-01-preview": { ...newest, excludesAreGuids: true, exceptionMembers: false },
  "2024-09-01-preview": newest,
};

/** The shape of a version; of one that is not listed, the newest. */
export function policyVersionShape(apiVersion: string): PolicyVersionShape {
  return shapes[apiVersion.toLowerCase()] ?? newest;
}
