import { isJsonObject, type Json, type JsonObject, jsonEqual } from "../../../packages/base/json/json.ts";
import { visible } from "../../../packages/base/text/visible.ts";
import type { ObjectSchema, Schema } from "../../definitions/schema/schema.ts";
import type { Target } from "../../engine/ports/driver.ts";

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

const text: Schema = { type: "string" };

function closed(properties: ObjectSchema["properties"]): ObjectSchema {
  return { type: "object", properties, additionalProperties: false };
}

/** Of which type each member of a policy is, as far as we read them or send them back. */
export const policySchema = closed({
  version: { type: "integer" },
  etag: text,
  bindings: {
    type: "array",
    items: closed({
      role: text,
      members: { type: "array", items: text },
      condition: closed({ title: text, expression: text, description: text, location: text }),
    }),
  },
  auditConfigs: { type: "array", items: closed({}) },
});

/**
 * Whether an answer is a policy. An empty one has no members at all; one that can't be read as a policy must not be
 * written over.
 */
export function isPolicy(body: JsonObject): boolean {
  const { bindings = [], auditConfigs = [] } = body;
  return (
    (Object.keys(body).length === 0 ||
      Object.keys(policySchema.properties).some((name) => Object.hasOwn(body, name))) &&
    Array.isArray(bindings) &&
    bindings.every((each) => isJsonObject(each) && typeof each["role"] === "string" && each["members"] !== null) &&
    Array.isArray(auditConfigs) &&
    auditConfigs.every(isJsonObject)
  );
}

export function readPolicy(body: JsonObject): Policy {
  return {
    etag: typeof body["etag"] === "string" ? body["etag"] : null,
    bindings: readBindings(body["bindings"]),
    auditConfigs: objects(body["auditConfigs"]),
  };
}

export function readBindings(list: Json | undefined): readonly Binding[] {
  return objects(list).map((binding) => ({
    role: String(binding["role"] ?? ""),
    members: Array.isArray(binding["members"]) ? binding["members"].map(String) : [],
    condition: isJsonObject(binding["condition"]) ? binding["condition"] : null,
  }));
}

export interface PolicyView {
  /** The target's own binding. */
  readonly own: Binding | undefined;
  /** In words every other one that a write would remove. */
  readonly displaces: readonly string[];
  /** The same, one binding for each member. */
  readonly others: readonly Binding[];
}

export function viewPolicy(policy: Policy, { variables, replaces }: Target): PolicyView {
  let own: Binding | undefined;
  const displaces: string[] = [];
  const others: Binding[] = [];
  for (const binding of policy.bindings) {
    for (const member of binding.members) {
      if (own === undefined && isShare(binding, member, variables)) own = binding;
      else if (own === binding && isShare(binding, member, variables)) continue;
      else if (replaces === undefined || !isShare(binding, member, replaces)) {
        displaces.push(inWords(binding, member));
        others.push({ ...binding, members: [member] });
      }
    }
  }
  return { own, displaces, others };
}

/**
 * All bindings but the target's share: its first matching member leaves, and the binding too when it has no other.
 */
export function withoutShare(policy: Policy, target: Target): readonly Binding[] {
  const { own } = viewPolicy(policy, target);
  return policy.bindings.flatMap((binding) => (binding === own ? besideShare(binding, target) : [binding]));
}

/** A binding without the target's share; nothing where that was all of it. */
export function besideShare(binding: Binding, { variables }: Target): readonly Binding[] {
  const members = binding.members.filter((member) => !isShare(binding, member, variables));
  return members.length === 0 ? [] : [{ ...binding, members }];
}

/** Bindings, and those of `more` that are not among them. */
export function withBindings(bindings: readonly Binding[], more: readonly Binding[]): readonly Binding[] {
  const all = [...bindings];
  for (const { role, members, condition } of more) {
    const place = all.findIndex((each) => each.role === role && jsonEqual(each.condition, condition));
    const same = all[place];
    const missing = members.filter((member) => same?.members.some((each) => sameMember(each, member)) !== true);
    if (missing.length === 0) continue;
    if (same === undefined) all.push({ role, members: missing, condition });
    else all[place] = { ...same, members: [...same.members, ...missing] };
  }
  return all;
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

/** A grant as whole as it takes to tell it from another, and to make it again; other hands' words can't forge ours. */
function inWords({ role, condition }: Binding, member: string): string {
  const grant = `${visible(role)} to ${visible(member)}`;
  if (condition === null) return grant;
  const [title, expression] = [condition["title"], condition["expression"]].map((each) => visible(String(each ?? "")));
  return `${grant} [condition ${title}: ${expression}]`;
}

function objects(value: Json | undefined): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}
