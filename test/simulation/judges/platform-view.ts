import { isJsonObject, type Json, type JsonObject, jsonEqual } from "../../../packages/base/json/json.ts";
import { factoryRules } from "../../../packages/vendor-wire/azure/policy-rules.ts";
import type { ResourceRecord } from "../../../src/engine/state/records/record.ts";
import type { Contents } from "../world/cloud-memory.ts";
import { bindingsOf } from "./world-judge.ts";

/** What a platform tells of an object now, by the names of outputs, as the judge itself reads its documents. */
export type Shown = Readonly<Record<string, Json>>;

/** What stands behind a record; undefined where nothing does. Shares no code with drivers. */
export function shownOf({ type, identity }: ResourceRecord, storage: Contents): Shown | undefined {
  const { id } = identity;
  switch (type) {
    case "iam:OAuthClient":
      return clientShown(storage.contents("google", "oauth-client").get(id));
    case "iam:OAuthClientCredential": {
      const there = storage.contents("google", "oauth-client-credential").get(id);
      if (there === undefined) return undefined;
      const { displayName = null, disabled = false, clientSecret = null } = there;
      return { id, displayName, disabled, clientSecret };
    }
    case "connectors:EndpointAttachment": {
      const after = storage.contents("google", "endpoint-attachment").get(id)?.["after"];
      if (!isJsonObject(after)) return undefined;
      const { description = null, labels = null, endpointIp = null, createTime = null, updateTime = null } = after;
      return { id, description, labels, endpointIp, createTime, updateTime };
    }
    case "migrate:ServerCollector": {
      const there = collectorAt(id, storage);
      return there === undefined ? undefined : { eTag: there["eTag"] ?? null, properties: there["properties"] ?? null };
    }
    case "compute:ReservationIamMember": {
      const [reservation = "", role = "", member = ""] = id.split(" ");
      const policy = storage.contents("google", "policy").get(reservation);
      const isBound = bindingsOf(policy ?? { bindings: [] }).some(
        (each) => each.role === role && each.members.includes(member),
      );
      return isBound ? { id, role, member, etag: policy?.["etag"] ?? null } : undefined;
    }
    case "authorization:RoleManagementPolicyAssignment":
      return assignmentShown(id, storage);
    case "settings:RestrictWorkspaceAdmins": {
      const there = storage.contents("databricks", "setting").get("restrict_workspace_admins");
      if (there === undefined) return { restrictWorkspaceAdmins: { status: "ALLOW_ALL" } };
      return { restrictWorkspaceAdmins: there["message"] ?? null, etag: there["etag"] ?? null };
    }
    default:
      return undefined;
  }
}

function clientShown(there: JsonObject | undefined): Shown | undefined {
  if (there === undefined || there["state"] === "DELETED") return undefined;
  const { clientId = null, description = null, allowedRedirectUris = null, state = null } = there;
  return { clientId, description, allowedRedirectUris, state };
}

function collectorAt(id: string, storage: Contents): JsonObject | undefined {
  return storage
    .contents("arm", "server-collector")
    .values()
    .find((each) => String(each["id"]).toLowerCase() === id.toLowerCase());
}

/**
 * Which policy an assignment binds to which role, and the rules of that policy. A role that nobody has bound has its
 * default assignment, with the rules that every policy is made with.
 */
function assignmentShown(id: string, storage: Contents): Shown | undefined {
  const [, scope = "", guid = "", role = ""] =
    /^\/(.+)\/providers\/Microsoft.Authorization\/roleManagementPolicyAssignments\/([^/_]+)_([^/]+)$/i.exec(id) ?? [];
  const keyOf = (...parts: readonly string[]) => parts.map((part) => encodeURIComponent(part.toLowerCase())).join("|");
  // A policy that was edited may have got another name, and its assignment with it.
  const [, stored] = [...storage.contents("arm", "assignment")].find(
    ([key, { deleted }]) => key.startsWith(`${keyOf(scope, role)}|`) && deleted !== true,
  ) ?? [undefined, storage.contents("arm", "assignment").get(keyOf(scope, role, guid))];
  if (stored?.["deleted"] === true) return undefined;
  const policyId = stored?.["policyId"] ?? null;
  const bound = policyId === null ? guid : String(policyId).slice(String(policyId).lastIndexOf("/") + 1);
  const rules = storage.contents("arm", "policy").get(keyOf(scope, bound))?.["rules"] ?? factoryRules;
  return { ...(policyId === null ? {} : { policyId }), effectiveRules: rules as readonly JsonObject[] };
}

/** Whether the platform alone gives an output its value: no hand writes it. */
export function isGiven(name: string): boolean {
  return given.includes(name);
}

const given = ["clientId", "clientSecret", "endpointIp", "createTime", "updateTime", "eTag", "etag", "id"];

/** The name in the platforms' log under which others change what a record tells, beside that of its object. */
export function rulesOf({ type, outputs }: ResourceRecord): string | null {
  return type === "authorization:RoleManagementPolicyAssignment" ? String(outputs["policyId"]).toLowerCase() : null;
}

/**
 * Names of the outputs that a record has otherwise than the platform. `sealed`: what markers stand for, by their ids.
 */
export function differing(shown: Shown, outputs: JsonObject, sealed: ReadonlyMap<string, Json>): readonly string[] {
  return Object.entries(shown).flatMap(([name, value]) => (isWithin(value, outputs[name], sealed) ? [] : [name]));
}

/** Whether all that a platform keeps is told; answers have more keys than documents. Ids are told in any case. */
function isWithin(kept: Json | undefined, told: Json | undefined, sealed: ReadonlyMap<string, Json>): boolean {
  const isSame = (one: Json | undefined, other: Json | undefined) => isWithin(one, other, sealed);
  if (isJsonObject(told) && isJsonObject(told["$secret"]))
    return isSame(kept, sealed.get(String(told["$secret"]["id"])));
  if (Array.isArray(kept))
    return Array.isArray(told) && told.length === kept.length && kept.every((each, at) => isSame(each, told[at]));
  if (isJsonObject(kept))
    return isJsonObject(told) && Object.keys(kept).every((name) => isSame(kept[name], told[name]));
  if (typeof kept === "string" && typeof told === "string") return kept.toLowerCase() === told.toLowerCase();
  return jsonEqual(kept ?? null, told ?? null);
}
