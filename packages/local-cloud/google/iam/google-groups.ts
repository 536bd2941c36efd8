import type { JsonObject } from "../../../base/json/json.ts";
import { canonicalMember, isMember } from "../../../vendor-wire/google/policy-wire.ts";
import type { EmulatorContext } from "../../runtime/local-vendor.ts";

const collection = "google-group";

/** Seeds a group: its address and its members, which may be groups themselves. */
export function seedGoogleGroup(object: JsonObject, context: EmulatorContext): void {
  const { email, members, ...unknown } = object;
  const strange = Object.keys(unknown);
  if (strange.length > 0) throw new TypeError(`a group has no ${strange.join(", ")}`);
  if (typeof email !== "string" || !email.includes("@")) throw new TypeError("a group needs an `email`");
  if (!Array.isArray(members)) throw new TypeError("a group needs a list of `members`");
  const wrong = members.find((member) => typeof member !== "string" || !isMember(member));
  if (wrong !== undefined) throw new TypeError(`${JSON.stringify(wrong)} is no member`);
  const key = email.toLowerCase();
  context.documents.put(collection, key, { members: members.map((member) => canonicalMember(String(member))) });
}

/** The member forms under which a caller appears in policies by name: a service account is told by its domain. */
export function ownForms(name: string): readonly string[] {
  const kind = name.toLowerCase().endsWith(".gserviceaccount.com") ? "serviceAccount" : "user";
  return [canonicalMember(`${kind}:${name}`)];
}

/** Addresses of all groups that somebody is in, directly or through another group, in order. */
export function groupsOf(name: string, context: EmulatorContext): readonly string[] {
  const groups = context.documents.list(collection);
  const forms = new Set(ownForms(name));
  const found = new Set<string>();
  // Each pass finds at least one group or is the last, so rings of groups end as well.
  for (let grown = true; grown; ) {
    grown = false;
    for (const { key, document } of groups) {
      const members = Array.isArray(document["members"]) ? document["members"] : [];
      if (found.has(key) || !members.some((member) => forms.has(String(member)))) continue;
      found.add(key);
      forms.add(`group:${key}`);
      grown = true;
    }
  }
  return [...found].sort();
}
