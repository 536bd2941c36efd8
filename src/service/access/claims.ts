import type { Json, JsonObject } from "../../../packages/base/json/json.ts";
import { valueAt } from "../../../packages/base/json/pointer.ts";
import { err, ok, type Result } from "../../../packages/base/result.ts";
import type { Caller } from "./caller.ts";
import type { ClaimPlace, TrustedIssuer } from "./issuers/trusted-issuer.ts";

/** More groups than anybody is in; what is longer is no list that a person should be judged by. */
const mostGroups = 500;
const longestText = 300;

/** The caller that the claims of a verified token describe. The error is for the log. */
export function callerOf(claims: JsonObject, { issuer, claims: mapping }: TrustedIssuer): Result<Caller, string> {
  const subject = claims["sub"];
  if (!isPlainText(subject)) return err("the subject is no plain text");
  const groups = mapping.groups === null ? [] : texts(claimAt(claims, mapping.groups.claim));
  if (groups.length > mostGroups) return err(`more than ${mostGroups} groups`);
  const prefix = mapping.groups?.prefix ?? "";
  return ok({
    principal: `user:${issuer}|${subject}`,
    name: mapping.name.map((place) => claimAt(claims, place)).find(isPlainText) ?? subject,
    groups: groups.map((group) => `${prefix}${group}`).toSorted(),
    accountAdmin: isAccountAdmin(claims, mapping.accountAdmin),
    workspaces: workspacesOf(claims, mapping.workspaces),
    scope: null,
  });
}

function isAccountAdmin(claims: JsonObject, mapping: TrustedIssuer["claims"]["accountAdmin"]): boolean {
  if (mapping === null) return false;
  const value = claimAt(claims, mapping.claim);
  return value === mapping.value || (Array.isArray(value) && value.includes(mapping.value));
}

function workspacesOf(claims: JsonObject, mapping: TrustedIssuer["claims"]["workspaces"]): readonly string[] {
  if (mapping === null) return [];
  const { origins } = mapping;
  const found = texts(claimAt(claims, mapping.claim)).flatMap((name) => {
    const origin = originOf(Object.hasOwn(origins, name) ? (origins[name] ?? name) : name);
    return origin === null ? [] : [origin];
  });
  return [...new Set(found)].toSorted();
}

/** The origin of a URL as browsers write it; null for what is none. */
export function originOf(url: string): string | null {
  const parsed = URL.parse(url);
  return parsed === null || parsed.origin === "null" ? null : parsed.origin;
}

function claimAt(claims: JsonObject, place: ClaimPlace): Json | undefined {
  if (place.startsWith("/")) return valueAt(claims, place);
  return Object.hasOwn(claims, place) ? claims[place] : undefined;
}

/** The texts of a list, or the one that stands there; objects and the like are passed over. */
function texts(value: Json | undefined): readonly string[] {
  const items = Array.isArray(value) ? value : [value];
  return [...new Set(items.filter(isPlainText))];
}

/** Short, visible, and not of the kind that makes a terminal or a log line do something. */
function isPlainText(value: unknown): value is string {
  return typeof value === "string" && value.length <= longestText && /^[^\p{Cc}\p{Cf}]+$/u.test(value);
}
