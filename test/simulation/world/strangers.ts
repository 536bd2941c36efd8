import type { Json, JsonObject } from "../../../packages/base/json/json.ts";
import {
  connectionPath,
  credentialId,
  foundId,
  idOf,
  memberNames,
  memberRoles,
  reservationOf,
  roleOf,
} from "../declared/names.ts";
import type { Scenario, StrangersAct } from "../scenario.ts";
import type { CloudMemory } from "./cloud-memory.ts";
import type { World } from "./world.ts";

const settingPath = "api/2.0/settings/types/restrict_workspace_admins/names/default";

/** What somebody else does to a slot's object, on the wire; what the platform refuses does not happen. */
export function strangersDeed(deed: StrangersAct, scenario: Scenario, world: World): void {
  const blueprint = scenario.blueprints[deed.slot];
  if (blueprint === undefined) return;
  const { slot, moved } = deed;
  const isEdit = deed.kind === "edited" || deed.kind === "granted";
  const call = (method: string, path: string, body?: Json) => world.strangersCall(method, path, body);
  const id = idOf(blueprint, slot, moved);
  switch (blueprint.kind) {
    case "client": {
      const path = `v1/${id}`;
      const [parent, name] = [path.slice(0, path.lastIndexOf("/")), path.slice(path.lastIndexOf("/") + 1)];
      if (isEdit) call("PATCH", `${path}?updateMask=description`, { description: strangeText(deed) });
      if (deed.kind === "deleted") call("DELETE", path);
      if (deed.kind === "created") {
        const made = { ...strangeClient, description: strangeText(deed) };
        call("POST", `${parent}?oauthClientId=${name}`, made);
      }
      return;
    }
    case "credential":
      return strangersCredential(deed, { at: id ?? "", found: credentialsOf(slot, moved, world) }, call);
    case "attachment": {
      const path = `v1/${id}`;
      const [parent, name] = [path.slice(0, path.lastIndexOf("/")), path.slice(path.lastIndexOf("/") + 1)];
      const serviceAttachment = "projects/p/regions/r/serviceAttachments/s";
      if (isEdit) call("PATCH", `${path}?updateMask=description`, { description: strangeText(deed) });
      if (deed.kind === "deleted") call("DELETE", path);
      const made = { serviceAttachment, description: strangeText(deed) };
      if (deed.kind === "created") call("POST", `${parent}?endpointAttachmentId=${name}`, made);
      return;
    }
    case "collector": {
      const found = id ?? autoNamed(slot, world);
      if (found === undefined) return;
      const path = `${found}?api-version=2019-10-01`;
      if (deed.kind === "deleted") call("DELETE", path);
      if (deed.kind === "created") return void call("PUT", path, {});
      const properties = { discoverySiteId: strangeText(deed).replaceAll(" ", "-") };
      if (isEdit && call("GET", path) !== null) call("PUT", path, { properties });
      return;
    }
    case "member":
      return strangersPolicy(deed, reservationOf(slot, moved), call, world.storage);
    case "setting":
      return strangersSetting(call);
    case "get":
      // What stands for a slot's object is changed there.
      if (id !== null && isEdit) call("PATCH", `v1/${id}?updateMask=description`, { description: strangeText(deed) });
      return;
    case "lookup": {
      const present = call("GET", connectionPath);
      const status = (deed.which ?? 0) % 2 === 0 ? "Approved" : "Rejected";
      const properties = { privateLinkServiceConnectionState: { status } };
      if (present !== null) call("PUT", connectionPath, { eTag: present["eTag"] ?? null, properties });
      return;
    }
    case "assignment":
      return strangersRules(deed, slot, call);
  }
}

const strangeRoles = ["roles/viewer", "roles/editor", "roles/owner"] as const;

/** What a stranger writes where there is a free text. */
function strangeText({ which }: StrangersAct): string {
  return which === undefined ? "by a stranger" : `by stranger ${which}`;
}

/** Makes the client that a `get` reads, or brings it back. */
export function plantClient(slot: number, world: World): void {
  const id = foundId(slot);
  const [parent, name] = [id.slice(0, id.lastIndexOf("/")), id.slice(id.lastIndexOf("/") + 1)];
  world.strangersCall("POST", `v1/${id}:undelete`, {});
  const made = { ...strangeClient, description: `found ${slot}` };
  world.strangersCall("POST", `v1/${parent}?oauthClientId=${name}`, made);
}

const strangeClient: JsonObject = {
  allowedGrantTypes: ["REFRESH_TOKEN_GRANT"],
  allowedRedirectUris: ["https://stranger.example/callback"],
  allowedScopes: ["https://www.googleapis.com/auth/cloud-platform"],
};

type StrangersCall = (method: string, path: string, body?: Json) => JsonObject | null;

function strangersPolicy(
  deed: StrangersAct,
  reservation: string,
  call: StrangersCall,
  { sharedWithOthers }: CloudMemory,
): void {
  const policy = call("GET", `compute/v1/${reservation}/getIamPolicy?optionsRequestedPolicyVersion=3`);
  if (policy === null) return;
  const kept = deed.kind === "deleted" ? [] : ((policy["bindings"] ?? []) as readonly JsonObject[]);
  const { which = 0 } = deed;
  const granted = { role: strangeRoles[which % 3] ?? "roles/viewer", members: [`user:stranger${which}@acme.example`] };
  // One may have granted what is declared later, and something beside it.
  const same = { role: memberRoles[0], members: [memberNames[0], `user:stranger${which}@acme.example`] };
  const known = { deleted: [], granted: [granted], ...(deed.which === undefined ? {} : { created: [same] }) };
  const more = (known as Readonly<Record<string, readonly JsonObject[]>>)[deed.kind] ?? [
    { role: "roles/viewer", members: ["user:stranger@acme.example"] },
  ];
  if (deed.kind === "created" && deed.which !== undefined)
    sharedWithOthers.add(`${reservation} ${memberRoles[0]} ${memberNames[0]}`);
  const body = { policy: { version: 3, etag: policy["etag"] ?? null, bindings: [...kept, ...more] } };
  call("POST", `compute/v1/${reservation}/setIamPolicy`, body);
}

/** Credentials of a slot, in whichever clients, by their names. */
function credentialsOf(slot: number, moved: boolean, { storage }: World): ReadonlyMap<string, JsonObject> {
  const own = `/credentials/${credentialId(slot, moved)}`;
  return new Map([...storage.contents("google", "oauth-client-credential")].filter(([name]) => name.endsWith(own)));
}

/**
 * Gives a credential another name, switches it off or on again, deletes it, which takes two calls as well, or makes it.
 * What is done to all that there are of a slot is done in the client that it lay in before, too.
 */
function strangersCredential(
  deed: StrangersAct,
  { at, found }: { readonly at: string; readonly found: ReadonlyMap<string, JsonObject> },
  call: StrangersCall,
): void {
  const { kind, which } = deed;
  if (kind === "created") {
    const [parent, id] = at.split("/credentials/");
    call("POST", `v1/${parent}/credentials?oauthClientCredentialId=${id}`, { displayName: "by a stranger" });
  }
  for (const [name, { disabled = false }] of found) {
    const path = `v1/${name}`;
    const isNamed = kind === "edited" && (which ?? 0) % 3 === 1;
    if (isNamed) call("PATCH", `${path}?updateMask=displayName`, { displayName: strangeText(deed) });
    else if (kind === "edited" || kind === "granted")
      call("PATCH", `${path}?updateMask=disabled`, { disabled: disabled !== true });
    if (kind !== "deleted") continue;
    if (disabled !== true) call("PATCH", `${path}?updateMask=disabled`, { disabled: true });
    call("DELETE", path);
  }
}

/** Edits a rule of the policy that a role's assignment is about. */
function strangersRules({ which = 0, moved }: StrangersAct, slot: number, call: StrangersCall): void {
  const { scope, roleDefinitionId } = roleOf(slot, moved);
  const place = `${scope}/providers/Microsoft.Authorization`.slice(1);
  const filter = encodeURIComponent(`roleDefinitionId eq '${roleDefinitionId}'`);
  const found = call("GET", `${place}/roleManagementPolicyAssignments?api-version=2020-10-01&$filter=${filter}`);
  const [assignment] = (found?.["value"] ?? []) as unknown as readonly { properties: { policyId: string } }[];
  if (assignment === undefined) return;
  const path = `${assignment.properties.policyId}?api-version=2020-10-01`;
  const policy = call("GET", path) as unknown as { properties: { rules: readonly JsonObject[] } } | null;
  const rules = policy?.properties.rules
    .filter(({ id }) => id === "Expiration_EndUser_Assignment")
    .map((rule) => ({ ...rule, maximumDuration: which % 2 === 0 ? "PT2H" : "PT4H" }));
  if (rules !== undefined) call("PATCH", path, { properties: { rules } });
}

function strangersSetting(call: StrangersCall): void {
  const present = call("GET", settingPath);
  const message = present?.["restrict_workspace_admins"] as JsonObject | undefined;
  const status = message?.["status"] === "ALLOW_ALL" ? "RESTRICT_TOKENS_AND_JOB_RUN_AS" : "ALLOW_ALL";
  call("PATCH", settingPath, {
    allow_missing: true,
    field_mask: "restrict_workspace_admins.status",
    setting: { etag: present?.["etag"] ?? "", setting_name: "default", restrict_workspace_admins: { status } },
  });
}

/** The collector that the engine named for a slot, if there is one. */
function autoNamed(slot: number, world: World): string | undefined {
  for (const document of world.storage.contents("arm", "server-collector").values()) {
    if (String(document["name"]).startsWith(`r${slot}`)) {
      return String(document["id"]).replace("/assessmentprojects/", "/assessmentProjects/");
    }
  }
  return undefined;
}
