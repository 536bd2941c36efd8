import { isJsonObject, type Json, type JsonObject } from "../../../base/json.ts";
import type { Target } from "../../../engine/ports/driver.ts";

export interface Binding {
  readonly role: string;
  readonly members: readonly string[];
  readonly condition: JsonObject | null;
}

/** A policy as read; `auditConfigs` are carried through untouched. */
export interface Policy {
  readonly etag: string | null;
  readonly bindings: readonly Binding[];
  readonly auditConfigs: readonly JsonObject[];
}

export function readPolicy(body: JsonObject): Policy {
  return {
    etag: typeof body["etag"] === "string" ? body["etag"] : null,
    bindings: objects(body["bindings"]).map((binding) => ({
      role: String(binding["role"] ?? ""),
      members: Array.isArray(binding["members"]) ? binding["members"].map(String) : [],
      condition: isJsonObject(binding["condition"]) ? binding["condition"] : null,
    })),
    auditConfigs: objects(body["auditConfigs"]),
  };
}

/** The target's own binding, and in words every other one that a write would remove. */
export function viewPolicy(
  policy: Policy,
  { variables, replaces }: Target,
): { readonly own: Binding | undefined; readonly displaces: readonly string[] } {
  let own: Binding | undefined;
  const displaces: string[] = [];
  for (const binding of policy.bindings) {
    for (const member of binding.members) {
      if (own === undefined && isShare(binding, member, variables)) own = binding;
      else if (own === binding && isShare(binding, member, variables)) continue;
      else if (replaces === undefined || !isShare(binding, member, replaces)) displaces.push(inWords(binding, member));
    }
  }
  return { own, displaces };
}

/** All bindings but the target's share: its first matching member leaves, and the binding too when nobody else is in it. */
export function withoutShare(policy: Policy, target: Target): readonly Binding[] {
  const { own } = viewPolicy(policy, target);
  return policy.bindings.flatMap((binding) => {
    if (binding !== own) return [binding];
    const members = binding.members.filter((member) => !isShare(binding, member, target.variables));
    return members.length === 0 ? [] : [{ ...binding, members }];
  });
}

function isShare(binding: Binding, member: string, variables: Target["variables"]): boolean {
  return (
    binding.role === variables["role"] &&
    titleOf(binding) === variables["conditionTitle"] &&
    sameMember(member, variables["member"] ?? "")
  );
}

/** The type prefix is exact, what follows it is not. */
function sameMember(a: string, b: string): boolean {
  const split = (member: string) => {
    const colon = member.indexOf(":") + 1;
    return member.slice(0, colon) + member.slice(colon).toLowerCase();
  };
  return a === b || (a.includes(":") && split(a) === split(b));
}

function titleOf(binding: Binding): string | undefined {
  return binding.condition === null ? undefined : String(binding.condition["title"] ?? "");
}

/** A grant as whole as it takes to tell it from another, and to make it again. */
function inWords({ role, condition }: Binding, member: string): string {
  if (condition === null) return `${role} to ${member}`;
  return `${role} to ${member} [condition ${String(condition["title"] ?? "")}: ${String(condition["expression"] ?? "")}]`;
}

function objects(value: Json | undefined): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}
