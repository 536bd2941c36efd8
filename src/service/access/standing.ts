import type { Action, Authority, Decision, Subject } from "./authority.ts";
import type { Caller } from "./caller.ts";
import type { Policies } from "./policies.ts";
import type { RoleBook } from "./role-book.ts";

/** The names under which a caller may hold roles: its own, its owner's, and those of the groups. */
function identitiesOf({ principal, owner, groups }: Caller): readonly string[] {
  return [principal, ...(owner === undefined ? [] : [owner]), ...groups.map((group) => `group:${group}`)];
}

/** Decides by the roles that are in memory at the time of the question. */
export function standingAuthority(
  caller: Caller,
  policies: Policies,
  book: () => RoleBook,
  renewed: () => Promise<Authority>,
): Authority {
  const identities = identitiesOf(caller);
  return {
    caller,
    renewed,
    decide: (action: Action, subject: Subject) => {
      const roles = book();
      return policies.decide({
        caller,
        role: roles.roleOn(identities, subject.stack),
        holdsRole: roles.holdsAny(identities),
        action,
        subject,
      });
    },
  };
}

/** Of somebody whose rights have ended since they began. */
export function endedAuthority(caller: Caller, why: string): Authority {
  const decision: Decision = { kind: "denied", why, policies: [] };
  return { caller, decide: () => decision };
}
