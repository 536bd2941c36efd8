import type { Json, JsonObject } from "../../src/base/json.ts";
import { idOf, reservationOf } from "./declarations.ts";
import type { Happening, Scenario } from "./scenario.ts";
import type { World } from "./world.ts";

type Deed = Extract<Happening, { slot: number }>;

const settingPath = "api/2.0/settings/types/restrict_workspace_admins/names/default";

/** What somebody else does to a slot's object, on the wire; what the platform refuses does not happen. */
export async function strangersDeed(deed: Deed, scenario: Scenario, world: World): Promise<void> {
  const blueprint = scenario.blueprints[deed.slot];
  if (blueprint === undefined) return;
  const { slot, moved } = deed;
  const call = (method: string, path: string, body?: Json) => world.strangersCall(method, path, body);
  const id = idOf(blueprint, slot, moved);
  switch (blueprint.kind) {
    case "client": {
      const path = `v1/${id}`;
      const [parent, name] = [path.slice(0, path.lastIndexOf("/")), path.slice(path.lastIndexOf("/") + 1)];
      if (deed.kind === "edited")
        await call("PATCH", `${path}?updateMask=description`, { description: "by a stranger" });
      if (deed.kind === "deleted") await call("DELETE", path);
      if (deed.kind === "created") await call("POST", `${parent}?oauthClientId=${name}`, strangeClient);
      return;
    }
    case "attachment": {
      const path = `v1/${id}`;
      const [parent, name] = [path.slice(0, path.lastIndexOf("/")), path.slice(path.lastIndexOf("/") + 1)];
      const serviceAttachment = "projects/p/regions/r/serviceAttachments/s";
      if (deed.kind === "edited")
        await call("PATCH", `${path}?updateMask=description`, { description: "by a stranger" });
      if (deed.kind === "deleted") await call("DELETE", path);
      if (deed.kind === "created") await call("POST", `${parent}?endpointAttachmentId=${name}`, { serviceAttachment });
      return;
    }
    case "collector": {
      const found = id ?? autoNamed(slot, world);
      if (found === undefined) return;
      const path = `${found}?api-version=2019-10-01`;
      if (deed.kind === "deleted") await call("DELETE", path);
      if (deed.kind === "created") return void (await call("PUT", path, {}));
      const properties = { discoverySiteId: "by-a-stranger" };
      if (deed.kind === "edited" && (await call("GET", path)) !== null) await call("PUT", path, { properties });
      return;
    }
    case "member":
      return strangersPolicy(deed, reservationOf(slot, moved), call);
    case "setting":
      return strangersSetting(call);
    case "assignment":
      return;
  }
}

const strangeClient: JsonObject = {
  allowedGrantTypes: ["REFRESH_TOKEN_GRANT"],
  allowedRedirectUris: ["https://stranger.example/callback"],
  allowedScopes: ["https://www.googleapis.com/auth/cloud-platform"],
};

type StrangersCall = (method: string, path: string, body?: Json) => Promise<JsonObject | null>;

async function strangersPolicy(deed: Deed, reservation: string, call: StrangersCall): Promise<void> {
  const policy = await call("GET", `compute/v1/${reservation}/getIamPolicy?optionsRequestedPolicyVersion=3`);
  if (policy === null) return;
  const kept = deed.kind === "deleted" ? [] : ((policy["bindings"] ?? []) as readonly JsonObject[]);
  const more = deed.kind === "deleted" ? [] : [{ role: "roles/viewer", members: ["user:stranger@acme.example"] }];
  const body = { policy: { version: 3, etag: policy["etag"] ?? null, bindings: [...kept, ...more] } };
  await call("POST", `compute/v1/${reservation}/setIamPolicy`, body);
}

async function strangersSetting(call: StrangersCall): Promise<void> {
  const present = await call("GET", settingPath);
  const message = present?.["restrict_workspace_admins"] as JsonObject | undefined;
  const status = message?.["status"] === "ALLOW_ALL" ? "RESTRICT_TOKENS_AND_JOB_RUN_AS" : "ALLOW_ALL";
  await call("PATCH", settingPath, {
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
