import type { Json, JsonObject } from "../../packages/base/json/json.ts";
import { subscription } from "../matrix/base-declarations.ts";
import { ourselves, type Plumbline } from "./plumbline.ts";

/** One effective write as the local cloud's log has it. */
export interface LoggedWrite {
  readonly seq: number;
  readonly action: "create" | "update" | "delete" | "undelete";
  readonly object: string;
  readonly caller: string;
}

/** The cloud as anybody sees it who asks the vendors, and what it says was done to it. */
export interface CloudView {
  /** Answer of every list and read, by its path; what merely counts, times or tags is left out. */
  readonly seen: Readonly<Record<string, Json>>;
  /** The same answers as they came. */
  readonly raw: string;
  /** Everybody's. */
  readonly writes: readonly LoggedWrite[];
  readonly ourWrites: readonly LoggedWrite[];
}

const google = "v1/projects/acme-prod/locations";
const zone = "compute/v1/projects/acme-prod/zones/europe-west1-b/reservations";
const groups = `subscriptions/${subscription}/resourceGroups`;
const assignments = "providers/Microsoft.Authorization/roleManagementPolicyAssignments?api-version=2020-10-01";
const roles = ["b24988ac-6180-42a0-ab88-20f7382dd24c", "acdd72a7-3385-48ef-bd42-f606fba81ae7"];

/** Every place where one of the cases puts an object, and where the neighbours are. */
const places: readonly string[] = [
  `${google}/global/oauthClients?pageSize=100`,
  `${google}/global/oauthClients/neighbour/credentials`,
  `${google}/europe-west1/endpointAttachments?pageSize=100&view=ENDPOINT_ATTACHMENT_VIEW_FULL`,
  ...["assessment", "assessment-2"].map(
    (project) =>
      `${groups}/rg-migration/providers/Microsoft.Migrate/assessmentProjects/${project}/servercollectors` +
      "?api-version=2019-10-01",
  ),
  ...[`subscriptions/${subscription}`, `${groups}/rg-migration`, `${groups}/rg-neighbour`].flatMap((scope) =>
    roles.map((role) => {
      const id = `/subscriptions/${subscription}/providers/Microsoft.Authorization/roleDefinitions/${role}`;
      return `${scope}/${assignments}&$filter=${encodeURIComponent(`roleDefinitionId eq '${id}'`)}`;
    }),
  ),
  ...["wave-1", "wave-2", "neighbour"].map((name) => `${zone}/${name}/getIamPolicy?optionsRequestedPolicyVersion=3`),
  "api/2.0/settings/types/restrict_workspace_admins/names/default",
];

/** Values that differ between two runs which did the same. */
const incidental: ReadonlySet<string> = new Set([
  ...["etag", "eTag", "clientId", "createTime", "updateTime", "endpointIp", "createdTimestamp", "updatedTimestamp"],
  ...["lastHeartbeatUtc", "lastModifiedDateTime", "clientSecret"],
]);

export async function viewCloud(plumbline: Plumbline): Promise<CloudView> {
  const [log, ...answers] = await Promise.all([
    viewLog(plumbline),
    ...places.map((path) => plumbline.wire("GET", path)),
  ]);
  return {
    ...log,
    seen: Object.fromEntries(
      places.map((path, index) => [path.split("?")[0] + role(path), tidy(answers[index] ?? null)]),
    ),
    raw: JSON.stringify(answers),
  };
}

/** What was done to the cloud, without a look at what is there. */
export async function viewLog(plumbline: Plumbline): Promise<Pick<CloudView, "writes" | "ourWrites">> {
  const log = await plumbline.wire("GET", "_local/log");
  const { writes } = log as unknown as { readonly writes: readonly LoggedWrite[] };
  return { writes, ourWrites: writes.filter(({ caller }) => caller === ourselves) };
}

function role(path: string): string {
  return roles
    .filter((guid) => path.includes(guid))
    .map((guid) => ` ${guid.slice(0, 4)}`)
    .join("");
}

/** Without incidental values, auto-names without their suffix, an empty list like none. */
export function tidy(value: Json): Json {
  if (typeof value === "string") return value.replaceAll(/\bit-x\d{6}\b/g, "it-<suffix>");
  if (Array.isArray(value)) return value.map((item: Json) => tidy(item));
  if (value === null || typeof value !== "object") return value;
  const { id } = value as JsonObject;
  return Object.fromEntries(
    Object.entries(value)
      // An agent's id is drawn anew for every collector.
      .filter(
        ([key]) => !incidental.has(key) && !(key === "id" && typeof id === "string" && /^[0-9a-f-]{36}$/.test(id)),
      )
      .map(([key, member]): [string, Json] => [key, tidy(member)])
      .filter(([, member]) => !(Array.isArray(member) && member.length === 0)),
  );
}

/** The incidental values in a document, by where they stand. */
export function incidentalValues(value: Json, at = ""): readonly (readonly [string, string])[] {
  if (Array.isArray(value)) return value.flatMap((item: Json, index) => incidentalValues(item, `${at}/${index}`));
  if (value === null || typeof value !== "object") return [];
  return Object.entries(value).flatMap(([key, member]) =>
    incidental.has(key) && typeof member === "string"
      ? [[`${at}/${key}`, member] as const]
      : incidentalValues(member, `${at}/${key}`),
  );
}

/** Objects that we made and nobody has deleted since. What stands there without us is never made. */
export function aliveOfOurs({ writes }: Pick<CloudView, "writes">): readonly string[] {
  const alive = new Set<string>();
  for (const { action, object, caller } of writes) {
    if (action === "delete") alive.delete(object);
    else if (action !== "update" && caller === ourselves && isMade(object)) alive.add(object);
  }
  return [...alive];
}

/** Objects that were made while they were there. */
export function madeTwice({ writes }: Pick<CloudView, "writes">): readonly string[] {
  const alive = new Set<string>();
  return writes.flatMap(({ action, object }) => {
    if (action === "delete") alive.delete(object);
    if (action !== "create" && action !== "undelete") return [];
    const isThere = alive.has(object);
    alive.add(object);
    return isThere ? [object] : [];
  });
}

function isMade(object: string): boolean {
  return /\/(oauthClients|endpointAttachments|servercollectors)\//i.test(object);
}
