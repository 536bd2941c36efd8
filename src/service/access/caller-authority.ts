import type { Action } from "../../contract/action.ts";
import type { AdmittedCaller } from "./admitted-caller.ts";
import type { Authority, Decision, Subject } from "./authority.ts";
import type { Caller } from "./caller.ts";
import type { Policies } from "./policies/policies.ts";
import type { LineageOf, RoleRepository } from "./roles/role-repository.ts";

/** The names under which a caller may hold roles: its own, its owner's, and those of the groups. */
export function identitiesOf({ principal, owner, groups }: Caller): readonly string[] {
  return [principal, ...(owner === undefined ? [] : [owner]), ...groups.map((group) => `group:${group}`)];
}

/** What decisions are made by: policies, and the roles and stacks that are in memory at the time of the question. */
export interface DecisionSources {
  readonly policies: Policies;
  readonly repository: () => RoleRepository;
  readonly lineageOf: LineageOf;
}

/** Decides for a caller, and where a token has made this one by what that one may do as well. */
export function callerAuthority(
  admitted: AdmittedCaller,
  sources: DecisionSources,
  renewed: () => Promise<Authority>,
): Authority {
  return {
    get caller() {
      return limited(admitted, sources);
    },
    until: admitted.until,
    renewed,
    decide: (action, subject) => {
      for (let each: AdmittedCaller | null = admitted; each !== null; each = each.maker) {
        const decision = decided(each, action, subject, sources);
        if (decision.kind === "allowed") continue;
        if (each === admitted) return decision;
        return { ...decision, why: `the token \`${each.caller.name}\`, which made this one, may not: ${decision.why}` };
      }
      return { kind: "allowed" };
    },
  };
}

function decided(admitted: AdmittedCaller, action: Action, subject: Subject, sources: DecisionSources): Decision {
  const identities = identitiesOf(admitted.caller);
  const repository = sources.repository();
  const caller = limited(admitted, sources);
  const stacks = caller.scope?.stacks ?? null;
  return sources.policies.decide({
    caller,
    role: repository.roleOn(identities, subject.stack),
    holdsRole:
      stacks === null
        ? repository.holdsAny(identities)
        : stacks.some((stack) => repository.roleOn(identities, stack) !== null),
    action,
    subject,
  });
}

/**
 * The caller with the limits that its token has now: a stack that was removed, or made anew, is none of those it was
 * given.
 */
function limited({ caller, lineages }: AdmittedCaller, { lineageOf }: DecisionSources): Caller {
  const { scope } = caller;
  if (scope === null || scope.stacks === null) return caller;
  const stacks = scope.stacks.filter((stack) => Object.hasOwn(lineages, stack) && lineageOf(stack) === lineages[stack]);
  return stacks.length === scope.stacks.length ? caller : { ...caller, scope: { ...scope, stacks } };
}

/** Of somebody whose rights have ended since they began. */
export function endedAuthority(caller: Caller, why: string): Authority {
  const decision: Decision = { kind: "denied", why, policies: [] };
  return { caller, until: 0, decide: () => decision };
}
