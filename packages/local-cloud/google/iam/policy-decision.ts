import { workforcePrincipalPrefix } from "../../../vendor-wire/google/oauth-flow-wire.ts";
import { canonicalMember } from "../../../vendor-wire/google/policy-wire.ts";
import type { EmulatorContext, Principal } from "../../runtime/local-vendor.ts";
import { conditionLanguage } from "./condition-language.ts";
import { groupsOf, ownForms } from "./google-groups.ts";
import { permissionsOf } from "./google-roles.ts";
import type { Binding } from "./policy-rules.ts";

/** Every way in which bindings may name a caller. */
function membersFor({ name }: Principal, context: EmulatorContext): ReadonlySet<string> {
  const forms = ownForms(name);
  const domain = forms[0]?.startsWith("user:") === true ? name.split("@")[1] : undefined;
  const workforcePool = workforcePrincipalPrefix.replace("principal:", "principalSet:").replace(/subject\/$/, "");
  const groups = groupsOf(name, context);
  return new Set([
    ...forms,
    ...(domain === undefined ? [] : [canonicalMember(`domain:${domain}`)]),
    ...groups.flatMap((group) => [`group:${group}`, `${workforcePool}group/${group}`]),
    `${workforcePrincipalPrefix}${name}`,
    `${workforcePool}*`,
    "allUsers",
    "allAuthenticatedUsers",
  ]);
}

/**
 * The permissions out of `asked` that a caller holds on a reservation. An account administrator owns every project, and
 * so everything in it; for all others the policy decides: role, members with their groups and domains, and condition.
 */
export function heldPermissions(
  asked: readonly string[],
  caller: Principal,
  reservation: string,
  bindings: readonly Binding[],
  context: EmulatorContext,
): readonly string[] {
  if (caller.accountAdmin && caller.permitted) return asked;
  const names = membersFor(caller, context);
  const resource = { name: reservation, type: "compute.googleapis.com/Reservation", service: "compute.googleapis.com" };
  const granted = new Set(
    bindings
      .filter((binding) => binding.members.some((member) => names.has(member)))
      .filter(({ condition }) => {
        if (condition === undefined) return true;
        return conditionLanguage().holds(String(condition["expression"]), { timeMs: context.now(), resource });
      })
      .flatMap((binding) => permissionsOf(binding.role, context)),
  );
  return asked.filter((permission) => granted.has(permission));
}
