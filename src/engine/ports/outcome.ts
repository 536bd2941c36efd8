/**
 * What can come back from a platform, closed. Drivers translate by status and structured code, never by message text;
 * `detail` is for people and carries no secret.
 */
export type Refusal =
  /**
   * There is no such object. `lacksParent`: what it lies in is not there either. `mayBeOurs`: of a deletion, as of a
   * creation that meets an object.
   */
  | { readonly kind: "absent"; readonly detail: string; readonly lacksParent?: true; readonly mayBeOurs?: true }
  /** Another caller was first: exists already, the version is stale, or the object's state forbids the call. */
  | {
      readonly kind: "conflict";
      readonly reason: "exists" | "stale-version" | "wrong-state";
      readonly detail: string;
      readonly version: string | null;
      /** A read right before the call has shown it, so that nothing was sent. */
      readonly isUnsent?: true;
      /** The same call was sent before, unseen by the caller, and may have made what it has met. */
      readonly mayBeOurs?: true;
    }
  /**
   * The caller may not. `permission`: the right that is missing, where the answer names it; for people, it decides
   * nothing. `registers`: the platform's name of what has to be registered, or switched on, before anyone may. `lacks`:
   * it is no right that is missing, but a credential (the platform was not asked), one that the platform takes, or a
   * registration.
   */
  | {
      readonly kind: "denied";
      readonly detail: string;
      readonly permission?: string;
      readonly registers?: string;
      readonly lacks?: "credential" | "valid-credential" | "registration";
      /** As of a conflict: what stands may be of an earlier send. */
      readonly mayBeOurs?: true;
    }
  /** Not executed; try again after `retryAfterMs` when the platform named a time. `mayBeOurs`: as of a conflict. */
  | {
      readonly kind: "throttled";
      readonly detail: string;
      readonly retryAfterMs: number | null;
      readonly mayBeOurs?: true;
    }
  /** The platform understood and refuses the content; repeating it can't help. `mayBeOurs`: as of a conflict. */
  | { readonly kind: "invalid"; readonly detail: string; readonly code: string | null; readonly mayBeOurs?: true }
  /**
   * Not executed, or a read that failed: the platform is not able to answer now. `wasSent`: for a write that is its
   * word alone, which a front end may have given for it. `isCalledOff`: nothing was sent, since it is not wanted any
   * more. `isLastlyRefused`: what the call names may not be known everywhere yet; where it is not known for as long as
   * the call is repeated, the platform has refused it.
   */
  | {
      readonly kind: "unavailable";
      readonly detail: string;
      readonly retryAfterMs: number | null;
      readonly wasSent?: true;
      readonly isCalledOff?: true;
      readonly isLastlyRefused?: true;
    }
  /**
   * Sent, and no answer that tells whether it took effect. Only a read can tell. `isOfAnother`: of a creation, the
   * answer tells of another object than was asked for, which it may have made. The same call again may make one more.
   */
  | { readonly kind: "unknown"; readonly detail: string; readonly isOfAnother?: true };

/** Not sent, since it is not wanted any more: the run was cancelled before the call. */
export const calledOff = {
  kind: "unavailable",
  detail: "the run was cancelled before the call",
  retryAfterMs: null,
  isCalledOff: true,
} as const satisfies Refusal;

/** Whether an outcome is that one. It may be another object by now: what hands outcomes on masks their words. */
export function isCalledOff(outcome: { readonly kind: string; readonly isCalledOff?: true }): boolean {
  return outcome.isCalledOff === true;
}

/** What an answer comes to that tells nothing: a read may be made again, and of a write only a read can tell. */
export function unclearAnswer(detail: string, reads: boolean): Extract<Refusal, { kind: "unavailable" | "unknown" }> {
  return reads ? { kind: "unavailable", detail, retryAfterMs: null } : { kind: "unknown", detail };
}

/** What a success comes to that brings another document than was asked for (decision 0074). */
export function notAskedFor(what: string): Extract<Refusal, { kind: "unavailable" }> {
  const detail = `the platform's answer is not what was asked for: ${what}`;
  return { kind: "unavailable", detail, retryAfterMs: null };
}

/**
 * What an answer to a creation comes to that tells of another object (`other`, as the platform names it) than was asked
 * for (`id`).
 */
export function answeredByAnother(id: string, other: string): Extract<Refusal, { kind: "unknown" }> {
  const detail =
    `the platform's answer to the creation of \`${id}\` tells of another object, \`${other}\`, ` +
    "which it may have made; nothing is recorded of that one: look at it, and delete it if it is not needed";
  return { kind: "unknown", detail, isOfAnother: true };
}

/**
 * What a redirect comes to, and an answer "not found" without a code of the platform's: whatever stands before it has
 * spoken. A read has shown nothing, and of a write only a read can tell.
 */
export function saidByAnother(detail: string, reads: boolean): Extract<Refusal, { kind: "invalid" | "unknown" }> {
  return reads ? { kind: "invalid", detail, code: null } : { kind: "unknown", detail };
}

/** What a refusal within a success comes to: it proves neither that an object is not there nor that another one is. */
export function inconclusiveRefusal(refusal: Refusal, reads: boolean): Refusal {
  const isProof = refusal.kind === "absent" || refusal.kind === "conflict";
  return isProof ? unclearAnswer(refusal.detail, reads) : refusal;
}

/** What a refusal to a caller is called: where there is no credential, no platform has refused. */
export function deniedCode({ lacks }: Extract<Refusal, { readonly kind: "denied" }>): "denied" | "no-credential" {
  return lacks === "credential" ? "no-credential" : "denied";
}
